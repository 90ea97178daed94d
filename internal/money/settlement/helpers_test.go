package settlement_test

import (
	"context"
	"strconv"
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

func TestMain(m *testing.M) { testkit.Main(m) }

// start is a Saturday, 14:00 in Jakarta.
var start = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

const client = 1

// issued are invoices in memory.
type issued struct {
	mu     sync.Mutex
	drafts []settlement.Draft
	paid   map[int64]bool // by period
	fail   error          // of the next one
}

func (i *issued) IssueTx(_ context.Context, _ *db.Tx, _ time.Time, d settlement.Draft) error {
	i.mu.Lock()
	defer i.mu.Unlock()

	if i.fail == nil {
		i.drafts = append(i.drafts, d)
	}

	return i.fail
}

func (i *issued) BlockedFromTx(context.Context, *db.Tx, int64) (first time.Time, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()

	for _, d := range i.drafts {
		if !i.paid[d.PeriodID] && (first.IsZero() || d.DueAt.Before(first)) {
			first = d.DueAt
		}
	}

	return first, nil
}

func (i *issued) BlockedSettlements(context.Context) (map[int64]time.Time, error) {
	return map[int64]time.Time{}, nil
}

func (i *issued) list() []settlement.Draft {
	i.mu.Lock()
	defer i.mu.Unlock()

	return append([]settlement.Draft(nil), i.drafts...)
}

// world is a client with a settlement.
type world struct {
	*settlement.Service
	*settlement.PeriodCloser

	parts    *parts.Parts
	t        testing.TB
	d        *db.DB
	clk      *clock.Manual
	invoices *issued
	id       int64
	orders   int64 // made so far, which are their ids
}

// newWorld makes one with a limit of 1,000 and a cap of 2,000.
func newWorld(t *testing.T, d *db.DB, days settlement.Days) *world {
	t.Helper()
	testkit.InsertClient(t, d, client)

	clk := clock.NewManual(start)

	p := parts.New(t, d, clk)
	w := &world{t: t, d: d, clk: clk, parts: p, invoices: &issued{paid: map[int64]bool{}}, Service: p.Settlements(settlement.Options{CapLimit: 50_000_000})}
	w.PeriodCloser = settlement.NewPeriodCloser(w.Service, w.invoices, p.Jobs)

	limit, most := money.Rupiah(1_000), money.Rupiah(2_000)
	made, err := w.Change(t.Context(), settlement.Change{
		ClientID: client, Create: true, MaxLimit: &most, Limit: &limit, Days: &days, AbleTopup: new(true), Actor: "staff:budi", Reason: "contract 7",
	})
	testkit.Must(t, err)

	w.id = made.Settlement.ID

	return w
}

// charge pays an order from the limit and returns its id.
func (w *world) charge(price money.Rupiah) (int64, error) {
	return w.chargeWith(price, nil)
}

// chargeWith is charge with remembered settlements.
func (w *world) chargeWith(price money.Rupiah, memory *settlement.Memory) (int64, error) {
	w.t.Helper()

	w.orders++
	id := w.orders

	err := limittest.Charge(w.t.Context(), w.d, memory, w.clk.Now(), limittest.Order{ID: id, ClientID: client, Price: price})
	if err != nil {
		w.orders-- // it was not made
	}

	return id, err
}

func (w *world) refund(order int64, price money.Rupiah) {
	w.t.Helper()
	testkit.Must(w.t, limittest.Refund(w.t.Context(), w.d, w.clk.Now(), limittest.Order{ID: order, ClientID: client, Price: price}))
}

// pay marks the invoice of a period as paid.
func (w *world) pay(d settlement.Draft) error {
	w.invoices.mu.Lock()
	w.invoices.paid[d.PeriodID] = true
	w.invoices.mu.Unlock()

	return w.d.Tx(w.t.Context(), func(tx *db.Tx) error {
		err := w.ReleaseTx(w.t.Context(), tx, w.clk.Now(), settlement.LimitRelease{
			ClientID: client, SettlementID: w.id, Amount: d.Amount(), Key: "invoice/" + strconv.FormatInt(d.PeriodID, 10), DocumentNo: "INV",
		})
		if err != nil {
			return err
		}

		from, err := w.invoices.BlockedFromTx(w.t.Context(), tx, w.id)
		if err != nil {
			return err
		}

		return w.BlockTx(w.t.Context(), tx, client, w.id, from)
	})
}

func (w *world) state() settlement.Settlement {
	w.t.Helper()

	st, err := w.OfClient(w.t.Context(), client)
	testkit.Must(w.t, err)

	return st
}

func (w *world) close() {
	w.t.Helper()
	testkit.Must(w.t, w.CloseDue(w.t.Context()))
}
