package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

// maxNamed is the most SKUs that an audit row or an error names.
const maxNamed = 20

// auditedPrice is how a SKU was priced.
type auditedPrice struct {
	Code  string      `json:"code"`
	Type  PricingType `json:"type"`
	Value int64       `json:"value"`
}

// pricesBefore are the prices that a change replaces.
type pricesBefore struct {
	All   Pricing
	Own   int // SKUs with their own pricing, among those that the change is about
	First []auditedPrice
}

// pricesBeforeTx reads what a change replaces: of all SKUs, or of those with these codes. It begins every change of prices: its lock lets
// one change of a client run at a time.
func pricesBeforeTx(ctx context.Context, tx *db.Tx, clientID int64, codes []string) (pricesBefore, error) {
	if err := tx.Lock(ctx, fmt.Sprintf("storefront/prices/%d", clientID)); err != nil {
		return pricesBefore{}, err
	}

	now, err := readPricing(ctx, tx, clientID)
	if err != nil {
		return pricesBefore{}, err
	}

	before := pricesBefore{All: now.All}
	where, args := "client_id = $1", []any{clientID}

	if codes != nil {
		list, err := json.Marshal(codes)
		if err != nil {
			return pricesBefore{}, fmt.Errorf("prices before: %w", err)
		}

		where, args = where+" AND product_code IN (SELECT l.value FROM "+tx.Engine().List("$2")+" l)", append(args, string(list))
	}

	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM storefront_prices WHERE "+where, args...).Scan(&before.Own); err != nil {
		return pricesBefore{}, fmt.Errorf("prices before: %w", err)
	}

	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT product_code, pricing_type, value FROM storefront_prices WHERE %s ORDER BY product_code LIMIT %d", where, maxNamed), args...)

	before.First, err = db.Collect(rows, err, func(row *sql.Rows) (p auditedPrice, err error) { return p, row.Scan(&p.Code, &p.Type, &p.Value) })
	if err != nil {
		return pricesBefore{}, fmt.Errorf("prices before: %w", err)
	}

	return before, nil
}

// pricedTx ends every change of prices. codes nil means all SKUs; n is their number.
func (s *Service) pricedTx(ctx context.Context, tx *db.Tx, by By, before pricesBefore, p Pricing, codes []string, n int) error {
	// The next check compares the new prices with the net prices.
	if _, err := tx.Exec(ctx, "UPDATE storefronts SET prices_checked = 0 WHERE client_id = $1", by.ClientID); err != nil {
		return err
	}

	detail := map[string]any{
		"type": p.Type, "value": p.Value, "skus": n,
		"before": map[string]any{"type": before.All.Type, "value": before.All.Value, "own": before.Own, "first": before.First},
	}
	if codes != nil {
		detail["first"] = codes[:min(len(codes), maxNamed)]
	}

	return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: "storefront.price", Subject: fmt.Sprintf("client:%d", by.ClientID), Detail: detail, Address: by.Address,
	})
}
