package app_test

import (
	"net/http"
	"testing"

	"loket/internal/dev/testkit"
)

// Operations hide a shop from shoppers for a reason; support may not.
func TestStaffUnpublishShops(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const list, path = "/staff/v1/shops", "/staff/v1/clients/1001/shop/unpublish"

		at := p.asStaff()
		ana, budi := p.signInStaff(t, "ana"), p.signInStaff(t, "budi")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, list, ana, "")
		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path, ana, `{"reason":"x"}`)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, list+"?search=1004", budi, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, "/staff/v1/clients/1004/shop/unpublish", budi, `{"reason":"x"}`)
		at.expect(t, http.StatusOK, `"clientId":1001,"clientName":"Toko Maju Jaya","clientCode":"majujaya"`, http.MethodGet, list, budi, "")
		at.expect(t, http.StatusOK, `"published":true`, http.MethodGet, list+"?search=1001", budi, "")
		at.expect(t, http.StatusBadRequest, `"field":"reason"`, http.MethodPost, path, budi, `{"reason":" "}`)
		at.expect(t, http.StatusOK, `"published":false`, http.MethodPost, path, budi, `{"reason":"Its name is another company's"}`)

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE actor = 'staff:budi' AND client_id = 1001 AND reason = 'Its name is another company''s'"); n != 1 {
			t.Errorf("%d entries about it", n)
		}
	})
}
