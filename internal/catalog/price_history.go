package catalog

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// insertChange stores a change and returns its id. An applied one took effect at its EffectiveAt.
func insertChange(ctx context.Context, tx *db.Tx, c PriceChange) (int64, error) {
	id, err := db.NextSequence(ctx, tx, "price_changes")
	if err != nil {
		return 0, err
	}

	var ended time.Time
	if c.Status == Applied {
		ended = c.EffectiveAt
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO price_changes (id, product_code, client_id, supplier, amount, before, effective_at, status, cause, ends_id, created_by, reason, created_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		id, c.ProductCode, db.NullInt(c.ClientID), db.NullText(c.Supplier), db.NullPtr(c.Amount), db.NullPtr(c.Before), clock.Micros(c.EffectiveAt), string(c.Status),
		string(cmp.Or(c.Cause, CauseHand)), db.NullInt(c.EndsID), c.CreatedBy, c.Reason, clock.Micros(c.CreatedAt), db.NullMicros(ended))
	if err != nil {
		return 0, fmt.Errorf("store a change of %s: %w", c.subject(), err)
	}

	return id, nil
}

// insertApplied stores changes by rules that take effect now, in one statement.
func insertApplied(ctx context.Context, tx *db.Tx, now time.Time, changes []PriceChange, by By) error {
	var (
		ids, clients, amounts, before []int64
		products                      []string
	)

	for _, c := range changes {
		id, err := db.NextSequence(ctx, tx, "price_changes")
		if err != nil {
			return err
		}

		ids, clients, products = append(ids, id), append(clients, c.ClientID), append(products, c.ProductCode)
		amounts, before = append(amounts, orNone(c.Amount)), append(before, orNone(c.Before))
	}

	_, err := tx.ExecRows(ctx, db.Columns{
		{Name: "id", Values: ids}, {Name: "of", Values: clients}, {Name: "product", Values: products}, {Name: "amount", Values: amounts}, {Name: "before", Values: before},
	}, `INSERT INTO price_changes (id, product_code, client_id, amount, before, effective_at, status, cause, created_by, reason, created_at, ended_at)
		SELECT {id}, {product}, NULLIF({of}, 0), NULLIF({amount}, -1), NULLIF({before}, -1), $1, 'applied', 'rule', $2, $3, $1, $1 {FROM} WHERE TRUE`,
		clock.Micros(now), by.Actor, by.Reason)
	if err != nil {
		return fmt.Errorf("store changes by price rules: %w", err)
	}

	return nil
}

// orNone is an amount; -1 without one.
func orNone(amount *money.Rupiah) int64 {
	if amount == nil {
		return -1
	}

	return int64(*amount)
}

// RecordPricesTx stores changes of prices and costs that took effect at once in the history, and returns what they do to margins.
// Call it in Edit, after the new amounts were stored.
func RecordPricesTx(ctx context.Context, tx *db.Tx, now time.Time, changes []PriceChange, by By) ([]PricePreview, error) {
	for i := range changes {
		c := &changes[i]
		c.Status, c.Cause, c.EffectiveAt, c.CreatedAt, c.CreatedBy, c.Reason = Applied, CauseImport, now, now, by.Actor, by.Reason

		if _, err := insertChange(ctx, tx, *c); err != nil {
			return nil, err
		}

		if err := c.cancelEnd(ctx, tx, now); err != nil {
			return nil, err
		}

		if err := c.recordTx(ctx, tx, now); err != nil {
			return nil, err
		}
	}

	return PreviewPricesTx(ctx, tx, changes)
}

// maxHistory bounds a price history.
const maxHistory = 200

// History returns the changes of the price that a client pays for a product, the newest first: those of the list price and
// of the client's own price, scheduled ones too. Costs and other clients' prices are not in it.
func (s *Service) History(ctx context.Context, clientID int64, product string) ([]PriceChange, error) {
	if err := s.applyPast(ctx); err != nil {
		return nil, err
	}

	rows, err := s.db.Reader().Query(ctx, `SELECT `+changeColumns+` FROM price_changes
		WHERE product_code = $1 AND supplier IS NULL AND (client_id IS NULL OR client_id = $2) AND status <> 'cancelled'
		ORDER BY effective_at DESC, id DESC LIMIT $3`, product, clientID, int64(maxHistory))

	list, err := db.Collect(rows, err, scanChange)
	if err != nil {
		return nil, fmt.Errorf("history of a price: %w", err)
	}

	return list, nil
}

// applyPast lets due changes take effect before they are shown.
func (s *Service) applyPast(ctx context.Context) error {
	_, err := s.Snapshot(ctx)

	return err
}

// ScheduledChanges lists the changes to come, the first one first.
func (s *Service) ScheduledChanges(ctx context.Context) ([]PriceChange, error) {
	if err := s.applyPast(ctx); err != nil {
		return nil, err
	}

	return ReadScheduledPrices(ctx, s.db.Reader())
}
