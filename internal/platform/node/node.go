// Package node lends each running program a number from 0 to 99, which makes
// its ids differ from those of all other nodes on the same database.
package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// The numbers fit the two digits that an id has for them.
const numbers = 100

// Others may take a number leaseTime after its holder was last heard of. The
// holder itself trusts it for trustTime alone, so that it has stopped making
// ids by then even where clocks differ by some seconds. A database that was
// silent for longer, or a machine that slept, ends nothing: ids wait for the
// next beat, and go on unless the number was taken meanwhile.
const (
	leaseTime = 30 * time.Second
	trustTime = 20 * time.Second
	beatTime  = 5 * time.Second
	// retryTime is the pace while the database does not answer.
	retryTime = time.Second

	// restTime keeps a number that was given back out of use: the next holder
	// begins to count at zero, which must not be in a second that the last one
	// counted in.
	restTime = 10 * time.Second
)

// ErrNone means that a hundred nodes hold all numbers.
var ErrNone = errors.New("no node number is free")

// Lease is a number held by this program.
type Lease struct {
	d      *db.DB
	clk    clock.Clock
	log    *slog.Logger
	number int
	holder string // a token of this process, never used again

	mu     sync.Mutex
	heard  time.Time        // when the database last confirmed it
	ids    []*ids.Generator // that make ids with it
	silent bool             // the database was, for longer than the number is trusted
	lost   chan struct{}
	isLost bool

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Claim takes the lowest number that no other node holds. ErrNone when there
// is none. Start keeps it.
func Claim(ctx context.Context, d *db.DB, clk clock.Clock, log *slog.Logger) (*Lease, error) {
	l := &Lease{d: d, clk: clk, log: log, holder: ids.Token(), lost: make(chan struct{}), done: make(chan struct{})}

	held, err := heldNumbers(ctx, d, clk.Now())
	if err != nil {
		return nil, err
	}

	for number := range numbers {
		if held[number] {
			continue
		}

		l.heard = clk.Now()

		ok, err := l.take(ctx, number)
		if err != nil {
			return nil, err
		}

		if ok {
			l.number = number

			return l, nil
		}
	}

	return nil, ErrNone
}

func heldNumbers(ctx context.Context, d *db.DB, now time.Time) (map[int]bool, error) {
	rows, err := d.Reader().Query(ctx, "SELECT number FROM nodes WHERE lease_until >= $1", clock.Micros(now))
	if err != nil {
		return nil, fmt.Errorf("read node numbers: %w", err)
	}
	defer rows.Close()

	held := map[int]bool{}

	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			return nil, fmt.Errorf("read node numbers: %w", err)
		}

		held[number] = true
	}

	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read node numbers: %w", err)
	}

	return held, nil
}

// take is one statement, so that of two claimers the second sees what the
// first has done.
func (l *Lease) take(ctx context.Context, number int) (bool, error) {
	taken, err := l.exec(ctx, `
		INSERT INTO nodes (number, holder, lease_until) VALUES ($1, $2, $3)
		ON CONFLICT (number) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
		WHERE nodes.lease_until < $4`,
		number, l.holder, clock.Micros(l.heard.Add(leaseTime)), clock.Micros(l.heard))
	if err != nil {
		return false, fmt.Errorf("claim node number %d: %w", number, err)
	}

	return taken, nil
}

// exec tells whether a statement changed the row. It goes as a batch: those have
// connections of their own on PostgreSQL, where transactions that wait for an
// id, and so for this, may hold all others.
func (l *Lease) exec(ctx context.Context, text string, args ...any) (bool, error) {
	err := l.d.Group(ctx, func(g *db.Group) error {
		g.Change(1, text, args...)

		return nil
	})
	if errors.Is(err, db.ErrRefuted) {
		return false, nil
	}

	return err == nil, err
}

// Number is the node's number, 0 to 99.
func (l *Lease) Number() int { return l.number }

// Lend has generators make ids with the number, from Start on only while it
// surely is ours. On SQLite they never wait: ids are made inside of the one
// transaction that can write, which would keep out the very beat that it waits
// for, for ever, after the machine slept. Its file has one program; of a second
// one the unique keys tell, and the next beat.
func (l *Lease) Lend(generators ...*ids.Generator) {
	if l.d.Engine() == db.SQLite {
		return
	}

	l.ids = append(l.ids, generators...)
}

func (l *Lease) trust() {
	for _, g := range l.ids {
		g.Until(l.heard.Add(trustTime))
	}
}

// Holder is a token of this process that no other ever had.
func (l *Lease) Holder() string { return l.holder }

// Lost is closed when the number is another node's: the program must make no
// more ids and end.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Start begins to renew the lease.
func (l *Lease) Start(ctx context.Context) {
	l.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		l.cancel = cancel

		l.mu.Lock()
		l.trust()
		l.mu.Unlock()

		go l.run(ctx)
	})
}

func (l *Lease) run(ctx context.Context) {
	defer close(l.done)

	next := time.NewTimer(0) // what came before may have taken long
	defer next.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
		}

		sure, ours := l.beat(ctx)

		switch {
		case !ours:
			return
		case sure:
			next.Reset(beatTime)
		default:
			next.Reset(retryTime)
		}
	}
}

// beat renews the lease. It tells whether the database said so, and whether
// the number may still be ours.
func (l *Lease) beat(ctx context.Context) (sure, ours bool) {
	ctx, cancel := context.WithTimeout(ctx, beatTime)
	defer cancel()

	now := l.clk.Now() // before the write: the lease counts from here

	ours, err := l.exec(ctx, "UPDATE nodes SET lease_until = $1 WHERE number = $2 AND holder = $3",
		clock.Micros(now.Add(leaseTime)), l.number, l.holder)

	l.mu.Lock()
	defer l.mu.Unlock()

	switch {
	case err == nil && ours:
		l.heard, l.silent = now, false
		l.trust()

		return true, true
	case err == nil:
		l.log.ErrorContext(ctx, "node number lost: another node took it", "number", l.number)

		l.isLost = true
		close(l.lost)

		return true, false
	case errors.Is(err, context.Canceled):
	case l.clk.Now().Sub(l.heard) < trustTime:
		l.log.WarnContext(ctx, "node number not renewed, trying again", "number", l.number, "error", err)
	case !l.silent:
		l.silent = true
		l.log.ErrorContext(ctx, "node number not renewed for too long: no ids are made until the database answers", "number", l.number, "error", err)
	}

	return false, true
}

// Stop ends the renewal and gives the number back, after a rest. A second Stop
// gives what the first gave.
func (l *Lease) Stop(ctx context.Context) error {
	l.halt.Do(func() {
		l.start.Do(func() { close(l.done) }) // never started

		if l.cancel != nil {
			l.cancel()
		}

		<-l.done

		if l.isLost {
			return
		}

		_, err := l.exec(ctx, "UPDATE nodes SET lease_until = $1 WHERE number = $2 AND holder = $3",
			clock.Micros(l.clk.Now().Add(restTime)), l.number, l.holder)
		if err != nil {
			l.err = fmt.Errorf("give back node number %d: %w", l.number, err)
		}
	})

	return l.err
}
