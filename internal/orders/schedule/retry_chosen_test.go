package schedule_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// canceledBeforeItsRun is an order of five lines that was canceled before it ran.
func canceledBeforeItsRun(t *testing.T, d *db.DB) (*world, schedule.Order) {
	t.Helper()

	w := newWorld(t, d, ordertest.Options{})
	n := w.wanted(numbers(5)...)
	n.At = start.Add(time.Hour)
	o := w.create(n)

	_, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
	testkit.Must(t, err)

	return w, o
}

func (w *world) offer(id int64, which schedule.Which) (schedule.RetryOffer, error) {
	return w.Offer(w.t.Context(), ordertest.Client, w.user, id, which, testkit.Jakarta(w.t))
}

// Canceled lines and chosen ones can be bought again, each once; what the offer says is what the retry costs.
func TestCanceledAndChosenLinesAreRetriedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, o := canceledBeforeItsRun(t, d)

		if _, err := w.Retry(t.Context(), w.again(o.ID, 5)); !schedule.ErrNothingToRetry.Is(err) {
			t.Errorf("no line failed: %v", err)
		}

		for _, c := range []struct {
			which schedule.Which
			want  []int // lines
		}{
			{schedule.Which{Lines: []int{2, 4, 99}}, []int{2, 4}},
			{schedule.Which{Lines: []int{4}}, nil}, // it waits in the retry
			{schedule.Which{States: []schedule.LineState{schedule.LineCanceled}}, []int{1, 3, 5}},
			{schedule.Which{States: []schedule.LineState{schedule.LineFailed, schedule.LineCanceled}}, nil},
		} {
			offer, err := w.offer(o.ID, c.which)
			if len(c.want) == 0 {
				if !schedule.ErrNothingToRetry.Is(err) {
					t.Errorf("%+v: offered %+v, %v", c.which, offer, err)
				}

				continue
			}

			testkit.Must(t, err)

			if total := ordertest.Price * money.Rupiah(len(c.want)); offer.Quantity != len(c.want) || offer.Canceled != len(c.want) || offer.Total != total || len(offer.Refusals) != 0 {
				t.Errorf("%+v: offered %+v", c.which, offer)
			}

			in := w.again(o.ID, len(c.want))
			in.Which = c.which

			again, err := w.Retry(t.Context(), in)
			testkit.Must(t, err)

			for i, line := range c.want {
				if again.Destinations[i] != o.Destinations[line-1] {
					t.Errorf("%+v: %v", c.which, again.Destinations)
				}
			}

			if again = w.ended(again.ID); again.Counts.Success != len(c.want) {
				t.Errorf("%+v: %+v", c.which, again.Counts)
			}
		}

		testkit.ProveBooks(t, d)

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 4"); n != 5 {
			t.Errorf("%d were paid", n)
		}
	})
}

// Two retries of the same lines at once: each line is in one of them.
func TestTwoRetriesAtOnceShareTheLines(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, o := canceledBeforeItsRun(t, d)

		var (
			wg   sync.WaitGroup
			mu   sync.Mutex
			made []string
		)

		for i := range 4 {
			in := w.again(o.ID, 5)
			in.ExpectedTotal, in.Which = nil, schedule.Which{Lines: []int{1, 2 + i%2, 4}}

			wg.Go(func() {
				again, err := w.service(w.node.Placing).Retry(t.Context(), in)
				if schedule.ErrNothingToRetry.Is(err) || idempotency.ErrRunning.Is(err) {
					return
				}

				if err != nil {
					t.Error(err)

					return
				}

				mu.Lock()
				defer mu.Unlock()

				made = append(made, again.Destinations...)
			})
		}

		wg.Wait()

		if n := len(made); n != 4 || len(slices.Compact(slices.Sorted(slices.Values(made)))) != n {
			t.Errorf("retried %v", made)
		}
	})
}

// A cancel and retries race on a running order: whatever wins, each number is paid once at most, and none is lost.
func TestRetryAndCancelAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.create(w.wanted(numbers(120)...))

		var wg sync.WaitGroup

		wg.Go(func() {
			for range 3 {
				if _, _, err := w.service(w.node.Placing).Run(t.Context(), ordertest.Client, o.ID); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			_, err := w.Cancel(t.Context(), schedule.Decision{ClientID: ordertest.Client, ID: o.ID, Actor: "user:1"})
			if err != nil && !schedule.ErrNotCancelable.Is(err) {
				t.Error(err)
			}
		})

		retry := func() (schedule.Order, error) {
			in := w.again(o.ID, 1)
			in.ExpectedTotal, in.Which = nil, schedule.Which{States: []schedule.LineState{schedule.LineFailed, schedule.LineCanceled}}

			return w.Retry(t.Context(), in)
		}

		for range 2 {
			in, err := retry()
			if err == nil {
				w.ended(in.ID)
			} else if !schedule.ErrStillRunning.Is(err) && !schedule.ErrNothingToRetry.Is(err) {
				t.Error(err)
			}
		}

		wg.Wait()
		w.ended(o.ID)

		if last, err := retry(); err == nil {
			w.ended(last.ID)
		} else if !schedule.ErrNothingToRetry.Is(err) {
			t.Error(err)
		}

		if n, all := testkit.Value[int](t, d, "SELECT COUNT(DISTINCT destination_no) FROM orders WHERE status = 4"),
			testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE status = 4"); n != 120 || all != 120 {
			t.Errorf("%d numbers were paid by %d orders", n, all)
		}

		testkit.ProveBooks(t, d)
	})
}
