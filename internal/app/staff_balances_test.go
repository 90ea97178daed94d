package app_test

import (
	"net/http"
	"strings"
	"testing"

	"loket/internal/supplier"
)

// Operations set at which balance they are warned and purchases stop, the overview counts what is low, and a refill is noted once.
func TestStaffWatchBalancesOfSuppliers(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const code, path = "digiflazz-a", "/staff/v1/suppliers/digiflazz-a"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		guard, _ := p.Suppliers.Get(code)
		read := func() {
			t.Helper()

			if err := p.Balances.ReadAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, ana, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/suppliers/"+supplier.Sandbox, budi, "")
		at.expect(t, http.StatusBadRequest, "stop", http.MethodPut, path+"/limits", budi, `{"alarm":1,"stop":2,"reason":"x"}`)
		at.expect(t, http.StatusOK, "", http.MethodPut, path+"/limits", budi, `{"alarm":900000000000,"stop":0,"reason":"To see the alarm"}`)
		read()
		read()

		if !guard.Answers(supplier.Purchase) {
			t.Error("an alarm stopped the purchases")
		}

		at.expect(t, http.StatusOK, `"lowBalances":1`, http.MethodGet, "/staff/v1/overview", budi, "")

		if text := at.expect(t, http.StatusOK, `"points":[{`, http.MethodGet, path, budi, ""); !strings.Contains(text, `"state":"healthy"`) {
			t.Errorf("with an alarm: %s", text)
		}

		at.expect(t, http.StatusOK, "", http.MethodPut, path+"/limits", budi, `{"alarm":900000000000,"stop":900000000000,"reason":"To see the stop"}`)
		read()
		at.expect(t, http.StatusOK, `"state":"empty"`, http.MethodGet, path, budi, "")

		if guard.Answers(supplier.Purchase) || !guard.Answers(supplier.Inquiry) {
			t.Error("below the stop purchases go on, or inquiries don't")
		}

		at.expect(t, http.StatusOK, "", http.MethodPut, path+"/limits", budi, `{"alarm":0,"stop":0,"reason":"All is well"}`)
		read()

		if !guard.Answers(supplier.Purchase) {
			t.Error("purchases don't go on")
		}

		at.expect(t, http.StatusOK, "", http.MethodPost, path+"/refills", budi, `{"amount":300000000,"reference":"BCA 1","reason":"Weekend"}`)
		at.expect(t, http.StatusBadRequest, "reference", http.MethodPost, path+"/refills", budi, `{"amount":300000000,"reference":"BCA 1","reason":"Weekend"}`)
		at.expect(t, http.StatusOK, `"reference":"BCA 1"`, http.MethodGet, path, budi, "")
	})
}
