package dispatch

import (
	"context"
	"fmt"
	"strings"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/supplier"
)

// succeed ends an order with success. If the order was refunded already, it only stores a
// review for staff. It returns errFollowed if a further attempt was sent.
func (s *Service) succeed(ctx context.Context, o order.Order, a order.Attempt, answer supplier.Answer) error {
	return s.finish(ctx, o, func(tx *db.Tx, now time.Time) (order.Status, error) {
		// The order's row first, as everybody locks it: else two transactions could wait for each other.
		before, err := order.Find(ctx, tx, o.ClientID, o.ID, s.deps.DB.ForUpdate())
		if err != nil {
			return 0, err
		}

		if err := s.withdrawLaterTx(ctx, tx, now, o, a); err != nil {
			return 0, err
		}

		stored, err := storeAnswerTx(ctx, tx, now, a, answer, time.Time{})
		if err != nil {
			return 0, err
		}

		if stored && before.Status == order.Success { // by staff
			return 0, order.RecordLateCostTx(ctx, tx, &o, a, answer, now)
		}

		n, err := tx.Exec(ctx, `UPDATE orders SET status = $1, serial_number = $2, reference = $3, updated_at = $4
			WHERE client_id = $5 AND id = $6 AND status = $7`,
			int64(order.Success), answer.SerialNumber, order.EncodeDisplayFields(order.DeliveredFields(o, answer)), clock.Micros(now),
			o.ClientID, o.ID, int64(order.Pending))
		if err != nil {
			return 0, fmt.Errorf("end an order: %w", err)
		}

		if n == 0 {
			return 0, contradiction(ctx, tx, now, o, order.Success, answer)
		}

		tx.AfterCommit(func() {
			s.countCost(o, a, answer)
			s.countResult(&attemptResult{orderAttempt: &orderAttempt{o, a}, answer: answer})
		})

		return order.Success, event.AddTx(ctx, tx, order.EndEvent(&o, event.OrderSucceeded, now))
	})
}

// withdrawLaterTx withdraws the attempt that followed another one, which was delivered after all. It returns
// errFollowed when it was sent already.
func (s *Service) withdrawLaterTx(ctx context.Context, tx *db.Tx, now time.Time, o order.Order, delivered order.Attempt) error {
	last, _, err := order.LastAttempt(ctx, tx, o.ClientID, o.ID, s.deps.DB.ForUpdate())
	if err != nil || last.Number == delivered.Number {
		return err
	}

	withdrawn, err := order.WithdrawTx(ctx, tx, now, last, order.CodeDelivered)
	if err == nil && !withdrawn {
		err = errFollowed
	}

	return err
}

// fail ends an order with failure and refund. If the order succeeded already, it only stores a
// review for staff. It returns errFollowed or errAsked when the answer no longer counts.
func (s *Service) fail(ctx context.Context, a *attemptResult) error {
	return s.finish(ctx, a.order, func(tx *db.Tx, now time.Time) (order.Status, error) {
		if err := s.refusedTx(ctx, tx, now, a); err != nil {
			return 0, err
		}

		ended, err := order.FailTx(ctx, tx, now, a.order, order.Pending, order.FailureReason(s.deps.Suppliers, a.attempt.Supplier, a.answer.Code))
		if err != nil {
			return 0, err
		}

		if !ended {
			return 0, contradiction(ctx, tx, now, a.order, order.Failed, a.answer)
		}

		tx.AfterCommit(func() { s.countResult(a) })

		return order.Failed, nil
	})
}

// refusedTx stores the failure of an attempt. It locks the order's row first, as failOver does,
// so no further attempt can begin unnoticed.
func (s *Service) refusedTx(ctx context.Context, tx *db.Tx, now time.Time, a *attemptResult) error {
	if _, err := order.Find(ctx, tx, a.order.ClientID, a.order.ID, s.deps.DB.ForUpdate()); err != nil {
		return err
	}

	last, _, err := order.LastAttempt(ctx, tx, a.order.ClientID, a.order.ID, "")
	if err != nil {
		return err
	}

	if last.Number != a.attempt.Number {
		return errFollowed
	}

	stored, err := storeAnswerTx(ctx, tx, now, a.attempt, a.answer, time.Time{})
	if err == nil && !stored && a.answer.Outcome == supplier.FailedNotCreated {
		return errAsked
	}

	return err
}

// failWaiting ends an order whose attempt waits and was never sent. An attempt that was sent meanwhile is
// left alone.
func (s *Service) failWaiting(ctx context.Context, t *orderAttempt, code string) error {
	err := s.finish(ctx, t.order, func(tx *db.Tx, now time.Time) (order.Status, error) {
		if _, err := order.Find(ctx, tx, t.order.ClientID, t.order.ID, s.deps.DB.ForUpdate()); err != nil {
			return 0, err
		}

		withdrawn, err := order.WithdrawTx(ctx, tx, now, t.attempt, code)
		if err != nil || !withdrawn {
			return 0, err
		}

		ended, err := order.FailTx(ctx, tx, now, t.order, order.Pending, order.FailureReason(s.deps.Suppliers, t.attempt.Supplier, code))
		if err != nil || !ended {
			return 0, err
		}

		return order.Failed, nil
	})
	if err != nil {
		return fmt.Errorf("end order %d, which waits: %w", t.order.ID, err)
	}

	return nil
}

// finish runs the end of an order in one transaction and calls the hooks after it.
func (s *Service) finish(ctx context.Context, o order.Order, end func(tx *db.Tx, now time.Time) (order.Status, error)) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		status, err := end(tx, now)
		if err != nil {
			return err
		}

		if status != 0 {
			if now.Sub(o.CreatedAt) >= s.opt.GiveUpAfter { // younger ones have no such review
				if err := order.CloseUnknownReviewTx(ctx, tx, now, o); err != nil {
					return err
				}
			}

			s.deps.Live.ChangedTx(tx, o.ClientID, order.LiveTopic)

			if !clientid.IsSandbox(o.ClientID) {
				tx.AfterCommit(func() { s.opt.Hooks.Finished(status) })
			}
		}

		return nil
	})
}

// contradiction stores a review for an answer that contradicts the order's end.
func contradiction(ctx context.Context, tx *db.Tx, now time.Time, o order.Order, newEnd order.Status, answer supplier.Answer) error {
	current, err := order.Find(ctx, tx, o.ClientID, o.ID, "")
	if err != nil || current.Status == newEnd || current.Status == order.Pending {
		return err
	}

	kind := order.ReviewReversal
	if newEnd == order.Success {
		kind = order.ReviewLateSuccess
	}

	return order.StoreReviewTx(ctx, tx, now, o, kind, strings.TrimSpace(answer.Code+" "+answer.Message))
}
