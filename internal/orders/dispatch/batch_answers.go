package dispatch

import (
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// addOpenAnswers stores open outcomes. One that doesn't count is left to a transaction of its own: it may be silence after "pending".
func (s *Service) addOpenAnswers(b *db.Batch, calls []*dispatchCall, now time.Time) {
	list := make([]*attemptResult, len(calls))
	for i, c := range calls {
		list[i], c.Err = c.Req.answer, errOwnTx
	}

	s.addAnswers(b, list, now, func(rows db.Columns, text string, args ...any) {
		b.ExecRowsChanged(rows, func(row int) { calls[row].Err = nil }, text, args...)
	})
}

// addAnswers stores what went over the wire, and answers with their attempts by exec, which says what happens if one of them doesn't count for its attempt (see
// answerCountsSQL).
func (s *Service) addAnswers(b *db.Batch, list []*attemptResult, now time.Time, exec func(rows db.Columns, text string, args ...any)) {
	n := len(list)
	clients, ids, numbers, checks, costs, next := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	outcomes, codes, messages, serials := make([]string, n), make([]string, n), make([]string, n), make([]string, n)

	for i, a := range list {
		clients[i], ids[i], numbers[i], checks[i], costs[i], next[i] = a.order.ClientID, a.order.ID, int64(a.attempt.Number), int64(a.attempt.Checks), a.cost(), s.nextCheckAt(a, now)
		outcomes[i], codes[i], messages[i], serials[i] = a.answer.Outcome.String(), a.answer.Code, order.ClipMessage(a.answer.Message), a.answer.SerialNumber
	}

	rows := db.Columns{
		{Name: "client", Values: clients},
		{Name: "id", Values: ids},
		{Name: "number", Values: numbers},
		{Name: "known_checks", Values: checks},
		{Name: "new_outcome", Values: outcomes},
		{Name: "code", Values: codes},
		{Name: "message", Values: messages},
		{Name: "serial", Values: serials},
		{Name: "new_cost", Values: costs},
		{Name: "next", Values: next},
	}

	order.AddExchanges(b, now, n, func(i int) (order.Attempt, supplier.Answer) { return list[i].attempt, list[i].answer })

	exec(rows, `UPDATE order_attempts AS a SET state = 'answered', outcome = {new_outcome}, code = {code}, message = {message},
			serial_number = {serial}, cost = COALESCE(NULLIF({new_cost}, 0), a.cost), answered_at = $1, next_check_at = NULLIF({next}, 0) {FROM}
		WHERE a.client_id = {client} AND a.order_id = {id} AND a.number = {number} AND `+answerCountsSQL("{new_outcome}", "{known_checks}"), clock.Micros(now))
}

func (a *attemptResult) cost() int64 { return int64(max(a.answer.Price, 0)) }

// nextCheckAt is the time of the next status query in microseconds; 0 after an end.
func (s *Service) nextCheckAt(a *attemptResult, now time.Time) int64 {
	if a.answer.Outcome.Final() {
		return 0
	}

	return clock.Micros(now.Add(s.waitAfter(a)))
}
