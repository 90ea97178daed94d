package drills

import (
	"context"
	"maps"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// ordersBeforeMoment is how many orders there are at least before the moment to which a server is restored.
const ordersBeforeMoment = 100

// TestRestoreToAMoment loses PostgreSQL's files under load, and restores a base backup and the archive to a moment between two orders. Each
// order that was acknowledged before the moment is there, the next one is not, the books hold, and the program goes on.
func TestRestoreToAMoment(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "TestRestoreOnCitus restores a cluster")

	server := testkit.StartServerWithArchive(t, "../../deploy/archive")

	url, err := server.NewDatabase(t.Context())
	must(t, err)

	p := newProgram(t, url)
	c := newCallers(p.address)

	p.start(t)
	p.fund(t)
	must(t, server.BackUp())

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan []error, 1)

	go func() { ended <- c.run(ctx, drillCallers) }()

	testkit.Eventually(t, loadTime, "orders are placed", func() bool { return c.count() >= ordersBeforeMoment })

	c.mu.Lock()
	before := maps.Clone(c.acked)
	c.mu.Unlock()

	moment := ask[time.Time](t, url, "SELECT clock_timestamp()")
	later := "drill-900000"
	must(t, c.place(t.Context(), later))

	cancel()

	for _, err := range <-ended {
		t.Error(err)
	}

	if _, acknowledged := c.acked[later]; !acknowledged {
		t.Fatal("the order after the moment was not acknowledged")
	}

	p.kill()

	began := time.Now()

	server.RestoreTo(t, moment)
	t.Logf("restored in %s: %d orders were acknowledged before the moment, %d after it", time.Since(began).Round(time.Millisecond), len(before), c.count()-len(before))
	p.verify(t)

	if ask[int](t, url, "SELECT COUNT(*) FROM orders WHERE client_ref = $1", later) != 0 {
		t.Error("an order of after the moment is there: nothing was restored")
	}

	p.start(t)

	settled, stop := context.WithTimeout(t.Context(), settleTime)
	defer stop()

	for ref := range before {
		if _, problem := endOf(settled, c, ref); problem != "" {
			t.Error(problem)
		}
	}

	p.stop(t)
	p.verify(t)
}
