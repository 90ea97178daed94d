package settlement_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/limittest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

const monday settlement.Days = 1

// Monday begins in Jakarta on 2026-11-22 at 17:00 UTC.
var monday23 = time.Date(2026, 11, 22, 17, 0, 0, 0, time.UTC)

// A close invoices the orders before its end, whenever the job runs, and what is paid is free again.
func TestCloseInvoicesWhatWasUsed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, monday)
		first, err := w.charge(300)
		testkit.Must(t, err)
		second, err := w.charge(200)
		testkit.Must(t, err)
		w.refund(second, 200) // in the period of its order
		w.close()

		if n := len(w.invoices.list()); n != 0 {
			t.Fatalf("%d invoices before the end", n)
		}

		w.clk.Advance(monday23.Add(time.Second).Sub(w.clk.Now()))

		_, err = w.charge(40) // after the end, before the close
		testkit.Must(t, err)
		w.refund(first, 300) // its order's period is over: a credit
		w.close()
		w.close()

		list := w.invoices.list()
		if len(list) != 1 || list[0].Amount() != 300 || !list[0].To.Equal(monday23) {
			t.Fatalf("%+v", list)
		}

		if due := (clock.Day{Year: 2026, Month: 12, Day: 7}); list[0].DueOn != due || !list[0].DueAt.Equal(due.End(testkit.Jakarta(t))) {
			t.Errorf("due on %s, blocked from %s", list[0].DueOn, list[0].DueAt)
		}

		for range 2 {
			testkit.Must(t, w.pay(list[0]))
		}

		if st := w.state(); st.Balance != 1_000-40+300 || st.Used() != -260 {
			t.Errorf("%s left, %s used", st.Balance, st.Used())
		}

		_, err = w.charge(100)
		testkit.Must(t, err)
		w.clk.Advance(7 * 24 * time.Hour)
		w.close()

		if list = w.invoices.list(); len(list) != 2 || list[1].Used != 140 || list[1].Amount() != 0 || list[1].CreditAfter != 160 {
			t.Fatalf("%+v", list)
		}

		_, err = w.charge(200)
		testkit.Must(t, err)
		w.clk.Advance(7 * 24 * time.Hour)
		w.close()

		if list = w.invoices.list(); len(list) != 3 || list[2].Amount() != 40 || list[2].CreditBefore != 160 {
			t.Fatalf("%+v", list)
		}

		lines := money.Rupiah(0)

		testkit.Must(t, w.StreamOrders(t.Context(), client, list[0].PeriodID, func(o settlement.PeriodOrder) error {
			lines += o.Amount

			return nil
		}))

		if lines != 300 {
			t.Errorf("the lines of the first invoice are %s", lines)
		}

		testkit.ProveBooks(t, d)
	})
}

// Nodes that close at the same time, and again, make one close and one invoice; ends that were missed are made up for.
func TestOneCloseForEachEnd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)
		_, err := w.charge(10)
		testkit.Must(t, err)
		w.clk.Advance(3*24*time.Hour + 3*time.Hour) // Tuesday, 17:00 in Jakarta
		_, err = w.charge(20)                       // in the period of this day
		testkit.Must(t, err)

		var nodes sync.WaitGroup
		for range 4 {
			nodes.Go(func() {
				if err := w.CloseDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}

		nodes.Wait()

		periods, err := w.Periods(t.Context(), client, w.id, 1)
		if err != nil || len(periods) != 4 || !periods[0].Open() || len(w.invoices.list()) != 1 {
			t.Fatalf("%d periods, %d invoices, %v", len(periods), len(w.invoices.list()), err)
		}

		w.clk.Advance(-48 * time.Hour) // the clock was ahead
		w.close()

		_, err = w.charge(30)
		testkit.Must(t, err)
		w.clk.Advance(72 * time.Hour)
		w.close()

		if list := w.invoices.list(); len(list) != 2 || list[1].Used != 50 {
			t.Errorf("%+v", list)
		}

		testkit.ProveBooks(t, d)
	})
}

var errNoInvoice = errors.New("no invoice")

// A close whose invoice can't be stored is no close.
func TestCloseAndInvoiceAreOneTransaction(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, monday)
		_, err := w.charge(300)
		testkit.Must(t, err)
		w.clk.Advance(48 * time.Hour)

		w.invoices.fail = errNoInvoice
		if err := w.CloseDue(t.Context()); !errors.Is(err, errNoInvoice) {
			t.Fatal(err)
		}

		if p, err := w.Periods(t.Context(), client, w.id, 1); err != nil || len(p) != 1 || !p[0].Open() {
			t.Fatalf("%+v, %v", p, err)
		}

		w.invoices.fail = nil
		w.close()

		if list := w.invoices.list(); len(list) != 1 || list[0].Amount() != 300 {
			t.Errorf("%+v", list)
		}

		testkit.ProveBooks(t, d)
	})
}

// An invoice that is not paid stops orders from the day after its due date until it is paid, also those of a node that
// remembers the settlement as it was.
func TestOverdueStopsOrders(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, monday)
		memory := settlement.NewMemory()
		_, err := w.chargeWith(300, memory)
		testkit.Must(t, err)
		w.clk.Advance(48 * time.Hour)
		w.close()

		invoice := w.invoices.list()[0]
		w.clk.Advance(invoice.DueAt.Add(-time.Second).Sub(w.clk.Now()))

		late, err := w.charge(10)
		testkit.Must(t, err)
		w.clk.Advance(time.Second)

		if _, err := w.charge(10); !settlement.ErrOverdue.Is(err) {
			t.Fatalf("overdue: %v", err)
		}

		if _, err := w.chargeWith(10, memory); !errors.Is(err, db.ErrRefuted) {
			t.Fatalf("overdue, remembered: %v", err)
		}

		w.refund(late, 10)
		testkit.Must(t, w.pay(invoice))

		_, err = w.charge(10)
		testkit.Must(t, err)
		testkit.ProveBooks(t, d)
	})
}

// A node that remembers a settlement from before a close, with a clock that is behind, puts no order into a closed period.
func TestNoOrderEntersAClosedPeriod(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, monday)
		memory := settlement.NewMemory()
		_, err := w.chargeWith(100, memory)
		testkit.Must(t, err)
		w.clk.Advance(monday23.Sub(w.clk.Now()))
		w.close()
		w.clk.Advance(-time.Second)

		if _, err := w.chargeWith(100, memory); !errors.Is(err, db.ErrRefuted) {
			t.Fatalf("%v", err)
		}

		_, err = w.charge(100)
		testkit.Must(t, err)
		w.clk.Advance(8 * 24 * time.Hour)
		w.close()

		if list := w.invoices.list(); len(list) != 2 || list[0].Used != 100 || list[1].Used != 100 {
			t.Errorf("%+v", list)
		}

		testkit.ProveBooks(t, d)
	})
}

// A node whose clock is behind closes no period early and none twice, and takes its orders into the period that is open.
func TestSlowNode(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)
		late := clock.NewManual(start)

		p := parts.New(t, d, late)
		slow := settlement.NewPeriodCloser(p.Settlements(settlement.Options{}), w.invoices, p.Jobs)

		_, err := w.charge(100)
		testkit.Must(t, err)

		// Both take turns; the second is four hours behind.
		for range 20 {
			w.clk.Advance(3 * time.Hour)
			late.Advance(w.clk.Now().Add(-4 * time.Hour).Sub(late.Now()))
			testkit.Must(t, slow.CloseDue(t.Context()))

			periods, err := w.Periods(t.Context(), client, w.id, 1)
			testkit.Must(t, err)

			for _, p := range periods {
				if !p.Open() && p.ClosedAt.Before(p.To) || p.Open() && !late.Now().Before(p.To) {
					t.Fatalf("at %s the slow node left %+v", late.Now(), p)
				}
			}

			w.close()
			w.orders++
			testkit.Must(t, limittest.Charge(t.Context(), d, nil, late.Now(), limittest.Order{ID: w.orders, ClientID: client, Price: 1}))
		}

		w.clk.Advance(24 * time.Hour)
		w.close()

		used := money.Rupiah(0)
		for _, i := range w.invoices.list() {
			used += i.Used
		}

		if periods, err := w.Periods(t.Context(), client, w.id, 1); err != nil || used != 120 || len(periods) != 5 {
			t.Errorf("%s in %d periods, %v", used, len(periods), err)
		}

		testkit.ProveBooks(t, d)
	})
}
