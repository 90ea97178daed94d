package schedule_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Each line ends as its order does; duplicates are bought once.
func TestEachLineEndsAsItsOrder(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})

		n := w.wanted("081234567890", "081234567892", "0812-3456-7890", "6281234567893")
		n.ExpectedTotal = new(3 * money.Rupiah(ordertest.Price))
		made := w.create(n)

		if made.Quantity != 3 || made.Status != schedule.Scheduled || made.Counts.Waiting != 3 || made.UserName != "Rini" {
			t.Errorf("made %+v", made)
		}

		o := w.ended(made.ID)

		if want := (schedule.Counts{Success: 2, Failed: 1}); o.Counts != want || o.Status != schedule.Done || o.Charged != 2*ordertest.Price {
			t.Errorf("%+v", o)
		}

		lines := w.lines(o.ID)
		if lines[1].State != schedule.LineFailed || !lines[1].Refunded || lines[1].Refusal == nil || lines[2].DestinationNo != "081234567893" {
			t.Errorf("%+v", lines)
		}

		w.prove(o.ID)
	})
}

// The money ends in the middle: the lines before it are bought, the others fail with that reason.
func TestMoneyEndsInTheMiddle(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{Balance: 150 * ordertest.Price})

		n := w.wanted(numbers(300)...)
		if _, err := w.Create(t.Context(), n); !wallet.ErrInsufficientBalance.Is(err) {
			t.Fatalf("an immediate order above the balance: %v", err)
		}

		n.At = start.Add(time.Hour)
		o := w.create(n)
		w.clk.Advance(time.Hour)

		o = w.ended(o.ID)
		if want := (schedule.Counts{Success: 150, Failed: 150}); o.Counts != want {
			t.Errorf("%+v", o.Counts)
		}

		for _, l := range w.lines(o.ID) {
			if bought := l.Number <= 150; bought != (l.State == schedule.LineSuccess) || !bought && l.Refusal.Code != wallet.ErrInsufficientBalance.Code {
				t.Fatalf("%+v", l)
			}
		}

		w.prove(o.ID)
	})
}

// Several nodes run the same order at once, and one is so slow that others take it over.
func TestManyNodesBuyEachLineOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted(numbers(250)...))

		var wg sync.WaitGroup

		for range 4 {
			node := w.service(w.node.Placing)

			wg.Go(func() {
				for range 5 {
					if _, _, err := node.Run(t.Context(), ordertest.Client, o.ID); err != nil {
						t.Error(err)
					}
				}
			})
		}

		wg.Wait()

		if o = w.ended(o.ID); o.Counts.Success != 250 {
			t.Errorf("%+v", o.Counts)
		}

		w.prove(o.ID)
	})
}

// A worker freezes in the middle of placing; another one is told that the money has ended, and ends the run. Then the first
// one goes on: its orders are refused, since it was replaced.
func TestFrozenWorkerPlacesNothingLater(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted(numbers(5)...))

		frozen, thaw := make(chan struct{}), make(chan struct{})
		slow := w.service(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
			close(frozen)
			<-thaw

			return w.node.Placing.PlaceMany(ctx, requests)
		}))

		done := make(chan error, 1)

		go func() {
			_, _, err := slow.Run(t.Context(), ordertest.Client, o.ID)
			done <- err
		}()

		<-frozen

		refusing := w.service(placerFunc(func(_ context.Context, requests []placing.Request) []placing.Result {
			out := make([]placing.Result, len(requests))
			for i := range out {
				out[i].Err = wallet.ErrInsufficientBalance.New()
			}

			return out
		}))

		if _, ended, err := refusing.Run(t.Context(), ordertest.Client, o.ID); err != nil || !ended {
			t.Fatalf("ended %v: %v", ended, err)
		}

		if got := w.get(o.ID); got.Status != schedule.Done || got.Counts.Failed != 5 {
			t.Fatalf("%+v", got)
		}

		close(thaw)
		testkit.Must(t, <-done)

		placed := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders")
		if o = w.ended(o.ID); o.Counts.Failed != 5 || o.Status != schedule.Done || placed != 0 {
			t.Errorf("%d orders, %+v", placed, o)
		}

		w.prove(o.ID)
	})
}

// A refusal that may pass is tried again with the same reference, also after an answer was lost.
func TestPassingRefusalsAreTriedAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted(numbers(20)...))

		var calls int

		w.use(w.deps(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
			calls++
			if calls == 1 {
				return refuseAll(requests, fault.Busy(time.Millisecond))
			}

			results := w.node.Placing.PlaceMany(ctx, requests)
			if calls == 2 {
				return refuseAll(requests, fault.ErrOutcomeUnknown.New()) // the answer was lost
			}

			return results
		})))

		if o = w.ended(o.ID); o.Counts.Success != 20 || calls < 2 {
			t.Errorf("%+v after %d calls", o.Counts, calls)
		}

		w.prove(o.ID)
	})
}

func refuseAll(requests []placing.Request, err error) []placing.Result {
	out := make([]placing.Result, len(requests))
	for i := range out {
		out[i].Err = err
	}

	return out
}

// Cancelling stops what is waiting and leaves what was sent.
func TestCancelStopsWhatIsWaiting(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		slice := schedule.SliceOf(catalog.Prepaid, d.Engine())
		o := w.create(w.wanted(numbers(slice + 50)...))

		var canceled schedule.CancelResult

		w.use(w.deps(placerFunc(func(ctx context.Context, requests []placing.Request) []placing.Result {
			if canceled.Status == "" {
				var err error

				canceled, err = w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
				testkit.Must(t, err)
			}

			return w.node.Placing.PlaceMany(ctx, requests)
		})))

		o = w.ended(o.ID)
		if want := (schedule.Counts{Success: slice, Canceled: 50}); o.Counts != want || canceled.Lines != 50 || o.Status != schedule.Canceled {
			t.Errorf("%+v %+v", o, canceled)
		}

		if _, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID}); !schedule.ErrNotCancelable.Is(err) {
			t.Errorf("cancelled twice: %v", err)
		}

		if _, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Other, ID: o.ID}); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's: %v", err)
		}

		w.prove(o.ID)
	})
}

// A bill that was paid already is an error with that reason.
func TestPaidBillIsAnError(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})

		n := w.wanted("530000000010", "530000000019")
		n.ProductCode, n.ExpectedTotal = ordertest.BillCode, nil
		o := w.ended(w.create(n).ID)

		if want := (schedule.Counts{Success: 1, Error: 1}); o.Counts != want {
			t.Errorf("%+v %+v", o.Counts, w.lines(o.ID))
		}

		if lines := w.lines(o.ID); lines[0].Name == "" || lines[1].OrderID != 0 {
			t.Errorf("%+v", lines)
		}

		w.prove(o.ID)
	})
}

// A number of a wrong form was shown before the PIN. It is ordered nevertheless, and fails alone, with its reason and without
// an order.
func TestWrongFormFailsAtTheRun(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.ended(w.create(w.wanted("0812", "081234567890")).ID)

		if want := (schedule.Counts{Success: 1, Failed: 1}); o.Counts != want || o.Charged != ordertest.Price {
			t.Errorf("%+v", o)
		}

		if l := w.lines(o.ID)[0]; l.OrderID != 0 || l.Refusal == nil || l.Refusal.Code != fault.ErrValidation.Code {
			t.Errorf("%+v", l)
		}

		if _, err := w.Create(t.Context(), w.wanted("number")); !fault.ErrValidation.Is(err) {
			t.Errorf("no number at all: %v", err)
		}

		w.prove(o.ID)
	})
}
