package dispatch

import (
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// addClaims marks waiting attempts as sending. An attempt that another node claimed or moved to another supplier, or
// that staff ended, is left out of the result.
func (s *Service) addClaims(b *db.Batch, calls []*dispatchCall, now time.Time) {
	addAttemptUpdates(b, calls, func(c *dispatchCall) []*orderAttempt { return c.Req.claim },
		`UPDATE order_attempts AS a SET state = 'sending', sent_at = $1, next_check_at = $2 {FROM}
			WHERE a.client_id = {client} AND a.order_id = {id} AND a.number = {number} AND a.checks = {known_checks} AND a.supplier = {supplier} AND `+order.UnsentSQL("a."),
		[]any{clock.Micros(now), clock.Micros(now.Add(s.opt.TakeOverAfter))},
		func(t *orderAttempt) { t.attempt.State, t.attempt.SentAt = order.StateSending, now })
}

// addStatusQueries records status queries before they are sent. From then on a delayed first sender can no
// longer report that nothing was created, since the query may have made the purchase. A query that another
// node recorded is left out of the result.
func (s *Service) addStatusQueries(b *db.Batch, calls []*dispatchCall, now time.Time) {
	addAttemptUpdates(b, calls, func(c *dispatchCall) []*orderAttempt { return c.Req.query },
		`UPDATE order_attempts AS a SET state = 'sending', checks = a.checks + 1, next_check_at = $1 {FROM}
			WHERE a.client_id = {client} AND a.order_id = {id} AND a.number = {number} AND a.checks = {known_checks} AND a.supplier = {supplier} AND COALESCE(a.next_check_at, 0) > 0
				AND (a.outcome IS NULL OR a.outcome IN ('pending', 'unknown'))`,
		[]any{clock.Micros(now.Add(s.opt.TakeOverAfter))},
		func(t *orderAttempt) { t.attempt.State, t.attempt.Checks = order.StateSending, t.attempt.Checks+1 })
}

// addAttemptUpdates adds one update of the attempts of several calls. The result of a call are those of its attempts that it
// changed.
func addAttemptUpdates(b *db.Batch, calls []*dispatchCall, attemptsOf func(c *dispatchCall) []*orderAttempt, text string, args []any, change func(t *orderAttempt)) {
	if len(calls) == 0 {
		return
	}

	type of struct {
		call    *dispatchCall
		attempt *orderAttempt
	}

	var (
		all                           []of
		clients, ids, numbers, checks []int64
		suppliers                     []string
	)

	known := map[orderKey]bool{}

	for _, c := range calls {
		for _, t := range attemptsOf(c) {
			if known[t.key()] {
				continue
			}

			known[t.key()] = true
			all = append(all, of{c, t})
			clients, ids = append(clients, t.order.ClientID), append(ids, t.order.ID)
			numbers = append(numbers, int64(t.attempt.Number))
			checks, suppliers = append(checks, int64(t.attempt.Checks)), append(suppliers, t.attempt.Supplier)
		}
	}

	rows := db.Columns{
		{Name: "client", Values: clients}, {Name: "id", Values: ids}, {Name: "number", Values: numbers}, {Name: "known_checks", Values: checks}, {Name: "supplier", Values: suppliers},
	}

	b.ExecRowsChanged(rows, func(row int) {
		stored := *all[row].attempt // a copy, since the transaction may be repeated
		change(&stored)
		all[row].call.Res.attempts = append(all[row].call.Res.attempts, &stored)
	}, text, args...)
}
