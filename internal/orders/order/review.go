package order

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The kinds of reviews.
const (
	ReviewReversal      = "reversal"      // a failure reported after success
	ReviewLateSuccess   = "late_success"  // a delivery reported after the refund
	ReviewUnknown       = "unknown"       // no outcome within a day
	ReviewContradiction = "contradiction" // an answer or notice about another reference, SKU or number
)

// Review is a question about an order that staff must decide.
type Review struct {
	OrderID    int64
	ClientID   int64
	Kind       string // reversal, late_success, unknown, contradiction
	Detail     string // the supplier's message
	CreatedAt  time.Time
	Owner      string    // who of staff works on it, if anybody: staff:ana
	OwnedAt    time.Time // since when; zero without an owner
	ResolvedAt time.Time // zero while it is open
	Resolution string
}

const reviewColumns = "order_id, client_id, kind, detail, created_at, owner, COALESCE(owned_at, 0), COALESCE(resolved_at, 0), resolution"

func scanReview(row *sql.Rows) (Review, error) {
	var (
		r                        Review
		created, owned, resolved int64
	)

	err := row.Scan(&r.OrderID, &r.ClientID, &r.Kind, &r.Detail, &created, &r.Owner, &owned, &resolved, &r.Resolution)
	r.CreatedAt = clock.FromMicros(created)

	if owned != 0 {
		r.OwnedAt = clock.FromMicros(owned)
	}

	if resolved != 0 {
		r.ResolvedAt = clock.FromMicros(resolved)
	}

	return r, err
}

// StoreReviewTx stores a review. A closed review that is reported again is reopened.
func StoreReviewTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, kind, detail string) error {
	_, err := tx.Exec(ctx, `INSERT INTO order_reviews (order_id, kind, client_id, detail, created_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (client_id, order_id, kind) DO UPDATE SET detail = excluded.detail, created_at = excluded.created_at, resolved_at = NULL, resolution = '',
			owner = '', owned_at = NULL
		WHERE order_reviews.resolved_at IS NOT NULL`,
		o.ID, kind, o.ClientID, ClipMessage(detail), clock.Micros(now))
	if err != nil {
		return fmt.Errorf("keep a review: %w", err)
	}

	return nil
}

// Reviews lists the oldest open reviews, at most limit, oldest first; none of sandboxes, whose orders their clients end. more reports whether there are others.
func (s *Service) Reviews(ctx context.Context, limit int) (list []Review, more bool, err error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT `+reviewColumns+`
		FROM order_reviews WHERE resolved_at IS NULL AND client_id < $2 ORDER BY created_at, order_id, kind LIMIT $1`, int64(limit)+1, int64(clientid.FirstSandbox))

	list, err = db.Collect(rows, err, scanReview)
	if err != nil {
		return nil, false, fmt.Errorf("list reviews: %w", err)
	}

	return list[:min(limit, len(list))], len(list) > limit, nil
}

// CountReviews counts the orders of a client that need a decision.
func (s *Service) CountReviews(ctx context.Context, clientID int64) (n int, err error) {
	err = s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM order_reviews WHERE client_id = $1 AND resolved_at IS NULL", clientID).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count reviews: %w", err)
	}

	return n, nil
}

// CloseReviewsInput is the input of CloseReviews.
type CloseReviewsInput struct {
	ClientID int64
	OrderID  int64
	Actor    string
	Reason   string
}

// CloseReviews closes the reviews of an order without changing the order: a delivery after the refund, or
// a reported reversal that was wrong. It returns ErrState when there is no open review, or when the order
// is pending and must be resolved.
func (s *Service) CloseReviews(ctx context.Context, c CloseReviewsInput) error {
	if c.Reason == "" {
		return fault.InvalidField("reason", msgReasonMissing)
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, err := Find(ctx, tx, c.ClientID, c.OrderID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if o.Status == Pending {
			return ErrState.Msg(msgPending)
		}

		closed, err := closeReviewsTx(ctx, tx, now, o, c.Reason)
		if err != nil {
			return err
		}

		if closed == 0 {
			return ErrState.Msg(msgNothingWaits)
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: c.Actor, Client: o.ClientID, Action: "order.review", Subject: "order:" + FormatID(o.ID), Reason: c.Reason,
			Detail: map[string]any{"status": o.Status.String(), "closed": closed},
		})
	})
}

func closeReviewsTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, resolution string) (int64, error) {
	n, err := tx.Exec(ctx, `UPDATE order_reviews SET resolved_at = $1, resolution = $2
		WHERE order_id = $3 AND client_id = $4 AND resolved_at IS NULL`, clock.Micros(now), ClipMessage(resolution), o.ID, o.ClientID)
	if err != nil {
		return 0, fmt.Errorf("close the reviews of an order: %w", err)
	}

	return n, nil
}

// CloseUnknownReviewTx closes the review of an unknown outcome after the supplier has answered.
func CloseUnknownReviewTx(ctx context.Context, tx *db.Tx, now time.Time, o Order) error {
	_, err := tx.Exec(ctx, `UPDATE order_reviews SET resolved_at = $1, resolution = 'Supplier reported the outcome later'
		WHERE order_id = $2 AND client_id = $3 AND kind = $4 AND resolved_at IS NULL`, clock.Micros(now), o.ID, o.ClientID, ReviewUnknown)
	if err != nil {
		return fmt.Errorf("close the review of an order that ended: %w", err)
	}

	return nil
}
