package drills

import (
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// held is how long what is prepared on a worker stays so, when nobody ends it.
const held = 50 * time.Millisecond

// TestCoordinatorIsKilledBetweenThePhasesOnCitus kills the coordinator when workers have prepared transactions that it has not ended. It has
// committed some of them and others not: once it is back, all servers agree on each.
func TestCoordinatorIsKilledBetweenThePhasesOnCitus(t *testing.T) {
	strikeBetweenPhases(t, func(c *citusDrill, _ *testkit.Server, _ func() error) {
		must(t, c.cluster.Coordinator().Crash())
		must(t, c.cluster.Coordinator().Restart())
	})
}

// TestWorkerIsKilledBetweenThePhasesOnCitus kills a worker that has prepared transactions, while the coordinator goes on to commit them.
func TestWorkerIsKilledBetweenThePhasesOnCitus(t *testing.T) {
	strikeBetweenPhases(t, func(_ *citusDrill, worker *testkit.Server, goOn func() error) {
		must(t, worker.Crash())
		must(t, goOn())
		time.Sleep(held) // so that it finds nobody
		must(t, worker.Restart())
	})
}

// strikeBetweenPhases freezes the coordinator at random moments of the load until a worker has prepared what it has not ended.
func strikeBetweenPhases(t *testing.T, strike func(c *citusDrill, worker *testkit.Server, goOn func() error)) {
	t.Helper()

	c := newCitusDrill(t)

	for n := range *strikes {
		var open []string

		orders, commits := c.underLoad(t, func() {
			deadline := time.Now().Add(startTime)

			for {
				goOn, err := c.cluster.Coordinator().Freeze()
				must(t, err)

				var worker *testkit.Server

				if worker, open = c.openAtWorker(t); worker != nil {
					strike(c, worker, goOn)

					return
				}

				must(t, goOn())

				if time.Now().After(deadline) {
					t.Fatal("no moment between two phases was found")
				}
			}
		})

		t.Logf("strike %d at %d open commits: orders of all clients after %s, no open commit after %s", n+1, len(open),
			orders.Round(time.Millisecond), commits.Round(time.Millisecond))

		if max(orders, commits) > serviceBack {
			t.Errorf("strike %d: service was back after %s, nothing was left between phases after %s", n+1, orders, commits)
		}
	}

	c.audit(t)
}

// openAtWorker finds a worker with transactions that stay prepared, since the coordinator is frozen.
func (c *citusDrill) openAtWorker(t *testing.T) (*testkit.Server, []string) {
	t.Helper()

	for _, w := range c.cluster.Workers() {
		names := func() []string {
			return strings.Fields(ask[string](t, w.At(c.url), "SELECT COALESCE(string_agg(gid, ' '), '') FROM pg_prepared_xacts"))
		}

		first := names()
		if len(first) == 0 {
			continue
		}

		time.Sleep(held) // what it had been told to end has ended then

		now := names()

		first = slices.DeleteFunc(first, func(name string) bool { return !slices.Contains(now, name) })
		if len(first) > 0 {
			return w, first
		}
	}

	return nil, nil
}
