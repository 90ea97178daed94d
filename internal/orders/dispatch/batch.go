package dispatch

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/batch"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/supplier"
)

// dispatchWrite is one write of the dispatch; exactly one field is set. The writes of a node share commits.
type dispatchWrite struct {
	claim  []*orderAttempt // marks waiting attempts as sending
	query  []*orderAttempt // records status queries
	answer *attemptResult
	notice *inbox.ReceivedNotice // stores it
}

type dispatchResult struct {
	attempts []*orderAttempt // of a claim or of status queries: those whose calls may leave
}

// attemptResult is an attempt with its answer.
type attemptResult struct {
	*orderAttempt

	answer supplier.Answer
	// nextSKU is that of the supplier to try next, after an answer that created nothing.
	nextSKU *catalog.SKU
	// noticeID is that of the notice with the answer, if it came by one.
	noticeID string
}

type dispatchCall = batch.Call[dispatchWrite, dispatchResult]

// errOwnTx is the outcome of an answer that needs a transaction of its own, which looks closer: the order has ended, or the
// database refuses the answer.
var errOwnTx = errors.New("the answer needs a transaction of its own")

// flushDispatch writes those writes that go to one part of the database as a batch. Batches share no call, so they are written side by side.
func (s *Service) flushDispatch(ctx context.Context, calls []*dispatchCall) {
	batch.Apart(calls, s.part, func(calls []*dispatchCall) { s.flushPart(ctx, calls) })
}

// ofAll is the part of writes to tables of all clients.
const ofAll = -1

// part is the part of the database that a write goes to. Notices go to a table of all; where there is one part, they share commits with the others.
func (s *Service) part(c *dispatchCall) int {
	switch {
	case s.deps.DB.Parts() == 1:
		return 0
	case len(c.Req.claim) > 0:
		return s.deps.DB.Part(c.Req.claim[0].order.ClientID)
	case len(c.Req.query) > 0:
		return s.deps.DB.Part(c.Req.query[0].order.ClientID)
	case c.Req.answer != nil:
		return s.deps.DB.Part(c.Req.answer.order.ClientID)
	default:
		return ofAll
	}
}

// flushPart writes a batch. Its answers are written as if all counted. When one doesn't, they are written again without those that
// don't, in one more transaction, however many they are: suppliers repeat themselves most when they are in trouble.
func (s *Service) flushPart(ctx context.Context, calls []*dispatchCall) {
	write := func(calls []*dispatchCall) error {
		err := s.writeDispatch(ctx, calls)
		if errors.Is(err, db.ErrRefuted) && len(calls) > 1 {
			err = s.writeCounting(ctx, calls)
		}

		return err
	}

	batch.Split(calls, write, func(calls []*dispatchCall, err error) {
		if len(calls) == 1 && calls[0].Req.answer != nil && batch.OfOneCall(err) {
			err = errors.Join(errOwnTx, err)
		}

		batch.Fail(calls, fmt.Errorf("write the dispatch: %w", err))
	})
}

// storeInBatch stores an answer together with others, or by itself if that fails because of it.
func (s *Service) storeInBatch(ctx context.Context, a *attemptResult) error {
	_, err := s.answers.Do(ctx, dispatchWrite{answer: a})
	if errors.Is(err, errOwnTx) {
		return s.storeInOwnTx(ctx, a)
	}

	return err
}

// writeDispatch writes calls of one part. Claims and status queries need that part alone; an end is an event, too, which stands in a table of all.
func (s *Service) writeDispatch(ctx context.Context, calls []*dispatchCall) error {
	write := func(b *db.Batch) error { return s.addCalls(ctx, b, calls) }

	if slices.ContainsFunc(calls, func(c *dispatchCall) bool { return len(c.Req.claim)+len(c.Req.query) == 0 }) {
		return s.deps.DB.Batch(ctx, write)
	}

	first := slices.Concat(calls[0].Req.claim, calls[0].Req.query)[0]

	return s.deps.DB.BatchOf(ctx, first.order.ClientID, write)
}

// writeCounting is writeDispatch without answers that don't count any more, or follow another one to their order. They get errOwnTx. It locks
// the orders first, so that no other transaction ends them meanwhile.
func (s *Service) writeCounting(ctx context.Context, calls []*dispatchCall) error {
	return s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		byOrder := map[orderKey]*dispatchCall{}
		rest := make([]*dispatchCall, 0, len(calls))

		for _, c := range calls {
			c.Res, c.Err = dispatchResult{}, nil

			if c.Req.answer == nil {
				rest = append(rest, c)

				continue
			}

			c.Err = errOwnTx

			if k := c.Req.answer.key(); byOrder[k] == nil {
				byOrder[k] = c
			}
		}

		addCounting(b, byOrder, func(c *dispatchCall) { rest = append(rest, c) })

		if err := b.Flush(ctx); err != nil {
			return fmt.Errorf("lock orders: %w", err)
		}

		return s.addCalls(ctx, b, rest)
	})
}

// addCounting locks orders and finds those for which an answer counts.
func addCounting(b *db.Batch, byOrder map[orderKey]*dispatchCall, counts func(c *dispatchCall)) {
	n, i := len(byOrder), 0
	clients, ids, numbers, checks, outcomes := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]string, n)

	for k, c := range byOrder {
		a := c.Req.answer
		clients[i], ids[i], numbers[i] = k.clientID, k.id, int64(a.attempt.Number)
		checks[i], outcomes[i] = int64(a.attempt.Checks), a.answer.Outcome.String()
		i++
	}

	rows := db.Columns{
		{Name: "client", Values: clients},
		{Name: "id", Values: ids},
		{Name: "number", Values: numbers},
		{Name: "known_checks", Values: checks},
		{Name: "new_outcome", Values: outcomes},
	}

	b.PlanAnew()
	b.QueryRows(rows, `SELECT o.client_id, o.id FROM orders o JOIN order_attempts a ON a.client_id = o.client_id AND a.order_id = o.id {JOIN}
		WHERE o.client_id = {client} AND o.id = {id} AND o.status = $1 AND a.number = {number} AND `+answerCountsSQL("{new_outcome}", "{known_checks}")+
		b.Engine().ForUpdateInOrder("o", "id"), []any{int64(order.Pending)}, func(row db.Row) error {
		var k orderKey

		err := row.Scan(&k.clientID, &k.id)
		if err == nil {
			counts(byOrder[k])
		}

		return err
	})
	b.KeepPlans()
}

// addCalls adds the writes of a batch.
func (s *Service) addCalls(ctx context.Context, b *db.Batch, calls []*dispatchCall) error {
	var (
		succeeded, failed     []*attemptResult
		notices               []*inbox.ReceivedNotice
		claims, queries, open []*dispatchCall
	)

	now := s.deps.Clock.Now()

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
			open = append(open, c)
		}
	}

	s.addClaims(b, claims, now)
	s.addStatusQueries(b, queries, now)

	if err := s.addEnds(ctx, b, notices, succeeded, failed, now); err != nil {
		return err
	}

	// After the orders, which other transactions lock first too.
	ended := slices.Concat(succeeded, failed)

	s.addOpenAnswers(b, open, now)
	s.addAnswers(b, ended, now, b.ExecRowsExpect)
	addApplied(b, ended, now)

	addEndEvents(b, succeeded, failed, now)
	s.addEnded(b, order.Success, succeeded)
	s.addEnded(b, order.Failed, failed)

	return nil
}

// canBeBatched reports whether an answer may be stored in a batch: no other supplier is tried next, no review is stored
// with it (see storeOpenOutcome), and it is not silence after "pending", which changes the next query alone (see storeOpenAnswerTx). The batch
// would be refused and halved.
func (s *Service) canBeBatched(a *attemptResult) bool {
	silence := a.answer.Outcome == supplier.Unknown && a.attempt.Outcome == supplier.Pending

	return a.nextSKU == nil && !silence && a.answer.Code != supplier.CodeContradiction && s.deps.Clock.Now().Sub(a.attempt.SentAt) < s.opt.GiveUpAfter
}
