package schedule_test

import (
	"fmt"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// check judges numbers for a product at a time.
func (w *world) check(at time.Time, product string, numbers ...string) schedule.CheckResult {
	w.t.Helper()

	clk := clock.NewManual(at)
	s := schedule.NewService(schedule.Deps{
		DB: w.d, Clock: clk, People: w.identity, Catalog: catalog.New(w.d, clk), Orders: w.node.Placing, Bills: w.node.Placing,
		Keys: idempotency.New(w.d, clk, nil),
	})

	c, err := s.Check(w.t.Context(), schedule.CheckInput{ClientID: ordertest.Client, UserID: w.user, ProductCode: product, Destinations: numbers, Zone: testkit.Jakarta(w.t)})
	testkit.Must(w.t, err)

	return c
}

// Every line has the verdict that holds for it, and the total is what an order of them would cost.
func TestLinesAreJudged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		bought := w.ended(w.create(w.wanted("081234567890", "081234567892")).ID) // the second failed
		now := time.Now()

		cases := []struct {
			sent, normalised string
			verdict          schedule.Verdict
		}{
			{"+62 812-3456-7893", "081234567893", schedule.Fine},
			{"81234567893", "081234567893", schedule.Duplicate},
			{"number", "", schedule.NoNumber},
			{"\x00", "", schedule.NoNumber},
			{"", "", schedule.NoNumber},
			{"0812", "0812", schedule.WrongForm},
			{"8.12E+11", "", schedule.NoNumber},
			{"081734567890", "081734567890", schedule.WrongPrefix},
			{"6281234567890", "081234567890", schedule.RecentlyPaid},
			{"081234567892", "081234567892", schedule.Fine},
			{"0812-3456-7890", "081234567890", schedule.Duplicate},
		}

		list := make([]string, len(cases))
		for i, c := range cases {
			list[i] = c.sent
		}

		checked := w.check(now, ordertest.Product, list...)

		for i, c := range cases {
			l := checked.Lines[i]
			if l.Sent != c.sent || l.Normalised != c.normalised || l.Verdict != c.verdict {
				t.Errorf("%q: %q %s, want %q %s", c.sent, l.Normalised, l.Verdict, c.normalised, c.verdict)
			}

			if (l.Verdict == schedule.RecentlyPaid) != !l.PaidAt.IsZero() || (l.Verdict == schedule.Fine) != (l.Message.String() == "") {
				t.Errorf("%q: paid at %s, %q", c.sent, l.PaidAt, l.Message)
			}
		}

		w0, err := wallet.ByTypeTx(t.Context(), d.Reader(), ordertest.Client, bought.WalletType)
		testkit.Must(t, err)

		if checked.UnitPrice != ordertest.Price || checked.Total != 5*ordertest.Price || checked.Balance != w0.Balance || !checked.WalletActive || checked.Scheduled != 0 {
			t.Errorf("%+v", checked)
		}

		if l := w.check(now.AddDate(0, 0, 8), ordertest.Product, "081234567890").Lines[0]; l.Verdict != schedule.Fine {
			t.Errorf("after 8 days it is %s", l.Verdict)
		}
	})
}

// What is scheduled counts until its lines are placed; a draft doesn't.
func TestScheduledMoneyIsCounted(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		n := w.wanted("081234567890", "081234567891")
		n.At = start.Add(time.Hour)
		o := w.create(n)

		for _, c := range []struct {
			within time.Duration
			want   money.Rupiah
		}{{0, 2 * ordertest.Price}, {time.Hour, 2 * ordertest.Price}, {time.Hour - time.Second, 0}} {
			planned, err := w.PlannedCharges(t.Context(), ordertest.Client, c.within)
			testkit.Must(t, err)

			if planned[o.WalletType] != c.want {
				t.Errorf("within %s: %v", c.within, planned)
			}
		}

		if got := w.check(start, ordertest.Product, "081234567893").Scheduled; got != 2*ordertest.Price {
			t.Errorf("the check says %s", got)
		}

		w.clk.Advance(time.Hour)
		w.ended(o.ID)

		if planned, err := w.PlannedCharges(t.Context(), ordertest.Client, 0); err != nil || planned[o.WalletType] != 0 {
			t.Errorf("after the run: %v %v", planned, err)
		}
	})
}

// Bills are found side by side; each that isn't has its reason, and nothing is charged.
func TestBillsAreInquired(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		s := w.service(w.node.Placing)

		list := make([]string, 20)
		for i := range list {
			list[i] = fmt.Sprintf("5300000%04d0", i)
		}

		list[3] = "12"

		found, err := s.Inquire(t.Context(), ordertest.Client, ordertest.BillCode, list)
		testkit.Must(t, err)

		for i, b := range found {
			if b.DestinationNo != list[i] || b.Found != (i != 3) || b.Found != (b.Total > ordertest.Fee) || b.Found != (b.Reason.String() == "") {
				t.Errorf("%+v", b)
			}
		}

		for want, in := range map[*fault.Definition][2]string{
			&fault.ErrValidation: {ordertest.Product, "081234567890"}, &placing.ErrProductNotFound: {"NONE", "1"},
		} {
			if _, err := s.Inquire(t.Context(), ordertest.Client, in[0], in[1:]); !want.Is(err) {
				t.Errorf("%v: %v", in, err)
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != 0 {
			t.Errorf("%d orders were placed", n)
		}
	})
}
