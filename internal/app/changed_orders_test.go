package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/orders/order"
)

// A key reads which orders changed, each change once, whatever the pages: ends, and a reversal later.
func TestChangedOrdersAreReadByKey(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		since := "changedFrom=" + url.QueryEscape(time.Now().Add(-time.Second).Format(time.RFC3339))
		next := ""

		// read reads on until so many orders of the test were read, and waits for their ends.
		read := func(count int) (refs []string) {
			t.Helper()

			for began := time.Now(); len(refs) < count && time.Since(began) < testkit.Patience; {
				var page struct {
					Data []struct {
						ClientRef string `json:"clientRef"`
						Status    string `json:"status"`
					} `json:"data"`
					Next string `json:"next"`
					More bool   `json:"more"`
				}

				text := p.expect(t, http.StatusOK, `"more":`, http.MethodGet, "/h2h/v1/orders?limit=1&"+since+next, demo.MainKey, "")
				testkit.Must(t, json.Unmarshal([]byte(text), &page))

				next = "&cursor=" + page.Next

				for _, o := range page.Data {
					if strings.HasPrefix(o.ClientRef, "CH-") {
						refs = append(refs, o.ClientRef+" "+o.Status)
					}
				}

				if !page.More {
					p.pull(t, demo.MainKey, "wait=1&after="+page.Next) // both read the same record
				}
			}

			return refs
		}

		for ref, destination := range map[string]string{"CH-1": "081234567890", "CH-2": "081234567892", "CH-3": "081234567891"} {
			p.expect(t, http.StatusCreated, ref, http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"`+destination+`","clientRef":"`+ref+`"}`)
		}

		got := read(3)
		slices.Sort(got)

		if !slices.Equal(got, []string{"CH-1 success", "CH-2 failed", "CH-3 success"}) {
			t.Errorf("changed are %q", got)
		}

		var one struct {
			Data struct {
				OrderID string `json:"orderId"`
			} `json:"data"`
		}

		testkit.Must(t, json.Unmarshal([]byte(p.expect(t, http.StatusOK, "", http.MethodGet, "/h2h/v1/orders/CH-1", demo.MainKey, "")), &one))

		id, err := strconv.ParseInt(one.Data.OrderID, 10, 64)
		testkit.Must(t, err)

		_, err = p.Orders.Resolve(t.Context(), order.Decision{ClientID: demo.MainClient, OrderID: id, To: order.Failed, Actor: "staff:test", Reason: "Taken back", SupplierSaid: true})
		testkit.Must(t, err)

		if got := read(1); !slices.Equal(got, []string{"CH-1 failed"}) {
			t.Errorf("after the reversal: %q", got)
		}

		// From the start again: each order as it is now. Others see none of it.
		next = ""

		if got := read(4); !slices.Contains(got, "CH-1 failed") || slices.Contains(got, "CH-1 success") {
			t.Errorf("again: %q", got)
		}

		p.expect(t, http.StatusOK, `{"data":[],"next":"`, http.MethodGet, "/h2h/v1/orders?limit=1000&"+since, "lk_demo_1002", "")

		for query, names := range map[string]string{
			since + "&createdFrom=2026-01-01T00:00:00Z": "changedFrom", since + "&cursor=2611210815300100042": "cursor", "clientRef=CH-1&" + since: "clientRef",
			"changedFrom=2026-01-01T00:00:00Z": "changedFrom", "changedFrom=2999-01-01T00:00:00Z": "changedFrom",
		} {
			p.expect(t, http.StatusBadRequest, `"`+names+`"`, http.MethodGet, "/h2h/v1/orders?"+query, demo.MainKey, "")
		}
	})
}
