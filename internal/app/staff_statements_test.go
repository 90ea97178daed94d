package app_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

// importStatement sends the statement of an account and expects an answer.
func (p *program) importStatement(t *testing.T, token string, status int, part string, fields map[string]string) {
	t.Helper()

	var body bytes.Buffer

	form := multipart.NewWriter(&body)

	for name, text := range fields {
		if name == "file" {
			file, err := form.CreateFormFile(name, "nov.csv")
			testkit.Must(t, err)
			_, err = file.Write([]byte(text))
			testkit.Must(t, err)
		} else {
			testkit.Must(t, form.WriteField(name, text))
		}
	}

	testkit.Must(t, form.Close())

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+"/staff/v1/statements", &body)
	testkit.Must(t, err)

	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+token)

	answer, text := exchange(t, r)
	if answer.StatusCode != status || !strings.Contains(text, part) {
		t.Errorf("%v: %d %s, want %d with %s", fields, answer.StatusCode, text, status, part)
	}
}

// Finance import the statement of an account, once, and see what no bank reported.
func TestStaffImportStatements(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, citra := p.signInStaff(t, "ana"), p.signInStaff(t, "citra")
		account := testkit.Value[string](t, p.DB, "SELECT MIN(a.account_no) FROM bank_accounts a JOIN banks b ON b.id = a.bank_id WHERE b.code = 'BBCA'")

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodGet, "/staff/v1/statements/differences", ana, "")
		at.expect(t, http.StatusOK, `"accountNo":"`+account+`"`, http.MethodGet, "/staff/v1/statements/accounts", citra, "")

		day := p.Clock.Now().Format("2006-01-02")
		file := "date,description,amount,type\n" + day + ",TRSF OF NOBODY,512345,CR\n" + day + ",TRSF OF NOBODY,512345,CR\n"
		fields := func(change, to string) map[string]string {
			out := map[string]string{"bank": "BBCA", "accountNo": account, "reason": "daily", "file": file}
			out[change] = to

			return out
		}

		at.importStatement(t, ana, http.StatusForbidden, "ForbiddenError", fields("reason", "daily"))
		at.importStatement(t, citra, http.StatusBadRequest, `"field":"reason"`, fields("reason", " "))
		at.importStatement(t, citra, http.StatusBadRequest, `"field":"other"`, fields("other", "x"))
		at.importStatement(t, citra, http.StatusBadRequest, "none of ours", fields("accountNo", "1"))
		at.importStatement(t, citra, http.StatusBadRequest, "line 2", fields("file", "date,description,amount,type\n"+day+",X,-1,CR\n"))
		at.importStatement(t, citra, http.StatusOK, `"lines":2,"added":2`, fields("reason", "daily"))
		at.importStatement(t, citra, http.StatusOK, `"lines":2,"added":0`, fields("reason", "daily"))

		text := at.expect(t, http.StatusOK, `"where":"nov.csv:3"`, http.MethodGet, "/staff/v1/statements/differences?days=2", citra, "")
		if strings.Count(text, `"kind":"not_reported"`) != 2 {
			t.Errorf("the differences are %s", text)
		}
	})
}

// A request for a top-up is credited once, and is off the list then; above the limit of one person it waits.
func TestStaffCreditTopupRequests(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		at := p.asStaff()
		ana, citra, dewi := p.signInStaff(t, "ana"), p.signInStaff(t, "citra"), p.signInStaff(t, "dewi")
		wallet := testkit.Value[string](t, p.DB, "SELECT CAST(id AS TEXT) FROM wallets WHERE client_id = 1001 AND type = 'level_1'")

		ask := func(amount string) string {
			return field(t, p.expect(t, http.StatusCreated, `"id"`, http.MethodPost, "/v1/clients/1001/topup-request", p.signIn(t, 1001, "root"),
				`{"depositId":"`+wallet+`","amount":`+amount+`,"note":"Paid at the counter"}`), "id")
		}

		small, large := ask("150000"), ask("25000000")
		path := func(id string) string { return "/staff/v1/topup-requests/" + id + "/credit" }
		before := p.balance(t)

		const body = `{"amount":149000,"reference":"Slip 412","reason":"Cash at the counter"}`

		at.expect(t, http.StatusForbidden, "ForbiddenError", http.MethodPost, path(small), ana, body)
		at.expect(t, http.StatusBadRequest, "reason", http.MethodPost, path(small), citra, `{"amount":149000,"reason":" "}`)
		at.expect(t, http.StatusOK, `"balance"`, http.MethodPost, path(small), citra, body)
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path(small), citra, body)

		if got := p.balance(t); got != before+149_000 {
			t.Errorf("the balance went from %d to %d", before, got)
		}

		history := "/staff/v1/clients/1001/wallets/" + wallet + "/history"
		now := p.Clock.Now().In(clock.Jakarta())
		days := "dateStart=" + now.AddDate(0, 0, -1).Format(time.DateOnly) + "&dateEnd=" + now.Format(time.DateOnly)

		at.expect(t, http.StatusOK, `"amount":149000`, http.MethodGet, history+"?reference=Slip+412&action=topup&"+days, citra, "")
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, history+"?reference=Slip+412&action=deduct", citra, "")
		at.expect(t, http.StatusBadRequest, "dateStart", http.MethodGet, history+"?dateEnd="+now.Format(time.DateOnly), citra, "")
		at.expect(t, http.StatusBadRequest, "dateStart", http.MethodGet, history+"/export", citra, "")

		if file := at.expect(t, http.StatusOK, "Slip 412", http.MethodGet, history+"/export?reference=Slip+412&"+days, citra, ""); strings.Count(strings.TrimSpace(file), "\n") != 1 {
			t.Errorf("the file is %s", file)
		}

		const much = `{"amount":25000000,"reason":"Transfer of 12 November"}`

		id := field(t, at.expect(t, http.StatusAccepted, "approvalId", http.MethodPost, path(large), citra, much), "approvalId")
		at.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPost, path(large), citra, much)
		at.expect(t, http.StatusOK, `"data":[]`, http.MethodGet, "/staff/v1/topup-requests", citra, "")

		if got := p.balance(t); got != before+149_000 {
			t.Errorf("before the approval the balance is %d", got)
		}

		at.expect(t, http.StatusOK, "", http.MethodPost, "/staff/v1/approvals/"+id+"/approve", dewi, `{"reason":"Seen at the bank"}`)

		if got := p.balance(t); got != before+149_000+25_000_000 {
			t.Errorf("the balance went from %d to %d", before, got)
		}

		testkit.ProveBooks(t, p.DB)
	}, func(c *config.Config) { c.AdjustLimit = 10_000_000 })
}
