package app_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// TestWalletHistory reads the history of the demo as a client does: pages, filters, searches and the file.
func TestWalletHistory(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		token, other := p.signIn(t, 1001, "finance"), p.signIn(t, 1002, "root")

		var first, second struct {
			Data []struct{ ID, OrderID, Reference, Type, Action string }
		}
		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents?depositType=level_1", token, "", &first)
		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents?depositType=level_1&page=2&before="+first.Data[9].ID, token, "", &second)

		if len(first.Data) != 10 || len(second.Data) != 10 || first.Data[9].ID == second.Data[0].ID {
			t.Errorf("two pages: %+v, %+v", first, second)
		}

		for _, row := range append(first.Data, second.Data...) {
			if row.OrderID == "" {
				continue
			}

			for _, search := range []string{row.OrderID, "%23" + row.OrderID, row.Reference} {
				_, text := p.ask(t, http.MethodGet, "/v1/depositevents?query="+search, token, "")
				if !strings.Contains(text, `"id":"`+row.ID+`"`) {
					t.Errorf("a search for %s: %s", search, text)
				}

				if _, text := p.ask(t, http.MethodGet, "/v1/depositevents?query="+search, other, ""); strings.Contains(text, row.OrderID) {
					t.Errorf("another client finds %s", search)
				}
			}

			break
		}

		for query, field := range map[string]string{
			"timeStart=08:00": "dateStart", "dateStart=2026-01-02&dateEnd=2026-01-03": "timeStart", "dateStart=2026-01-02&timeStart=8:00": "timeStart",
			"dateStart=2099-01-01": "dateStart", "before=x": "before", "before=" + first.Data[0].ID + "&after=" + first.Data[1].ID: "after",
			"action=steal": "action", "depositType=gold": "depositType", "page=0": "page",
		} {
			if status, text := p.ask(t, http.MethodGet, "/v1/depositevents?"+query, token, ""); status != http.StatusBadRequest || !strings.Contains(text, `"field":"`+field+`"`) {
				t.Errorf("%s: %d %s", query, status, text)
			}
		}

		var daily struct {
			Days []struct{ In, Out, Balance int64 }
		}
		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents/daily?depositType=level_1", token, "", &daily)

		if len(daily.Days) != 30 || daily.Days[28].Out == 0 || daily.Days[29].Balance == 0 {
			t.Errorf("days: %+v", daily)
		}

		p.get(t, http.StatusNotFound, http.MethodGet, "/v1/depositevents/daily?depositType=level_2", other, "", nil)
		p.get(t, http.StatusBadRequest, http.MethodGet, "/v1/depositevents/daily", token, "", nil)

		var statement struct {
			Number                 string
			Opening, Closing, Rows int64
			Totals                 []struct{ Amount int64 }
			Taxed                  []struct {
				Reference string
				Points    int64
			}
		}

		month := dayBack(t, 0)[:len("2026-10")]
		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents/statement?depositType=level_1&month="+month, token, "", &statement)

		for _, total := range statement.Totals {
			statement.Opening += total.Amount
		}

		if statement.Opening != statement.Closing || statement.Rows == 0 {
			t.Errorf("a statement that does not add up: %+v", statement)
		}

		var part struct{ Data []struct{ ID string } }

		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents/statement/rows?depositType=level_1&month="+month, token, "", &part)

		if int64(len(part.Data)) != min(statement.Rows, 1000) {
			t.Errorf("%d rows of a statement of %d", len(part.Data), statement.Rows)
		}

		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents/statement?depositType=level_2&month="+month, token, "", &statement)

		if n := len(statement.Taxed); n == 0 || statement.Taxed[n-1].Reference == "" || statement.Taxed[n-1].Points != 50 || statement.Number != "1001-L2-"+month {
			t.Errorf("taxed deposits: %+v", statement)
		}

		p.get(t, http.StatusNotFound, http.MethodGet, "/v1/depositevents/statement/rows?depositType=level_2&month="+month, other, "", nil)
		p.get(t, http.StatusNotFound, http.MethodGet, "/v1/depositevents/statement?depositType=level_2&month="+month, other, "", nil)
		p.get(t, http.StatusBadRequest, http.MethodGet, "/v1/depositevents/statement?depositType=level_1&month=2200-01", token, "", nil)

		var recap struct {
			TaxNumber, LegalName string
			Months               []struct{ Base, Tax int64 }
		}

		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents/tax?year="+month[:len("2026")], token, "", &recap)

		if n := len(recap.Months); n == 0 || recap.Months[n-1].Tax != recap.Months[n-1].Base/200 || recap.TaxNumber == "" || recap.LegalName == "" {
			t.Errorf("recap: %+v", recap)
		}

		if _, file := p.ask(t, http.MethodGet, "/v1/depositevents/tax/export?year="+month[:len("2026")], token, ""); strings.Count(file, recap.TaxNumber) != len(recap.Months) ||
			!strings.HasPrefix(file, "\ufeffTax number (NPWP),Client,Month,") {
			t.Errorf("the recap as a file: %s", file)
		}

		period := `"dateStart":"` + dayBack(t, 2) + `","timeStart":"00:00","dateEnd":"` + dayBack(t, 0) + `","timeEnd":"23:59"`

		status, file := p.ask(t, http.MethodPost, "/v1/depositevents/export", token, `{"filterType":"period","depositType":"level_1",`+period+`}`)
		if lines := strings.Count(file, "\r\n"); status != http.StatusOK || lines < 20 || !strings.HasPrefix(file, "\ufeffCreated Date (WIB UTC+07:00),Order ID,") {
			t.Errorf("export: %d, %d lines: %.200s", status, lines, file)
		}

		if status, text := p.ask(t, http.MethodPost, "/v1/depositevents/export", token, `{"filterType":"period","format":"xlsx",`+period+`}`); status != http.StatusOK || !strings.HasPrefix(text, "PK") {
			t.Errorf("export as XLSX: %d", status)
		}

		for body, field := range map[string]string{
			`{"filterType":"period"}`: "timeEnd", `{"filterType":"all",` + period + `}`: "filterType", `{` + period + `}`: "filterType",
		} {
			if status, text := p.ask(t, http.MethodPost, "/v1/depositevents/export", token, body); status != http.StatusBadRequest || !strings.Contains(text, field) {
				t.Errorf("%s: %d %s", body, status, text)
			}
		}
	})
}

// TestBalancesNeedTheirPermission reads everything that has balances as a user without permission 302: the calls answer, the
// balances are null, and files that consist of them are refused. The same calls show them to who has it.
func TestBalancesNeedTheirPermission(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		viewer, finance := p.signIn(t, 1001, "viewer"), p.signIn(t, 1001, "finance")
		month := dayBack(t, 0)[:len("2026-10")]
		balance := regexp.MustCompile(`"(balance|balanceBefore|balanceAfter|opening|daysLeft)":-?[0-9]`)

		var charged struct{ Data []struct{ OrderID string } }

		p.get(t, http.StatusOK, http.MethodGet, "/v1/depositevents?action=payment&depositType=level_1", finance, "", &charged)

		for _, path := range []string{
			"/v1/deposits/client/balance", "/dashboard/v1/deposits/client", "/v1/depositevents?depositType=level_1", "/v1/depositevents/daily?depositType=level_1",
			"/v1/orders/" + charged.Data[0].OrderID,
		} {
			for token, shown := range map[string]bool{viewer: false, finance: true} {
				status, text := p.ask(t, http.MethodGet, path, token, "")
				if status != http.StatusOK || balance.MatchString(text) != shown {
					t.Errorf("%s, balances shown to the caller: %t, want %t: %d %.300s", path, balance.MatchString(text), shown, status, text)
				}
			}
		}

		for _, path := range []string{
			"/v1/depositevents/statement?depositType=level_1&month=" + month, "/v1/depositevents/statement/rows?depositType=level_1&month=" + month,
		} {
			p.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, path, viewer, "")
			p.expect(t, http.StatusOK, "", http.MethodGet, path, finance, "")
		}

		// Who creates scheduled orders sees what they cost, and only with 302 what there is.
		testkit.Exec(t, p.DB, "INSERT INTO role_permissions (role_id, permission_id) SELECT id, 206 FROM roles WHERE name = 'viewer'")

		for token, shown := range map[string]bool{p.signIn(t, 1001, "viewer"): false, p.signIn(t, 1001, "root"): true} {
			status, text := p.ask(t, http.MethodPost, "/v1/scheduled-orders/check", token, `{"productCode":"TSEL10","destinationNos":["081234567890"]}`)
			if status != http.StatusOK || balance.MatchString(text) != shown {
				t.Errorf("the check of an order, balances shown: %t, want %t: %d %.300s", balance.MatchString(text), shown, status, text)
			}
		}

		day := dayBack(t, 1)
		export := fmt.Sprintf(`{"filterType":"period","depositType":"level_1","dateStart":%q,"timeStart":"00:00","dateEnd":%q,"timeEnd":"23:59"}`, day, day)
		p.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, "/v1/depositevents/export", viewer, export)
		p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/depositevents/export", finance, export)

		// The client's own systems are no users.
		p.expect(t, http.StatusOK, `"balance":`, http.MethodGet, "/h2h/v1/balance", demo.MainKey, "")
	})
}
