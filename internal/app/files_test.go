package app_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/orders/export"
	"loket/internal/platform/clock"
)

// get makes a request and decodes the answer into v. Any other status ends the test.
func (p *program) get(t *testing.T, want int, method, path, token, body string, v any) {
	t.Helper()

	status, text := p.ask(t, method, path, token, body)
	if status != want {
		t.Fatalf("%s %s: %d %s", method, path, status, text)
	}

	if v == nil {
		return
	}

	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
}

// dayBack is the client's date some days ago.
func dayBack(t *testing.T, days int) string {
	t.Helper()

	zone, err := clock.Zone("")
	if err != nil {
		t.Fatal(err)
	}

	return time.Now().In(zone).AddDate(0, 0, -days).Format(time.DateOnly)
}

type listedExport struct {
	Status    string
	RowsTotal int
	RowsDone  int
	CSV       *struct{ URL string }
	XLSX      *struct{ URL string }
}

// An export is requested, written, mailed, listed, and downloaded without a token.
func TestExportFromRequestToMailbox(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		token := p.signIn(t, 1001, "root")
		list := []listedExport{p.doneExport(t, token)}

		if list[0].RowsDone != list[0].RowsTotal || list[0].RowsDone == 0 {
			t.Errorf("%+v", list[0])
		}

		status, text := p.ask(t, http.MethodGet, list[0].CSV.URL, "", "")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()

		if status != http.StatusOK || err != nil || len(rows) != list[0].RowsDone+1 {
			t.Errorf("CSV: %d, %v, %d rows", status, err, len(rows))
		}

		if status, text := p.ask(t, http.MethodGet, list[0].XLSX.URL, "", ""); status != http.StatusOK || !strings.HasPrefix(text, "PK") {
			t.Errorf("XLSX: %d", status)
		}

		if status, text := p.ask(t, http.MethodGet, strings.Replace(list[0].CSV.URL, "/files/orders/1001/", "/files/orders/1002/", 1), "", ""); status != http.StatusNotFound ||
			!strings.Contains(text, "FileLinkError") {
			t.Errorf("a changed link: %d %s", status, text)
		}

		p.checkMailedLink(t)

		var others []listedExport
		if p.get(t, http.StatusOK, http.MethodGet, "/v1/orders/exports", p.signIn(t, 1002, "root"), "", &others); len(others) != 0 {
			t.Errorf("another client sees %+v", others)
		}
	})
}

func (p *program) checkMailedLink(t *testing.T) {
	t.Helper()

	link := regexp.MustCompile(`http://\S+/files/orders/1001/\S+\.xlsx\S*`)
	found := ""

	testkit.Eventually(t, testkit.Patience, "the link is mailed", func() bool {
		for _, m := range p.simulators.Mails() {
			if m.Subject == "Your order data is ready" {
				found = link.FindString(m.Text)
			}
		}

		return found != ""
	})

	answer, _ := fetch(t, found)
	if answer.StatusCode != http.StatusOK ||
		!strings.HasPrefix(answer.Header.Get("Content-Disposition"), `attachment; filename="orders-`) || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%s: %d, %v", found, answer.StatusCode, answer.Header)
	}
}

func TestReceiptAndDetailOverHTTP(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		token := p.signIn(t, 1001, "root")

		var made struct{ APIKey string }
		p.get(t, http.StatusCreated, http.MethodPost, "/v1/user/key", token, "", &made)
		p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", made.APIKey, `{"productCode":"TSEL10","destinationNo":"081234567800","clientRef":"SLIP-1"}`, nil)
		ending := deleteKey(t, p, token, made.APIKey)

		var list []struct{ OrderID, Status string }

		testkit.Eventually(t, testkit.Patience, "the order ends", func() bool {
			p.get(t, http.StatusOK, http.MethodGet, "/v1/orders/external?query=!SLIP-1", token, "", &list)

			return list[0].Status == "success"
		})

		path := "/v1/orders/" + list[0].OrderID
		if status, text := p.ask(t, http.MethodGet, path+"/invoice", token, ""); status != http.StatusOK || !strings.Contains(text, "<style>") || !strings.Contains(text, list[0].OrderID) {
			t.Errorf("receipt: %d %s", status, text)
		}

		if status, text := p.ask(t, http.MethodGet, path+"/invoice?plain=true&language=id", token, ""); status != http.StatusOK || !strings.Contains(text, "<pre>") {
			t.Errorf("plain receipt: %d %s", status, text)
		}

		var detail struct {
			SerialNumber string
			History      []struct {
				Event, APIKeyEnding string
				Amount              *int64
			}
		}
		p.get(t, http.StatusOK, http.MethodGet, path, token, "", &detail)

		if len(detail.History) != 4 || detail.SerialNumber == "" || detail.History[1].Event != "charged" || *detail.History[1].Amount >= 0 {
			t.Errorf("%+v", detail)
		}

		if got := detail.History[0].APIKeyEnding; got != ending {
			t.Errorf("placed by a deleted key that ended in %s, the detail says %q", ending, got)
		}

		if _, text := p.ask(t, http.MethodGet, "/v1/orders/external/summary?query=!SLIP-1", token, ""); !strings.Contains(text, `"success":{"count":1,"amount":10250},"pending":{"count":0,`) {
			t.Errorf("sums: %s", text)
		}

		other := p.signIn(t, 1002, "root")
		for _, at := range []string{path, path + "/invoice", "/v1/orders/none", "/v1/orders/none/invoice"} {
			p.get(t, http.StatusNotFound, http.MethodGet, at, other, "", nil)
		}

		for _, sign := range []string{"+", "0"} {
			p.get(t, http.StatusNotFound, http.MethodGet, "/v1/orders/"+sign+list[0].OrderID+"/invoice", token, "", nil)
		}

		var hours []struct{ Success, Pending, Failed int }
		p.get(t, http.StatusOK, http.MethodGet, "/v1/orders/external/hourly?dateStart="+dayBack(t, 0)+"&dateEnd="+dayBack(t, 0), token, "", &hours)

		sum := 0
		for _, hour := range hours {
			sum += hour.Success + hour.Pending + hour.Failed
		}

		if len(hours) != 24 || sum == 0 {
			t.Errorf("%d hours with %d orders", len(hours), sum)
		}

		testkit.ProveBooks(t, p.DB)
	})
}

// deleteKey deletes an API key and returns its last four characters.
func deleteKey(t *testing.T, p *program, token, key string) string {
	t.Helper()

	ending := key[len(key)-4:]

	var keys []struct{ ID, APIKey string }
	p.get(t, http.StatusOK, http.MethodGet, "/v1/user/list?filter=api", token, "", &keys)

	for _, k := range keys {
		if strings.HasSuffix(k.APIKey, ending) {
			p.get(t, http.StatusNotFound, http.MethodDelete, "/v1/user/0"+k.ID, token, "", nil)
			p.get(t, http.StatusNotFound, http.MethodDelete, "/v1/user/+"+k.ID, token, "", nil)
			p.get(t, http.StatusOK, http.MethodDelete, "/v1/user/"+k.ID, token, "", nil)

			return ending
		}
	}

	t.Fatalf("no key that ends in %s among %+v", ending, keys)

	return ""
}

// The page's policy must allow the style of the receipt's frame.
func TestPageAllowsTheReceiptsStyle(t *testing.T) {
	t.Parallel()

	p := start(t, 1)

	answer, _ := fetch(t, p.base+"/external/")
	if policy := answer.Header.Get("Content-Security-Policy"); strings.Contains(policy, "nonce-") && !strings.Contains(policy, export.ReceiptStyleHash()) {
		t.Error(policy)
	}
}

func TestReportsAndThresholdOverHTTP(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root, viewer := p.signIn(t, 1001, "root"), p.signIn(t, 1001, "viewer")
		days := `{"startDate":"` + dayBack(t, 4) + `","endDate":"` + dayBack(t, 2) + `"}`

		var reports []struct{ Date, URLReport string }
		p.get(t, http.StatusOK, http.MethodPost, "/v1/depositevents/orders/reports/export", root, days, &reports)
		p.get(t, http.StatusForbidden, http.MethodPost, "/v1/depositevents/orders/reports/export", viewer, days, nil)
		p.get(t, http.StatusBadRequest, http.MethodPost, "/v1/depositevents/orders/reports/export", root,
			`{"startDate":"`+dayBack(t, 4)+`","endDate":"`+dayBack(t, 1)+`"}`, nil)

		if len(reports) != 3 || reports[2].Date != dayBack(t, 2) {
			t.Fatalf("%+v", reports)
		}

		if status, text := p.ask(t, http.MethodGet, reports[0].URLReport, "", ""); status != http.StatusOK || !strings.HasPrefix(text, "\ufeffOrder ID,") {
			t.Errorf("%d %s", status, text)
		}

		var deposits struct {
			Deposits []struct {
				ID              string
				MinBalanceAlert int64
			}
		}
		p.get(t, http.StatusOK, http.MethodGet, "/dashboard/v1/deposits/client", root, "", &deposits)

		path := "/v1/internal/deposits/" + deposits.Deposits[0].ID + "/min_balance_alert"
		p.get(t, http.StatusOK, http.MethodPatch, path, root, `{"minBalanceAlert":1500000}`, nil)
		p.get(t, http.StatusNotFound, http.MethodPatch, path, p.signIn(t, 1002, "root"), `{"minBalanceAlert":1}`, nil)

		for _, sign := range []string{"+", "0"} {
			p.get(t, http.StatusNotFound, http.MethodPatch, strings.Replace(path, deposits.Deposits[0].ID, sign+deposits.Deposits[0].ID, 1), root, `{"minBalanceAlert":1}`, nil)
		}

		p.get(t, http.StatusForbidden, http.MethodPatch, path, viewer, `{"minBalanceAlert":1}`, nil)
		p.get(t, http.StatusBadRequest, http.MethodPatch, path, root, `{"minBalanceAlert":-1}`, nil)
		p.get(t, http.StatusOK, http.MethodGet, "/dashboard/v1/deposits/client", root, "", &deposits)

		if deposits.Deposits[0].MinBalanceAlert != 1_500_000 {
			t.Errorf("%+v", deposits)
		}

		p.get(t, http.StatusBadRequest, http.MethodPatch, path, root, `{"minBalanceAlert":null}`, nil)
		p.get(t, http.StatusBadRequest, http.MethodPatch, path, root, `{}`, nil)
		p.get(t, http.StatusOK, http.MethodPatch, path, root, `{"minBalanceAlert":0}`, nil)
		p.get(t, http.StatusOK, http.MethodGet, "/dashboard/v1/deposits/client", root, "", &deposits)

		if deposits.Deposits[0].MinBalanceAlert != 0 {
			t.Errorf("0 did not clear: %+v", deposits)
		}
	})
}
