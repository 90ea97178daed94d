package invoice_test

import (
	"errors"
	"fmt"
	"strconv"

	"loket/internal/dev/testkit"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// list returns the invoices, the oldest first, as the bills.
func (h *history) list() ([]invoice.Invoice, error) {
	const most = 1000

	list, err := h.OfClient(h.t.Context(), h.client, most)
	if err == nil && len(list) != len(h.bills) {
		err = fmt.Errorf("%d invoices, want %d", len(list), len(h.bills))
	}

	for i := range len(list) / 2 {
		list[i], list[len(list)-1-i] = list[len(list)-1-i], list[i]
	}

	return list, err
}

// picked returns one of the invoices and its bill, or nil while there is none.
func (h *history) picked(pick int) (id int64, b *bill, err error) {
	list, err := h.list()
	if err != nil || len(list) == 0 {
		return 0, nil, err
	}

	pick %= len(list)

	return list[pick].ID, &h.bills[pick], nil
}

func (h *history) pay(pick int) error {
	id, b, err := h.picked(pick)
	if err != nil || b == nil {
		return err
	}

	if _, err = h.MarkPaid(h.t.Context(), id, by); b.left == 0 {
		return wantFault(err, invoice.ErrState)
	}

	h.row()

	h.used -= b.left
	b.left = 0

	return err
}

func (h *history) creditNote(pick int, amount money.Rupiah) error {
	id, b, err := h.picked(pick)
	if err != nil || b == nil {
		return err
	}

	_, err = h.IssueCreditNote(h.t.Context(), invoice.NewCreditNote{InvoiceID: id, Amount: amount, Staff: by})

	switch rest := b.used - b.credited - b.noted; {
	case rest == 0:
		return wantFault(err, invoice.ErrState)
	case amount > rest:
		return wantFault(err, fault.ErrValidation)
	}

	h.row()

	h.used -= amount
	b.noted += amount

	if b.left > 0 {
		b.left -= amount
	} else { // the next invoice is less
		h.credit += amount
		h.carried += amount
	}

	return err
}

func (h *history) setLimit(limit money.Rupiah) error {
	_, err := h.settlements.Change(h.t.Context(), settlement.Change{ClientID: h.client, Limit: &limit, Actor: by.Actor, Reason: by.Reason})
	if limit < h.limit && limit < h.used {
		return wantFault(err, fault.ErrValidation)
	}

	if limit != h.limit {
		h.row()
	}

	h.limit = limit

	return err
}

func (h *history) raiseLimit(amount money.Rupiah) error {
	h.raises++

	_, err := h.settlements.RaiseLimit(h.t.Context(), settlement.TopupInput{
		Request: idempotency.Request{ClientID: h.client, Call: "topup", Key: strconv.Itoa(h.raises)}, ClientID: h.client, Amount: amount, Actor: "user:1",
	})
	if h.limit+amount > capOfJoined {
		return wantFault(err, fault.ErrValidation)
	}

	h.row()

	h.limit += amount

	return err
}

// compare compares the books with what they must be.
func (h *history) compare() error {
	st := h.state(h.t)
	if st.Limit != h.limit || st.Balance != h.limit-h.used || st.Balance < 0 {
		return fmt.Errorf("limit %s, left %s; want %s, of which %s are used", st.Limit, st.Balance, h.limit, h.used)
	}

	list, err := h.list()
	if err != nil {
		return err
	}

	sum := money.Rupiah(0)

	for n, i := range list {
		sum += i.Amount

		if b := h.bills[n]; i.Used != b.used || i.Credited != b.credited || i.Outstanding() != b.left || i.Status.Open() != (b.left > 0) {
			return fmt.Errorf("invoice %s of %s less %s, %s to pay; want %+v", i.No, i.Used, i.Credited, i.Outstanding(), b)
		}
	}

	open := testkit.Value[money.Rupiah](h.t, h.d, `SELECT COALESCE(-SUM(r.amount), 0) - p.credit_before FROM settlement_periods p
		LEFT JOIN settlement_history r ON r.client_id = p.client_id AND r.settlement_id = p.settlement_id AND r.seq >= p.first_seq AND r.action IN ('payment', 'refund')
		WHERE p.settlement_id = $1 AND p.closed_at IS NULL GROUP BY p.client_id, p.id, p.credit_before`, h.id)
	if want := h.charged - h.refunded - h.carried; sum+open != want {
		return fmt.Errorf("invoices of %s and %s of the open period; want %s", sum, open, want)
	}

	if closed := testkit.Value[int64](h.t, h.d, "SELECT COUNT(*) FROM settlement_periods WHERE settlement_id = $1 AND closed_at IS NOT NULL", h.id); closed != h.closed {
		return fmt.Errorf("%d closes, want %d", closed, h.closed)
	}

	gaps := testkit.Value[int64](h.t, h.d, `SELECT COUNT(*) FROM sequences s WHERE s.name LIKE 'invoice/%' AND s.value <>
		(SELECT COUNT(*) FROM invoices i WHERE 'invoice/' || i.entity || '/' || i.year = s.name AND i.number <= s.value)`)
	if gaps > 0 {
		return errors.New("numbers of invoices have a gap")
	}

	return nil
}
