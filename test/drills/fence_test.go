package drills

import (
	"context"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
)

// refusing has no money for any line.
type refusing struct{}

// PlaceMany implements schedule.Orders.
func (refusing) PlaceMany(_ context.Context, requests []placing.Request) []placing.Result {
	results := make([]placing.Result, len(requests))
	for i := range results {
		results[i].Err = wallet.ErrInsufficientBalance.New()
	}

	return results
}

// unfenced is the planted bug: a worker that was replaced may still place orders.
type unfenced struct{ schedule.Orders }

// PlaceMany implements schedule.Orders.
func (u unfenced) PlaceMany(ctx context.Context, requests []placing.Request) []placing.Result {
	for i := range requests {
		requests[i].Fence = nil
	}

	return u.Orders.PlaceMany(ctx, requests)
}

// frozenOverARetry makes a worker freeze before it places its lines. Another worker ends the run with refusals, and the user
// retries the failed lines. Then the first worker goes on. It returns the ended orders, and how many destinations were paid, and
// how many of them twice.
func frozenOverARetry(t *testing.T, d *db.DB, wrap func(schedule.Orders) schedule.Orders) (was, retried schedule.Order, paid, twice int) {
	t.Helper()

	node := ordertest.New(t, d, ordertest.Options{})
	s := scheduletest.New(t, node, scheduletest.Options{})

	o, err := s.Create(t.Context(), scheduletest.Order(scheduletest.Numbers("0812", 20, "0")...))
	testkit.Must(t, err)

	slow := newFrozen(false)
	first := scheduletest.New(t, node, scheduletest.Options{Wrap: func(o schedule.Orders) schedule.Orders { return slow.wrap(wrap(o)) }})
	done := make(chan error, 1)

	go func() {
		_, _, err := first.Run(t.Context(), ordertest.Client, o.ID)
		done <- err
	}()

	<-slow.stands

	second := scheduletest.New(t, node, scheduletest.Options{Wrap: func(schedule.Orders) schedule.Orders { return refusing{} }})
	if ended := scheduletest.Finish(t, second, o.ID); ended.Counts.Failed != 20 {
		t.Fatalf("the second worker left %+v", ended.Counts)
	}

	total := o.EstimatedPrice()

	again, err := s.Retry(t.Context(), schedule.RetryInput{
		Decision: schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:501"}, UserID: scheduletest.User, PIN: scheduletest.PIN, ExpectedTotal: &total,
	})
	testkit.Must(t, err)

	retried = scheduletest.Finish(t, s, again.ID)

	close(slow.goesOn)
	testkit.Must(t, <-done)

	was = scheduletest.Finish(t, s, o.ID)
	testkit.Must(t, node.Placing.Stop(context.WithoutCancel(t.Context())))
	testkit.Must(t, node.Dispatch.Stop(context.WithoutCancel(t.Context())))

	executed := map[string]int{}

	for _, e := range node.Simulator.Book("") {
		if e.Executed {
			executed[e.CustomerNo]++
		}
	}

	for _, times := range executed {
		if times > 1 {
			twice++
		}
	}

	return was, retried, len(executed), twice
}

func TestFrozenWorkerPaysNothingThatWasRetried(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		was, retried, paid, twice := frozenOverARetry(t, d, func(o schedule.Orders) schedule.Orders { return o })
		if was.Counts != (schedule.Counts{Failed: 20}) || retried.Counts != (schedule.Counts{Success: 20}) || paid != 20 || twice != 0 {
			t.Errorf("%+v, retried %+v, %d paid, %d of them twice", was.Counts, retried.Counts, paid, twice)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestRunGateSeesAPlacingWithoutFence(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		_, _, _, twice := frozenOverARetry(t, d, func(o schedule.Orders) schedule.Orders { return unfenced{o} })
		if twice == 0 {
			t.Error("the planted bug was not seen")
		}
	})
}
