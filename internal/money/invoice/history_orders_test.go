package invoice_test

import (
	"errors"
	"fmt"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// row is the time of a new row of history.
func (h *history) row() time.Time {
	if now := h.clock.Now(); now.After(h.last) {
		h.last = now
	}

	return h.last
}

func (h *history) order(price money.Rupiah) error {
	id, err := h.chargeWith(h.t, price, h.memory)
	if err != nil { // what is remembered may be stale
		h.memory.Forget([]int64{h.client})

		id, err = h.charge(h.t, price)
	}

	at := h.clock.Now()
	if h.last.After(at) {
		at = h.last
	}

	blocked := false
	for _, b := range h.bills {
		blocked = blocked || b.left > 0 && !at.Before(b.dueAt)
	}

	switch {
	case blocked:
		return wantFault(err, settlement.ErrOverdue)
	case price > h.limit-h.used:
		return wantFault(err, settlement.ErrInsufficientLimit)
	case err != nil:
		return err
	}

	h.used, h.charged = h.used+price, h.charged+price
	h.orders = append(h.orders, bought{id, price})
	h.rows = append(h.rows, moved{h.row(), id, price, false})

	return nil
}

func wantFault(err error, want fault.Definition) error {
	if want.Is(err) {
		return nil
	}

	return fmt.Errorf("want %s, got %w", want.Code, err)
}

func (h *history) refund(pick int) {
	if len(h.orders) == 0 {
		return
	}

	pick %= len(h.orders)
	o := h.orders[pick]
	h.joined.refund(h.t, o.id, o.price)
	h.orders = append(h.orders[:pick:pick], h.orders[pick+1:]...)
	h.used, h.refunded = h.used-o.price, h.refunded+o.price
	h.rows = append(h.rows, moved{h.row(), o.id, o.price, true})

	if h.bug == wrongPeriod {
		testkit.Exec(h.t, h.d, `UPDATE settlement_history SET created_at = (SELECT o.created_at FROM settlement_history o WHERE o.client_id = $1 AND o.order_id = $2 AND o.action = 'payment')
			WHERE client_id = $1 AND order_id = $2 AND action = 'refund'`, h.client, o.id)
	}
}

// close closes what is over. A broken one fails after it stored its first invoice; what it closed before stays.
func (h *history) close(broken bool) error {
	h.mailer.broken = broken
	err := h.closer.CloseDue(h.t.Context())
	h.mailer.broken = false

	failed := false

	for !failed && !h.clock.Now().Before(h.end) {
		failed = h.closeOne(broken)
	}

	switch {
	case failed && err == nil:
		return errors.New("a close without the mail about its invoice")
	case err != nil && (!failed || !errors.Is(err, errMailer)):
		return fmt.Errorf("close: %w", err)
	}

	if failed && h.bug == numberOutside {
		testkit.Exec(h.t, h.d, "UPDATE sequences SET value = value + 1 WHERE name LIKE 'invoice/%'")
	}

	if h.bug == countedTwice {
		testkit.Exec(h.t, h.d, `UPDATE settlement_periods SET first_seq = first_seq - 1 WHERE client_id = $1 AND closed_at IS NULL AND settlement_id = $2 AND EXISTS
			(SELECT 1 FROM settlement_history h WHERE h.client_id = $1 AND h.settlement_id = $2 AND h.seq = first_seq - 1 AND h.action = 'payment')`, h.client, h.id)
	}

	return nil
}

// closeOne closes the open period of the model, unless it has an invoice and that fails.
func (h *history) closeOne(broken bool) (failed bool) {
	var (
		used, credit = money.Rupiah(0), h.credit
		own          = map[int64]bool{}
		taken        int
	)

	for taken < len(h.rows) && h.rows[taken].at.Before(h.end) {
		switch r := h.rows[taken]; {
		case !r.refund:
			own[r.order] = true
			used += r.price
		case own[r.order]:
			used -= r.price
		default:
			credit += r.price
		}

		taken++
	}

	if used > 0 && broken {
		return true
	}

	b := bill{used: used, credited: min(credit, used)}
	b.left = b.used - b.credited
	h.credit = credit - b.credited

	if used > 0 {
		zone := testkit.Jakarta(h.t)
		b.dueAt = clock.DayOf(h.clock.Now().In(zone)).AddDays(terms).End(zone)
		h.bills = append(h.bills, b)
	}

	if h.end.After(h.last) {
		h.last = h.end
	}

	h.rows = h.rows[taken:]
	h.end = h.days.NextEnd(h.end, testkit.Jakarta(h.t))
	h.closed++

	return false
}
