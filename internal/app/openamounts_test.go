package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/api/portal/schedules"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

// openAmounts are all open-amount products of the demo, with our fee.
func openAmounts() map[string]int64 {
	return map[string]int64{"DANAOPEN": 700, "GOPAYOPEN": 1000, "ISAKUOPEN": 600, "LINKAJAOPEN": 850, "OVOOPEN": 1100, "SHOPEEPAYOPEN": 900}
}

// TestOpenAmountsCostWhatWasShown buys each open-amount product on each way in: the check, the answer, the charge and the price cap
// agree to the rupiah, and the biller's own admin is in none of them.
func TestOpenAmountsCostWhatWasShown(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")

		totals, later := map[string]int64{}, []string{} // by id; of a later moment

		for code, fee := range openAmounts() {
			for _, amount := range []int64{10_000, 50_000} {
				id, total := p.orderOpenAmounts(t, root, code, amount, fee, false)
				totals[id] = total

				p.openAmountByKey(t, code, amount, fee)
			}

			id, total := p.orderOpenAmounts(t, root, code, 20_000, fee, true)
			totals[id], later = total, append(later, id)
		}

		p.come(t, later)

		for id, total := range totals {
			p.chargesOpenAmounts(t, root, id, total)
		}

		// What the PIN would be typed in vain for is told before, with the prefix 'Rp.' of bill payment.
		p.expect(t, http.StatusOK, `{"code":"ValidationError","field":"amount","message":"The amount must be from Rp.10.000 to Rp.2.000.000"}`, http.MethodPost,
			"/v1/scheduled-orders/check", root, `{"productCode":"DANAOPEN","amount":9000000,"destinationNos":["081211110000"]}`)

		testkit.ProveBooks(t, p.DB)
	})
}

// orderOpenAmounts orders for two numbers in bill payment, at once or for a later moment. It returns the id, and the total that was shown.
func (p *program) orderOpenAmounts(t *testing.T, token, code string, amount, fee int64, later bool) (string, int64) {
	t.Helper()

	const (
		path  = "/v1/scheduled-orders"
		lines = 2
	)

	at := "null"
	if later {
		at = fmt.Sprintf("%q", time.Now().Truncate(time.Hour).Add(48*time.Hour).Format(time.RFC3339))
	}

	body := fmt.Sprintf(`"productCode":%q,"amount":%d,"destinationNos":["081211110000","081211110001"],"scheduledAt":%s`, code, amount, at)

	var checked schedules.OneCheckedScheduledOrder

	p.get(t, http.StatusOK, http.MethodPost, path+"/check", token, "{"+body+"}", &checked)

	if c := checked.Data; c.Total == nil || *c.Total != lines*(amount+fee) || c.EstimatedPrice == nil || *c.EstimatedPrice != lines*amount ||
		c.Fee == nil || *c.Fee != fee || c.TotalFee == nil || *c.TotalFee != lines*fee {
		t.Fatalf("%s: %+v", code, c)
	}

	status, text := p.create(t, path, token, fmt.Sprintf("%s-%d-%t", code, amount, later), fmt.Sprintf(`{"pin":%q,"name":"Open","expectedTotal":%d,%s}`, demo.PIN, *checked.Data.Total, body))
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", code, status, text)
	}

	var made schedules.OneScheduledOrder

	testkit.Must(t, json.Unmarshal([]byte(text), &made))

	if m := made.Data; *m.EstimatedPrice != lines*amount || *m.Fee != fee || *m.TotalFee != lines*fee || *m.EstimatedTotal != *checked.Data.Total {
		t.Errorf("%s: made %s", code, text)
	}

	return made.Data.ID, *checked.Data.Total
}

// chargesOpenAmounts waits for the end of a run, which charges what was shown.
func (p *program) chargesOpenAmounts(t *testing.T, token, id string, total int64) {
	t.Helper()

	var o schedules.OneScheduledOrderDetail

	testkit.Eventually(t, testkit.Patience, "the run ends", func() bool {
		p.get(t, http.StatusOK, http.MethodGet, scheduledPath+"/"+id, token, "", &o)

		return o.Data.Status == "done"
	})

	if c := o.Data.Counts; c.Success != c.Total || o.Data.Charged != total {
		t.Errorf("%s: %+v, charged %d, shown %d: %+v", o.Data.ProductCode, c, o.Data.Charged, total, o.Data.Orders[0].Reason)
	}
}

// come lets the moments of scheduled orders come.
func (p *program) come(t *testing.T, ids []string) {
	t.Helper()

	now := clock.Micros(time.Now())

	for _, id := range ids {
		testkit.Exec(t, p.DB, "UPDATE scheduled_orders SET scheduled_at = $1 WHERE CAST(id AS TEXT) = $2", now, id)
		testkit.Exec(t, p.DB, "UPDATE jobs SET run_at = $1 WHERE kind = 'schedule.run' AND args LIKE '%' || CAST($2 AS TEXT) || '%'", now, id)
	}
}

// openAmountByKey inquires and orders by the client API, with what the price list says as the most.
func (p *program) openAmountByKey(t *testing.T, code string, amount, fee int64) {
	t.Helper()

	const key = "lk_demo_1001"

	p.expect(t, http.StatusOK, fmt.Sprintf(`"price":%d`, fee), http.MethodGet, "/h2h/v1/products?search="+code, key, "")
	p.expect(t, http.StatusOK, fmt.Sprintf(`"amount":%d,"fee":%d,"total":%d`, amount, fee, amount+fee), http.MethodPost, "/h2h/v1/inquiries", key,
		fmt.Sprintf(`{"productCode":%q,"destinationNo":"081211110004","amount":%d}`, code, amount))

	order := func(suffix string, most int64) string {
		return fmt.Sprintf(`{"productCode":%q,"destinationNo":"081211110004","clientRef":"open-%s-%d-%s","amount":%d,"maxPrice":%d}`,
			code, strings.ToLower(code), amount, suffix, amount, most)
	}

	p.expect(t, http.StatusCreated, fmt.Sprintf(`"price":%d`, amount+fee), http.MethodPost, "/h2h/v1/orders", key, order("right", amount+fee))
	p.expect(t, http.StatusConflict, "PriceChangedError", http.MethodPost, "/h2h/v1/orders", key, order("less", amount+fee-1))
}
