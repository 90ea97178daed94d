package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
)

// Operations see our products at a supplier, and decide once about a price that waits. Support may not.
func TestStaffDecideAboutPricesOfSuppliers(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const code, path = "digiflazz-a", "/staff/v1/suppliers/digiflazz-a"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")

		snap, err := p.Catalog.Snapshot(t.Context())
		testkit.Must(t, err)

		product := ""

		for _, one := range snap.List(catalog.Filter{}) {
			if list := snap.SKUs(one.Code); product == "" && len(list) > 0 && list[0].Supplier == code && one.Price > list[0].Cost {
				product = one.Code
			}
		}

		testkit.Exec(t, p.DB, `INSERT INTO supplier_price_changes (id, supplier, sku, name, product_code, kind, state, cause, before, after, seen_at)
			VALUES (7, $1, 'x', 'X', $2, 'price', 'waiting', 'below', 1, 9000000, 1), (8, $1, 'y', 'Y', 'Y', 'price', 'waiting', 'jump', 1, 2, 1)`, code, product)

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path+"/price-changes", ana, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/suppliers/nobody/skus", budi, "")
		at.expect(t, http.StatusOK, `"productCode":"`+product+`"`, http.MethodGet, path+"/skus?q="+product, budi, "")
		at.expect(t, http.StatusOK, `"priceChanges":2`, http.MethodGet, "/staff/v1/overview", budi, "")

		if text := at.expect(t, http.StatusOK, `"clientId":0`, http.MethodGet, path+"/price-changes", budi, ""); !strings.Contains(text, `"cause":"jump"`) {
			t.Errorf("changes: %s", text)
		}

		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path+"/price-changes/7", budi, `{"apply":true,"reason":" "}`)
		at.expect(t, http.StatusOK, "", http.MethodPost, path+"/price-changes/7", budi, `{"apply":true,"reason":"Announced"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path+"/price-changes/7", budi, `{"apply":false,"reason":"Again"}`)
		at.expect(t, http.StatusOK, "", http.MethodPost, path+"/price-changes/8", budi, `{"apply":false,"reason":"A wrong list"}`)
		at.expect(t, http.StatusOK, `"waiting":[]`, http.MethodGet, path+"/price-changes", budi, "")
		at.expect(t, http.StatusOK, `"cost":9000000`, http.MethodGet, path+"/skus?q="+product, budi, "")
	})
}
