package dispatch_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/dispatch"
	"loket/internal/platform/db"
)

// The service is not ready while it can't read what waits, since orders would be taken and not sent.
func TestDispatchThatReadsNothingIsNotReady(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		node := ordertest.New(t, d, ordertest.Options{Dispatch: dispatch.Options{Poll: 5 * time.Millisecond}})

		ready := func() bool { return node.Dispatch.Ready() == nil }
		testkit.Eventually(t, ordertest.Patience, "it is ready", ready)

		testkit.Exec(t, d, "ALTER TABLE order_attempts RENAME TO gone")
		testkit.Eventually(t, ordertest.Patience, "it is not ready", func() bool { return !ready() })
		testkit.Exec(t, d, "ALTER TABLE gone RENAME TO order_attempts")
		testkit.Eventually(t, ordertest.Patience, "it is ready again", ready)
	})
}
