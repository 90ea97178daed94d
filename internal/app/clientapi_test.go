package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

const ownKey = "lk_demo_1001"

// TestEachLineOfABatchHasItsOwnOutcome: an invalid value is an error of its own line,
// the same error as that of a call for one order.
func TestEachLineOfABatchHasItsOwnOutcome(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		long := strings.Repeat("8", 65)
		lines := []struct {
			line   string
			status int
			says   string
		}{
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"B-1"}`, http.StatusCreated, ""},
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":""}`, http.StatusBadRequest, `"clientRef"`},
			{`{"productCode":"TSEL10","destinationNo":"081234567890"}`, http.StatusBadRequest, `"clientRef"`},
			{`{"productCode":"","destinationNo":"081234567890","clientRef":"B-2"}`, http.StatusBadRequest, `"productCode"`},
			{`{"productCode":"TSEL10","destinationNo":"` + long + `","clientRef":"B-3"}`, http.StatusBadRequest, `"destinationNo"`},
			{`{"productCode":"TSEL10","clientRef":"B-4"}`, http.StatusBadRequest, `"destinationNo"`},
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"B-5","amount":-1}`, http.StatusBadRequest, `"amount"`},
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"B-6","maxPrice":0}`, http.StatusBadRequest, `"maxPrice"`},
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"B-7","maxPrice":-1}`, http.StatusBadRequest, `"maxPrice"`},
			{`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"B-8","maxPrice":10250}`, http.StatusCreated, ""},
		}

		given := make([]string, len(lines))
		for i, l := range lines {
			given[i] = l.line
		}

		status, text := p.ask(t, http.MethodPost, "/h2h/v1/orders/batch", ownKey, `{"orders":[`+strings.Join(given, ",")+`]}`)

		var out struct {
			Data []struct {
				Status int             `json:"status"`
				Order  json.RawMessage `json:"order"`
				Error  json.RawMessage `json:"error"`
			} `json:"data"`
		}
		if err := json.Unmarshal([]byte(text), &out); err != nil || status != http.StatusOK || len(out.Data) != len(lines) {
			t.Fatalf("%d %s: %v", status, text, err)
		}

		for i, l := range lines {
			got := out.Data[i]
			if got.Status != l.status || (l.says == "") != (got.Error == nil) || (l.says != "") != (got.Order == nil) ||
				!strings.Contains(string(got.Error), l.says) {
				t.Errorf("%s: %d %s%s", l.line, got.Status, got.Order, got.Error)
			}

			if status, alone := p.ask(t, http.MethodPost, "/h2h/v1/orders", ownKey, l.line); l.says != "" &&
				(status != l.status || !strings.Contains(alone, l.says)) {
				t.Errorf("%s alone: %d %s", l.line, status, alone)
			}
		}
	})
}

// TestEveryReferenceIsLookedUp: what can be placed can be looked up, also a reference that a path can't hold.
func TestEveryReferenceIsLookedUp(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		for _, ref := range []string{"/", "//", "2026/11/INV-7", "/a/../b", "a/.", "100%", "a+b", "a?b=c&d#e", `"`, "INV-7"} {
			line, err := json.Marshal(map[string]string{"productCode": "TSEL10", "destinationNo": "081234567890", "clientRef": ref})
			if err != nil {
				t.Fatal(err)
			}

			p.get(t, http.StatusCreated, http.MethodPost, "/h2h/v1/orders", ownKey, string(line), nil)

			path := "/h2h/v1/orders?clientRef=" + url.QueryEscape(ref)

			var found struct{ Data struct{ ClientRef string } }
			if p.get(t, http.StatusOK, http.MethodGet, path, ownKey, "", &found); found.Data.ClientRef != ref {
				t.Errorf("looked up %s and found %+v", ref, found)
			}

			p.get(t, http.StatusNotFound, http.MethodGet, path, "lk_demo_1002", "", nil)
		}

		for _, query := range []string{"", "?clientRef=", "?clientRef=" + strings.Repeat("a", 65), "?clientRef=INV-7&clientref=x"} {
			p.get(t, http.StatusBadRequest, http.MethodGet, "/h2h/v1/orders"+query, ownKey, "", nil)
		}
	})
}

// TestClientAPIRefusesClearly checks the error messages that authors of client
// programs read.
func TestClientAPIRefusesClearly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/h2h/v1/orders"

		order := func(rest string) string {
			return `{"productCode":"TSEL10","destinationNo":"081234567890",` + rest + `}`
		}

		for _, test := range []struct {
			name, path, token, body string
			status                  int
			says                    string
		}{
			{"null is no limit", path, ownKey, order(`"clientRef":"C-1","maxPrice":null`), http.StatusBadRequest, `{"field":"maxPrice","message":"must be a whole number"}`},
			{"null in a batch", path + "/batch", ownKey, `{"orders":[` + order(`"clientRef":"C-1","maxPrice":null`) + `]}`, http.StatusBadRequest, `"orders[0].maxPrice"`},
			{"null is no amount", "/h2h/v1/inquiries", ownKey, order(`"amount":null`), http.StatusBadRequest, `"amount"`},
			{"a fraction", path, ownKey, order(`"clientRef":"C-1","maxPrice":10500.5`), http.StatusBadRequest, `{"field":"maxPrice","message":"must be a whole number"}`},
			{"an unknown parameter", path + "?dryRun=true", ownKey, order(`"clientRef":"C-1"`), http.StatusBadRequest, `"dryRun"`},
			{"the same limit, as a program with floating numbers sends it", path, ownKey, order(`"clientRef":"C-0","maxPrice":1.05e4`), http.StatusCreated, `"C-0"`},
			{"the same again", path, ownKey, order(`"clientRef":"C-0","maxPrice":10500.0`), http.StatusOK, `"C-0"`},
			{"the same in digits", path, ownKey, order(`"clientRef":"C-0","maxPrice":10500`), http.StatusOK, `"C-0"`},
			{"no limit is no limit of zero", path, ownKey, order(`"clientRef":"C-1","maxPrice":0`), http.StatusBadRequest, `"maxPrice"`},
			{"a path could not hold it", path, ownKey, order(`"clientRef":"."`), http.StatusBadRequest, `"clientRef"`},
			{"a path could not hold it", path, ownKey, order(`"clientRef":".."`), http.StatusBadRequest, `"clientRef"`},
			{"no key", path, "", order(`"clientRef":"C-2"`), http.StatusUnauthorized, "API key"},
			{"a made-up key", path, "lk_nope_1001", order(`"clientRef":"C-2"`), http.StatusUnauthorized, "API key"},
			{"a user's token", path, p.signIn(t, 1001, "root"), order(`"clientRef":"C-2"`), http.StatusUnauthorized, "API key"},
			{
				"an amount that the supplier never takes", path, ownKey,
				`{"productCode":"DANAOPEN","destinationNo":"081234567890","clientRef":"C-3","amount":10500}`, http.StatusConflict, "BillError",
			},
			{
				"its inquiry", "/h2h/v1/inquiries", ownKey,
				`{"productCode":"DANAOPEN","destinationNo":"081234567890","amount":10500}`, http.StatusConflict, "BillError",
			},
		} {
			if status, text := p.ask(t, http.MethodPost, test.path, test.token, test.body); status != test.status || !strings.Contains(text, test.says) {
				t.Errorf("%s: %d %s", test.name, status, text)
			}
		}
	})
}

// A key reads the orders of a period page by page, one by its reference, and many at once.
func TestOrdersAreReadByKey(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		from := url.QueryEscape(time.Now().Add(-time.Second).Format(time.RFC3339))

		for _, ref := range []string{"L/1", "L/2", "L/3"} {
			p.expect(t, http.StatusCreated, ref, http.MethodPost, "/h2h/v1/orders", ownKey, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"`+ref+`"}`)
		}

		var refs []string

		for next, pages := "", 0; pages == 0 || next != ""; pages++ {
			var page struct {
				Data []struct {
					ClientRef string `json:"clientRef"`
				} `json:"data"`
				Next string `json:"next"`
			}

			text := p.expect(t, http.StatusOK, `"next"`, http.MethodGet, "/h2h/v1/orders?productCode=TSEL10&limit=2&createdFrom="+from+next, ownKey, "")
			testkit.Must(t, json.Unmarshal([]byte(text), &page))

			for _, o := range page.Data {
				refs = append(refs, o.ClientRef)
			}

			if next = page.Next; next != "" {
				next = "&cursor=" + next
			}
		}

		if !slices.Equal(refs, []string{"L/1", "L/2", "L/3"}) {
			t.Errorf("the pages have %q", refs)
		}

		const lookup = "/h2h/v1/orders/lookup"

		p.expect(t, http.StatusOK, `{"data":[{"clientRef":"none"},{"clientRef":"L/2","order":{"orderId":`, http.MethodPost, lookup, ownKey, `{"clientRefs":["none","L/2"]}`)
		p.expect(t, http.StatusOK, `{"data":[{"clientRef":"L/2"}]}`, http.MethodPost, lookup, "lk_demo_1002", `{"clientRefs":["L/2"]}`)

		for query, names := range map[string]string{
			"":                                     "createdFrom",
			"status=success":                       "createdFrom",
			"clientRef=L/1&status=success":         "clientRef",
			"createdFrom=" + from + "&cursor=x":    "cursor",
			"createdFrom=" + from + "&limit=1001":  "limit",
			"createdFrom=yesterday":                "createdFrom",
			"createdFrom=" + from + "&status=done": "status",
			"createdFrom=2026-01-01T00:00:00Z&createdTo=2026-02-01T00:00:01Z": "createdTo",
			"createdFrom=" + from + "&from=1":                                 "from",
		} {
			p.expect(t, http.StatusBadRequest, `"`+names+`"`, http.MethodGet, "/h2h/v1/orders?"+query, ownKey, "")
		}

		for _, body := range []string{`{}`, `{"clientRefs":[]}`, `{"clientRefs":null}`, `{"clientRefs":["` + strings.Repeat(`x","`, 1000) + `x"]}`} {
			p.expect(t, http.StatusBadRequest, `"clientRefs"`, http.MethodPost, lookup, ownKey, body)
		}
	})
}
