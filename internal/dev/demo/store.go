package demo

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// writeCatalogue writes operators, products, SKUs and client prices.
func writeCatalogue(ctx context.Context, tx *db.Tx, b *book, at time.Time) error {
	if _, err := catalog.Bump(ctx, tx); err != nil {
		return err
	}

	for _, o := range b.operators {
		_, err := tx.Exec(ctx, `INSERT INTO operators (code, name, type, active, parts) VALUES ($1, $2, $3, $4, $5)`, o.Code, o.Name, o.Type, o.Active, gameParts(o.Code))
		if err != nil {
			return fmt.Errorf("operator %s: %w", o.Code, err)
		}
	}

	for n := range b.items {
		if err := writeProduct(ctx, tx, &b.items[n], at); err != nil {
			return fmt.Errorf("product %s: %w", b.items[n].Code, err)
		}
	}

	for clientID, prices := range clientPrices(b) {
		for code, price := range prices {
			_, err := tx.Exec(ctx, `INSERT INTO client_prices (client_id, product_code, price, updated_at) VALUES ($1, $2, $3, $4)`,
				clientID, code, price, clock.Micros(at))
			if err != nil {
				return fmt.Errorf("price of %s for client %d: %w", code, clientID, err)
			}
		}
	}

	return nil
}

func writeProduct(ctx context.Context, tx *db.Tx, i *item, at time.Time) error {
	var recommended any
	if i.RecommendedPrice != 0 {
		recommended = int64(i.RecommendedPrice)
	}

	var reasons [2]string // in English and Indonesian
	if i.Problem {
		reasons = [2]string{"The operator reports slow deliveries", "Operator melaporkan pengiriman lambat"}
	}

	_, err := tx.Exec(ctx, `
		INSERT INTO products (code, name, description, operator_code, operator_type, kind, wallet_type,
			price, recommended_price, min_amount, max_amount, active, problem, problem_reason, problem_reason_id,
			cutoff_from, cutoff_to, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		i.Code, i.Name, i.Description, i.OperatorCode, i.OperatorType, string(i.Kind), i.WalletType,
		int64(i.Price), recommended, int64(i.MinAmount), int64(i.MaxAmount), i.Active, i.Problem, reasons[0], reasons[1],
		int64(i.CutOff.From), int64(i.CutOff.To), clock.Micros(at))
	if err != nil {
		return err
	}

	for n, supplier := range i.suppliers() {
		_, err := tx.Exec(ctx, `
			INSERT INTO product_skus (product_code, supplier, sku, preference, cost, active) VALUES ($1, $2, $3, $4, $5, TRUE)`,
			i.Code, supplier, i.sku(supplier), n+1, int64(i.cost(supplier)))
		if err != nil {
			return fmt.Errorf("SKU at %s: %w", supplier, err)
		}
	}

	return nil
}

// walletIDs finds the wallets of the demo's clients.
func walletIDs(ctx context.Context, q db.Querier) (map[walletKey]int64, error) {
	type row struct {
		key walletKey
		id  int64
	}

	rows, err := q.Query(ctx, `SELECT client_id, type, id FROM wallets`)

	list, err := db.Collect(rows, err, func(r *sql.Rows) (row, error) {
		var v row

		return v, r.Scan(&v.key.client, &v.key.kind, &v.id)
	})
	if err != nil {
		return nil, fmt.Errorf("read wallets: %w", err)
	}

	found := map[walletKey]int64{}
	for _, v := range list {
		found[v.key] = v.id
	}

	for _, c := range clients() {
		if i := slices.IndexFunc(c.wallets, func(w demoWallet) bool { return found[walletKey{c.id, w.kind}] == 0 }); i >= 0 {
			return nil, fmt.Errorf("client %d has no wallet %s", c.id, c.wallets[i].kind)
		}
	}

	return found, nil
}
