package job_test

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)) }

const patience = 2 * testkit.Patience

func generator(tb testing.TB, node int) *ids.Generator {
	tb.Helper()

	g, err := ids.NewGenerator(node)
	if err != nil {
		tb.Fatal(err)
	}

	return g
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// newQueue makes a queue. set adds its handlers.
func newQueue(tb testing.TB, d *db.DB, clk clock.Clock, node int, opt job.Options, set func(q *job.Queue)) *job.Queue {
	tb.Helper()

	q := job.NewQueue(d, clk, generator(tb, node), quiet(), opt)
	if set != nil {
		set(q)
	}

	return q
}

func start(tb testing.TB, q *job.Queue) {
	tb.Helper()

	if err := q.Start(tb.Context()); err != nil {
		tb.Fatal(err)
	}

	tb.Cleanup(func() { stop(tb, q) })
}

func stop(tb testing.TB, q *job.Queue) {
	tb.Helper()

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()

	if err := q.Stop(ctx); err != nil {
		tb.Errorf("stop: %v", err)
	}
}

func add(tb testing.TB, d *db.DB, q *job.Queue, r job.Request) bool {
	tb.Helper()

	var added bool

	err := d.Tx(tb.Context(), func(tx *db.Tx) (err error) {
		added, err = q.EnqueueTx(tb.Context(), tx, r)

		return err
	})
	if err != nil {
		tb.Fatal(err)
	}

	return added
}

func idle(tb testing.TB, q *job.Queue) {
	tb.Helper()

	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()

	if err := q.Idle(ctx); err != nil {
		tb.Fatal(err)
	}
}

func count(tb testing.TB, d *db.DB, where string, args ...any) int {
	tb.Helper()

	return testkit.Value[int](tb, d, "SELECT COUNT(*) FROM jobs WHERE "+where, args...)
}

func receive[T any](tb testing.TB, ch <-chan T, what string) T {
	tb.Helper()

	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		tb.Fatalf("waited in vain for %s", what)

		panic("unreachable")
	}
}

// tally counts by name. It is safe for concurrent use.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func newTally() *tally { return &tally{n: map[string]int{}} }

func (c *tally) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.n[name]++

	return c.n[name]
}

func (c *tally) get(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()

	return c.n[name]
}

func (c *tally) all() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()

	return maps.Clone(c.n)
}

func manual() *clock.Manual { return clock.NewManual(time.Date(2026, 3, 1, 5, 0, 30, 0, time.UTC)) }
