package schedule_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// waitingBills are inquiries that no supplier answers.
type waitingBills struct{ asked atomic.Int64 }

func (b *waitingBills) Inquire(ctx context.Context, _ int64, _, _ string, _ money.Rupiah) (placing.Bill, error) {
	b.asked.Add(1)
	<-ctx.Done()

	return placing.Bill{}, ctx.Err()
}

// The search for bills ends with its caller: what is in flight is broken off, and nothing more is asked for nobody.
func TestInquiriesEndWithTheirCaller(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		bills := &waitingBills{}
		deps := w.deps(w.node.Placing)
		deps.Bills = bills
		s := schedule.NewService(deps)

		testkit.Exec(t, d, "UPDATE products SET kind = 'postpaid' WHERE code = $1", ordertest.Product)

		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)

		go func() {
			_, err := s.Inquire(ctx, ordertest.Client, ordertest.Product, numbers(schedule.MaxInquiries))
			ended <- err
		}()

		testkit.Eventually(t, ordertest.Patience, "some are in flight", func() bool { return bills.asked.Load() > 0 })
		leave()

		select {
		case err := <-ended:
			if err == nil {
				t.Error("the search of a caller who left has an answer")
			}
		case <-time.After(ordertest.Patience):
			t.Fatal("the search goes on")
		}

		if n := bills.asked.Load(); n >= schedule.MaxInquiries {
			t.Errorf("%d bills were asked for nobody", n)
		}
	})
}
