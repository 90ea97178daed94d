package drills

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// TestRestoreOnCitus loses all servers, and restores them to a point that was made under load. Each order and each payment that was
// acknowledged before the point is there, nothing is bought twice, and the books hold.
func TestRestoreOnCitus(t *testing.T) {
	for n := range *strikes {
		t.Run(strconv.Itoa(n+1), restoreOnce) // one after the other: each has a cluster of its own
	}
}

// ordersBeforePoint is how many orders each client has at least.
const ordersBeforePoint = 20

func restoreOnce(t *testing.T) {
	c := newCitusDrill(t)

	must(t, c.cluster.BackUp())

	var (
		orders   []map[string]string // of each client
		payments map[int]bool
	)

	c.underLoad(t, func() {
		for i, one := range c.clients {
			testkit.Eventually(t, testkit.Patience, fmt.Sprintf("client %d has orders", firstCitusClient+i), func() bool { return one.count() >= ordersBeforePoint })
		}

		for _, one := range c.clients {
			one.mu.Lock()
			orders = append(orders, maps.Clone(one.acked))
			one.mu.Unlock()
		}

		c.bank.mu.Lock()
		payments = maps.Clone(c.bank.acked)
		c.bank.mu.Unlock()

		must(t, c.cluster.RestorePoint(t.Context(), c.url, "drill"))
	})

	c.p.kill()

	began := time.Now()

	must(t, c.cluster.Restore(t.Context(), "drill"))

	took := time.Since(began)

	c.p.start(t)

	count := c.auditRestored(t, orders)

	waitForInbox(t, c.p)
	c.p.stop(t)

	for n := range payments {
		if ask[int](t, c.url, `SELECT (SELECT COUNT(*) FROM va_payments WHERE payment_request_id = $1) +
			(SELECT COUNT(*) FROM bank_transfers WHERE mutation_id = $1)`, requestID(n)) != 1 {
			t.Errorf("%s was acknowledged and is lost", requestID(n))
		}
	}

	if left := c.prepared(t); len(left) > 0 {
		t.Errorf("transactions are left between the phases of their commit: %q", left)
	}

	c.p.verify(t)
	t.Logf("restored in %s: %d orders and %d payments were acknowledged before the point", took.Round(time.Millisecond), count, len(payments))
}

// auditRestored looks for the orders that each client had before the point, and returns how many there are.
func (c *citusDrill) auditRestored(t *testing.T, orders []map[string]string) (count int) {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), citusSettle)
	defer cancel()

	ended := map[string]string{}

	for i, one := range c.clients {
		for ref := range orders[i] {
			status, problem := endOf(ctx, one, ref)
			if problem != "" {
				t.Errorf("client %d: %s", firstCitusClient+i, problem)
			}

			ended[one.destinationOf(ref)] = status
			count++
		}
	}

	if count == 0 {
		t.Error("no order was acknowledged before the point: there was no load")
	}

	delivered := supplierBook(t, c.p)

	for destination, times := range delivered {
		if times > 1 {
			t.Errorf("%s was delivered %d times", destination, times)
		}

		if _, before := ended[destination]; !before { // came after the point, and is lost with what came after it
			delete(delivered, destination)
		}
	}

	for _, problem := range disagreements(ended, delivered) {
		t.Error(problem)
	}

	return count
}
