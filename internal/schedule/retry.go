package schedule

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"loket/internal/order"
	"loket/internal/platform/db"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// RetryInput is the input of Retry.
type RetryInput struct {
	Decision

	Request       idempotency.Request
	UserID        int64
	PIN           secret.Text
	Name          string        // that of the first order without one
	ExpectedTotal *money.Rupiah // none for bills
}

// Retry makes an immediate order of the lines that failed. A line whose outcome is not known, or that another retry has
// waiting, under way or paid, is not in it. Errors: those of Create, fault.ErrNotFound, ErrStillRunning while lines wait for
// their order, and ErrNothingToRetry.
func (s *Service) Retry(ctx context.Context, r RetryInput) (Order, error) {
	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return Order{}, fmt.Errorf("read the catalogue: %w", err)
	}

	// An order of another client costs no try of the PIN.
	if _, err := s.Progress(ctx, r.ClientID, r.ID); err != nil {
		return Order{}, err
	}

	if err := s.People.VerifyPIN(ctx, r.ClientID, r.UserID, r.PIN); err != nil {
		return Order{}, err
	}

	id, _, err := idempotency.Do(ctx, s.Keys, r.Request, func(tx *db.Tx, now time.Time) (int64, error) {
		// Two retries of one family can't choose the same lines.
		if err := tx.Lock(ctx, fmt.Sprintf(lockClients, r.ClientID)); err != nil {
			return 0, err
		}

		was, err := getTx(ctx, tx, r.ClientID, r.ID, s.DB.ForUpdate())
		if err != nil {
			return 0, err
		}

		numbers, err := retriableTx(ctx, tx, was)
		if err != nil {
			return 0, err
		}

		p, found := snap.Product(was.ProductCode)
		if !found {
			return 0, order.ErrProductNotFound.New()
		}

		n := NewOrder{
			ClientID: r.ClientID, UserID: r.UserID, Name: cmp.Or(r.Name, was.Name), ProductCode: p.Code, Destinations: numbers,
			ExpectedTotal: r.ExpectedTotal, Actor: r.Actor, Address: r.Address,
		}
		if was.Amount != 0 {
			n.Amount = &was.Amount
		}

		o, err := s.prepare(n, p, snap.Price(r.ClientID, p))
		if err != nil {
			return 0, err
		}

		o.RetryOf = was.ID

		return s.createTx(ctx, tx, now, n, o, p)
	})
	if err != nil {
		return Order{}, failed("retry", r.ID, err)
	}

	return s.Get(ctx, r.ClientID, id)
}

// retriableTx returns the destinations of the failed lines of an order that no order of its family of retries has waiting,
// under way or paid. An order that a lost worker placed for a failed line excludes it, too.
func retriableTx(ctx context.Context, tx *db.Tx, o Order) ([]string, error) {
	if o.Status == Draft || o.Counts.Waiting > 0 {
		return nil, ErrStillRunning.New()
	}

	first := o

	for first.RetryOf != 0 {
		var err error
		if first, err = getTx(ctx, tx, o.ClientID, first.RetryOf, ""); err != nil {
			return nil, err
		}
	}

	rows, err := tx.Query(ctx, `WITH RECURSIVE family (id) AS (
			SELECT CAST($1 AS BIGINT) UNION SELECT s.id FROM scheduled_orders s JOIN family f ON s.retry_of_id = f.id)
		SELECT l.destination_no FROM scheduled_lines l
		WHERE l.scheduled_order_id = $2 AND l.state = 'failed'
			AND l.destination_no NOT IN (SELECT m.destination_no FROM scheduled_lines m
				WHERE m.scheduled_order_id IN (SELECT id FROM family) AND m.state IN ('waiting', 'placing', 'pending', 'success'))
			AND NOT EXISTS (SELECT 1 FROM orders o WHERE l.order_id IS NULL AND o.client_id = $3 AND o.client_ref = $4 || '-' || l.line)
		ORDER BY l.line`, first.ID, o.ID, o.ClientID, o.token)

	list, err := db.Collect(rows, err, scanText)
	if err != nil {
		return nil, failed("find the failed lines of", o.ID, err)
	}

	if len(list) == 0 {
		return nil, ErrNothingToRetry.New()
	}

	return list, nil
}
