package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/supplier"
)

// Operations change the whole list of rules with the version that they read, and try what an order would get. Support may not.
func TestStaffChangeRouting(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/routing"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		code := ""

		for _, one := range p.Suppliers.Codes() {
			if one != supplier.Sandbox {
				code = one
			}
		}

		product := testkit.Value[string](t, p.DB, `SELECT s.product_code FROM product_skus s JOIN products p ON p.code = s.product_code
			WHERE s.supplier = $1 AND p.kind = 'prepaid' ORDER BY s.product_code LIMIT 1`, code)
		cost := testkit.Value[int64](t, p.DB, "SELECT cost FROM product_skus WHERE supplier = $1 AND product_code = $2", code, product)
		put := func(status int, wanted string, version int64, rules string) {
			t.Helper()
			at.expect(t, status, wanted, http.MethodPut, path, budi, fmt.Sprintf(`{"version":%d,"rules":[%s],"reason":"Slow at night"}`, version, rules))
		}
		rule := func(name, strategy, suppliers string) string {
			return fmt.Sprintf(`{"name":%q,"groups":[],"clients":[],"prefixes":[],"from":0,"to":0,"strategy":%q,"suppliers":[%s]}`, name, strategy, suppliers)
		}
		share := fmt.Sprintf(`{"supplier":%q,"weight":1}`, code)

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, ana, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path+"/try", ana, `{"productCode":"x"}`)

		if text := at.expect(t, http.StatusOK, `"version":0`, http.MethodGet, path, budi, ""); strings.Contains(text, supplier.Sandbox) {
			t.Errorf("the sandbox is among the suppliers: %s", text)
		}

		put(http.StatusBadRequest, "rules.0.suppliers", 0, rule("No one", "fixed", ""))
		put(http.StatusOK, `"version":1`, 0, rule("All to one", "fixed", share))
		put(http.StatusConflict, "RoutingChangedError", 0, rule("From an old list", "cheapest", ""))
		at.expect(t, http.StatusOK, `"name":"All to one"`, http.MethodGet, path, budi, "")

		try := func(wanted, body string) {
			t.Helper()
			at.expect(t, http.StatusOK, wanted, http.MethodPost, path+"/try", budi, body)
		}
		body := fmt.Sprintf(`{"productCode":%q,"destinationNo":"081234567890"}`, product)

		at.expect(t, http.StatusBadRequest, "productCode", http.MethodPost, path+"/try", budi, `{"productCode":"nothing"}`)
		try(`"rule":"All to one"`, body)
		try(fmt.Sprintf(`"candidates":[{"supplier":%q`, code), body)
		testkit.Exec(t, p.DB, "UPDATE products SET price = $1 WHERE code = $2", cost-1, product)
		testkit.Exec(t, p.DB, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")

		if _, err := p.Catalog.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}

		try(fmt.Sprintf(`{"supplier":%q,"cost":%d,"why":"too_dear"}`, code, cost), body)
	})
}
