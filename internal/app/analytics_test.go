package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/api/portal/shop"
	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func withAnalytics(c *config.Config) { c.Analytics = true }

// The figures of a shop: of its own client alone, with their rules for days, and none without the flag.
func TestAnalyticsOverHTTP(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		p := start(t, d.Engine(), withAnalytics)
		maju, dorman, sinar := p.signIn(t, 1001, "root"), p.signIn(t, 1004, "root"), p.signIn(t, 1002, "root")

		yesterday := clock.DayOf(time.Now().In(testkit.Jakarta(t))).AddDays(-1)
		number := strings.ReplaceAll(yesterday.String(), "-", "")
		query := "?start_date=" + yesterday.String() + "&end_date=" + yesterday.String()

		for _, statement := range []string{
			"INSERT INTO analytics_days (client_id, day, rolled, sessions, orders, gmv, margin) VALUES (1004, " + number + ", 0, 7, 3, 66000, 6000)",
			`INSERT INTO analytics_counts (client_id, metric, period, name, value, count) VALUES
				(1004, 'component', $, 'search', '', 4), (1004, 'component', $, 'popular', 'MLBB', 9), (1004, 'banner', $, 'Promo', 'https://a.example/', 2),
				(1004, 'view', $, 'MLBB', '', 6), (1004, 'view', $, 'FF', '', 2), (1004, 'ignored', $, 'MLBB', '', 2), (1004, 'ignored', $, 'FF', '', 2),
				(1004, 'select', $, 'MLBB', 'MLBB86', 4), (1004, 'checkout', $, 'MLBB', 'MLBB86', 3), (1004, 'sale', $, 'MLBB', 'MLBB86', 3)`,
		} {
			testkit.Exec(t, p.DB, strings.ReplaceAll(statement, "$", number))
		}

		var sold shop.SalesOverview

		p.get(t, http.StatusOK, http.MethodGet, "/analytics/sales-overview"+query, dorman, "", &sold)

		if sold.TotalGMV != 66000 || sold.TotalMargin != 6000 || sold.TotalOrder != 3 || sold.TotalGMVChange != 100 || len(sold.Daily) != 1 ||
			sold.Daily[0] != (shop.SalesDay{Date: yesterday.String(), GMV: 66000, Margin: 6000, Order: 3}) {
			t.Errorf("%+v", sold)
		}

		for path, want := range map[string]string{
			"visitor-engagement": `{"data":[{"date":"` + yesterday.String() + `","session_count":7}]}`,
			"component-clicks":   `[{"name":"popular","value":"Mobile Legends","count":9,"percent_change":100},{"name":"search","value":"","count":4,"percent_change":100}]`,
			"banner-clicks":      `{"data":[{"name":"Promo","value":"https://a.example/","count":2,"percent_change":100}]}`,
			"operator-funnel":    `{"data":[{"name":"Mobile Legends","count":6,"percentage":75},{"name":"Free Fire","count":2,"percentage":25}]}`,
			"funnel": `"count":6,"percentage":75,"products":[{"name":"MLBB 86 Diamonds","count":4,"orders":[{"name":"checkout","count":3},{"name":"dropped","count":1}]},` +
				`{"name":"dropped","count":2,"orders":[]}]}`,
			"product-sales": `{"operator_name":"Mobile Legends","product_name":"MLBB 86 Diamonds","image":"","count":3,"percent_change":100}`,
		} {
			p.expect(t, http.StatusOK, want, http.MethodGet, "/analytics/"+path+query, dorman, "")
			p.expect(t, http.StatusBadRequest, `"end_date"`, http.MethodGet, "/analytics/"+path+query[:len(query)-1]+"x", dorman, "")
			p.expect(t, http.StatusForbidden, "", http.MethodGet, "/analytics/"+path+query, sinar, "")
			p.expect(t, http.StatusUnauthorized, "", http.MethodGet, "/analytics/"+path+query, "", "")
		}

		p.expect(t, http.StatusOK, `{"data":[{"name":"dropped","count":2,"operator":"Free Fire"}]}`, http.MethodGet, "/analytics/product-funnel"+query+"&operator=Free%20Fire", dorman, "")
		p.expect(t, http.StatusOK, `"operator":"Mobile Legends"`, http.MethodGet, "/analytics/product-funnel"+query, maju, "") // the demo's own visits

		today := yesterday.AddDays(1).String()
		for faulty, field := range map[string]string{
			"":                               "start_date",
			"?start_date=" + today:           "end_date",
			query + "&start_date=2026-01-01": "start_date",
			"?start_date=" + today + "&end_date=" + today:           "Choose a day before today",
			"?start_date=2019-01-01&end_date=" + yesterday.String(): "731",
		} {
			p.expect(t, http.StatusBadRequest, field, http.MethodGet, "/analytics/sales-overview"+faulty, dorman, "")
		}
	})
}
