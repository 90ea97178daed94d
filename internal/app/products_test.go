package app_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/api/portal/products"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
)

// A price list has the client's own prices and nobody else's, its filters work together, and what can't be is refused.
func TestPriceList(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		own := strings.NewReader("client_id,product_code,price\n1001,TSEL10,10111\n")

		_, err := p.Sheets.Import(t.Context(), sheets.PriceTable, own, []int64{1001}, catalog.By{Actor: "staff:budi", Reason: "own price"})
		if err != nil {
			t.Fatal(err)
		}

		root, other := p.signIn(t, 1001, "root"), p.signIn(t, 1002, "root")

		page := func(token, query string) products.ProductPage {
			t.Helper()

			status, text := p.ask(t, http.MethodGet, "/dashboard/v1/products/client?"+query, token, "")

			var out products.ProductPage
			if err := json.Unmarshal([]byte(text), &out); err != nil || status != http.StatusOK {
				t.Fatalf("%s: %d %s", query, status, text)
			}

			return out
		}

		for token, want := range map[string]int64{root: 10_111, other: 10_250} {
			got := page(token, "search=tsel10&depositType=level_1&operatorType=mobile&active=true&operatorCode=TSEL")
			if got.Total == 0 || got.Data[0].Code != "TSEL10" || *got.Data[0].SellPrice != want || got.Data[0].AdminPrice != nil {
				t.Errorf("%+v, want %d", got, want)
			}
		}

		first, second := page(root, ""), page(root, "page=2&perPage=10")
		if len(first.Data) != 10 || first.Data[9].Code >= second.Data[0].Code || first.Total != second.Total {
			t.Errorf("pages %+v and %+v", first, second)
		}

		if bills := page(root, "operatorType=pdam"); bills.Data[0].AdminPrice == nil || bills.Data[0].SellPrice != nil {
			t.Errorf("bills %+v", bills)
		}

		if both := page(root, "searchQuery=telkomsel&search=10.000"); both.Total == 0 || both.Total >= page(root, "searchQuery=telkomsel").Total {
			t.Errorf("search and searchQuery: %+v", both)
		}

		for _, bad := range []string{"perPage=101", "page=0x", "active=yes", "depositType=level_9", "search=" + strings.Repeat("a", 101)} {
			p.expect(t, http.StatusBadRequest, "ValidationError", http.MethodGet, "/dashboard/v1/products/client?"+bad, root, "")
		}

		// Why a product has a problem is told in the language of the reader, and when another is not sold.
		by := catalog.By{Actor: "staff:budi", Reason: "disturbance"}
		_, err = p.Catalog.SetProblem(t.Context(), catalog.Choice{Product: "TSEL50"}, catalog.Problem{On: true, English: "Late deliveries", Indonesian: "Pengiriman lambat"}, by)
		testkit.Must(t, err)

		closed := catalog.CutOff{From: 23 * 60, To: 60}

		_, err = p.Catalog.SetCutOff(t.Context(), catalog.Choice{Product: "TSEL10"}, closed, by)
		testkit.Must(t, err)

		if got := page(root, "search=tsel50").Data[0]; !got.Problem || got.ProblemReason != "Late deliveries" {
			t.Errorf("%+v", got)
		}

		if got := page(root, "search=tsel10").Data[0]; got.CutOff == nil || *got.CutOff != *closed.Times() || got.ProblemReason != "" {
			t.Errorf("%+v", got)
		}

		// Watching is of one client, and may be repeated.
		const watch = "/dashboard/v1/products/client/TSEL10/watch"

		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodPut, "/dashboard/v1/products/client/NONE/watch", root, "")

		for range 2 {
			p.expect(t, http.StatusOK, `{"codes":["TSEL10"]}`, http.MethodPut, watch, root, "")
		}

		p.expect(t, http.StatusOK, `{"codes":["TSEL10"]}`, http.MethodGet, "/dashboard/v1/products/watches", root, "")
		p.expect(t, http.StatusOK, `{"codes":[]}`, http.MethodGet, "/dashboard/v1/products/watches", other, "")
		p.expect(t, http.StatusOK, `{"codes":[]}`, http.MethodDelete, watch, other, "")
		p.expect(t, http.StatusOK, `{"codes":["TSEL10"]}`, http.MethodGet, "/dashboard/v1/products/watches", root, "")
		p.expect(t, http.StatusOK, `{"codes":[]}`, http.MethodDelete, watch, root, "")
		p.expect(t, http.StatusOK, `{"codes":[]}`, http.MethodGet, "/dashboard/v1/products/watches", root, "")

		// What shoppers pay is in the list once the client set prices, and only where its web app sells the product.
		p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/external/clientproducts/csp-margin/all", root, `{"marginPercentCSP":10,"isFixedCSP":false}`)

		if got := page(root, "search=tsel10").Data[0].CommittedSellPrice; got == nil || *got != 11_123 { // 10,111 and 10 %, rounded up
			t.Errorf("committed price %v", got)
		}

		unsold := map[string]string{"a bill": root + " operatorType=pdam", "no Connect": other + " search=tsel10", "no prices set": p.signIn(t, 1004, "root") + " search=tsel10"}
		for name, asked := range unsold {
			token, query, _ := strings.Cut(asked, " ")
			if got := page(token, query).Data[0].CommittedSellPrice; got != nil {
				t.Errorf("%s: committed price %d", name, *got)
			}
		}

		const history = "/dashboard/v1/products/client/TSEL10/prices"

		p.expect(t, http.StatusOK, `"price":10111,"own":true,"scheduled":false`, http.MethodGet, history, root, "")
		p.expect(t, http.StatusOK, `"changes":[]`, http.MethodGet, history, other, "")
		p.expect(t, http.StatusNotFound, "NotFoundError", http.MethodGet, "/dashboard/v1/products/client/NONE/prices", root, "")

		p.expect(t, http.StatusOK, `["mobile","data",`, http.MethodGet, "/v1/operator/type", root, "")
		p.expect(t, http.StatusOK, `{"code":"TSEL","name":"Telkomsel"}`, http.MethodGet, "/v1/operator", root, "")
	})
}

// The file has what the list shows for the same filters, all pages of it, with the prices of the one who asks.
func TestPriceListAsAFile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		table := `code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem
TSEL10,=cmd,,TSEL,level_1,10250,,,,true,true
`

		by := catalog.By{Actor: "staff:budi", Reason: "own price"}
		if _, err := p.Sheets.Import(t.Context(), sheets.ProductTable, strings.NewReader(table), nil, by); err != nil {
			t.Fatal(err)
		}

		own := strings.NewReader("client_id,product_code,price\n1001,TSEL10,10111\n")
		if _, err := p.Sheets.Import(t.Context(), sheets.PriceTable, own, []int64{1001}, by); err != nil {
			t.Fatal(err)
		}

		const export = "/dashboard/v1/products/client/export"

		p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/external/clientproducts/csp-margin/all", p.signIn(t, 1001, "root"), `{"marginAmountCSP":500}`)

		for client, prices := range map[int64][]string{1001: {"10111", "", "Problem", "10611"}, 1002: {"10250", "", "Problem"}} {
			status, file := p.ask(t, http.MethodGet, export+"?active=true&operatorType=mobile", p.signIn(t, client, "root"), "")
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()

			if status != http.StatusOK || err != nil {
				t.Fatalf("%d %v %s", status, err, file)
			}

			at := slices.IndexFunc(rows, func(r []string) bool { return r[0] == "TSEL10" })
			if at < 0 {
				t.Fatalf("no TSEL10 in %v", rows)
			}

			if want := append([]string{"TSEL10", "'=cmd", "", "Telkomsel", "Mobile Credit", "Level 1"}, prices...); !slices.Equal(rows[at], want) {
				t.Errorf("%q, want %q", rows[at], want)
			}
		}

		root := p.signIn(t, 1001, "root")

		var list products.ProductPage

		_, text := p.ask(t, http.MethodGet, "/dashboard/v1/products/client?perPage=1", root, "")
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}

		if _, file := p.ask(t, http.MethodGet, export, root, ""); strings.Count(file, "\n") != list.Total+1 || list.Total <= 10 {
			t.Errorf("%d lines of %d products", strings.Count(file, "\n"), list.Total)
		}

		if status, file := p.ask(t, http.MethodGet, export+"?format=xlsx", root, ""); status != http.StatusOK || !strings.HasPrefix(file, "PK") {
			t.Errorf("XLSX: %d", status)
		}

		for _, bad := range []string{"format=pdf", "active=yes", "page=2"} {
			p.expect(t, http.StatusBadRequest, "ValidationError", http.MethodGet, export+"?"+bad, root, "")
		}
	})
}
