package order

import (
	"context"
	"fmt"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// ReviewsOf lists all reviews of an order, the oldest first, also those that were closed.
func (s *Service) ReviewsOf(ctx context.Context, clientID, orderID int64) ([]Review, error) {
	rows, err := s.deps.DB.Reader().Query(ctx,
		"SELECT "+reviewColumns+" FROM order_reviews WHERE client_id = $1 AND order_id = $2 ORDER BY created_at, kind", clientID, orderID)

	list, err := db.Collect(rows, err, scanReview)
	if err != nil {
		return nil, fmt.Errorf("reviews of an order: %w", err)
	}

	return list, nil
}

// TakeReviews makes the actor the owner of the open reviews of an order, also of those that somebody else works on. An owner of them all stays
// so since the first time. ErrState when there is no open review.
func (s *Service) TakeReviews(ctx context.Context, clientID, orderID int64, actor string) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		if _, err := Find(ctx, tx, clientID, orderID, s.deps.DB.ForUpdate()); err != nil {
			return err
		}

		var open, owned int64

		err := tx.QueryRow(ctx, `SELECT COUNT(*), COALESCE(SUM(CASE WHEN owner = $3 THEN 1 ELSE 0 END), 0) FROM order_reviews
			WHERE client_id = $1 AND order_id = $2 AND resolved_at IS NULL`, clientID, orderID, actor).Scan(&open, &owned)

		switch {
		case err != nil:
			return fmt.Errorf("look for open reviews: %w", err)
		case open == 0:
			return ErrState.Msg(msgNothingWaits)
		case open == owned:
			return nil
		}

		var before string

		err = tx.QueryRow(ctx, `SELECT MAX(owner) FROM order_reviews
			WHERE client_id = $1 AND order_id = $2 AND resolved_at IS NULL`, clientID, orderID).Scan(&before)
		if err != nil {
			return fmt.Errorf("owner of a review: %w", err)
		}

		_, err = tx.Exec(ctx, `UPDATE order_reviews SET owner = $1, owned_at = $2
			WHERE client_id = $3 AND order_id = $4 AND resolved_at IS NULL AND owner <> $1`, actor, clock.Micros(now), clientID, orderID)
		if err != nil {
			return fmt.Errorf("take a review: %w", err)
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: actor, Client: clientID, Action: "order.take", Subject: "order:" + FormatID(orderID), Detail: map[string]any{"before": before},
		})
	})
}
