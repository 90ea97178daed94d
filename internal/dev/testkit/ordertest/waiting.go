package ordertest

import (
	"strconv"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// InsertWaiting stores orders of Client that were charged and wait for supplier "a", at most 100,000. No node may
// have placed orders before.
func InsertWaiting(t *testing.T, d *db.DB, orders int) {
	t.Helper()

	g, err := ids.NewGenerator(9)
	if err != nil {
		t.Fatal(err)
	}

	now := clock.System{}.Now()
	before := g.Next(now) - 1
	values := strings.NewReplacer(":orders", strconv.Itoa(orders), ":before", strconv.FormatInt(before, 10),
		":now", strconv.FormatInt(clock.Micros(now), 10), ":client", strconv.Itoa(Client), ":product", Product)

	for _, statement := range []string{
		`INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
				price, status, channel, input_hash, created_at, updated_at)
			WITH RECURSIVE numbers (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i < :orders)
			SELECT :before + i, w.client_id, 'waits-' || i, w.id, w.type, p.code, p.name, p.kind, '081234567890', p.price, 5, 'h2h', 1, :now, :now
			FROM numbers CROSS JOIN wallets w CROSS JOIN products p WHERE w.client_id = :client AND p.code = ':product'`,
		`INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at)
			SELECT id, 1, client_id, 'a', product_code, client_id || '-' || id || '-1', 'prepared', created_at FROM orders WHERE id > :before`,
		`INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, created_at)
			SELECT w.id, w.seq + o.id - :before, o.client_id, 'payment', -o.price, w.balance - (o.id - :before - 1) * o.price, w.balance - (o.id - :before) * o.price,
				'sales', o.id, o.created_at
			FROM orders o JOIN wallets w ON w.client_id = o.client_id AND w.id = o.wallet_id WHERE o.id > :before`,
		`UPDATE wallets SET seq = seq + (SELECT COUNT(*) FROM orders WHERE client_id = wallets.client_id AND wallet_id = wallets.id),
			balance = balance - (SELECT COALESCE(SUM(price), 0) FROM orders WHERE client_id = wallets.client_id AND wallet_id = wallets.id)`,
	} {
		testkit.Exec(t, d, values.Replace(statement))
	}
}
