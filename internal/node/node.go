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

	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/ids"
)

// The numbers fit the two digits that an id has for them.
const numbers = 100

// Others may take a number leaseTime after its holder was last heard of. The
// holder itself trusts it for trustTime alone, so that it has stopped making
// ids by then even where clocks differ by some seconds.
const (
	leaseTime = 30 * time.Second
	trustTime = 20 * time.Second
	beatTime  = 5 * time.Second

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
	heard  time.Time // when the database last confirmed it
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

func (l *Lease) exec(ctx context.Context, text string, args ...any) (bool, error) {
	var touched int64

	err := l.d.Tx(ctx, func(tx *db.Tx) (err error) {
		touched, err = tx.Exec(ctx, text, args...)

		return err
	})

	return touched == 1, err //nolint:wrapcheck // the callers say what they did
}

// Number is the node's number, 0 to 99.
func (l *Lease) Number() int { return l.number }

// Holder is a token of this process that no other ever had.
func (l *Lease) Holder() string { return l.holder }

// Lost is closed when the number may be another node's: the program must make
// no more ids and end.
func (l *Lease) Lost() <-chan struct{} { return l.lost }

// Start begins to renew the lease.
func (l *Lease) Start(ctx context.Context) {
	l.start.Do(func() {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		l.cancel = cancel

		go l.run(ctx)
	})
}

func (l *Lease) run(ctx context.Context) {
	defer close(l.done)

	tick := time.NewTicker(beatTime)
	defer tick.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !l.beat(ctx) {
				return
			}
		}
	}
}

// beat renews the lease and reports whether it is still ours.
func (l *Lease) beat(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, beatTime)
	defer cancel()

	now := l.clk.Now() // before the write: the lease counts from here

	ours, err := l.exec(ctx, "UPDATE nodes SET lease_until = $1 WHERE number = $2 AND holder = $3",
		clock.Micros(now.Add(leaseTime)), l.number, l.holder)

	l.mu.Lock()
	defer l.mu.Unlock()

	switch {
	case err == nil && ours:
		l.heard = now

		return true
	case err != nil && l.clk.Now().Sub(l.heard) < trustTime:
		if !errors.Is(err, context.Canceled) {
			l.log.WarnContext(ctx, "node number not renewed, trying again", "number", l.number, "error", err)
		}

		return true
	default:
		l.log.ErrorContext(ctx, "node number lost", "number", l.number, "error", err)

		l.isLost = true
		close(l.lost)

		return false
	}
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
