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

// ChangeCause is why a price changes.
type ChangeCause string

// The causes.
const (
	CauseHand   ChangeCause = "hand"   // staff set it: no price rule changes it
	CauseImport ChangeCause = "import" // from a file or a supplier's price list
	CauseRule   ChangeCause = "rule"   // a price rule, or a cost that its rule follows
	CauseEnd    ChangeCause = "end"    // a price by hand ends: its rule's price holds, or else the amount
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
	Cause       ChangeCause   `json:"cause"`
	EndsID      int64         `json:"endsId"` // of an end that is scheduled: the change that set the price by hand; 0: it ends whichever holds
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

// endsHand reports whether no price by hand holds after the change.
func (c PriceChange) endsHand() bool {
	return c.Cause == CauseEnd || c.ClientID != 0 && c.Amount == nil
}

const changeColumns = `id, product_code, COALESCE(client_id, 0), COALESCE(supplier, ''), amount, before, effective_at, status, cause, COALESCE(ends_id, 0), created_by, reason, created_at`

func scanChange(row *sql.Rows) (c PriceChange, err error) {
	var (
		effective, created int64
		amount, before     sql.NullInt64
	)

	err = row.Scan(&c.ID, &c.ProductCode, &c.ClientID, &c.Supplier, &amount, &before, &effective, &c.Status, &c.Cause, &c.EndsID, &c.CreatedBy, &c.Reason, &created)
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

		if err := followRules(ctx, tx, now); err != nil {
			return err
		}

		return applyProblems(ctx, tx, now)
	})
}

func apply(ctx context.Context, tx *db.Tx, c PriceChange, now time.Time) error {
	if c.Cause == CauseEnd {
		return endHand(ctx, tx, c, now)
	}

	before, err := current(ctx, tx, c)
	if err != nil {
		return err
	}

	switch {
	case c.Supplier != "":
		_, err = tx.Exec(ctx, `UPDATE product_skus SET cost = $1 WHERE product_code = $2 AND supplier = $3`, db.NullPtr(c.Amount), c.ProductCode, c.Supplier)
	case c.ClientID == 0:
		_, err = tx.Exec(ctx, `UPDATE products SET price = $1, price_by_hand = TRUE, updated_at = $2 WHERE code = $3`, db.NullPtr(c.Amount), clock.Micros(now), c.ProductCode)
	case c.Amount == nil:
		err = DeletePriceTx(ctx, tx, c.ClientID, c.ProductCode)
	default:
		err = StorePriceTx(ctx, tx, ClientPrice{ClientID: c.ClientID, ProductCode: c.ProductCode, Price: *c.Amount}, now)
	}

	if err != nil {
		return err
	}

	return recordApplied(ctx, tx, c, before, now)
}

// recordTx records that a price changed. Costs are nobody's but the provider's.
func (c PriceChange) recordTx(ctx context.Context, tx *db.Tx, now time.Time) error {
	if c.Supplier != "" {
		return nil
	}

	return event.AddTx(ctx, tx, c.fact(now))
}

// fact says that a price changed.
func (c PriceChange) fact(now time.Time) event.Event {
	return event.Event{ClientID: c.ClientID, Kind: event.PriceChanged, Subject: c.ProductCode, At: now}
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
