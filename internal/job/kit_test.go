package job_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/ids"
	"loket/internal/job"
	"loket/internal/testkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.Cleanup(testkit.Finish)) }

const patience = 20 * time.Second

func generator(t testing.TB, node int) *ids.Generator {
	t.Helper()

	g, err := ids.NewGenerator(node)
	if err != nil {
		t.Fatal(err)
	}

	return g
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// newQueue makes a queue with handlers that set gives it.
func newQueue(t testing.TB, d *db.DB, clk clock.Clock, node int, opt job.Options, set func(q *job.Queue)) *job.Queue {
	t.Helper()

	q := job.NewQueue(d, clk, generator(t, node), quiet(), opt)
	if set != nil {
		set(q)
	}

	return q
}

func start(t testing.TB, q *job.Queue) {
	t.Helper()

	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { stop(t, q) })
}

func stop(t testing.TB, q *job.Queue) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()

	if err := q.Stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func add(t testing.TB, d *db.DB, q *job.Queue, r job.Request) bool {
	t.Helper()

	var added bool

	err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		added, err = q.EnqueueTx(t.Context(), tx, r)

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return added
}

func idle(t testing.TB, q *job.Queue) {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()

	if err := q.Idle(ctx); err != nil {
		t.Fatal(err)
	}
}

func count(t testing.TB, d *db.DB, where string, args ...any) int {
	t.Helper()

	var n int
	if err := d.Reader().QueryRow(t.Context(), "SELECT COUNT(*) FROM jobs WHERE "+where, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}

	return n
}

func receive[T any](t testing.TB, ch <-chan T, what string) T {
	t.Helper()

	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		t.Fatalf("waited in vain for %s", what)

		panic("unreachable")
	}
}

// tally counts by name, for several goroutines.
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

	out := make(map[string]int, len(c.n))
	for name, n := range c.n {
		out[name] = n
	}

	return out
}

func manual() *clock.Manual { return clock.NewManual(time.Date(2026, 3, 1, 5, 0, 30, 0, time.UTC)) }
