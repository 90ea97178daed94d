package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
)

// refused is what a program reads of an error.
type refused struct {
	Code    string `json:"code"`
	Missing int64  `json:"missing"`
}

// A failed order tells programs why, by each call that shows it, in the language of the caller, and in its event in that of the client.
func TestFailedOrdersTellWhy(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		next := p.pullAll(t, demo.MainKey, "").Next

		p.expect(t, http.StatusCreated, `"F-1"`, http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567892","clientRef":"F-1"}`)

		for {
			page := p.pull(t, demo.MainKey, "types=order.failed&wait=25&after="+next)
			next = page.Next

			if len(page.Data) == 0 {
				t.Fatal("the order does not fail")
			}

			last := page.Data[len(page.Data)-1].Data
			if last["clientRef"] != "F-1" {
				continue
			}

			if why, _ := json.Marshal(last["failure"]); string(why) != `{"category":"other","code":"failed","message":"The transaction failed","retryable":true}` {
				t.Errorf("the event says %s", why)
			}

			break
		}

		const why = `"failure":{"code":"failed","category":"other","retryable":true,"message":"The transaction failed"}`

		p.expect(t, http.StatusOK, why, http.MethodGet, "/h2h/v1/orders/F-1", demo.MainKey, "")
		p.expect(t, http.StatusOK, why, http.MethodGet, "/h2h/v1/orders?clientRef=F-1", demo.MainKey, "")
		p.expect(t, http.StatusOK, why, http.MethodPost, "/h2h/v1/orders/lookup", demo.MainKey, `{"clientRefs":["F-1"]}`)
		p.expect(t, http.StatusOK, why, http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567892","clientRef":"F-1"}`)

		if _, text := p.askIn(t, "id", http.MethodGet, "/h2h/v1/orders/F-1", demo.MainKey, ""); !strings.Contains(text, `"message":"Transaksi gagal"`) {
			t.Errorf("in Indonesian: %s", text)
		}

		_, err := p.Catalog.SetProblem(t.Context(), catalog.Choice{Product: "TSEL10"}, catalog.Problem{On: true, English: "Maintenance until 10 pm"}, catalog.By{Actor: "staff:test", Reason: "test"})
		testkit.Must(t, err)
		p.expect(t, http.StatusConflict, "The product has a problem at present: Maintenance until 10 pm", http.MethodPost, "/h2h/v1/orders", demo.MainKey,
			`{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"F-2"}`)
	})
}

// A placed order tells what is left, a refused one what is missing, and a repeat neither.
func TestOrdersTellTheBalance(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		const (
			key               = "lk_demo_1002" // has Rp 1.000.000
			price, fit, count = 10_250, 97, 100
			left              = 1_000_000 - fit*price
			missing           = price - left
			first, second     = `"balance":989750`, "B-1"
			order             = `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"%s"}`
		)

		lines := make([]string, count)
		for i := range lines {
			lines[i] = fmt.Sprintf(order, fmt.Sprint("B-", i+1))
		}

		text := p.expect(t, http.StatusOK, first, http.MethodPost, "/h2h/v1/orders/batch", key, `{"orders":[`+strings.Join(lines, ",")+`]}`)

		var out struct {
			Data []struct {
				Order *struct {
					Balance *int64 `json:"balance"`
				} `json:"order"`
				Error *refused `json:"error"`
			} `json:"data"`
		}

		testkit.Must(t, json.Unmarshal([]byte(text), &out))

		var balances []int64

		for i, line := range out.Data {
			switch {
			case line.Order != nil && line.Order.Balance != nil:
				balances = append(balances, *line.Order.Balance)
			case line.Error == nil || *line.Error != (refused{"InsufficientBalanceError", missing}):
				t.Errorf("line %d: %+v", i, line)
			}
		}

		slices.Sort(balances)

		if len(balances) != fit || balances[0] != left || balances[fit-1] != 1_000_000-price || len(slices.Compact(balances)) != fit {
			t.Errorf("the balances are %v", balances)
		}

		var one refused

		testkit.Must(t, json.Unmarshal([]byte(p.expect(t, http.StatusConflict, "", http.MethodPost, "/h2h/v1/orders", key, fmt.Sprintf(order, "B-101"))), &one))

		if one != (refused{"InsufficientBalanceError", missing}) {
			t.Errorf("alone: %+v", one)
		}

		if again := p.expect(t, http.StatusOK, second, http.MethodPost, "/h2h/v1/orders", key, lines[0]); strings.Contains(again, `"balance"`) {
			t.Errorf("a repeat has a balance: %s", again)
		}
	})
}
