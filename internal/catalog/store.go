package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// VersionName is the row of the table `versions` that counts changes of the
// catalogue.
const VersionName = "catalog"

func readVersion(ctx context.Context, q db.Querier) (int64, error) {
	var v int64

	err := q.QueryRow(ctx, `SELECT version FROM versions WHERE name = $1`, VersionName).Scan(&v)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("version of the catalogue: %w", err)
	}

	return v, nil
}

// Bump increments the version in the transaction that changes the catalogue. It must
// be the first statement: its row lock admits one change at a time, so what the
// transaction reads stays true until the commit.
func Bump(ctx context.Context, tx *db.Tx) (int64, error) {
	var v int64

	err := tx.QueryRow(ctx, `
		INSERT INTO versions (name, version) VALUES ($1, 1)
		ON CONFLICT (name) DO UPDATE SET version = versions.version + 1
		RETURNING version`, VersionName).Scan(&v)
	if err != nil {
		return 0, fmt.Errorf("version of the catalogue: %w", err)
	}

	return v, nil
}

// ReadOperators reads the operators. Screens and orders use a Snapshot.
func ReadOperators(ctx context.Context, q db.Querier) ([]Operator, error) {
	rows, err := q.Query(ctx, `SELECT code, name, type, active, parts FROM operators ORDER BY code`)

	return db.Collect(rows, err, func(row *sql.Rows) (Operator, error) {
		var o Operator

		return o, row.Scan(&o.Code, &o.Name, &o.Type, &o.Active, &o.Parts)
	})
}

// ReadProducts reads the products, inactive ones too. Screens and orders use a Snapshot.
func ReadProducts(ctx context.Context, q db.Querier) ([]Product, error) {
	rows, err := q.Query(ctx, `
		SELECT p.code, p.name, p.description, p.operator_code, o.name, p.operator_type, p.kind, p.wallet_type,
			p.price, p.price_by_hand, COALESCE(p.recommended_price, 0), p.min_amount, p.max_amount, p.active, p.problem, p.problem_reason, p.problem_reason_id,
			COALESCE(p.problem_from, 0), COALESCE(p.problem_until, 0), p.cutoff_from, p.cutoff_to, p.updated_at
		FROM products p JOIN operators o ON o.code = p.operator_code
		ORDER BY p.code`)

	return db.Collect(rows, err, func(row *sql.Rows) (Product, error) {
		var (
			p                    Product
			from, until, updated int64
		)

		err := row.Scan(&p.Code, &p.Name, &p.Description, &p.OperatorCode, &p.OperatorName, &p.OperatorType, &p.Kind, &p.WalletType,
			&p.Price, &p.PriceByHand, &p.RecommendedPrice, &p.MinAmount, &p.MaxAmount, &p.Active, &p.Problem, &p.problemEnglish, &p.problemIndonesian,
			&from, &until, &p.CutOff.From, &p.CutOff.To, &updated)
		p.ProblemFrom, p.ProblemUntil, p.UpdatedAt = momentOf(from), momentOf(until), clock.FromMicros(updated)

		return p, err // Collect says what was read
	})
}

// momentOf is the time of a column; zero for 0.
func momentOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}

	return clock.FromMicros(micros)
}

// ReadSKUs reads the SKUs, inactive ones too. Screens and orders use a Snapshot.
func ReadSKUs(ctx context.Context, q db.Querier) ([]SKU, error) {
	rows, err := q.Query(ctx, `
		SELECT product_code, supplier, sku, preference, cost, active
		FROM product_skus ORDER BY product_code, preference`)

	return db.Collect(rows, err, scanSKU)
}

func readSKUsOf(ctx context.Context, q db.Querier, product string) ([]SKU, error) {
	rows, err := q.Query(ctx, `
		SELECT product_code, supplier, sku, preference, cost, active
		FROM product_skus WHERE product_code = $1 ORDER BY preference`, product)

	list, err := db.Collect(rows, err, scanSKU)
	if err != nil {
		return nil, fmt.Errorf("read the SKUs of %s: %w", product, err)
	}

	return list, nil
}

func scanSKU(row *sql.Rows) (k SKU, err error) {
	return k, row.Scan(&k.ProductCode, &k.Supplier, &k.Code, &k.Preference, &k.Cost, &k.Active)
}

// ReadPrices reads the own prices of all clients. Screens and orders use a Snapshot.
func ReadPrices(ctx context.Context, q db.Querier) ([]ClientPrice, error) {
	rows, err := q.Query(ctx, `SELECT client_id, product_code, price, by_rule FROM client_prices ORDER BY client_id, product_code`)

	return db.Collect(rows, err, scanPrice)
}

func scanPrice(row *sql.Rows) (p ClientPrice, err error) {
	return p, row.Scan(&p.ClientID, &p.ProductCode, &p.Price, &p.ByRule)
}

// StoreOperatorTx stores an operator without its parts. Call it in Edit.
func StoreOperatorTx(ctx context.Context, tx *db.Tx, o Operator) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO operators (code, name, type, active) VALUES ($1, $2, $3, $4)
		ON CONFLICT (code) DO UPDATE SET name = excluded.name, type = excluded.type, active = excluded.active`,
		o.Code, o.Name, o.Type, o.Active)

	return err
}

// StorePartsTx stores what an operator's products ask of a player. Call it in Edit.
func StorePartsTx(ctx context.Context, tx *db.Tx, operator, parts string) error {
	_, err := tx.Exec(ctx, "UPDATE operators SET parts = $1 WHERE code = $2", parts, operator)

	return err
}

// StoreProductTx stores a product; its problem's reason, its cut-off and whether its price is by hand stay as they are, and so do the times of a problem that goes on or is to come. It records when a problem begins or ends: hadProblem
// is whether the stored product has one, false for a new product. Call it in Edit.
func StoreProductTx(ctx context.Context, tx *db.Tx, p Product, hadProblem bool) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO products (code, name, description, operator_code, operator_type, kind, wallet_type,
			price, recommended_price, min_amount, max_amount, active, problem, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (code) DO UPDATE SET name = excluded.name, description = excluded.description,
			operator_code = excluded.operator_code, operator_type = excluded.operator_type, kind = excluded.kind,
			wallet_type = excluded.wallet_type, price = excluded.price, recommended_price = excluded.recommended_price,
			min_amount = excluded.min_amount, max_amount = excluded.max_amount,
			problem_from = CASE WHEN products.problem = excluded.problem THEN products.problem_from END,
			problem_until = CASE WHEN products.problem = excluded.problem THEN products.problem_until END,
			active = excluded.active, problem = excluded.problem, updated_at = excluded.updated_at`,
		p.Code, p.Name, p.Description, p.OperatorCode, p.OperatorType, string(p.Kind), p.WalletType,
		int64(p.Price), db.NullInt(p.RecommendedPrice), int64(p.MinAmount), int64(p.MaxAmount), p.Active, p.Problem, clock.Micros(p.UpdatedAt))
	if err != nil || p.Problem == hadProblem {
		return err
	}

	return event.AddTx(ctx, tx, event.Event{Kind: problemKind(p.Problem), Subject: p.Code, At: p.UpdatedAt})
}

// StorePriceTx stores a client's own price. Call it in Edit.
func StorePriceTx(ctx context.Context, tx *db.Tx, p ClientPrice, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO client_prices (client_id, product_code, price, by_rule, updated_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (client_id, product_code) DO UPDATE SET price = excluded.price, by_rule = excluded.by_rule, updated_at = excluded.updated_at`,
		p.ClientID, p.ProductCode, int64(p.Price), p.ByRule, clock.Micros(now))

	return err
}

// DeletePriceTx ends a client's own price. Call it in Edit.
func DeletePriceTx(ctx context.Context, tx *db.Tx, clientID int64, product string) error {
	_, err := tx.Exec(ctx, `DELETE FROM client_prices WHERE client_id = $1 AND product_code = $2`, clientID, product)

	return err
}

// aside is added to a preference before the new ones are written, so two suppliers
// can change places under the unique key of product and preference.
const aside = 1_000_000_000

// StoreSKUsTx stores SKUs. Two suppliers of a product may change places. Call it in Edit.
func StoreSKUsTx(ctx context.Context, tx *db.Tx, list []SKU) error {
	for _, k := range list {
		if err := setPreferenceAside(ctx, tx, k); err != nil {
			return fmt.Errorf("reorder the suppliers of %s: %w", k.ProductCode, err)
		}
	}

	for _, k := range list {
		if err := storeSKU(ctx, tx, k); err != nil {
			return fmt.Errorf("store the SKU of %s at %s: %w", k.ProductCode, k.Supplier, err)
		}
	}

	return nil
}

func setPreferenceAside(ctx context.Context, tx *db.Tx, k SKU) error {
	_, err := tx.Exec(ctx, `
		UPDATE product_skus SET preference = preference + $1 WHERE product_code = $2 AND supplier = $3`,
		aside, k.ProductCode, k.Supplier)

	return err
}

func storeSKU(ctx context.Context, tx *db.Tx, k SKU) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO product_skus (product_code, supplier, sku, preference, cost, active) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (product_code, supplier) DO UPDATE SET sku = excluded.sku, preference = excluded.preference,
			cost = excluded.cost, active = excluded.active`,
		k.ProductCode, k.Supplier, k.Code, k.Preference, int64(k.Cost), k.Active)

	return err
}
