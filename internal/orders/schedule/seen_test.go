package schedule_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// decided is a decision that a user takes about what a screen showed.
type decided struct {
	about   string
	decide  func(seen *money.Rupiah) error
	present *money.Rupiah // what holds now
	others  []*money.Rupiah
	refusal fault.Definition
	done    func() bool
}

// A decision about something that changed since the user saw it is refused, and has no effect. The one about what holds now is taken.
func TestDecisionsAreAboutWhatWasSeen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w, second, _ := withApproval(t, d)

		for _, c := range append(w.decisionsAboutLimits(second), w.decisionsAboutOrders(second)...) {
			for _, seen := range c.others {
				if err := c.decide(seen); !c.refusal.Is(err) || c.done() {
					t.Errorf("%s: who saw %v: %v, done %t", c.about, seen, err, c.done())
				}
			}

			if err := c.decide(c.present); err != nil || !c.done() {
				t.Errorf("%s: who saw what holds: %v, done %t", c.about, err, c.done())
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// decisionsAboutLimits replaces each change of the limit before it is decided about, also by none.
func (w *world) decisionsAboutLimits(second schedule.Judgement) []decided {
	amount := func(n money.Rupiah) *money.Rupiah { return new(n * ordertest.Price) }

	var list []decided

	for name, c := range map[string]struct {
		approve         bool
		seen, replaced  *money.Rupiah
		before          *money.Rupiah
		holdsAfterwards *money.Rupiah
	}{
		"approve a higher limit":   {true, amount(2), amount(9), amount(1), amount(9)},
		"approve none":             {true, amount(2), nil, amount(1), nil},
		"approve one, none before": {true, nil, amount(3), amount(1), amount(3)},
		"reject a higher limit":    {false, amount(2), amount(9), amount(1), amount(1)},
		"reject none":              {false, amount(2), nil, amount(1), amount(1)},
	} {
		begun := false
		begin := func() {
			if begun {
				return
			}

			begun = true

			for _, above := range []*money.Rupiah{c.before, c.seen, c.replaced} {
				testkit.Must(w.t, w.SetApprovalAbove(w.t.Context(), schedule.ApprovalLimit{ClientID: ordertest.Client, UserID: w.user, PIN: pin, Above: above, Actor: "user:1"}))
			}
		}

		list = append(list, decided{
			about: name, present: c.replaced, others: []*money.Rupiah{c.seen}, refusal: schedule.ErrChangeReplaced,
			decide: func(seen *money.Rupiah) error {
				begin()

				return w.DecideLimit(w.t.Context(), schedule.LimitJudgement{Judgement: second, Approve: c.approve, Seen: seen})
			},
			done: func() bool {
				waits, err := w.PendingLimit(w.t.Context(), ordertest.Client)
				testkit.Must(w.t, err)

				above, err := w.ApprovalAbove(w.t.Context(), ordertest.Client)
				testkit.Must(w.t, err)

				return waits == nil && (above == nil) == (c.holdsAfterwards == nil) && (above == nil || *above == *c.holdsAfterwards)
			},
		})
	}

	return list
}

func (w *world) decisionsAboutOrders(second schedule.Judgement) []decided {
	twice, off := new(money.Rupiah(2*ordertest.Price)), []*money.Rupiah{new(money.Rupiah(2*ordertest.Price - 1)), new(money.Rupiah(2*ordertest.Price + 1)), new(money.Rupiah(0))}
	numbers := 0
	wanted := func() schedule.CreateInput {
		numbers += 2

		return w.wanted(numbersFrom(numbers)...)
	}

	var (
		waits, late, failed schedule.Order
		retried             bool
	)

	limit := func(above *money.Rupiah) {
		testkit.Exec(w.t, w.d, "DELETE FROM scheduled_approvals")

		if above != nil {
			testkit.Must(w.t, w.SetApprovalAbove(w.t.Context(), schedule.ApprovalLimit{ClientID: ordertest.Client, UserID: w.user, PIN: pin, Above: above, Actor: "user:1"}))
		}
	}

	return []decided{
		{
			about: "approve an order", present: twice, others: off, refusal: placing.ErrPriceAboveMaximum,
			decide: func(seen *money.Rupiah) error {
				if waits.ID == 0 {
					limit(new(money.Rupiah(1)))

					waits = w.create(wanted())
				}

				j := second
				j.ID, j.ExpectedTotal = waits.ID, seen
				_, err := w.Approve(w.t.Context(), j)

				return err
			},
			done: func() bool { return w.get(waits.ID).Status == schedule.Scheduled },
		},
		{
			about: "resume a late order", present: twice, others: off, refusal: placing.ErrPriceAboveMaximum,
			decide: func(seen *money.Rupiah) error {
				if late.ID == 0 {
					limit(nil)

					late = w.late(wanted())
				}

				_, err := w.Resume(w.t.Context(), schedule.Resumption{
					Decision: schedule.Decision{ClientID: ordertest.Client, ID: late.ID, Actor: "user:1"}, UserID: w.user, PIN: pin, ExpectedTotal: seen,
				})

				return err
			},
			done: func() bool { return w.get(late.ID).Status == schedule.Scheduled },
		},
		{
			about: "retry lines", present: twice, others: off, refusal: placing.ErrPriceAboveMaximum,
			decide: func(seen *money.Rupiah) error {
				if failed.ID == 0 {
					failed = w.create(wanted())
					_, _, err := w.refusing().Run(w.t.Context(), ordertest.Client, failed.ID)
					testkit.Must(w.t, err)
				}

				in := w.again(failed.ID, 2)
				in.ExpectedTotal = seen
				_, err := w.Retry(w.t.Context(), in)
				retried = err == nil

				return err
			},
			done: func() bool { return retried },
		},
	}
}

// numbersFrom are two destinations that all differ from those of other starts.
func numbersFrom(n int) []string { return numbers(n + 2)[n:] }

// late is an order whose moment passed more than a day ago.
func (w *world) late(n schedule.CreateInput) schedule.Order {
	w.t.Helper()

	n.At = w.clk.Now().Truncate(5 * time.Minute).Add(time.Hour)
	o := w.create(n)
	w.clk.Advance(25*time.Hour + 5*time.Minute)

	_, _, err := w.Run(w.t.Context(), ordertest.Client, o.ID)
	testkit.Must(w.t, err)

	return w.get(o.ID)
}
