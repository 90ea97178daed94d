package dispatch

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// storedAnswer is the content of a notice in the inbox.
type storedAnswer struct {
	Outcome      string `json:"outcome"`
	Code         string `json:"code"`
	Message      string `json:"message"`
	SerialNumber string `json:"serialNumber"`
	Price        int64  `json:"price"`
	SKU          string `json:"sku"`
	Destination  string `json:"destination"`
	AskNow       bool   `json:"askNow,omitempty"`
}

// ReceiveNotice stores a verified notice of a supplier before it is answered, so none is lost. It is applied soon
// after. The same body is stored once.
func (s *Service) ReceiveNotice(ctx context.Context, supplierCode string, n supplier.Notice, body []byte) error {
	answer, err := json.Marshal(storedAnswer{
		Outcome: n.Answer.Outcome.String(), Code: n.Answer.Code, Message: order.ClipMessage(n.Answer.Message),
		SerialNumber: n.Answer.SerialNumber, Price: int64(n.Answer.Price), SKU: n.SKU, Destination: n.Destination, AskNow: n.AskNow,
	})
	if err != nil {
		return fmt.Errorf("store a notice: %w", err)
	}

	r := inbox.NewReceived(inbox.Notice{
		Kind: inbox.Supplier, Code: supplierCode, Subject: n.Reference, Content: string(answer),
	}, body)

	if _, err := s.claims.Do(ctx, dispatchWrite{notice: r}); err != nil {
		return fmt.Errorf("store a notice: %w", err)
	}

	s.deps.Inbox.Dispatch(r)

	return nil
}

// applyNotice applies a stored notice to its order. It moves the order only forward, and may run twice.
func (s *Service) applyNotice(ctx context.Context, n inbox.Notice) error {
	stored, answer, err := decodeAnswer(n.Content)
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "a stored notice can't be read", "notice", n.ID, "error", err)

		return s.markApplied(ctx, n, "unreadable")
	}

	key, ok := order.ParseAttemptKey(n.Subject)
	if !ok {
		return s.markApplied(ctx, n, "unknown reference")
	}

	list, err := s.noticeReads.Do(ctx, key)
	if err != nil {
		return fmt.Errorf("read the order of a notice: %w", err)
	}

	if len(list) == 0 || list[0].attempt.Number != key.Number || list[0].attempt.Supplier != n.Code {
		return s.markApplied(ctx, n, "unknown reference")
	}

	if why := stored.contradiction(list[0].order, list[0].attempt); why != "" {
		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			return order.StoreReviewTx(ctx, tx, s.deps.Clock.Now(), list[0].order, order.ReviewContradiction, why)
		})
		if err != nil {
			return err
		}

		return s.markApplied(ctx, n, "about something else")
	}

	a := &attemptResult{orderAttempt: list[0], answer: answer, noticeID: n.ID}

	if len(list) > 1 && (stored.AskNow || answer.Outcome != supplier.Success) { // another attempt followed
		return s.answerToEarlier(ctx, a)
	}

	if stored.AskNow {
		return s.askNow(ctx, a)
	}

	switch answer.Outcome {
	case supplier.Success:
	case supplier.FailedCreated, supplier.FailedNotCreated:
		// A notice is about an existing transaction, so no other supplier may be tried.
		a.answer.Outcome = supplier.FailedCreated
	case supplier.Pending, supplier.Unknown:
		return s.markApplied(ctx, n, "nothing new")
	}

	if len(list) == 1 && a.order.Status == order.Pending && s.canBeBatched(a) {
		return s.storeInBatch(ctx, a)
	}

	return s.storeInOwnTx(ctx, a)
}

// askNow makes the status query of an attempt due, also of one that waits for staff or whose call is in flight: the supplier says that it
// knows the purchase. A notice of this kind never ends an order. If it contradicts the end of one, a review is stored for staff.
func (s *Service) askNow(ctx context.Context, a *attemptResult) error {
	result := "nothing new"

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		if a.order.Status != order.Pending {
			return s.reviewContradictionTx(ctx, tx, now, a)
		}

		n, err := tx.Exec(ctx, `UPDATE order_attempts SET next_check_at = $1
			WHERE client_id = $2 AND order_id = $3 AND number = $4 AND supplier = $5 AND sent_at IS NOT NULL
				AND (outcome IS NULL OR outcome IN ('pending', 'unknown')) AND (next_check_at IS NULL OR next_check_at > $1)`,
			clock.Micros(now), a.order.ClientID, a.order.ID, int64(a.attempt.Number), a.attempt.Supplier)
		if err != nil {
			return fmt.Errorf("ask about an attempt now: %w", err)
		}

		if n > 0 {
			result = "status query"
		}

		return nil
	})
	if err != nil {
		return err
	}

	return s.markApplied(ctx, inbox.Notice{ID: a.noticeID}, result)
}

// reviewContradictionTx stores a review if an answer that proves nothing contradicts the end of an order.
func (s *Service) reviewContradictionTx(ctx context.Context, tx *db.Tx, now time.Time, a *attemptResult) error {
	switch a.answer.Outcome {
	case supplier.Success:
		return contradiction(ctx, tx, now, a.order, order.Success, a.answer)
	case supplier.FailedCreated, supplier.FailedNotCreated:
		return contradiction(ctx, tx, now, a.order, order.Failed, a.answer)
	case supplier.Pending, supplier.Unknown:
	}

	return nil
}

// answerToEarlier handles an answer to an attempt that was followed by another one because it had
// created nothing. If it reports a delivery, a review is stored for staff.
func (s *Service) answerToEarlier(ctx context.Context, a *attemptResult) error {
	result := "an earlier attempt"

	if a.answer.Outcome == supplier.Success {
		result = "an earlier attempt delivered"

		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			return order.StoreReviewTx(ctx, tx, s.deps.Clock.Now(), a.order, order.ReviewLateSuccess, a.answer.Code+" "+a.answer.Message)
		})
		if err != nil {
			return err
		}
	}

	if a.noticeID == "" {
		return nil
	}

	return s.markApplied(ctx, inbox.Notice{ID: a.noticeID}, result)
}

func (s *Service) markApplied(ctx context.Context, n inbox.Notice, result string) error {
	return s.deps.Inbox.MarkApplied(ctx, n.ID, result)
}

// addApplied marks the notices among some answers as applied.
func addApplied(b *db.Batch, list []*attemptResult, now time.Time) {
	var ids, results []string

	for _, a := range list {
		if a.noticeID != "" {
			ids, results = append(ids, a.noticeID), append(results, a.answer.Outcome.String())
		}
	}

	inbox.AddApplied(b, ids, results, now)
}

// contradiction says, for staff, why a notice can't be about an attempt: it has another SKU or number. It
// returns "" for all others.
func (n storedAnswer) contradiction(o order.Order, a order.Attempt) string {
	switch {
	case n.SKU != "" && n.SKU != a.SKU:
		return "The supplier sent a notice about another SKU: " + n.SKU
	case n.Destination != "" && n.Destination != o.DestinationNo:
		return "The supplier sent a notice about another number: " + n.Destination
	default:
		return ""
	}
}

func decodeAnswer(kept string) (storedAnswer, supplier.Answer, error) {
	var stored storedAnswer
	if err := json.Unmarshal([]byte(kept), &stored); err != nil {
		return stored, supplier.Answer{}, fmt.Errorf("read a notice: %w", err)
	}

	outcome, err := supplier.ParseOutcome(stored.Outcome)
	if err != nil {
		return stored, supplier.Answer{}, fmt.Errorf("read a notice: %w", err)
	}

	return stored, supplier.Answer{
		Outcome: outcome, Code: stored.Code, Message: stored.Message, SerialNumber: stored.SerialNumber,
		Price: money.Rupiah(stored.Price),
	}, nil
}
