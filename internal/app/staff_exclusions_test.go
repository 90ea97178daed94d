package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
)

// Operations see what the system switched off, with its figures, switch it on, forbid it and set when it happens. Support may not.
func TestStaffSeeWhatTheSystemSwitchedOff(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const code, path, list = "digiflazz-a", "/staff/v1/suppliers/digiflazz-a/exclusion", "/staff/v1/supplier-exclusions"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		fail := func(products ...string) {
			t.Helper()

			for _, product := range products {
				for n := range 10 {
					p.Routing.Count(routing.PurchaseEnd{
						SKUKey: routing.SKUKey{Supplier: code, Product: product}, Group: "mobile", Destination: fmt.Sprint(product, n), SentAt: p.Clock.Now(),
					})
				}
			}

			testkit.Must(t, p.Routing.FollowResults(t.Context()))
			testkit.Must(t, p.Exclusions.Decide(t.Context()))
		}

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, list, ana, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path, ana, `{"action":"forbid","reason":"x"}`)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, list, budi, "")
		at.expect(t, http.StatusBadRequest, "failedPercent", http.MethodPut, list+"/settings", budi,
			`{"on":true,"spanMinutes":15,"fewest":10,"failedPercent":100,"pauseMinutes":15,"successes":5,"reason":"x"}`)
		at.expect(t, http.StatusOK, "", http.MethodPut, list+"/settings", budi,
			`{"on":true,"spanMinutes":15,"fewest":10,"failedPercent":70,"pauseMinutes":30,"successes":5,"reason":"Fewer alarms"}`)

		fail("TSEL10")

		text := at.expect(t, http.StatusOK, `"productCode":"TSEL10","state":"off"`, http.MethodGet, list, budi, "")
		for _, part := range []string{`"ended":10`, `"failed":10`, `"failedPercent":70`, `"reason":"Fewer alarms"`, `"changedBy":"system"`} {
			if !strings.Contains(text, part) {
				t.Errorf("no %s in %s", part, text)
			}
		}

		at.expect(t, http.StatusOK, `"exclusions":1`, http.MethodGet, "/staff/v1/overview", budi, "")
		at.expect(t, http.StatusOK, `"exclusions":0`, http.MethodGet, "/staff/v1/overview", ana, "")
		at.expect(t, http.StatusOK, `"supplier":"digiflazz-a","cost":`, http.MethodPost, "/staff/v1/routing/try", budi, `{"productCode":"TSEL10"}`)
		at.expect(t, http.StatusOK, `"why":"excluded"`, http.MethodPost, "/staff/v1/routing/try", budi, `{"productCode":"TSEL10"}`)

		// What is left of the supplier fails, too.
		fail("TSEL50", "TSEL100")
		at.expect(t, http.StatusOK, `"state":"failing"`, http.MethodGet, "/staff/v1/suppliers/"+code, budi, "")
		at.expect(t, http.StatusOK, `"exclusions":2`, http.MethodGet, "/staff/v1/overview", budi, "")

		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path, budi, `{"action":"end","reason":""}`)
		at.expect(t, http.StatusOK, "", http.MethodPost, path, budi, `{"action":"end","reason":"The supplier mended it"}`)
		at.expect(t, http.StatusOK, "", http.MethodPost, path, budi, `{"productCode":"TSEL10","action":"forbid","reason":"It has no other supplier"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path, budi, `{"action":"end","reason":"x"}`)
		at.expect(t, http.StatusOK, `"state":"never"`, http.MethodGet, list, budi, "")
		at.expect(t, http.StatusOK, `"state":"healthy"`, http.MethodGet, "/staff/v1/suppliers/"+code, budi, "")
		at.expect(t, http.StatusOK, `"leftOut":[`, http.MethodPost, "/staff/v1/routing/try", budi, `{"productCode":"TSEL10"}`)
		at.expect(t, http.StatusOK, "", http.MethodPost, path, budi, `{"productCode":"TSEL10","action":"allow","reason":"It has one now"}`)

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action LIKE 'supplier.exclusion%'"); n != 6 {
			t.Errorf("%d rows in the audit log, want 2 of the system and 4 of staff", n)
		}
	})
}

// Files that make a supplier dearer than the price and then put it first are taken; no order is bought there: not by preference, not by a rule,
// not as the only one that is left.
func TestFileThatPutsADearSupplierFirstSellsNothingAtALoss(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		snap, err := p.Catalog.Snapshot(t.Context())
		testkit.Must(t, err)

		product, _ := snap.Product("TSEL10")
		skus := snap.SKUs("TSEL10")
		dear := skus[1].Supplier
		load := func(first, others bool) {
			t.Helper()

			var file strings.Builder

			file.WriteString("product_code,supplier,sku,preference,cost,active\n")

			for i, sku := range skus {
				cost, preference, active := sku.Cost, i+2, others
				if sku.Supplier == dear {
					cost, active = product.Price+1, true

					if first {
						preference = 1
					}
				}

				fmt.Fprintf(&file, "TSEL10,%s,%s,%d,%d,%t\n", sku.Supplier, sku.Code, preference, cost, active)
			}

			_, err := p.Sheets.Import(t.Context(), sheets.SKUTable, strings.NewReader(file.String()), nil, catalog.By{Actor: "staff:budi", Reason: "A file"})
			testkit.Must(t, err)

			_, err = p.Catalog.Snapshot(t.Context())
			testkit.Must(t, err)
		}
		ended := func(ref string) (order.Order, []order.Attempt) {
			t.Helper()

			p.expect(t, http.StatusCreated, "", http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"`+ref+`"}`)

			var o order.Order

			testkit.Eventually(t, testkit.Patience, ref+" ends", func() bool {
				o, err = p.Orders.ByRef(t.Context(), demo.MainClient, ref)

				return err == nil && o.Status != order.Pending
			})

			list, err := p.Orders.Attempts(t.Context(), o.ClientID, o.ID)
			testkit.Must(t, err)

			return o, list
		}

		load(false, true)
		load(true, true)

		if o, list := ended("PREFERRED"); o.Status != order.Success || slices.ContainsFunc(list, func(a order.Attempt) bool { return a.Supplier == dear }) {
			t.Errorf("by preference it ended as %s at %+v", o.Status, list)
		}

		_, err = p.Routing.Replace(t.Context(), identity.By{Actor: "staff:budi", Reason: "A rule"}, 0,
			[]routing.Rule{{Name: "Dear", Strategy: routing.Fixed, Suppliers: []routing.Share{{Supplier: dear}, {Supplier: skus[0].Supplier}}}})
		testkit.Must(t, err)

		if o, list := ended("RULED"); o.Status != order.Success || slices.ContainsFunc(list, func(a order.Attempt) bool { return a.Supplier == dear }) {
			t.Errorf("by a rule it ended as %s at %+v", o.Status, list)
		}

		load(true, false)

		if o, _ := ended("ALONE"); o.Status != order.Failed || !o.Refunded {
			t.Errorf("with the dear one alone it ended as %s", o.Status)
		}
	})
}
