package settlement_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/settlement"
	"loket/internal/testkit"
)

// model is what a settlement must be after a list of steps.
type model struct {
	limit, used, charged, refunded money.Rupiah
	open                           map[int64]money.Rupiah // orders that were not refunded
	paid                           []int64                // periods
}

// For any mix of orders, refunds, closes, payments, changes of the limit and jumps of the clock: limit = balance + used, and
// invoices + the open period = orders - refunds.
func TestBooksOfAnyHistory(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)
		memory := settlement.NewMemory()
		m := &model{limit: 1_000, open: map[int64]money.Rupiah{}}

		rapid.Check(t, func(r *rapid.T) {
			r.Repeat(map[string]func(r *rapid.T){
				"":        func(r *rapid.T) { m.compare(r, w) },
				"order":   func(r *rapid.T) { m.order(r, w, memory) },
				"refund":  func(r *rapid.T) { m.refund(r, w) },
				"time":    func(r *rapid.T) { w.clk.Advance(time.Duration(rapid.IntRange(-2, 40).Draw(r, "hours")) * time.Hour) },
				"close":   func(*rapid.T) { w.close() },
				"pay":     func(r *rapid.T) { m.pay(r, w) },
				"limit":   func(r *rapid.T) { m.setLimit(r, w) },
				"forgets": func(*rapid.T) { memory.Forget() },
			})
		})

		w.clk.Advance(20 * 24 * time.Hour) // also where the clock was set back
		w.close()
		m.sumUp(t, w)
		testkit.ProveBooks(t, d)
	})
}

func (m *model) compare(r *rapid.T, w *world) {
	st := w.state()
	if st.Limit != m.limit || st.Used() != m.used || st.Balance != m.limit-m.used || st.Balance < 0 {
		r.Fatalf("limit %s, used %s, left %s; want %s and %s", st.Limit, st.Used(), st.Balance, m.limit, m.used)
	}
}

func (m *model) order(r *rapid.T, w *world, memory *settlement.Memory) {
	price := money.Rupiah(rapid.Int64Range(1, 400).Draw(r, "price"))
	st := w.state()

	id, err := w.chargeWith(price, memory)
	if err != nil {
		memory.Forget()

		id, err = w.charge(price) // as a placer does
	}

	switch fits := price <= st.Balance; {
	case err == nil && fits:
		m.used += price
		m.charged += price
		m.open[id] = price
	case err == nil:
		r.Fatalf("%s was taken from %s", price, st.Balance)
	case !fits && !settlement.ErrInsufficientLimit.Is(err) && !settlement.ErrOverdue.Is(err), fits && !settlement.ErrOverdue.Is(err):
		r.Fatalf("%s of %s: %v", price, st.Balance, err)
	}
}

func (m *model) refund(r *rapid.T, w *world) {
	if len(m.open) == 0 {
		r.Skip()
	}

	ids := []int64{}
	for id := range m.open {
		ids = append(ids, id)
	}

	slices.Sort(ids)

	id := rapid.SampledFrom(ids).Draw(r, "order")
	w.refund(id, m.open[id])
	m.used -= m.open[id]
	m.refunded += m.open[id]
	delete(m.open, id)
}

func (m *model) pay(r *rapid.T, w *world) {
	for _, d := range w.invoices.list() {
		if slices.Contains(m.paid, d.PeriodID) {
			continue
		}

		if err := w.pay(d); err != nil {
			r.Fatal(err)
		}

		m.paid = append(m.paid, d.PeriodID)
		m.used -= d.Amount()

		return
	}

	r.Skip()
}

func (m *model) setLimit(r *rapid.T, w *world) {
	limit := money.Rupiah(rapid.Int64Range(0, 2_000).Draw(r, "limit"))

	_, err := w.Change(w.t.Context(), settlement.Change{ClientID: client, Limit: &limit, Actor: "staff:budi", Reason: "review"})
	if (err != nil) != (limit < m.limit && limit < m.used) {
		r.Fatalf("from %s to %s with %s used: %v", m.limit, limit, m.used, err)
	}

	if err == nil {
		m.limit = limit
	}
}

// sumUp compares the invoices of all closed periods with the orders. The last period is empty.
func (m *model) sumUp(t *testing.T, w *world) {
	t.Helper()

	invoiced, lines := money.Rupiah(0), money.Rupiah(0)

	for _, d := range w.invoices.list() {
		invoiced += d.Amount()
	}

	for page := 1; ; page++ {
		list, err := w.Periods(t.Context(), client, w.id, page)
		testkit.Must(t, err)

		if len(list) == 0 {
			break
		}

		if page == 1 {
			invoiced -= list[1].Bill.CreditAfter // of the last closed one
		}

		for _, p := range list {
			if p.Open() {
				continue
			}

			testkit.Must(t, w.StreamLines(t.Context(), client, p.ID, func(l settlement.Line) error {
				lines += l.Amount

				return nil
			}))
		}
	}

	if want := m.charged - m.refunded; invoiced != want || lines != want {
		t.Errorf("invoiced %s, lines of %s; orders less refunds are %s", invoiced, lines, want)
	}
}
