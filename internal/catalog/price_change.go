package catalog

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
)

// ChangeStatus is where a change of a price or cost stands.
type ChangeStatus string

// The states. Applied and Cancelled are ends.
const (
	Scheduled ChangeStatus = "scheduled"
	Applied   ChangeStatus = "applied"
	Cancelled ChangeStatus = "cancelled"
)

// PriceChange is a price or a cost that holds from a moment on. With a client it is that client's own price, with a supplier
// the cost there, else the list price.
type PriceChange struct {
	ID          int64         `json:"id"`
	ProductCode string        `json:"productCode"`
	ClientID    int64         `json:"clientId"` // 0: no client
	Supplier    string        `json:"supplier"` // empty: a price
	Amount      *money.Rupiah `json:"amount"`   // nil: the client's own price ends
	Before      *money.Rupiah `json:"before"`   // what it replaced when it took effect; nil: nothing
	EffectiveAt time.Time     `json:"effectiveAt"`
	Status      ChangeStatus  `json:"status"`
	CreatedBy   string        `json:"createdBy"`
	Reason      string        `json:"reason"`
	CreatedAt   time.Time     `json:"createdAt"`
}

// subject names what changes: TSEL10, 1001/TSEL10, TSEL10 at digiflazz-a.
func (c PriceChange) subject() string {
	switch {
	case c.ClientID != 0:
		return strconv.FormatInt(c.ClientID, 10) + "/" + c.ProductCode
	case c.Supplier != "":
		return c.ProductCode + " at " + c.Supplier
	default:
		return c.ProductCode
	}
}

const changeColumns = `id, product_code, COALESCE(client_id, 0), COALESCE(supplier, ''), amount, before, effective_at, status, created_by, reason, created_at`

func scanChange(row *sql.Rows) (c PriceChange, err error) {
	var (
		effective, created int64
		amount, before     sql.NullInt64
	)

	err = row.Scan(&c.ID, &c.ProductCode, &c.ClientID, &c.Supplier, &amount, &before, &effective, &c.Status, &c.CreatedBy, &c.Reason, &created)
	c.EffectiveAt, c.CreatedAt = clock.FromMicros(effective), clock.FromMicros(created)
	c.Amount, c.Before = rupiahOf(amount), rupiahOf(before)

	return c, err
}

func rupiahOf(n sql.NullInt64) *money.Rupiah {
	if !n.Valid {
		return nil
	}

	v := money.Rupiah(n.Int64)

	return &v
}

// SameAmount reports whether two changes lead to the same amount.
func (c PriceChange) SameAmount(other PriceChange) bool {
	a, b := c.Amount, other.Amount

	return a == b || a != nil && b != nil && *a == *b
}

// Key identifies a change: an amount changes at most once at a moment.
func (c PriceChange) Key() string {
	return c.EffectiveAt.UTC().Format(time.RFC3339) + " " + c.subject()
}

// insertChange stores a change. An applied one took effect at its EffectiveAt.
func insertChange(ctx context.Context, tx *db.Tx, c PriceChange) error {
	id, err := db.NextSequence(ctx, tx, "price_changes")
	if err != nil {
		return err
	}

	var ended time.Time
	if c.Status == Applied {
		ended = c.EffectiveAt
	}

	_, err = tx.Exec(ctx, `
		INSERT INTO price_changes (id, product_code, client_id, supplier, amount, before, effective_at, status, created_by, reason, created_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		id, c.ProductCode, db.NullInt(c.ClientID), db.NullText(c.Supplier), db.NullPtr(c.Amount), db.NullPtr(c.Before), clock.Micros(c.EffectiveAt), string(c.Status),
		c.CreatedBy, c.Reason, clock.Micros(c.CreatedAt), db.NullMicros(ended))
	if err != nil {
		return fmt.Errorf("store a change of %s: %w", c.subject(), err)
	}

	return nil
}

// RecordPricesTx stores changes of prices and costs that took effect at once in the history, and returns what they do to margins.
// Call it in Edit, after the new amounts were stored.
func RecordPricesTx(ctx context.Context, tx *db.Tx, now time.Time, changes []PriceChange, by By) ([]PricePreview, error) {
	for i := range changes {
		c := &changes[i]
		c.Status, c.EffectiveAt, c.CreatedAt, c.CreatedBy, c.Reason = Applied, now, now, by.Actor, by.Reason

		if err := insertChange(ctx, tx, *c); err != nil {
			return nil, err
		}

		if err := c.recordTx(ctx, tx, now); err != nil {
			return nil, err
		}
	}

	return PreviewPricesTx(ctx, tx, changes)
}

// ReadScheduledPrices are those that did not take effect yet, in the order in which they will.
func ReadScheduledPrices(ctx context.Context, q db.Querier) ([]PriceChange, error) {
	rows, err := q.Query(ctx, `SELECT `+changeColumns+` FROM price_changes WHERE status = 'scheduled' ORDER BY effective_at, id`)

	list, err := db.Collect(rows, err, scanChange)
	if err != nil {
		return nil, fmt.Errorf("read scheduled changes of prices: %w", err)
	}

	return list, nil
}

// nextChange is the moment of the first scheduled change; zero without one.
func nextChange(ctx context.Context, q db.Querier) (time.Time, error) {
	var at int64

	if err := q.QueryRow(ctx, `SELECT COALESCE(MIN(effective_at), 0) FROM price_changes WHERE status = 'scheduled'`).Scan(&at); err != nil {
		return time.Time{}, fmt.Errorf("next change of a price: %w", err)
	}

	if at == 0 {
		return time.Time{}, nil
	}

	return clock.FromMicros(at), nil
}

// applyDue lets the changes take effect whose moment has come, and begins and ends problems. Any node may do it, once: whoever looks first.
func (s *Service) applyDue(ctx context.Context, now time.Time) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := Bump(ctx, tx); err != nil {
			return err
		}

		rows, err := tx.Query(ctx, `SELECT `+changeColumns+` FROM price_changes
			WHERE status = 'scheduled' AND effective_at <= $1 ORDER BY effective_at, id`, clock.Micros(now))

		due, err := db.Collect(rows, err, scanChange)
		if err != nil {
			return fmt.Errorf("read due changes of prices: %w", err)
		}

		for _, c := range due {
			if err := apply(ctx, tx, c, now); err != nil {
				return fmt.Errorf("change %s: %w", c.subject(), err)
			}
		}

		return applyProblems(ctx, tx, now)
	})
}

func apply(ctx context.Context, tx *db.Tx, c PriceChange, now time.Time) error {
	before, err := current(ctx, tx, c)
	if err != nil {
		return err
	}

	switch {
	case c.Supplier != "":
		_, err = tx.Exec(ctx, `UPDATE product_skus SET cost = $1 WHERE product_code = $2 AND supplier = $3`, db.NullPtr(c.Amount), c.ProductCode, c.Supplier)
	case c.ClientID == 0:
		_, err = tx.Exec(ctx, `UPDATE products SET price = $1, updated_at = $2 WHERE code = $3`, db.NullPtr(c.Amount), clock.Micros(now), c.ProductCode)
	case c.Amount == nil:
		err = DeletePriceTx(ctx, tx, c.ClientID, c.ProductCode)
	default:
		err = StorePriceTx(ctx, tx, ClientPrice{ClientID: c.ClientID, ProductCode: c.ProductCode, Price: *c.Amount}, now)
	}

	if err != nil {
		return err
	}

	if err := c.recordTx(ctx, tx, now); err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE price_changes SET status = 'applied', before = $1, ended_at = $2 WHERE id = $3`, db.NullPtr(before), clock.Micros(now), c.ID)

	return err
}

// recordTx records that a price changed. Costs are nobody's but the provider's.
func (c PriceChange) recordTx(ctx context.Context, tx *db.Tx, now time.Time) error {
	if c.Supplier != "" {
		return nil
	}

	return event.AddTx(ctx, tx, event.Event{ClientID: c.ClientID, Kind: event.PriceChanged, Subject: c.ProductCode, At: now})
}

// current is the amount that a change replaces; nil when there is none.
func current(ctx context.Context, tx *db.Tx, c PriceChange) (*money.Rupiah, error) {
	query, args := `SELECT MAX(price) FROM products WHERE code = $1`, []any{c.ProductCode}

	switch {
	case c.Supplier != "":
		query, args = `SELECT MAX(cost) FROM product_skus WHERE product_code = $1 AND supplier = $2`, append(args, c.Supplier)
	case c.ClientID != 0:
		query, args = `SELECT MAX(price) FROM client_prices WHERE product_code = $1 AND client_id = $2`, append(args, c.ClientID)
	}

	var v sql.NullInt64

	err := tx.QueryRow(ctx, query, args...).Scan(&v)

	return rupiahOf(v), err
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
