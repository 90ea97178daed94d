package drills

import (
	"context"
	"flag"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// Failover runs only in the long run: go test ./test/drills -failovers 20.
var failovers = flag.Int("failovers", 0, "how often PostgreSQL's first server dies and its standby takes over")

const (
	// beforeDeath is the number of orders before the first server is killed: more
	// than the socket buffers of a standby that reads nothing can hold.
	beforeDeath = 1000
	loadTime    = 5 * time.Minute
	// takeover is the longest time from the kill to the next acknowledged order.
	takeover = 10 * time.Second
)

// TestFailover kills the primary under load and promotes the synchronous standby.
// The program switches over by itself, no acknowledged order is lost, and orders are
// accepted again in time.
func TestFailover(t *testing.T) {
	t.Parallel()

	for range *failovers {
		p, c, took := failOver(t, true)

		for _, problem := range audit(t, p, c) {
			t.Error(problem)
		}

		p.stop(t)
		p.verify(t)

		if took > takeover {
			t.Errorf("orders were taken again after %s", took)
		}

		t.Logf("%d orders acknowledged, taken again after %s", len(c.acked), took.Round(time.Millisecond))
	}
}

// The planted bug: an asynchronous standby that lags behind when the primary is
// killed.
func TestFailoverGateSeesALaggingStandby(t *testing.T) {
	t.Parallel()

	if *failovers == 0 {
		return
	}

	if p, c, _ := failOver(t, false); len(audit(t, p, c)) == 0 {
		t.Error("acknowledged orders are lost and the check did not see it")
	}
}

// failOver runs a program through one failover. It returns how long no order was
// accepted.
func failOver(t *testing.T, synchronous bool) (*program, *callers, time.Duration) {
	t.Helper()

	first, standby, url := pair(t)
	p := newProgram(t, url)
	c := newCallers(p.address)

	p.start(t)
	p.fund(t)

	if synchronous {
		must(t, first.WaitForStandby(t.Context()))
	}

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan []error, 1)

	go func() { ended <- c.run(ctx, drillCallers) }()

	goOn := func() error { return nil }

	if !synchronous {
		var err error

		goOn, err = standby.StopFollowing(t.Context())
		must(t, err)
	}

	testkit.Eventually(t, loadTime, "orders are placed", func() bool { return c.count() >= beforeDeath })

	died := time.Now()

	must(t, first.Crash())
	must(t, goOn())

	before := c.count()

	must(t, standby.Promote(t.Context()))
	testkit.Eventually(t, startTime, "orders are taken again", func() bool { return c.count() > before })

	took := time.Since(died)

	cancel()

	for _, err := range <-ended {
		if synchronous {
			t.Error(err)
		}
	}

	return p, c, took
}

// pair starts a primary and its standby. The address selects the one that accepts
// writes.
func pair(t *testing.T) (first, standby *testkit.Server, url string) {
	t.Helper()

	var err error

	first, err = testkit.StartServer(true)
	must(t, err)
	t.Cleanup(func() { must(t, first.Stop()) })

	url, err = first.NewDatabase(t.Context())
	must(t, err)

	standby, err = first.StartStandby()
	must(t, err)
	t.Cleanup(func() { must(t, standby.Stop()) })

	return first, standby, first.URLWith(standby, url)
}

func must(t *testing.T, err error) {
	t.Helper()

	if err != nil {
		t.Fatal(err)
	}
}
