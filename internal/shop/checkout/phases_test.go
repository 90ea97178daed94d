package checkout_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/shop/checkout"
)

// On a Citus the job of a payment can be read a moment before the payment itself, which stands on another server. Here that moment lasts: the
// worker doesn't hear that it must commit. The job waits for it instead of taking the order for unpaid.
func TestJobWaitsForCommitOfItsPayment(t *testing.T) {
	t.Parallel()

	if !testkit.OnCitus() {
		t.Skip("it is about a Citus")
	}

	d := testkit.Open(t, db.Postgres)
	s := newShop(t, d, 0, false)
	o := s.make(t, 1)

	wire := testkit.WireToWorker(t, d, ordertest.Client)
	wire.Hold("COMMIT PREPARED")

	confirmed := make(chan error, 1)

	go func() {
		_, err := s.ConfirmPayment(t.Context(), ordertest.Client, o.ID, price)
		confirmed <- err
	}()

	const jobs = "SELECT COUNT(*) FROM jobs WHERE kind = 'storefront.place'"

	testkit.Eventually(t, testkit.Patience, "the job can be read", func() bool {
		select {
		case err := <-confirmed:
			t.Fatalf("the transaction ended: %v", err)
		default:
		}

		return testkit.Value[int](t, d, jobs) == 1
	})

	args := testkit.Value[string](t, d, "SELECT args FROM jobs WHERE kind = 'storefront.place'")
	ended := make(chan error, 1)

	go func() { ended <- s.RunPlaceJob(t.Context(), job.Job{Args: []byte(args)}) }()

	testkit.Eventually(t, testkit.Patience, "the job waits, or ends", func() bool {
		return len(ended) > 0 || testkit.Value[int](t, d, `SELECT SUM(CAST(result AS BIGINT)) FROM run_command_on_workers($$
			SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'$$)`) > 0
	})

	wire.Heal()
	testkit.Must(t, <-confirmed)
	testkit.Must(t, <-ended)

	if o = s.look(t, o); o.Status != checkout.Processing {
		t.Errorf("the order is %s after its job", o.Status)
	}
}
