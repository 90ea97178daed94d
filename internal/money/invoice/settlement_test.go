package invoice_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/limittest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/books"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// joined is a client with a settlement, and its invoices.
type joined struct {
	*invoice.Service

	settlements *settlement.Service
	closer      *settlement.PeriodCloser
	parts       *parts.Parts
	d           *db.DB
	clock       *clock.Manual
	client      int64
	id          int64 // of the settlement
	orders      int64 // made so far
}

// joinedOptions are what a test sets; zero values are the first client and periods that end every Monday.
type joinedOptions struct {
	client   int64
	start    time.Time
	days     settlement.Days
	terms    int
	mail     mail.Sender
	invoices invoice.Options
}

// limitOfJoined and capOfJoined are the limit of a new settlement and its maximum.
const (
	limitOfJoined = money.Rupiah(1000)
	capOfJoined   = money.Rupiah(2000)
)

func newJoined(t testing.TB, d *db.DB, o joinedOptions) *joined {
	t.Helper()

	if o.client == 0 {
		o.client, o.start, o.days, o.terms = 1, start, settlement.Bit(time.Monday), settlement.DefaultDueDays
	}

	testkit.InsertClient(t, d, o.client)

	clk := clock.NewManual(o.start)
	p := parts.New(t, d, clk)
	j := &joined{d: d, clock: clk, client: o.client, settlements: p.Settlements(settlement.Options{}), parts: p}
	j.Service = p.Invoices(t, j.settlements, o.invoices, func(d *invoice.Deps) {
		if o.mail != nil {
			d.Mail = o.mail
		}
	})
	j.closer = settlement.NewPeriodCloser(j.settlements, j.Service, p.Jobs)

	limit, most := limitOfJoined, capOfJoined

	made, err := j.settlements.Change(t.Context(), settlement.Change{
		ClientID: o.client, Create: true, Limit: &limit, MaxLimit: &most, Days: &o.days, DueDays: &o.terms, AbleTopup: new(true),
		Actor: by.Actor, Reason: "contract 7",
	})
	testkit.Must(t, err)

	j.id = made.Settlement.ID

	return j
}

// charge pays an order from the limit.
func (j *joined) charge(t testing.TB, price money.Rupiah) (id int64, err error) {
	t.Helper()

	return j.chargeWith(t, price, nil)
}

// chargeWith is charge as a placer does it, which remembers settlements from batch to batch.
func (j *joined) chargeWith(t testing.TB, price money.Rupiah, memory *settlement.Memory) (id int64, err error) {
	t.Helper()

	j.orders++
	id = j.client*1_000_000 + j.orders

	return id, limittest.Charge(t.Context(), j.d, memory, j.clock.Now(), limittest.Order{ID: id, ClientID: j.client, Price: price})
}

// refund gives the price of an order back.
func (j *joined) refund(t testing.TB, order int64, price money.Rupiah) {
	t.Helper()
	testkit.Must(t, limittest.Refund(t.Context(), j.d, j.clock.Now(), limittest.Order{ID: order, ClientID: j.client, Price: price}))
}

func (j *joined) state(t testing.TB) settlement.Settlement {
	t.Helper()

	st, err := j.settlements.OfClient(t.Context(), j.client)
	testkit.Must(t, err)

	return st
}

// A period closes, its invoice is overdue and stops orders, is paid, and the limit is free. A refund after the close is a
// credit on the next invoice.
func TestFromLimitToInvoiceAndBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, checkPeriodsAndInvoices)
}

func checkPeriodsAndInvoices(t *testing.T, d *db.DB) {
	j := newJoined(t, d, joinedOptions{})
	ctx := t.Context()

	first, err := j.charge(t, 600)
	testkit.Must(t, err)

	j.clock.Advance(7 * 24 * time.Hour) // a Monday is between
	testkit.Must(t, j.closer.CloseDue(ctx))
	testkit.Must(t, j.closer.CloseDue(ctx))

	list, err := j.List(ctx, invoice.Query{ClientID: 1})
	if err != nil || len(list) != 1 || list[0].Amount != 600 || j.state(t).Balance != 400 {
		t.Fatalf("%+v, %v, limit %s", list, err, j.state(t).Balance)
	}

	of, err := j.OfPeriods(ctx, 1, []int64{list[0].PeriodID, 99})
	if err != nil || len(of) != 1 || of[list[0].PeriodID].No != list[0].No {
		t.Errorf("%+v, %v", of, err)
	}

	j.clock.Advance(list[0].DueAt.Sub(j.clock.Now()) - time.Second)
	testkit.Must(t, j.closer.CloseDue(ctx))

	_, err = j.charge(t, 100)
	testkit.Must(t, err)

	j.clock.Advance(time.Second)

	if _, err := j.charge(t, 100); !settlement.ErrOverdue.Is(err) {
		t.Errorf("overdue: %v", err)
	}

	_, err = j.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: list[0].ID, Amount: 50, Staff: by})
	testkit.Must(t, err)

	if j.state(t).Balance != 350 {
		t.Errorf("after the credit note the limit is %s", j.state(t).Balance)
	}

	_, err = j.MarkPaid(ctx, list[0].ID, by)
	testkit.Must(t, err)

	if j.state(t).Balance != 900 {
		t.Errorf("after the payment the limit is %s", j.state(t).Balance)
	}

	if _, err = j.charge(t, 100); err != nil {
		t.Errorf("after the payment: %v", err)
	}

	j.refund(t, first, 600)

	j.clock.Advance(7 * 24 * time.Hour)
	testkit.Must(t, j.closer.CloseDue(ctx))

	// The next invoices are covered by the credit, and nothing is left to pay.
	list, err = j.List(ctx, invoice.Query{ClientID: 1})
	if err != nil || list[0].Status != invoice.Paid || list[0].Amount != 0 || list[0].Credited == 0 {
		t.Errorf("%+v, %v", list[0], err)
	}

	testkit.ProveBooks(t, d)

	// The planted fault: the limit is freed without a payment.
	testkit.Must(t, d.Tx(ctx, func(tx *db.Tx) error {
		return j.settlements.ReleaseTx(ctx, tx, j.clock.Now(), settlement.LimitRelease{ClientID: 1, SettlementID: j.id, Amount: 1, Key: "invoice/x", DocumentNo: "x"})
	}))

	if r, err := books.Verify(ctx, d); err != nil || r.OK() {
		t.Errorf("a limit that was freed without a payment was not seen: %v", err)
	}
}

// Whether overdue invoices stop orders is a setting, which holds as soon as a program starts with it.
func TestOverdueIsAllowedAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		j := newJoined(t, d, joinedOptions{})

		_, err := j.charge(t, 600)
		testkit.Must(t, err)

		j.clock.Advance(30 * 24 * time.Hour)
		testkit.Must(t, j.closer.CloseDue(t.Context()))
		j.clock.Advance(30 * 24 * time.Hour)

		for _, allowed := range []bool{false, true, false} {
			p := parts.New(t, d, j.clock)
			invoices := p.Invoices(t, j.settlements, invoice.Options{AllowOverdue: allowed}, nil)
			testkit.Must(t, settlement.NewPeriodCloser(j.settlements, invoices, p.Jobs).RefreshBlocks(t.Context()))

			if _, err := j.charge(t, 1); (err == nil) != allowed || !allowed && !settlement.ErrOverdue.Is(err) {
				t.Errorf("allowed %v: %v", allowed, err)
			}
		}

		testkit.ProveBooks(t, d)
	})
}
