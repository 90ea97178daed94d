// Package node leases a number from 0 to 99 to each running program. The number
// is part of the program's ids, so nodes on one database never make the same id.
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

// An id has two digits for the node number.
const numbers = 100

// Another node may take a number leaseTime after the last renewal of its lease.
// The holder itself trusts the lease only for trustTime, so it has stopped
// making ids by then even if clocks differ by some seconds. After a longer
// silence of the database, or a suspended machine, ids wait for the next
// renewal and continue unless the number was taken meanwhile.
const (
	leaseTime = 30 * time.Second
	trustTime = 20 * time.Second
	beatTime  = 5 * time.Second
	// retryTime is the pause between renewals while the database doesn't answer.
	retryTime = time.Second

	// missTime is how long after its last renewal a node counts as one that runs. It stores nothing without the database, so it begins no call
	// to a supplier either.
	missTime = 12 * time.Second

	// restTime keeps a returned number out of use. The next holder starts its
	// counter at zero, so it must not make ids in a second in which the last
	// holder made some.
	restTime = 10 * time.Second
)

// ErrNone means that all hundred numbers are held.
var ErrNone = errors.New("no node number is free")

// Lease is a number held by this program.
type Lease struct {
	d      *db.DB
	clk    clock.Clock
	log    *slog.Logger
	number int
	holder string // a token of this process, never used again

	mu      sync.Mutex
	heard   time.Time        // last confirmation by the database
	ids     []*ids.Generator // generators that use the number
	silent  bool             // the database was silent for longer than trustTime
	lost    chan struct{}
	isLost  bool
	onPlace func(Place)

	start  sync.Once
	halt   sync.Once
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Claim leases the lowest number that no other node holds, or returns ErrNone.
// Start renews the lease.
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

// heldNumbers returns the numbers whose leases run at a moment, or longer.
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

// take claims a number in one statement, so only one of two concurrent claims
// succeeds.
func (l *Lease) take(ctx context.Context, number int) (bool, error) {
	taken, err := l.exec(ctx, `
		INSERT INTO nodes (number, holder, lease_until, schema_step) VALUES ($1, $2, $3, $5)
		ON CONFLICT (number) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until, schema_step = excluded.schema_step
		WHERE nodes.lease_until < $4`,
		number, l.holder, clock.Micros(l.heard.Add(leaseTime)), clock.Micros(l.heard), db.ProgramStep())
	if err != nil {
		return false, fmt.Errorf("claim node number %d: %w", number, err)
	}

	return taken, nil
}

// exec reports whether a statement changed the row. It runs as a batch, which
// has its own connections on PostgreSQL. Transactions that wait for an id, and
// so for this renewal, may hold all the others.
func (l *Lease) exec(ctx context.Context, text string, args ...any) (bool, error) {
	err := l.d.Batch(ctx, func(b *db.Batch) error {
		b.ExecLast(1, text, args...)

		return nil
	})
	if errors.Is(err, db.ErrRefuted) {
		return false, nil
	}

	return err == nil, err
}

// Number is the node's number, 0 to 99.
func (l *Lease) Number() int { return l.number }

// Lend registers the generators that use the number. From Start on they make ids
// only while the lease is certain. On SQLite they never wait: ids are made
// inside the only write transaction, so a waiting generator would block the
// renewal for ever. A SQLite file belongs to one program; the next renewal and
// the unique keys detect a second one.
func (l *Lease) Lend(generators ...*ids.Generator) {
	if l.d.Engine() == db.SQLite {
		return
	}

	l.ids = append(l.ids, generators...)
}

// Place is where a node stands among those that run now, from 0, and how many they are.
type Place struct{ Number, Of int }

// OnPlace has f told of this node's place before Start returns and after each renewal. Other nodes learn of one that starts or ends within
// beatTime; one that dies counts for missTime. A SQLite file belongs to one program.
func (l *Lease) OnPlace(f func(Place)) { l.onPlace = f }

// findPlace tells of the place. While the database doesn't answer, the last one holds.
func (l *Lease) findPlace(ctx context.Context) {
	if l.onPlace == nil || l.d.Engine() == db.SQLite {
		return
	}

	held, err := heldNumbers(ctx, l.d, l.clk.Now().Add(leaseTime-missTime))
	if err != nil {
		l.log.WarnContext(ctx, "could not read which nodes run, will retry", "error", err)

		return
	}

	held[l.number] = true // its own lease may just have run out

	place := Place{Of: len(held)}

	for number := range held {
		if number < l.number {
			place.Number++
		}
	}

	l.onPlace(place)
}

func (l *Lease) trust() {
	for _, g := range l.ids {
		g.Until(l.heard.Add(trustTime))
	}
}

// Holder is a unique token of this process.
func (l *Lease) Holder() string { return l.holder }

// Lost is closed when another node has taken the number. The program must make
// no more ids and end.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Start begins to renew the lease.
func (l *Lease) Start(ctx context.Context) {
	l.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		l.cancel = cancel

		l.mu.Lock()
		l.trust()
		l.mu.Unlock()

		l.findPlace(ctx)

		go l.run(ctx)
	})
}

func (l *Lease) run(ctx context.Context) {
	defer close(l.done)

	next := time.NewTimer(0) // the start may have taken long, so renew at once
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
			l.findPlace(ctx)
			next.Reset(beatTime)
		default:
			next.Reset(retryTime)
		}
	}
}

// beat renews the lease. sure reports whether the database confirmed it, ours
// whether the number may still belong to this node.
func (l *Lease) beat(ctx context.Context) (sure, ours bool) {
	ctx, cancel := context.WithTimeout(ctx, beatTime)
	defer cancel()

	now := l.clk.Now() // taken before the write, since the lease runs from here

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
		l.log.ErrorContext(ctx, "lost the node number, another node has taken it", "number", l.number)

		l.isLost = true
		close(l.lost)

		return true, false
	case errors.Is(err, context.Canceled):
	case l.clk.Now().Sub(l.heard) < trustTime:
		l.log.WarnContext(ctx, "could not renew the node number, will retry", "number", l.number, "error", err)
	case !l.silent:
		l.silent = true
		l.log.ErrorContext(ctx, "could not renew the node number in time, no ids until the database answers", "number", l.number, "error", err)
	}

	return false, true
}

// Stop ends the renewal and returns the number, which then rests for restTime. A
// second Stop returns the result of the first.
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
