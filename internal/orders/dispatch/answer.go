package dispatch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/supplier"
)

var (
	// errEnded: the order has ended already.
	errEnded = errors.New("the order has ended")
	// errAsked: a status query was recorded while the first send was delayed, so "nothing created" no
	// longer counts.
	errAsked = errors.New("a status query was recorded for this attempt")
	// errFollowed: a further attempt has begun.
	errFollowed = errors.New("another attempt followed")
)

// maxSuppliers limits how many suppliers are tried for one order.
const maxSuppliers = 8

// Pauses between attempts to store an answer.
const (
	storeFirstPause = 50 * time.Millisecond
	storeMostPause  = 2 * time.Second
)

// storeAnswer stores an answer and its consequences. While the database refuses it, storeAnswer tries again
// until the attempt counts as lost; a status query finds the outcome then.
func (s *Service) storeAnswer(t *orderAttempt, answer supplier.Answer) {
	ctx := context.WithoutCancel(s.calling)
	lostAt := s.deps.Clock.Now().Add(s.opt.TakeOverAfter)
	pause := storeFirstPause

	for {
		err := s.tryStoreAnswer(ctx, t, answer)
		if err == nil {
			return
		}

		lost := !s.deps.Clock.Now().Before(lostAt)
		s.deps.Log.WarnContext(ctx, "answer of a supplier not stored", "order", t.order.ID, "attempt", t.attempt.Number, "given up", lost, "error", err)

		if lost || s.stopping.Err() != nil {
			return
		}

		time.Sleep(pause)
		pause = min(2*pause, storeMostPause)
	}
}

func (s *Service) tryStoreAnswer(ctx context.Context, t *orderAttempt, answer supplier.Answer) error {
	a := &attemptResult{orderAttempt: t, answer: answer}

	if answer.Outcome.MayFailOver() && t.order.Kind == catalog.Prepaid { // a bill would need a new inquiry, and could have another price
		sku, more, err := s.nextSupplier(ctx, t)
		if err != nil {
			return err
		}

		if more {
			a.nextSKU = &sku
		}
	}

	if answer.Code == supplier.CodeNotConnected && answer.Outcome.MayFailOver() && a.nextSKU == nil {
		return s.returnToQueue(ctx, t)
	}

	if !s.canBeBatched(a) {
		return s.storeInOwnTx(ctx, a)
	}

	return s.storeInBatch(ctx, a)
}

// returnToQueue lets an attempt wait that met no connection, so nothing of it was sent. If the supplier stays away, its
// circuit opens, and the order waits for Options.WaitAtMost at most. It names the claim by its time: when it runs again
// after a lost answer to its COMMIT, another claim may be in flight, which must not be taken back.
func (s *Service) returnToQueue(ctx context.Context, t *orderAttempt) error {
	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = 'prepared', sent_at = NULL, next_check_at = NULL
			WHERE order_id = $1 AND number = $2 AND client_id = $3 AND state = 'sending' AND outcome IS NULL AND checks = 0 AND sent_at = $4`,
			t.attempt.OrderID, t.attempt.Number, t.attempt.ClientID, clock.Micros(t.attempt.SentAt))
		if err == nil && n == 0 {
			err = errAsked
		}

		return err
	})

	switch {
	case errors.Is(err, errAsked): // a status query may have made the purchase
		return nil
	case err != nil:
		return fmt.Errorf("let order %d wait again: %w", t.order.ID, err)
	}

	t.attempt.State, t.attempt.SentAt = order.StatePrepared, time.Time{}
	s.enqueue(t)

	return nil
}

// storeInOwnTx stores one answer in a transaction of its own.
func (s *Service) storeInOwnTx(ctx context.Context, a *attemptResult) error {
	var err error

	switch a.answer.Outcome {
	case supplier.Success:
		err = s.succeed(ctx, a.order, a.attempt, a.answer)
	case supplier.FailedCreated:
		err = s.fail(ctx, a)
	case supplier.FailedNotCreated:
		if a.nextSKU != nil {
			err = s.failOver(ctx, a)
		} else {
			err = s.fail(ctx, a)
		}
	case supplier.Pending, supplier.Unknown:
		err = s.storeOpenOutcome(ctx, a)
	}

	switch {
	case errors.Is(err, errFollowed):
		return s.answerToEarlier(ctx, a)
	case errors.Is(err, errEnded), errors.Is(err, errAsked):
		err = nil // the answer no longer counts
	}

	if err == nil && a.noticeID != "" {
		err = s.markApplied(ctx, inbox.Notice{ID: a.noticeID}, a.answer.Outcome.String())
	}

	return err
}

// nextSupplier is the first supplier, in the order of the routing, that was not tried yet. One whose circuit is
// closed goes before others.
func (s *Service) nextSupplier(ctx context.Context, t *orderAttempt) (catalog.SKU, bool, error) {
	skus, err := s.untriedSKUs(ctx, t)
	if err != nil {
		return catalog.SKU{}, false, err
	}

	sku, ok := order.ChooseSupplier(s.deps.Suppliers, skus)

	return sku, ok, nil
}

// untriedSKUs are the SKUs of the suppliers that were not tried for an order, in the order of the routing. They are those of the last snapshot
// that was read, so the end of an order waits for the catalogue only after a change that this node made. While the catalogue can't be read, a
// SKU that was switched off since can still be chosen.
func (s *Service) untriedSKUs(ctx context.Context, t *orderAttempt) ([]catalog.SKU, error) {
	if t.attempt.Number >= maxSuppliers {
		return nil, nil
	}

	snap, err := s.deps.Catalog.Latest(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}

	had := map[string]bool{t.attempt.Supplier: true}

	if t.attempt.Number > 1 {
		attempts, err := s.deps.Orders.Attempts(ctx, t.order.ClientID, t.order.ID)
		if err != nil {
			return nil, err
		}

		for _, a := range attempts {
			had[a.Supplier] = true
		}
	}

	var skus []catalog.SKU

	for _, sku := range s.routedSKUs(snap, &t.order) {
		if !had[sku.Supplier] {
			skus = append(skus, sku)
		}
	}

	return skus, nil
}

// failOver stores an answer that created nothing, and the attempt at the next supplier.
func (s *Service) failOver(ctx context.Context, a *attemptResult) error {
	var next order.Attempt

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		current, err := order.Find(ctx, tx, a.order.ClientID, a.order.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if current.Status != order.Pending {
			return errEnded
		}

		now := s.deps.Clock.Now()

		stored, err := storeAnswerTx(ctx, tx, now, a.attempt, a.answer, time.Time{})
		if err != nil {
			return err
		}

		if !stored {
			return errAsked
		}

		next, err = prepareTx(ctx, tx, now, a.order, a.attempt.Number+1, *a.nextSKU)

		return err
	})
	if err != nil {
		return err
	}

	s.countResult(a)
	s.enqueue(&orderAttempt{a.order, next})

	return nil
}

// storeOpenOutcome stores an open outcome and when the next status query is due. Staff review an answer about something
// else at once. Options.GiveUpAfter after the first send the order waits for staff; outcomes are never guessed.
func (s *Service) storeOpenOutcome(ctx context.Context, a *attemptResult) error {
	now := s.deps.Clock.Now()
	giveUp := now.Sub(a.attempt.SentAt) >= s.opt.GiveUpAfter

	var next time.Time // zero once the order waits for staff
	if !giveUp {
		next = now.Add(s.waitAfter(a))
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := storeOpenAnswerTx(ctx, tx, now, a.attempt, a.answer, next); err != nil {
			return err
		}

		if a.answer.Code == supplier.CodeContradiction {
			if err := order.StoreReviewTx(ctx, tx, now, a.order, order.ReviewContradiction, a.answer.Message); err != nil {
				return err
			}
		}

		if giveUp {
			return order.StoreReviewTx(ctx, tx, now, a.order, order.ReviewUnknown, a.answer.Code+" "+a.answer.Message)
		}

		return nil
	})
}

// waitAfter is the time until the next status query after an open outcome: what the supplier asks for, else checkWait.
func (s *Service) waitAfter(a *attemptResult) time.Duration {
	if a.answer.AskAfter > 0 {
		return a.answer.AskAfter
	}

	return s.checkWait(a.attempt.Checks)
}

// checkWait grows by half with every status query, up to its maximum.
func (s *Service) checkWait(checks int) time.Duration {
	wait := s.opt.CheckAfter

	for range checks {
		if wait >= s.opt.MaxCheckWait {
			return s.opt.MaxCheckWait
		}

		wait += wait / 2
	}

	return min(wait, s.opt.MaxCheckWait)
}
