package event

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Consumer reads facts of some kinds, each once and in their order, whatever node it runs on.
type Consumer struct {
	// Name is that of its stored position. It never changes.
	Name  string
	Kinds []Kind
	// Channels are those whose orders it reads; none reads all.
	Channels []string
	// FromStart makes a new consumer begin with the oldest fact that is kept, instead of the next one.
	FromStart bool
	// Handle takes a portion of facts. What it writes in the transaction is committed with the position, so it happens once. When it fails,
	// the portion is halved until one fact alone makes it fail. That one is set aside and handed to it later, before those of the same
	// subject that follow. While the database is away nothing is set aside: the same portion comes again, after a wait that grows.
	Handle func(ctx context.Context, tx *db.Tx, list []Event) error
}

const (
	handleTime = 30 * time.Second
	// partTime is for a part of a portion that failed, or one fact.
	partTime = 5 * time.Second
	// storeEvery is the least time between two writes of a position after facts that don't concern a consumer.
	storeEvery = time.Second

	firstBackoff = 100 * time.Millisecond
	mostBackoff  = 30 * time.Second
)

// storedPosition is the position of a consumer in the database, as last seen.
type storedPosition struct {
	position int64
	restores int64 // those that the record knew of
}

// consumer is a Consumer on this node.
type consumer struct {
	Consumer

	text   string // of the query for its facts
	args   []any
	wake   chan struct{}
	stored atomic.Pointer[storedPosition]
	aside  atomic.Int64 // its facts that are set aside, as last seen

	mu        sync.Mutex
	done      int64 // facts up to it were handled by some node or don't concern it; may be ahead of the stored position
	restores  int64 // those that the record knew of when done was set
	storedAt  time.Time
	retriedAt time.Time
	failed    error // the first of a fact that was set aside, for Drain
}

// Consume adds a consumer. Call it before Start.
func (r *Record) Consume(c Consumer) {
	added := &consumer{Consumer: c, wake: make(chan struct{}, 1)}
	added.stored.Store(&storedPosition{})

	in := func(column string, values []string) string {
		places := make([]string, len(values))

		for i, v := range values {
			added.args = append(added.args, v)
			places[i] = fmt.Sprintf("$%d", len(added.args)+3) // after those of read
		}

		return " AND " + column + " IN (" + strings.Join(places, ", ") + ")"
	}

	kinds := make([]string, len(c.Kinds))
	for i, k := range c.Kinds {
		kinds[i] = string(k)
	}

	added.text = "SELECT seq, " + columns + " FROM events WHERE seq > $1 AND seq <= $2" + in("kind", kinds)
	if len(c.Channels) > 0 {
		added.text += in("channel", c.Channels)
	}

	added.text += " ORDER BY seq LIMIT $3"
	r.consumers = append(r.consumers, added)
}

// consume hands facts to a consumer until ctx ends.
func (r *Record) consume(ctx context.Context, c *consumer) {
	for failures := 0; ; {
		_, again, err := r.step(ctx, c)
		if err == nil {
			more, err := r.retryDue(ctx, c)
			if err != nil { // which holds up no new ones
				r.complain(ctx, "could not try events again that were set aside", err)
			}

			again = again || more
		}

		if ctx.Err() != nil {
			return
		}

		if err != nil {
			failures++

			r.log.LogAttrs(ctx, slog.LevelError, "a consumer of events failed", slog.String("consumer", c.Name), slog.Int("failures", failures), slog.Any("error", err))

			if !pause(ctx, backOff(firstBackoff, failures, mostBackoff)) {
				return
			}

			continue
		}

		failures = 0

		if again {
			continue
		}

		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
	}
}

// backOff is a wait that doubles with each failure after the first, up to a most, and up to a quarter of it by chance.
func backOff(first time.Duration, failures int, most time.Duration) time.Duration {
	wait := first
	for n := 1; n < failures && wait < most; n++ {
		wait *= 2
	}

	wait = min(wait, most)

	return wait + rand.N(wait/4)
}

// step hands at most one portion of facts to a consumer. found: there were facts for it. again: there may be more.
func (r *Record) step(ctx context.Context, c *consumer) (found, again bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()

	defer func() {
		if err != nil {
			c.done = c.stored.Load().position // who knows which database answers next: what was only read must be read again
		}
	}()

	seen, last := c.stored.Load(), r.last.Load() // in this order: never a position of an older state with the last one from before it
	if seen.restores != r.restores.Load() {      // the next look tells where it goes on
		return false, false, nil
	}

	if c.restores != seen.restores {
		c.restores, c.done = seen.restores, seen.position
	}

	c.done = max(c.done, seen.position)

	if c.done >= last {
		return false, false, r.storeLazily(ctx, c)
	}

	list, err := r.read(ctx, c, last)
	if err != nil {
		return false, false, err
	}

	if len(list) == 0 {
		c.done = last

		return false, false, r.storeLazily(ctx, c)
	}

	to := last
	if len(list) == r.opt.Portion {
		to = list[len(list)-1].Position
	}

	busy, err := r.hand(ctx, c, list, to, handleTime)
	if err != nil {
		return true, false, err
	}

	if busy {
		pause(ctx, r.opt.Gap)
	}

	return true, busy || c.done < r.last.Load(), nil
}

// read reads the next portion of a consumer. It may do so before it locks its position, since facts don't change and none comes in
// between later.
func (r *Record) read(ctx context.Context, c *consumer, last int64) ([]Event, error) {
	ctx, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()

	var list []Event

	err := r.d.Read(ctx, c.text, append([]any{c.done, last, r.opt.Portion}, c.args...), func(row db.Row) error {
		e, err := scanEvent(row)
		list = append(list, e)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}

	return list, nil
}

// scanEvent scans the position and the columns of a fact, and what follows them.
func scanEvent(row db.Row, more ...any) (e Event, err error) {
	var at int64

	err = row.Scan(append([]any{&e.Position, &e.ClientID, &e.Kind, &e.Subject, &e.Channel, &e.Data, &at}, more...)...)
	e.At = clock.FromMicros(at)

	return e, err
}

// storeLazily stores how far a consumer is after facts that don't concern it, once in a while.
func (r *Record) storeLazily(ctx context.Context, c *consumer) error {
	seen := c.stored.Load()
	if c.done <= seen.position || c.restores != seen.restores || time.Since(c.storedAt) < storeEvery {
		return nil
	}

	c.storedAt = time.Now()

	ctx, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()

	var changed int64

	err := r.d.Tx(ctx, func(tx *db.Tx) (err error) {
		// An older state of the database, which nobody has noticed yet, has lower positions.
		changed, err = tx.Exec(ctx, "UPDATE event_positions SET position = $1 WHERE name = $2 AND position < $1 AND position >= $3 AND $1 <= "+r.end(),
			c.done, c.Name, seen.position)

		return err
	})
	if err != nil {
		return fmt.Errorf("store a position: %w", err)
	}

	if changed > 0 {
		c.noteStored(c.done)
	}

	return nil
}

// noteStored notes a position that this node has stored. A look that read the lower one from before does not hide it: only so does the next
// look see that the database has become an older state of itself.
func (c *consumer) noteStored(position int64) {
	for {
		seen := c.stored.Load()
		if seen.restores != c.restores || seen.position >= position || c.stored.CompareAndSwap(seen, &storedPosition{position, c.restores}) {
			return
		}
	}
}
