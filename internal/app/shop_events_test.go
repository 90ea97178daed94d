package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/api/portal/shop"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// untilVisit is far longer than the visit comes after the clock was read, so that it is not one of today.
const untilVisit = 10 * time.Minute

// seesYesterday proves that the owner sees a visit of yesterday, once it is rolled up.
func seesYesterday(t *testing.T, p *program, visit func(ago time.Duration)) {
	t.Helper()

	now := time.Now().In(testkit.Jakarta(t))
	today := clock.DayOf(now)
	yesterday := today.AddDays(-1)
	query := "?start_date=" + yesterday.String() + "&end_date=" + yesterday.String()
	root := p.signIn(t, 1001, "root")

	read := func() (sessions int64, bought int64) {
		var (
			days  shop.Rows[shop.SessionDay]
			lines shop.Funnel
		)

		p.get(t, http.StatusOK, http.MethodGet, "/analytics/visitor-engagement"+query, root, "", &days)
		p.get(t, http.StatusOK, http.MethodGet, "/analytics/funnel"+query, root, "", &lines)

		for _, o := range lines.Operators {
			for _, product := range o.Products {
				for _, end := range product.Orders {
					if o.Name == "Mobile Legends" && end.Name == "checkout" {
						bought += end.Count
					}
				}
			}
		}

		return days.Data[0].SessionCount, bought
	}

	testkit.Must(t, p.Analytics.Roll(t.Context(), 1001, yesterday)) // without the demo's events, which are deleted

	sessions, bought := read()

	visit(min(now.Sub(today.Start(now.Location()))+untilVisit, 24*time.Hour))
	testkit.Must(t, p.Analytics.Roll(t.Context(), 1001, yesterday))

	if s, b := read(); s != sessions+1 || b != bought+1 {
		t.Errorf("%d sessions and %d checkouts after %d and %d", s, b, sessions, bought)
	}
}

const phone = "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"

// Anybody may post events of a shop, so what they can store is what the shop has, and nothing of those who don't want to be counted.
func TestShopEventsOverHTTP(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		p := start(t, d.Engine(), withAnalytics)
		testkit.Exec(t, p.DB, "DELETE FROM analytics_events")

		const (
			path    = "/shop/v1/majujaya/events"
			session = "q2n5w7Yx0aBcDeFgHiJk"
		)

		seq := 0
		batch := func(kind, name, value string) string {
			seq++

			return fmt.Sprintf(`{"session":"%s%02d","events":[{"seq":0,"ago":0,"kind":%q,"name":%q,"value":%q}]}`, session, seq, kind, name, value)
		}
		stored := func() int64 { return testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM analytics_events") }
		post := func(path, body string, status int, want int64, headers ...string) {
			t.Helper()

			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.base+path, strings.NewReader(body))
			testkit.Must(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("User-Agent", phone)

			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}

			before := stored()

			answer, text := exchange(t, r)
			if answer.StatusCode != status || stored()-before != want || len(answer.Cookies()) > 0 {
				t.Errorf("%s %v %.200s: %d %s, stored %d, want %d and %d", path, headers, body, answer.StatusCode, text, stored()-before, status, want)
			}
		}

		once := batch("page_view", "home", "")
		post(path, once, http.StatusAccepted, 1)
		post(path, once, http.StatusAccepted, 0)
		post(path, batch("operator_view", "", "MLBB"), http.StatusAccepted, 1, "Content-Type", "application/json; charset=utf-8")

		// What a page of another site could let its visitors send.
		for _, kind := range []string{"", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"} {
			for _, call := range []string{path, "/shop/v1/majujaya/orders", "/shop/v1/majujaya/inquiries", "/v1/auth"} {
				post(call, batch("page_view", "home", ""), http.StatusUnsupportedMediaType, 0, "Content-Type", kind)
			}
		}

		for _, headers := range [][]string{
			{"DNT", "1"},
			{"Sec-GPC", "1"},
			{"User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
			{"User-Agent", "curl/8.5.0"},
			{"User-Agent", ""},
			{"User-Agent", strings.Replace(phone, "Chrome", "HeadlessChrome", 1)},
		} {
			post(path, batch("page_view", "home", ""), http.StatusAccepted, 0, headers...)
		}

		post(path, batch("page_view", "home", ""), http.StatusAccepted, 1, "DNT", "0")

		// Names that the shop doesn't have.
		post(path, batch("operator_view", "", "TELEGRAM-SPAM"), http.StatusAccepted, 0)
		post(path, batch("component_click", "<img src=x>", ""), http.StatusAccepted, 0)
		post(path, batch("component_click", "search", "a text"), http.StatusAccepted, 0)
		post(path, strings.Replace(batch("operator_view", "", "ML-BB"), "-", `\u0000`, 1), http.StatusAccepted, 0)

		// Other shops: none, no code, hidden.
		post("/shop/v1/bahari/events", once, http.StatusNotFound, 0)
		post("/shop/v1/nobody/events", once, http.StatusNotFound, 0)
		post("/shop/v1/UPPER/events", once, http.StatusNotFound, 0)

		// Too much, and what is no batch.
		one := `{"seq":0,"ago":0,"kind":"page_view","name":"home","value":""}`
		post(path, fmt.Sprintf(`{"session":"%s99","events":[%s]}`, session, strings.Repeat(one+",", 40)+one), http.StatusBadRequest, 0)
		post(path, `{"session":"`+strings.Repeat("a", 20<<10)+`"}`, http.StatusRequestEntityTooLarge, 0)
		post(path, "no json", http.StatusBadRequest, 0)
		post(path, "", http.StatusBadRequest, 0)
		post(path+"?client=1004", batch("page_view", "home", ""), http.StatusAccepted, 1) // of majujaya

		if n := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM analytics_events WHERE client_id <> 1001"); n != 0 {
			t.Errorf("%d events of other shops", n)
		}

		seesYesterday(t, p, func(ago time.Duration) {
			post(path, fmt.Sprintf(`{"session":"%sZZ","events":[{"seq":0,"ago":%d,"kind":"checkout","name":"MLBB","value":"MLBB172"}]}`,
				session, ago.Milliseconds()), http.StatusAccepted, 1)
		})
	})
}
