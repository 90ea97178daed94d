package drills

import (
	"math/rand/v2"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// outage is how long a killed server is away at most.
const outage = 2 * time.Second

// TestWorkerIsKilledOnCitus kills a worker under load and starts it again. The clients of the other one are served meanwhile.
func TestWorkerIsKilledOnCitus(t *testing.T) {
	strikeServers(t, func(c *citusDrill, n int) *testkit.Server { return c.cluster.Workers()[n%len(c.cluster.Workers())] })
}

// TestCoordinatorIsKilledOnCitus kills the coordinator under load and starts it again.
func TestCoordinatorIsKilledOnCitus(t *testing.T) {
	strikeServers(t, func(c *citusDrill, _ int) *testkit.Server { return c.cluster.Coordinator() })
}

// strikeServers kills a server in each round, under load: what was acknowledged is there, nothing was bought twice, no transaction is half
// committed, and the service is back in time.
func strikeServers(t *testing.T, choose func(c *citusDrill, n int) *testkit.Server) {
	t.Helper()

	c := newCitusDrill(t)

	for n := range *strikes {
		server := choose(c, n)

		var others []*callers // of other workers, who notice nothing

		for _, w := range c.cluster.Workers() {
			if server != c.cluster.Coordinator() && w != server {
				others = append(others, c.clientsAt(t, w)...)
			}
		}

		orders, commits := c.underLoad(t, func() {
			must(t, server.Crash())

			before := make([]int, len(others))
			for i, one := range others {
				before[i] = one.count()
			}

			time.Sleep(rand.N(outage))

			for i, one := range others {
				testkit.Eventually(t, testkit.Patience, "the clients of the other worker are served", func() bool { return one.count() > before[i] })
			}

			must(t, server.Restart())
		})

		t.Logf("strike %d: orders of all clients after %s, no open commit after %s", n+1, orders.Round(time.Millisecond), commits.Round(time.Millisecond))

		if max(orders, commits) > serviceBack {
			t.Errorf("strike %d: service was back after %s, nothing was left between phases after %s", n+1, orders, commits)
		}
	}

	c.audit(t)
}
