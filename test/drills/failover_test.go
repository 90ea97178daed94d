package drills

import (
	"context"
	"flag"
	"testing"
	"time"

	"loket/internal/testkit"
)

// Failover is for the long run alone: go test ./test/drills -failovers 20.
var failovers = flag.Int("failovers", 0, "how often PostgreSQL's first server dies and its standby takes over")

const (
	// beforeDeath is how many orders are placed before the first server dies:
	// more than the sockets of a standby that reads nothing hold.
	beforeDeath = 1000
	loadTime    = 5 * time.Minute
	// takeover bounds the time from the death of the first server to the next
	// acknowledged order.
	takeover = 10 * time.Second
)

// TestFailover kills PostgreSQL's first server under load and promotes the
// synchronous standby. The program goes over by itself, nothing acknowledged is
// lost, and orders are taken again in time.
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

// The gate must be able to fail: a standby that commits don't wait for, and
// that lags behind when the first server dies.
func TestFailoverGateSeesALaggingStandby(t *testing.T) {
	t.Parallel()

	if *failovers == 0 {
		return
	}

	if p, c, _ := failOver(t, false); len(audit(t, p, c)) == 0 {
		t.Error("acknowledged orders are lost and the gate did not see it")
	}
}

// failOver runs a program through one failover, and tells how long no order
// was taken.
func failOver(t *testing.T, synchronous bool) (*program, *callers, time.Duration) {
	t.Helper()

	first, standby, url := pair(t)
	p := newProgram(t, url)
	c := newCallers("http://" + p.listen)

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

// pair starts a server and its standby; the address leads to whichever of the
// two takes writes.
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
