package app_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// asked gets a path with headers and returns the answer with its body as it came.
func (p *program) asked(t *testing.T, path, key string, headers ...string) (*http.Response, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.base+path, nil)
	testkit.Must(t, err)
	r.Header.Set("Authorization", "Bearer "+key)

	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}

	return exchange(t, r)
}

// The price list says what a program needs to order each product. It comes compressed, and not at all while it is the same.
func TestPriceListOfPrograms(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/h2h/v1/products"

		for search, want := range map[string]string{
			"TSEL10":   `"kind":"prepaid","operatorType":"mobile","operatorCode":"TSEL","walletType":"level_1","price":10250,"active":true,"problem":false,"destination":{"form":"mobile","minLength":10,"maxLength":13,"example":"081134567890","text":"A mobile number starts with 08 and has 10 to 13 digits"}`,
			"PLNPOST":  `"kind":"bill"`,
			"DANAOPEN": `"kind":"open_amount"`,
			"MLBB86":   `"parts":[{"name":"userId","form":"digits","example":`,
		} {
			p.expect(t, http.StatusOK, want, http.MethodGet, path+"?search="+search, demo.MainKey, "")
		}

		for _, field := range []string{`"minAmount":`, `"maxAmount":`, `"description":"Any amount from`, `"changedAt":"20`} {
			p.expect(t, http.StatusOK, field, http.MethodGet, path+"?search=DANAOPEN", demo.MainKey, "")
		}

		answer, text := p.asked(t, path, demo.MainKey, "Accept-Encoding", "gzip")
		tag := answer.Header.Get("ETag")

		plain, err := gzip.NewReader(strings.NewReader(text))
		testkit.Must(t, err)

		var list struct {
			Data []struct {
				Code string `json:"code"`
			} `json:"data"`
		}

		whole, err := io.ReadAll(plain)
		testkit.Must(t, err)
		testkit.Must(t, json.Unmarshal(whole, &list))

		if len(list.Data) < 10 || answer.Header.Get("Content-Encoding") != "gzip" || len(text)*2 > len(whole) || !strings.HasPrefix(tag, `W/"`) {
			t.Errorf("%d products, %v, %d bytes of %d", len(list.Data), answer.Header, len(text), len(whole))
		}

		same := func(name string, want int, key string, headers ...string) {
			t.Helper()

			answer, text := p.asked(t, path, key, headers...)
			if answer.StatusCode != want || (want == http.StatusNotModified) != (text == "") || answer.Header.Get("ETag") == "" {
				t.Errorf("%s: %d with %d bytes, %v", name, answer.StatusCode, len(text), answer.Header)
			}
		}

		same("the same list", http.StatusNotModified, demo.MainKey, "If-None-Match", tag)
		same("among others", http.StatusNotModified, demo.MainKey, "If-None-Match", `"x", `+tag)
		same("an older list", http.StatusOK, demo.MainKey, "If-None-Match", `W/"x"`)
		same("in another language", http.StatusOK, demo.MainKey, "If-None-Match", tag, "Accept-Language", "id")

		_, err = p.Catalog.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, catalog.Problem{On: true, English: "Maintenance"}, catalog.By{Actor: "staff:test", Reason: "test"})
		testkit.Must(t, err)
		p.expect(t, http.StatusOK, `"problemReason":"Maintenance"`, http.MethodGet, path+"?search=TSEL10", demo.MainKey, "")
		same("after a change", http.StatusOK, demo.MainKey, "If-None-Match", tag)
	})
}

// An inquiry tells what a bill consists of, and whose a prepaid meter is.
func TestInquiriesOfPrograms(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const path = "/h2h/v1/inquiries"

		var bill struct {
			Data struct {
				Periods []string `json:"periods"`
				Amount  int64    `json:"amount"`
				Fee     int64    `json:"fee"`
				Total   int64    `json:"total"`
				Bills   []struct {
					Period string `json:"period"`
					Amount int64  `json:"amount"`
					Admin  int64  `json:"admin"`
					Fine   int64  `json:"fine"`
				} `json:"bills"`
			} `json:"data"`
		}

		text := p.expect(t, http.StatusOK, `"fine":`, http.MethodPost, path, demo.MainKey, `{"productCode":"PLNPOST","destinationNo":"530000000001"}`)
		testkit.Must(t, json.Unmarshal([]byte(text), &bill))

		sum, b := int64(0), bill.Data
		for i, part := range b.Bills {
			sum += part.Amount + part.Admin + part.Fine

			if part.Period != b.Periods[i] {
				t.Errorf("bill %d is of %s", i, part.Period)
			}
		}

		if len(b.Bills) == 0 || sum != b.Amount || b.Amount+b.Fee != b.Total {
			t.Errorf("the bills add up to %d: %s", sum, text)
		}

		p.expect(t, http.StatusOK, `"customerName":"`, http.MethodPost, path, demo.MainKey, `{"productCode":"PLN100","destinationNo":"32014477812"}`)
		p.expect(t, http.StatusOK, `"amount":100450,"fee":0,"total":100450,"bills":[]`, http.MethodPost, path, demo.MainKey, `{"productCode":"PLN100","destinationNo":"32014477812"}`)
		p.expect(t, http.StatusBadRequest, `"productCode"`, http.MethodPost, path, demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567890"}`)
	})
}

// A key reads the changes of a wallet, page by page, and the figures of a month agree with them.
func TestWalletsOfPrograms(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const key, path = "lk_demo_1002", "/h2h/v1/wallets/level_1"

		for _, ref := range []string{"W-1", "W-2", "W-3"} {
			p.expect(t, http.StatusCreated, ref, http.MethodPost, "/h2h/v1/orders", key, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"`+ref+`"}`)
		}

		type row struct {
			Action        string `json:"action"`
			OrderID       string `json:"orderId"`
			Reference     string `json:"reference"`
			Amount        int64  `json:"amount"`
			BalanceBefore int64  `json:"balanceBefore"`
			BalanceAfter  int64  `json:"balanceAfter"`
		}

		var rows []row

		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			var page struct {
				Data []row  `json:"data"`
				Next string `json:"next"`
			}

			testkit.Must(t, json.Unmarshal([]byte(p.expect(t, http.StatusOK, `"next":`, http.MethodGet, path+"/history?limit=2"+cursor, key, "")), &page))

			rows = append(rows, page.Data...)

			if cursor = page.Next; cursor != "" {
				cursor = "&cursor=" + cursor
			}
		}

		for i := 1; i < len(rows); i++ {
			if rows[i].BalanceBefore != rows[i-1].BalanceAfter || rows[i].BalanceAfter != rows[i].BalanceBefore+rows[i].Amount {
				t.Errorf("%+v follows %+v", rows[i], rows[i-1])
			}
		}

		if last := rows[len(rows)-1]; last.Action != "payment" || last.Reference != "W-3" || last.OrderID == "" || last.Amount != -10_250 {
			t.Errorf("the last row is %+v", last)
		}

		var month struct {
			Data struct {
				Opening int64 `json:"opening"`
				Credits int64 `json:"credits"`
				Debits  int64 `json:"debits"`
				Closing int64 `json:"closing"`
			} `json:"data"`
		}

		now := p.Clock.Now()
		testkit.Must(t, json.Unmarshal([]byte(p.expect(t, http.StatusOK, `"totals":[`, http.MethodGet, path+"/statement?month="+now.In(testkit.Jakarta(t)).Format("2006-01"), key, "")), &month))

		if m := month.Data; m.Opening+m.Credits-m.Debits != m.Closing || m.Closing != rows[len(rows)-1].BalanceAfter || m.Debits < 3*10_250 {
			t.Errorf("the month has %+v", m)
		}

		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/h2h/v1/wallets/multibiller/history", key, "")
		p.expect(t, http.StatusNotFound, "", http.MethodGet, "/h2h/v1/wallets/multibiller/statement?month=2026-01", key, "")

		for query, names := range map[string]string{
			"/history?cursor=x": "cursor", "/history?limit=1001": "limit", "/history?createdFrom=2026-11-02T00:00:00Z&createdTo=2026-11-01T00:00:00Z": "createdTo",
			"/history?from=1": "from", "/statement": "month", "/statement?month=2999-01": "month", "/statement?month=november": "month",
		} {
			p.expect(t, http.StatusBadRequest, `"`+names+`"`, http.MethodGet, path+query, key, "")
		}

		p.expect(t, http.StatusBadRequest, `"type"`, http.MethodGet, "/h2h/v1/wallets/level_9/history", key, "")
	})
}
