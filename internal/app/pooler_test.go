package app_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Orders are placed, sent, delivered and refunded, and users read, while PgBouncer gives each transaction another of two sessions.
func TestPoolerInTransactionMode(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "its pooler is the same")

	const callers, each = 8, 10

	p := start(t, db.Postgres, func(c *config.Config) {
		c.PoolerURL = testkit.StartPooler(t, "../../deploy/pgbouncer/pgbouncer.ini", c.DatabaseURL, "2")
	})

	token := p.signIn(t, 1001, "root")
	c := &outsider{p: p, token: token}

	var wg sync.WaitGroup

	for caller := range callers {
		wg.Go(func() {
			for n := range each {
				ref := fmt.Sprintf("POOLED-%d-%d", caller, n)
				want, digit := "success", 0

				if n%2 == 1 {
					want, digit = "failed", 2
				}

				if err := c.ended(t.Context(), ref, fmt.Sprintf("0812%d%04d%d", caller, n, digit), want); err != nil {
					t.Error(err)
				}

				for _, read := range c.reads() {
					if err := read(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}

	wg.Wait()

	refunds := testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM orders WHERE client_id = $1 AND client_ref LIKE 'POOLED-%' AND refunded", demo.MainClient)
	if refunds != callers*each/2 {
		t.Errorf("%d refunds, want %d", refunds, callers*each/2)
	}

	sessions := testkit.Value[int](t, p.DB, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'loket'`)
	if sessions > 2 {
		t.Errorf("single statements use %d sessions of the server", sessions)
	}
}

// ended places an order and waits for its end.
func (c *outsider) ended(ctx context.Context, ref, destination, want string) error {
	ctx, cancel := context.WithTimeout(ctx, testkit.Patience)
	defer cancel()

	err := c.call(ctx, http.MethodPost, "/h2h/v1/orders", demo.MainKey, fmt.Sprintf(`{"productCode":%q,"destinationNo":%q,"clientRef":%q}`, bothSell, destination, ref), nil)
	if err != nil {
		return err
	}

	return c.endsAs(ctx, ref, want)
}
