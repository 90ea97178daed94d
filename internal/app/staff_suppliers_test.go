package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/supplier"
)

// Operations switch a supplier off for a reason, until a time or until it is switched on, and the audit log has before and after. Support may not.
func TestStaffSwitchSuppliers(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/suppliers/"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")
		code := ""

		for _, one := range p.Suppliers.Codes() {
			if one != supplier.Sandbox {
				code = one
			}
		}

		guard, found := p.Suppliers.Get(code)
		if !found {
			t.Fatal("no supplier is configured")
		}

		set := func(status int, wanted, body string) {
			t.Helper()
			at.expect(t, status, wanted, http.MethodPatch, path+code, budi, body)
		}

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPatch, path+code, ana, `{"purchases":false,"reason":"x"}`)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPatch, path+supplier.Sandbox, budi, `{"purchases":false,"reason":"x"}`)
		set(http.StatusBadRequest, "reason", `{"purchases":false,"reason":" "}`)
		set(http.StatusBadRequest, "until", `{"purchases":false,"reason":"x","until":"2020-01-01T00:00:00Z"}`)
		set(http.StatusBadRequest, "until", fmt.Sprintf(`{"purchases":true,"reason":"x","until":%q}`, p.Clock.Now().Add(time.Hour).Format(time.RFC3339)))
		set(http.StatusOK, `"state":"off"`, `{"purchases":false,"reason":"Its deposit is empty"}`)

		if took, _ := guard.TryTake(supplier.Purchase); took != supplier.Open || guard.Answers(supplier.Purchase) || !guard.Answers(supplier.Inquiry) {
			t.Errorf("a purchase at a supplier that is off: %v", took)
		}

		if took, _ := guard.TryTake(supplier.StatusQuery); took != supplier.Taken {
			t.Errorf("a status query at a supplier that is off: %v", took)
		}

		guard.ReleaseUnused(supplier.StatusQuery)

		if text := at.expect(t, http.StatusOK, `"reason":"Its deposit is empty"`, http.MethodGet, "/staff/v1/suppliers", budi, ""); strings.Contains(text, supplier.Sandbox) {
			t.Errorf("the sandbox is among the suppliers: %s", text)
		}

		// An end takes effect by the clock.
		until := p.Clock.Now().Add(time.Hour).UTC().Truncate(time.Second)
		set(http.StatusOK, `"until":"`+until.Format(time.RFC3339), fmt.Sprintf(`{"inquiries":false,"reason":"Maintenance","until":%q}`, until.Format(time.RFC3339)))

		testkit.Exec(t, p.DB, "UPDATE supplier_switches SET until = changed_at")
		set(http.StatusOK, `"purchases":true,"inquiries":false`, `{"inquiries":false,"reason":"Inquiries alone"}`)

		if !guard.Answers(supplier.Purchase) || guard.Answers(supplier.Inquiry) {
			t.Error("after its end the switch of purchases is still off")
		}

		set(http.StatusOK, `"state":"healthy"`, `{"inquiries":true,"reason":"All is well"}`)

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action = 'supplier.switch' AND detail LIKE '%after%before%' AND actor = 'staff:budi'"); n != 4 {
			t.Errorf("%d rows in the audit log", n)
		}
	})
}
