package dispatch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/inbox"
	"loket/internal/supplier"
)

// dispatchWrite is one write of the dispatch; exactly one field is set. The writes of a node share commits.
type dispatchWrite struct {
	claim  []*orderAttempt // marks waiting attempts as sending
	query  []*orderAttempt // records status queries
	answer *attemptResult
	notice *inbox.Received // stores it
}

type dispatchResult struct {
	attempts []*orderAttempt // of a claim or of status queries: those whose calls may leave
}

// attemptResult is an attempt with its answer.
type attemptResult struct {
	*orderAttempt

	answer supplier.Answer
	// next is the supplier to try next, after an answer that created nothing.
	nextSKU *catalog.SKU
	// notice is the id of the notice with the answer, if it came by one.
	noticeID string
}

type dispatchCall = batch.Call[dispatchWrite, dispatchResult]

// flushDispatch writes a batch. An answer that the database refuses, or whose rows are not as expected, is stored in a
// transaction of its own, which looks closer.
func (s *Service) flushDispatch(ctx context.Context, calls []*dispatchCall) {
	batch.Split(calls, func(calls []*dispatchCall) error { return s.writeDispatch(ctx, calls) }, func(calls []*dispatchCall, err error) {
		if answer := calls[0].Req.answer; len(calls) == 1 && answer != nil && batch.OfOneCall(err) {
			calls[0].Res, calls[0].Err = dispatchResult{}, s.storeInOwnTx(ctx, answer)
		} else {
			batch.Fail(calls, fmt.Errorf("write the dispatch: %w", err))
		}
	})
}

func (s *Service) writeDispatch(ctx context.Context, calls []*dispatchCall) error {
	return s.DB.Batch(ctx, func(b *db.Batch) error {
		var (
			open, succeeded, failed []*attemptResult
			notices                 []*inbox.Received
			claims, queries         []*dispatchCall
		)

		now := s.Clock.Now()

		for _, c := range calls {
			c.Res, c.Err = dispatchResult{}, nil // reset, since the transaction may be repeated

			switch {
			case c.Req.claim != nil:
				claims = append(claims, c)
			case c.Req.query != nil:
				queries = append(queries, c)
			case c.Req.notice != nil:
				notices = append(notices, c.Req.notice)
			case c.Req.answer.answer.Outcome == supplier.Success:
				succeeded = append(succeeded, c.Req.answer)
			case c.Req.answer.answer.Outcome.Failed():
				failed = append(failed, c.Req.answer)
			default:
				open = append(open, c.Req.answer)
			}
		}

		s.addClaims(b, claims, now)
		s.addStatusQueries(b, queries, now)

		if err := s.addEnds(ctx, b, notices, succeeded, failed, now); err != nil {
			return err
		}

		// After the orders, which other transactions lock first too.
		if all := slices.Concat(open, succeeded, failed); len(all) > 0 {
			s.addAnswers(b, all, now)
			addApplied(b, all, now)
		}

		addEndEvents(b, succeeded, failed, now)
		s.addEnded(b, order.Success, succeeded)
		s.addEnded(b, order.Failed, failed)

		return nil
	})
}

// addEnds stores notices, and ends orders. Unlike attempts, both have several indexes that fit.
func (s *Service) addEnds(ctx context.Context, b *db.Batch, notices []*inbox.Received, succeeded, failed []*attemptResult, now time.Time) error {
	if len(notices)+len(succeeded)+len(failed) == 0 {
		return nil
	}

	b.PlanAnew()
	s.Inbox.Add(b, notices, now)
	s.addSucceeded(b, succeeded, now)

	if err := s.addFailed(ctx, b, failed, now); err != nil {
		return err
	}

	b.KeepPlans()

	return nil
}

// canBeBatched reports whether an answer may be stored in a batch: no other supplier is tried next, no review is stored
// with it (see storeOpenOutcome), and it is not silence after "pending", which changes the next query alone (see storeOpenAnswerTx). The batch
// would be refused and halved.
func (s *Service) canBeBatched(a *attemptResult) bool {
	silence := a.answer.Outcome == supplier.Unknown && a.attempt.Outcome == supplier.Pending

	return a.nextSKU == nil && !silence && a.answer.Code != supplier.CodeContradiction && s.Clock.Now().Sub(a.attempt.SentAt) < s.opt.GiveUpAfter
}

// keys are the keys of attempts, their numbers of status queries and their suppliers, as columns.
func keys(attempts []*orderAttempt) (orders, numbers, checks []int64, suppliers []string) {
	n := len(attempts)
	orders, numbers, checks, suppliers = make([]int64, n), make([]int64, n), make([]int64, n), make([]string, n)

	for i, t := range attempts {
		orders[i], numbers[i], checks[i], suppliers[i] = t.order.ID, int64(t.attempt.Number), int64(t.attempt.Checks), t.attempt.Supplier
	}

	return orders, numbers, checks, suppliers
}

// addClaims marks waiting attempts as sending. An attempt that another node claimed or moved to another supplier, or
// that staff ended, is left out of the result.
func (s *Service) addClaims(b *db.Batch, calls []*dispatchCall, now time.Time) {
	lost := now.Add(s.opt.TakeOverAfter)

	s.addAttemptUpdates(b, calls, func(c *dispatchCall) []*orderAttempt { return c.Req.claim },
		`UPDATE order_attempts a SET state = 'sending', sent_at = $1, next_check_at = $2 FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[]) k (id, number, checks, supplier)
			WHERE a.order_id = k.id AND a.number = k.number AND a.supplier = k.supplier AND `+order.UnsentSQL("a.")+` RETURNING a.order_id`,
		`UPDATE order_attempts SET state = 'sending', sent_at = $1, next_check_at = $2
			WHERE order_id = $3 AND number = $4 AND checks = $5 AND supplier = $6 AND `+order.UnsentSQL(""),
		[]any{clock.Micros(now), clock.Micros(lost)},
		func(t *orderAttempt) { t.attempt.State, t.attempt.SentAt = order.StateSending, now })
}

// addStatusQueries records status queries before they are sent. From then on a delayed first sender can no
// longer report that nothing was created, since the query may have made the purchase. A query that another
// node recorded is left out of the result.
func (s *Service) addStatusQueries(b *db.Batch, calls []*dispatchCall, now time.Time) {
	lost := now.Add(s.opt.TakeOverAfter)

	s.addAttemptUpdates(b, calls, func(c *dispatchCall) []*orderAttempt { return c.Req.query },
		`UPDATE order_attempts a SET state = 'sending', checks = a.checks + 1, next_check_at = $1
			FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[]) k (id, number, checks, supplier)
			WHERE a.order_id = k.id AND a.number = k.number AND a.checks = k.checks AND a.supplier = k.supplier AND COALESCE(a.next_check_at, 0) > 0
				AND (a.outcome IS NULL OR a.outcome IN ('pending', 'unknown')) RETURNING a.order_id`,
		`UPDATE order_attempts SET state = 'sending', checks = checks + 1, next_check_at = $1
			WHERE order_id = $2 AND number = $3 AND checks = $4 AND supplier = $5 AND COALESCE(next_check_at, 0) > 0
				AND (outcome IS NULL OR outcome IN ('pending', 'unknown'))`,
		[]any{clock.Micros(lost)},
		func(t *orderAttempt) { t.attempt.State, t.attempt.Checks = order.StateSending, t.attempt.Checks+1 })
}

// addTasks adds one update of the attempts of several calls. The result of a call are those of its attempts that it
// changed.
func (s *Service) addAttemptUpdates(b *db.Batch, calls []*dispatchCall, attemptsOf func(c *dispatchCall) []*orderAttempt, many, one string, args []any, change func(t *orderAttempt)) {
	if len(calls) == 0 {
		return
	}

	changed := func(c *dispatchCall, t *orderAttempt) {
		stored := *t // a copy, since the transaction may be repeated
		change(&stored)
		c.Res.attempts = append(c.Res.attempts, &stored)
	}

	if b.Engine() == db.SQLite {
		for _, c := range calls {
			for _, t := range attemptsOf(c) {
				b.ExecCount(func(rows int64) {
					if rows == 1 {
						changed(c, t)
					}
				}, one, append(slices.Clip(args), t.order.ID, int64(t.attempt.Number), int64(t.attempt.Checks), t.attempt.Supplier)...)
			}
		}

		return
	}

	type of struct {
		call    *dispatchCall
		attempt *orderAttempt
	}

	var all []*orderAttempt

	byID := map[int64]of{}

	for _, c := range calls {
		for _, t := range attemptsOf(c) {
			if _, twice := byID[t.order.ID]; !twice {
				all = append(all, t)
				byID[t.order.ID] = of{c, t}
			}
		}
	}

	orders, numbers, checks, suppliers := keys(all)

	b.Query(many, append(args, orders, numbers, checks, suppliers), func(row db.Row) error {
		var id int64
		if err := row.Scan(&id); err != nil {
			return err
		}

		changed(byID[id].call, byID[id].attempt)

		return nil
	})
}

// addAnswers stores answers with their attempts. Each attempt must still be open for its answer.
func (s *Service) addAnswers(b *db.Batch, list []*attemptResult, now time.Time) {
	const (
		set  = "SET state = 'answered', outcome = "
		rest = ", answered_at = $1, next_check_at = NULLIF("
	)

	if b.Engine() == db.SQLite {
		for _, a := range list {
			b.ExecExpect(1, `UPDATE order_attempts `+set+`$2, code = $3, message = $4, serial_number = $5, cost = COALESCE(NULLIF($6, 0), cost)`+rest+`$7, 0)
				WHERE order_id = $8 AND number = $9 AND `+answerCountsSQL("$2", "$10"),
				clock.Micros(now), a.answer.Outcome.String(), a.answer.Code, order.ClipMessage(a.answer.Message), a.answer.SerialNumber, a.cost(),
				s.nextCheckAt(a, now), a.order.ID, int64(a.attempt.Number), int64(a.attempt.Checks))
		}

		return
	}

	n := len(list)
	ids, numbers, costs, next, checks := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	outcomes, codes, messages, serials := make([]string, n), make([]string, n), make([]string, n), make([]string, n)

	for i, a := range list {
		ids[i], numbers[i], costs[i], next[i] = a.order.ID, int64(a.attempt.Number), a.cost(), s.nextCheckAt(a, now)
		checks[i] = int64(a.attempt.Checks)
		outcomes[i], codes[i], messages[i], serials[i] = a.answer.Outcome.String(), a.answer.Code, order.ClipMessage(a.answer.Message), a.answer.SerialNumber
	}

	b.ExecExpect(n, `UPDATE order_attempts a `+set+`k.new_outcome, code = k.code, message = k.message, serial_number = k.serial, cost = COALESCE(NULLIF(k.cost, 0), a.cost)`+rest+`k.next, 0)
		FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
			k (id, number, cost, next, known_checks, new_outcome, code, message, serial)
		WHERE a.order_id = k.id AND a.number = k.number AND `+answerCountsSQL("k.new_outcome", "k.known_checks"),
		clock.Micros(now), ids, numbers, costs, next, checks, outcomes, codes, messages, serials)
}

func (a *attemptResult) cost() int64 { return int64(max(a.answer.Price, 0)) }

// nextCheckAt is the time of the next status query in microseconds; 0 after an end.
func (s *Service) nextCheckAt(a *attemptResult, now time.Time) int64 {
	if a.answer.Outcome.Final() {
		return 0
	}

	return clock.Micros(now.Add(s.checkWait(a.attempt.Checks)))
}

// addSucceeded ends orders with success. Each order must be pending.
func (s *Service) addSucceeded(b *db.Batch, list []*attemptResult, now time.Time) {
	if len(list) == 0 {
		return
	}

	if b.Engine() == db.SQLite {
		for _, a := range list {
			b.ExecExpect(1, `UPDATE orders SET status = $1, serial_number = $2, reference = $3, updated_at = $4
				WHERE client_id = $5 AND id = $6 AND status = $7`, int64(order.Success),
				a.answer.SerialNumber, order.EncodeDisplayFields(order.DeliveredFields(a.order, a.answer)), clock.Micros(now), a.order.ClientID, a.order.ID, int64(order.Pending))
		}

		return
	}

	n := len(list)
	clients, ids, serials, references := make([]int64, n), make([]int64, n), make([]string, n), make([]string, n)

	for i, a := range list {
		clients[i], ids[i], serials[i] = a.order.ClientID, a.order.ID, a.answer.SerialNumber
		references[i] = order.EncodeDisplayFields(order.DeliveredFields(a.order, a.answer))
	}

	b.ExecExpect(n, `UPDATE orders o SET status = $1, serial_number = k.serial, reference = k.reference, updated_at = $2
		FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[]) k (client, id, serial, reference)
		WHERE o.client_id = k.client AND o.id = k.id AND o.status = $7`,
		int64(order.Success), clock.Micros(now), clients, ids, serials, references, int64(order.Pending))
}

// addFailed ends orders with failure and refunds them. Each order must be pending. A further attempt begins
// only after the one before was answered, so the answer of an earlier attempt meets no open attempt.
func (s *Service) addFailed(ctx context.Context, b *db.Batch, list []*attemptResult, now time.Time) error {
	if len(list) == 0 {
		return nil
	}

	n := len(list)
	clients, ids, reasons, keys := make([]int64, n), make([]int64, n), make([]string, n), order.AccountKeys{}

	for i, a := range list {
		clients[i], ids[i] = a.order.ClientID, a.order.ID
		reasons[i] = order.ClipMessage(string(order.FailureReason(s.Suppliers, a.attempt.Supplier, a.answer.Code)))
		keys.Add(a.order.PaymentType, order.WalletKey(&a.order))
	}

	if b.Engine() == db.SQLite {
		for i := range list {
			b.ExecExpect(1, `UPDATE orders SET status = $1, refunded = TRUE, reason = $2, updated_at = $3
				WHERE client_id = $4 AND id = $5 AND status = $6`,
				int64(order.Failed), reasons[i], clock.Micros(now), clients[i], ids[i], int64(order.Pending))
		}
	} else {
		b.ExecExpect(n, `UPDATE orders o SET status = $1, refunded = TRUE, reason = k.reason, updated_at = $2
			FROM unnest($3::bigint[], $4::bigint[], $5::text[]) k (client, id, reason)
			WHERE o.client_id = k.client AND o.id = k.id AND o.status = $6`,
			int64(order.Failed), clock.Micros(now), clients, ids, reasons, int64(order.Pending))
	}

	accounts := order.LockAccounts(b, keys)

	if err := b.Flush(ctx); err != nil {
		return fmt.Errorf("end orders: %w", err)
	}

	for _, a := range list {
		if err := accounts.Refund(&a.order, now); err != nil {
			return fmt.Errorf("refund order %d: %w", a.order.ID, errors.Join(batch.ErrOneCall, err))
		}
	}

	accounts.Post(b)

	return nil
}

// addEnded notifies screens and metrics after the commit.
func (s *Service) addEnded(b *db.Batch, status order.Status, list []*attemptResult) {
	clients := map[int64]bool{}

	for _, a := range list {
		if !clients[a.order.ClientID] {
			clients[a.order.ClientID] = true
			s.Live.ChangedTx(b, a.order.ClientID, order.LiveTopic)
		}
	}

	if len(list) > 0 {
		b.AfterCommit(func() {
			for _, a := range list {
				s.opt.Hooks.Finished(status)

				if status == order.Success {
					s.countCost(a.order, a.attempt, a.answer)
				}
			}
		})
	}
}

// addEndEvents records the ends of the orders of a batch.
func addEndEvents(b *db.Batch, succeeded, failed []*attemptResult, at time.Time) {
	list := make([]event.Event, 0, len(succeeded)+len(failed))

	for _, a := range succeeded {
		list = append(list, order.EndEvent(&a.order, event.OrderSucceeded, at))
	}

	for _, a := range failed {
		list = append(list, order.EndEvent(&a.order, event.OrderFailed, at))
	}

	event.Add(b, list)
}
