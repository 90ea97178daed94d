package event

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
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
	// Handle takes a portion of facts. What it writes in the transaction is committed with the position, so it happens once. When it
	// fails, it gets half of the portion again, after a wait that grows; later ones wait, those of other consumers don't.
	Handle func(ctx context.Context, tx *db.Tx, list []Event) error
}

const (
	handleTime = 30 * time.Second
	// storeEvery is the least time between two writes of a position after facts that don't concern a consumer.
	storeEvery = time.Second

	firstBackoff = 100 * time.Millisecond
	mostBackoff  = 30 * time.Second
)

// consumer is a Consumer on this node.
type consumer struct {
	Consumer

	text    string // of the query for its facts
	args    []any
	wake    chan struct{}
	durable atomic.Int64 // its stored position, as last seen

	mu       sync.Mutex
	limit    int   // of the next portion: half of one that failed, so that one fact alone is left behind
	done     int64 // facts up to it were handled by some node or don't concern it; may be ahead of the stored position
	storedAt time.Time
}

// Consume adds a consumer. Call it before Start.
func (r *Record) Consume(c Consumer) {
	added := &consumer{Consumer: c, wake: make(chan struct{}, 1)}

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

// register stores the positions of new consumers.
func (r *Record) register(ctx context.Context) error {
	r.store.Lock()
	defer r.store.Unlock()

	if r.known {
		return nil
	}

	end := "(SELECT position FROM event_positions WHERE name = '" + numbering + "')"
	if r.d.Engine() == db.SQLite {
		end = "(SELECT COALESCE(MAX(seq), 0) FROM events)"
	}

	err := r.d.Tx(ctx, func(tx *db.Tx) error {
		for _, c := range r.consumers {
			begin := end
			if c.FromStart {
				begin = "0"
			}

			_, err := tx.Exec(ctx, "INSERT INTO event_positions (name, position) VALUES ($1, "+begin+") ON CONFLICT (name) DO NOTHING", c.Name)
			if err != nil {
				return fmt.Errorf("register %s: %w", c.Name, err)
			}

			var position int64
			if err := tx.QueryRow(ctx, "SELECT position FROM event_positions WHERE name = $1", c.Name).Scan(&position); err != nil {
				return fmt.Errorf("register %s: %w", c.Name, err)
			}

			c.durable.Store(position)
		}

		return nil
	})
	if err != nil {
		return fmt.Errorf("consumers of events: %w", err)
	}

	r.known = true

	return nil
}

// consume hands facts to a consumer until ctx ends.
func (r *Record) consume(ctx context.Context, c *consumer) {
	for failures := 0; ; {
		_, again, err := r.step(ctx, c)

		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			failures++

			r.log.LogAttrs(ctx, slog.LevelError, "a consumer of events failed", slog.String("consumer", c.Name), slog.Int("failures", failures), slog.Any("error", err))

			if !pause(ctx, backoff(failures)) {
				return
			}

			continue
		case again:
			continue
		}

		failures = 0

		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
	}
}

func backoff(failures int) time.Duration {
	wait := firstBackoff
	for n := 1; n < failures && wait < mostBackoff; n++ {
		wait *= 2
	}

	wait = min(wait, mostBackoff)

	return wait + rand.N(wait/4)
}

// step hands at most one portion of facts to a consumer. found: there were facts for it. again: there may be more.
func (r *Record) step(ctx context.Context, c *consumer) (found, again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()

	c.mu.Lock()
	defer c.mu.Unlock()

	last := r.last.Load()
	c.done = max(c.done, c.durable.Load())

	if c.done >= last {
		return false, false, r.storeLazily(ctx, c)
	}

	if c.limit == 0 {
		c.limit = r.opt.Portion
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
	if len(list) == c.limit {
		to = list[len(list)-1].Position
	}

	busy, err := r.hand(ctx, c, list, to)
	if err != nil {
		c.limit = max(len(list)/2, 1)

		return true, false, err
	}

	c.limit = min(2*c.limit, r.opt.Portion)

	if busy {
		pause(ctx, r.opt.Gap)
	}

	return true, busy || c.done < r.last.Load(), nil
}

// read reads the next portion of a consumer. It may do so before it locks its position, since facts don't change and none comes in
// between later.
func (r *Record) read(ctx context.Context, c *consumer, last int64) ([]Event, error) {
	var list []Event

	err := r.d.Read(ctx, c.text, append([]any{c.done, last, c.limit}, c.args...), func(row db.Row) error {
		var (
			e  Event
			at int64
		)

		err := row.Scan(&e.Position, &e.ClientID, &e.Kind, &e.Subject, &e.Channel, &e.Data, &at)
		e.At = clock.FromMicros(at)
		list = append(list, e)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read events: %w", err)
	}

	return list, nil
}

// hand hands a portion to a consumer and moves its position, in one transaction. busy: another node does so in this moment. If another
// node did before, nothing happens but that its position is noted.
func (r *Record) hand(ctx context.Context, c *consumer, list []Event, to int64) (busy bool, err error) {
	var position int64

	err = r.d.Tx(ctx, func(tx *db.Tx) error {
		busy = false

		err := tx.QueryRow(ctx, "SELECT position FROM event_positions WHERE name = $1"+r.d.SkipLocked(), c.Name).Scan(&position)
		if errors.Is(err, sql.ErrNoRows) {
			busy = true

			return nil
		}

		if err != nil || position > c.done {
			return err
		}

		if err := safely(func() error { return c.Handle(ctx, tx, list) }); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, "UPDATE event_positions SET position = $1 WHERE name = $2", to, c.Name)
		position = to

		return err
	})
	if err != nil {
		return false, fmt.Errorf("events %d to %d: %w", list[0].Position, list[len(list)-1].Position, err)
	}

	if !busy {
		c.done = position
		c.durable.Store(position)
		c.storedAt = time.Now()
	}

	return busy, nil
}

var errPanic = errors.New("panic")

// safely turns a panic into an error: one fact must not end the program again and again.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, p, debug.Stack())
		}
	}()

	return f()
}

// storeLazily stores how far a consumer is after facts that don't concern it, once in a while.
func (r *Record) storeLazily(ctx context.Context, c *consumer) error {
	if c.done <= c.durable.Load() || time.Since(c.storedAt) < storeEvery {
		return nil
	}

	c.storedAt = time.Now()

	err := r.d.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE event_positions SET position = $1 WHERE name = $2 AND position < $1", c.done, c.Name)

		return err
	})
	if err != nil {
		return fmt.Errorf("store a position: %w", err)
	}

	c.durable.Store(c.done)

	return nil
}
