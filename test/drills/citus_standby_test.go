package drills

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// TestStandbyTakesOverOnCitus kills a worker, and then the coordinator, for good under load. The standby of each takes over at another address:
// what was acknowledged is there, and the service is back in time.
func TestStandbyTakesOverOnCitus(t *testing.T) {
	c := newCitusDrill(t)

	for range *strikes {
		c.failOver(t, "a worker", c.cluster.Workers()[0])

		first := c.cluster.Coordinator()
		c.failOver(t, "the coordinator", first)
	}

	c.audit(t)
}

func (c *citusDrill) failOver(t *testing.T, what string, server *testkit.Server) {
	t.Helper()

	standby, err := server.StartStandby()
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) }) // the cluster stops the standby, which is one of its servers then

	coordinator := server == c.cluster.Coordinator()
	if coordinator {
		c.p.stop(t)
		c.p.database = server.URLWith(standby, c.url)
		c.p.start(t)
		c.failSuppliers(t)
		c.buyer.signIn()
	}

	must(t, server.WaitForStandby(t.Context()))

	orders, commits := c.underLoad(t, func() {
		must(t, server.Crash())

		began := time.Now()

		must(t, c.cluster.FailOver(t.Context(), c.url, server, standby))
		t.Logf("the standby of %s has taken over after %s", what, time.Since(began).Round(time.Millisecond))

		if coordinator {
			c.url = standby.At(c.url)
		}
	})

	t.Logf("%s: orders of all clients %s after it, no open commit after %s", what, orders.Round(time.Millisecond), commits.Round(time.Millisecond))

	if max(orders, commits) > serviceBack {
		t.Errorf("%s: service was back after %s, nothing was left between phases after %s", what, orders, commits)
	}
}
