package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"loket/internal/backoffice/sales"
	"loket/internal/dev/testkit"
)

// The summary of a client has its orders of 30 days and what is open; what it paid, and its invoices, only for those who may see them.
func TestStaffSummaryOfAClient(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/clients/1001/summary"

		at := p.asStaff()
		ana, citra := p.signInStaff(t, "ana"), p.signInStaff(t, "citra")
		p.signIn(t, 1001, "root")

		day := sales.DayNumber(p.Clock.Now().AddDate(0, 0, -29))
		sum := func(column string) int64 {
			return testkit.Value[int64](t, p.DB, "SELECT CAST(SUM("+column+") AS BIGINT) FROM sales_days WHERE client_id = 1001 AND day >= $1", day)
		}
		orders := fmt.Sprintf(`"delivered":%d,"failed":%d,"sold":`, sum("orders"), sum("failed"))
		unpaid := testkit.Value[int64](t, p.DB, `SELECT COUNT(*) FROM invoices i JOIN invoice_states s ON s.invoice_id = i.id
			WHERE i.client_id = 1001 AND s.status IN ('unpaid', 'pending')`)

		text := at.expect(t, http.StatusOK, orders+"null", http.MethodGet, path, ana, "")
		for _, part := range []string{`"invoices":[]`, `"lastSeen":[{"id":`, `"roles":["Client Root"]`, fmt.Sprintf(`"invoices":%d,"schedules":`, unpaid)} {
			if !strings.Contains(text, part) {
				t.Errorf("Support read no %s in %s", part, text)
			}
		}

		if days := strings.Count(text, `"day":"`); days != 30 {
			t.Errorf("%d days", days)
		}

		margin := sum("amount - cost - (refunded - refunded_cost)")
		text = at.expect(t, http.StatusOK, orders+fmt.Sprintf(`{"amount":%d,"margin":%d}`, sum("amount"), margin), http.MethodGet, path, citra, "")

		if shown := strings.Count(text, `"outstanding":`); shown != int(min(unpaid, 5)) || shown == 0 {
			t.Errorf("%d of %d open invoices in %s", shown, unpaid, text)
		}

		// The balances last as long as the sales of the 7 days before today say, without those of today.
		today, week := sales.DayNumber(p.Clock.Now()), sales.DayNumber(p.Clock.Now().AddDate(0, 0, -7))
		spent := testkit.Value[int64](t, p.DB, `SELECT CAST(SUM(d.amount - d.refunded) AS BIGINT) FROM sales_days d JOIN products p ON p.code = d.product_code
			WHERE d.client_id = 1001 AND d.day >= $1 AND d.day < $2 AND p.wallet_type = 'level_1'`, week, today)
		balance := testkit.Value[int64](t, p.DB, "SELECT balance FROM wallets WHERE client_id = 1001 AND type = 'level_1'")

		if lasts := fmt.Sprintf(`"lasts":[{"wallet":"level_1","days":%d}`, balance*7/spent); !strings.Contains(text, lasts) {
			t.Errorf("no %s in %s", lasts, text)
		}

		if strings.Contains(text, `"wallet":"marketplace"`) {
			t.Error("a wallet that is switched off lasts")
		}

		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/clients/1/summary", citra, "")

		// Looks of ten minutes are one entry.
		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action = 'staff.read' AND actor = 'staff:ana' AND subject = 'client:1001'"); n != 1 {
			t.Errorf("%d entries about Support's looks", n)
		}
	})
}

// Support reads which keys and endpoints a client's programs use, without secrets.
func TestStaffReadProgramsOfAClient(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/staff/v1/clients/1001/programs"

		at := p.asStaff()
		ana := p.signInStaff(t, "ana")

		testkit.Exec(t, p.DB, `INSERT INTO webhook_endpoints (id, client_id, url, description, types, active, salt, salt_at, failures, failing_since, mails, created_at)
			VALUES (9001, 1001, 'https://user:word@erp.example.com/loket?token=hidden', '', '[]', TRUE, 'salt', 1, 3, 5, 0, 1)`)

		text := at.expect(t, http.StatusOK, `"apiKey":"lk_…1001"`, http.MethodGet, path, ana, "")
		for _, part := range []string{`"address":"https://erp.example.com/loket"`, `"state":"failing"`, `"failingSince":"1970-01-01T00:00:00.000005Z"`, `"scopes":["`} {
			if !strings.Contains(text, part) {
				t.Errorf("no %s in %s", part, text)
			}
		}

		at.expect(t, http.StatusOK, `"keys":[],"endpoints":[]`, http.MethodGet, "/staff/v1/clients/1004/programs", ana, "")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/staff/v1/clients/1/programs", ana, "")

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM audit_log WHERE action = 'staff.read' AND subject = 'programs of client:1001'"); n != 1 {
			t.Errorf("%d entries about who read it", n)
		}
	})
}
