package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// At the address of staff stands their app. Only who may read the audit log exports it, and the log keeps that they did.
func TestStaffAppAndExportOfTheAuditLog(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "dewi")

		at.expect(t, http.StatusOK, "<!doctype html>", http.MethodGet, "/approvals", "", "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/nothing", "", "")

		at.expect(t, http.StatusOK, "", http.MethodPatch, "/staff/v1/me/language", ana, `{"language":"id"}`)
		at.expect(t, http.StatusOK, `"language":"id"`, http.MethodGet, "/staff/v1/me", ana, "")

		const export = "/staff/v1/audit/export?action=staff.read"

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, export, ana, "")
		at.expect(t, http.StatusOK, "", http.MethodGet, "/staff/v1/clients/1002", ana, "")

		file := at.expect(t, http.StatusOK, "Actor,Client,Action,Subject", http.MethodGet, export, dewi, "")
		if !strings.Contains(file, "staff:ana,1002,staff.read,client:1002") || strings.Contains(file, "staff:dewi") {
			t.Errorf("the file is %s", file)
		}

		at.expect(t, http.StatusOK, "staff:dewi", http.MethodGet, export, dewi, "")
	})
}

// An order's id has more digits than programs in JavaScript hold, so a request names it as a text.
func TestApprovalsNameTheOrderExactly(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at, id := p.asStaff(), p.deliveredOrder(t)
		at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, "/staff/v1/orders/"+id+"/refund", p.signInStaff(t, "budi"),
			`{"supplierSaid":true,"reason":"Chat of 14:02","clientReason":"reversed"}`)
		at.expect(t, http.StatusOK, `"orderId":"`+id+`"`, http.MethodGet, "/staff/v1/approvals", p.signInStaff(t, "dewi"), "")
	})
}
