package invoice_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/books"
	"loket/internal/identity"
	"loket/internal/invoice"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
	"loket/internal/settlement"
	"loket/internal/testkit"
)

// joined is a client with a settlement whose periods end every Monday, and its invoices.
type joined struct {
	*invoice.Service

	settlements *settlement.Service
	d           *db.DB
	clock       *clock.Manual
	orders      int64
}

func newJoined(t *testing.T, d *db.DB) *joined {
	t.Helper()
	testkit.InsertClient(t, d, 1)

	clk := clock.NewManual(start)

	clients, err := identity.New(d, clk, identity.Options{
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", secret.MinKey))}, PINPepper: secret.Text(strings.Repeat("p", secret.MinKey)),
	})
	testkit.Must(t, err)

	j := &joined{d: d, clock: clk, settlements: settlement.NewService(settlement.Deps{DB: d, Clock: clk, Clients: clients})}
	j.Service = invoice.NewForSettlement(invoice.Deps{DB: d, Clock: clk, Clients: clients}, j.settlements, invoice.Options{})

	_, err = j.settlements.Change(t.Context(), settlement.Change{
		ClientID: 1, Create: true, Limit: new(money.Rupiah(1000)), MaxLimit: new(money.Rupiah(1000)), Days: new(settlement.Bit(1)),
		Actor: "staff:budi", Reason: "contract 7",
	})
	testkit.Must(t, err)

	return j
}

// charge pays an order from the limit.
func (j *joined) charge(t *testing.T, price money.Rupiah) (id int64, err error) {
	t.Helper()

	j.orders++
	id = j.orders

	return id, j.d.Batch(t.Context(), func(b *db.Batch) error {
		locked := settlement.LockBatch(b, []int64{1})

		if err := b.Flush(t.Context()); err != nil {
			return err
		}

		ref := strconv.FormatInt(id, 10)
		if err := locked.Charge(1, id, price, ref, j.clock.Now()); err != nil {
			return err
		}

		b.Exec(`INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no, price,
				status, refunded, payment_type, channel, input_hash, created_at, updated_at)
			VALUES ($1, 1, $2, 0, 'level_1', 'P', 'P', 'prepaid', '0', $3, 4, FALSE, 'settlement', 'h2h', 1, 1, 1)`, id, ref, int64(price))
		locked.Post(b)

		return nil
	})
}

func (j *joined) limit(t *testing.T) money.Rupiah {
	t.Helper()

	st, err := j.settlements.OfClient(t.Context(), 1)
	testkit.Must(t, err)

	return st.Balance
}

// A period closes, its invoice is overdue and stops orders, is paid, and the limit is free. A refund after the close is a
// credit on the next invoice.
func TestFromLimitToInvoiceAndBack(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, checkCycle)
}

func checkCycle(t *testing.T, d *db.DB) {
	j := newJoined(t, d)
	ctx := t.Context()

	first, err := j.charge(t, 600)
	testkit.Must(t, err)

	j.clock.Advance(7 * 24 * time.Hour) // a Monday is between
	testkit.Must(t, j.settlements.CloseDue(ctx))
	testkit.Must(t, j.settlements.CloseDue(ctx))

	list, err := j.List(ctx, invoice.Query{ClientID: 1})
	if err != nil || len(list) != 1 || list[0].Amount != 600 || j.limit(t) != 400 {
		t.Fatalf("%+v, %v, limit %s", list, err, j.limit(t))
	}

	of, err := j.OfPeriods(ctx, 1, []int64{list[0].PeriodID, 99})
	if err != nil || len(of) != 1 || of[list[0].PeriodID].No != list[0].No {
		t.Errorf("%+v, %v", of, err)
	}

	j.clock.Advance(list[0].DueAt.Sub(j.clock.Now()) - time.Second)
	testkit.Must(t, j.settlements.CloseDue(ctx))

	_, err = j.charge(t, 100)
	testkit.Must(t, err)

	j.clock.Advance(time.Second)

	if _, err := j.charge(t, 100); !settlement.ErrOverdue.Is(err) {
		t.Errorf("overdue: %v", err)
	}

	_, err = j.IssueCreditNote(ctx, invoice.NewCreditNote{InvoiceID: list[0].ID, Amount: 50, Staff: by})
	testkit.Must(t, err)

	if j.limit(t) != 350 {
		t.Errorf("after the credit note the limit is %s", j.limit(t))
	}

	_, err = j.MarkPaid(ctx, list[0].ID, by)
	testkit.Must(t, err)

	if j.limit(t) != 900 {
		t.Errorf("after the payment the limit is %s", j.limit(t))
	}

	if _, err = j.charge(t, 100); err != nil {
		t.Errorf("after the payment: %v", err)
	}

	testkit.Must(t, d.Tx(ctx, func(tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE orders SET status = 3, refunded = TRUE WHERE id = $1", first); err != nil {
			return err
		}

		return settlement.RefundTx(ctx, tx, j.clock.Now(), 1, first, 600, "1")
	}))

	j.clock.Advance(7 * 24 * time.Hour)
	testkit.Must(t, j.settlements.CloseDue(ctx))

	// The next invoices are covered by the credit, and nothing is left to pay.
	list, err = j.List(ctx, invoice.Query{ClientID: 1})
	if err != nil || list[0].Status != invoice.Paid || list[0].Amount != 0 || list[0].Credited == 0 {
		t.Errorf("%+v, %v", list[0], err)
	}

	testkit.ProveBooks(t, d)

	// The planted fault: the limit is freed without a payment.
	st, err := j.settlements.OfClient(ctx, 1)
	testkit.Must(t, err)
	testkit.Must(t, d.Tx(ctx, func(tx *db.Tx) error {
		return j.settlements.FreeTx(ctx, tx, j.clock.Now(), settlement.Freed{ClientID: 1, SettlementID: st.ID, Amount: 1, Key: "invoice/x", Reference: "x"})
	}))

	if r, err := books.Verify(ctx, d); err != nil || r.OK() {
		t.Errorf("a limit that was freed without a payment was not seen: %v", err)
	}
}
