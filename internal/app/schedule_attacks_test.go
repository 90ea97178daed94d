package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/orders/schedule"
)

// TestAttacksOnScheduledOrders: bodies beyond their limit, another body with the same key, contacts whose names are formulas, and
// guesses of the PIN through several sessions at once.
func TestAttacksOnScheduledOrders(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/v1/scheduled-orders"

		root := p.signIn(t, 1001, "root")
		price := testkit.Value[int64](t, p.DB, `SELECT COALESCE((SELECT price FROM client_prices WHERE client_id = 1001 AND product_code = p.code), p.price)
			FROM products p WHERE code = 'TSEL10'`)
		body := func(pin, number string) string {
			return fmt.Sprintf(`{"pin":%q,"name":"Payday","productCode":"TSEL10","destinationNos":[%q],"expectedTotal":%d}`, pin, number, price)
		}
		orders := func() int { return testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM scheduled_orders") }
		before := orders()

		// A list that is too long is refused before it is read whole.
		for _, call := range []string{path, path + "/check", path + "/inquiries", "/v1/employee", "/v1/employee/bulk-check"} {
			large := `{"destinationNos":["` + strings.Repeat("0", 1<<20) + `"]}`
			p.expect(t, http.StatusRequestEntityTooLarge, "", http.MethodPost, call, root, large)
		}

		commas := fmt.Sprintf(`{"productCode":"TSEL10","destinationNos":[%s]}`, strings.TrimSuffix(strings.Repeat(`"",`, 300_000), ","))
		p.expect(t, http.StatusBadRequest, "destinationNos", http.MethodPost, path+"/check", root, commas)
		p.expect(t, http.StatusBadRequest, "holds a NUL character", http.MethodPost, path, root, strings.Replace(body(demo.PIN, "0812"), "0812", `0812\u0000`, 1))

		// The same key with another body buys nothing.
		status, first := p.create(t, path, root, "attack", body(demo.PIN, "081211110000"))
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, first)
		}

		if status, text := p.create(t, path, root, "attack", body(demo.PIN, "081211119990")); status != http.StatusUnprocessableEntity || !strings.Contains(text, "IdempotencyConflictError") {
			t.Errorf("another body with the same key: %d %s", status, text)
		}

		if made := orders() - before; made != 1 {
			t.Errorf("%d scheduled orders were made", made)
		}

		// A name that a spreadsheet would take for a formula is a text in the file.
		p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/employee", root, `{"code":"E-1","name":"-2 Siti","destinationNo":"081211110000"}`)

		one := path + "/" + madeID(t, first)

		testkit.Eventually(t, testkit.Patience, "the run ends", func() bool {
			return testkit.Value[int](t, p.DB, "SELECT COUNT(*) FROM scheduled_orders WHERE executed_at IS NOT NULL AND ended_at IS NULL") == 0
		})
		p.expect(t, http.StatusOK, "'-2 Siti", http.MethodGet, one+"/result?format=csv", root, "")
		p.refusesBeforeReading(t, root, first, body)
		p.guess(t, root, body)
		testkit.ProveBooks(t, p.DB)
	})
}

// refusesBeforeReading fills a client's bound of scheduled orders. A body is then not even read, except that of a repeat.
func (p *program) refusesBeforeReading(t *testing.T, root, first string, body func(pin, number string) string) {
	t.Helper()

	const path = "/v1/scheduled-orders"

	id := madeID(t, first)
	for n := range schedule.MaxCanceled / schedule.MaxLines {
		testkit.Exec(t, p.DB, `INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity, status,
				immediate, scheduled_at, token, ended_at, waiting, created_at, canceled, swept_at)
			SELECT 900000 + CAST($2 AS BIGINT), client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, 10000, 'canceled', immediate,
				scheduled_at, 'full-' || CAST($2 AS BIGINT), created_at, 0, created_at, 10000, created_at
			FROM scheduled_orders WHERE CAST(id AS TEXT) = $1`, id, n)
	}

	for _, call := range []string{path, path + "/" + id + "/retry"} {
		p.expect(t, http.StatusServiceUnavailable, "BusyError", http.MethodPost, call, root, "{")
	}

	if status, again := p.create(t, path, root, "attack", body(demo.PIN, "081211110000")); status != http.StatusOK || madeID(t, again) != id {
		t.Errorf("the repeat: %d %s", status, again)
	}

	p.expect(t, http.StatusBadRequest, "", http.MethodPost, path, p.signIn(t, 1003, "root"), "{")
	testkit.Exec(t, p.DB, "DELETE FROM scheduled_orders WHERE id >= 900000 AND token LIKE 'full-%'")
}

// guess tries PINs through several sessions of a user at once: five are compared, and then the right one
// is refused too. A client may make only so many orders at once: the others are refused before their PIN is read.
func (p *program) guess(t *testing.T, root string, body func(pin, number string) string) {
	t.Helper()

	const tries, compared = 24, 5

	sessions := []string{root, p.signIn(t, 1001, "root"), p.signIn(t, 1001, "root")}

	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		answers = map[string]int{}
	)

	for n := range tries {
		wg.Go(func() {
			_, text := p.create(t, "/v1/scheduled-orders", sessions[n%len(sessions)], fmt.Sprint("guess-", n), body(fmt.Sprintf("%06d", n), "081211110000"))

			mu.Lock()
			defer mu.Unlock()

			for _, code := range []string{"InvalidPinError", "PinLockedError", "BusyError"} {
				if strings.Contains(text, code) {
					answers[code]++
				}
			}
		})
	}

	wg.Wait()

	if answers["InvalidPinError"] != compared || answers["PinLockedError"]+answers["BusyError"] != tries-compared {
		t.Errorf("%v", answers)
	}

	if status, text := p.create(t, "/v1/scheduled-orders", root, "right", body(demo.PIN, "081211110000")); status != http.StatusForbidden {
		t.Errorf("the right PIN after the guesses: %d %s", status, text)
	}
}
