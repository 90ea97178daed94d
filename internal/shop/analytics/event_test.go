package analytics_test

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/shop/analytics"
)

func FuzzParseBatch(f *testing.F) {
	for _, seed := range []string{
		`{"session":"q2n5w7Yx0aBcDeFgHiJkLm","events":[{"seq":0,"ago":12,"kind":"page_view","name":"home","value":""}]}`,
		`{"session":"","events":[]}`, `{"session":"q2n5w7Yx0aBcDeFgHiJkLm","events":null}`, `[]`, `null`, `{"session":1}`, `{} {}`, "", "\x00",
		`{"session":"q2n5w7Yx0aBcDeFgHiJkLm","events":[{"seq":-1}]}`, `{"session":"q2n5w7Yx0aBcDeFgHiJkLm","events":[{"seq":1e99}]}`,
	} {
		f.Add([]byte(seed))
	}

	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := analytics.ParseBatch(body)
		if err != nil {
			if !fault.ErrValidation.Is(err) || len(fault.From(err).Fields) == 0 {
				t.Fatalf("%q: %v names no field", body, err)
			}

			return
		}

		if len(b.Session) != 22 || len(b.Events) == 0 || len(b.Events) > 40 {
			t.Fatalf("%q gave %+v", body, b)
		}

		for _, e := range b.Events {
			if e.Seq < 0 {
				t.Fatalf("%q has a negative number", body)
			}
		}
	})
}

func TestBodiesThatAreNoBatch(t *testing.T) {
	t.Parallel()

	event := `{"seq":0,"ago":0,"kind":"page_view","name":"home","value":""}`
	whole := `{"session":"q2n5w7Yx0aBcDeFgHiJkLm","events":[%s]}`

	for body, field := range map[string]string{
		fmt.Sprintf(whole, event):                                  "",
		fmt.Sprintf(whole, strings.Repeat(event+",", 39)+event):    "",
		fmt.Sprintf(whole, strings.Repeat(event+",", 40)+event):    "events",
		fmt.Sprintf(whole, ""):                                     "events",
		strings.Replace(fmt.Sprintf(whole, event), "Yx", "Y+", 1):  "session",
		strings.Replace(fmt.Sprintf(whole, event), "q2", "", 1):    "session",
		strings.Replace(fmt.Sprintf(whole, event), ":0", ":-1", 1): "events[0].seq",
		strings.Replace(fmt.Sprintf(whole, event), ":0", ":.5", 1): "body",
		fmt.Sprintf(whole, `{"seq":0,"ago":0,"user":"x"}`):         "body",
		fmt.Sprintf(whole, event) + "x":                            "body",
		"":                                                         "body",
	} {
		_, err := analytics.ParseBatch([]byte(body))

		if got := fault.From(orValid(err)); field == "" && err != nil || field != "" && (len(got.Fields) != 1 || got.Fields[0].Field != field) {
			t.Errorf("%s: %v, want %q", body, err, field)
		}
	}
}

func orValid(err error) error {
	if err == nil {
		return fault.ErrNotFound.New() // has no fields
	}

	return err
}

// What the shop doesn't have, what is too old, and what is beyond the bounds is not stored.
func TestWhatIsStored(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newKit(t, d)
		stored := func() int64 { return testkit.Value[int64](t, d, "SELECT COUNT(*) FROM analytics_events") }

		for i, e := range []analytics.Event{
			{Kind: "page_view", Name: "home"},
			{Kind: "page_view", Name: "order", Value: "GONE"}, // stored without the operator
			{Kind: "component_click", Name: "search"},
			{Kind: "component_click", Name: "operator", Value: "FF"},
			{Kind: "component_click", Name: "nominal", Value: "FF1"},
			{Kind: "banner_click", Name: banner, Value: bannerLink},
			{Kind: "operator_view", Value: "ML"},
			{Kind: "product_select", Name: "ML", Value: "ML1"},
			{Kind: "checkout", Name: "ML", Value: "ML1", Ago: (24 * time.Hour).Milliseconds()},
		} {
			e.Seq = int64(i)
			testkit.Must(t, k.send(1001, 1, e, e)) // twice in a batch too
			testkit.Must(t, k.send(1001, 1, e))
		}

		if n := stored(); n != 9 {
			t.Errorf("%d events are stored, want 9", n)
		}

		for i, e := range []analytics.Event{
			{Kind: "page_view", Name: "evil"},
			{Kind: "component_click", Name: "<script>"},
			{Kind: "component_click", Name: "search", Value: "my phone is 0812"},
			{Kind: "component_click", Name: "operator", Value: "FF1"},
			{Kind: "component_click", Name: "nominal", Value: "FF"},
			{Kind: "banner_click", Name: banner, Value: "https://evil.example/"},
			{Kind: "banner_click", Name: "Off", Value: bannerLink},
			{Kind: "operator_view", Value: "TSEL"},
			{Kind: "operator_view", Name: "x", Value: "ML"},
			{Kind: "product_select", Name: "FF", Value: "ML1"},
			{Kind: "checkout", Name: "ML", Value: "ML9"},
			{Kind: "nothing", Name: "home"},
			{Kind: "page_view", Name: "home", Ago: -1},
			{Kind: "page_view", Name: "home", Ago: (24 * time.Hour).Milliseconds() + 1},
			{Kind: "page_view", Name: "home", Ago: 1 << 62},
		} {
			e.Seq = int64(i)
			testkit.Must(t, k.send(1001, 2, e))
		}

		testkit.Must(t, k.send(1001, 3, analytics.Event{Seq: 500, Kind: "page_view", Name: "home"}))

		if n := stored(); n != 9 {
			t.Errorf("%d events are stored after those that are dropped, want 9", n)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM analytics_events WHERE client_id <> 1001 OR name LIKE 'session%' OR value LIKE 'session%'"); n != 0 {
			t.Errorf("%d events have another shop or their session's text", n)
		}

		batch := analytics.Batch{Session: sessionOf(9), Events: []analytics.Event{{Kind: "page_view", Name: "home"}}}
		if err := k.Collect(t.Context(), "nobody", netip.Addr{}, batch); !fault.ErrNotFound.Is(err) {
			t.Errorf("a code without a shop: %v", err)
		}

		testkit.Exec(t, d, "UPDATE storefronts SET is_published = FALSE WHERE client_id = 1002")
		testkit.Must(t, k.send(1002, 9, batch.Events...))

		if n := stored(); n != 9 {
			t.Error("a hidden shop counts events")
		}
	})
}

// A batch that is sent again counts nothing: neither in the figures nor towards the most events of a day.
func TestRepeatsDoNotCount(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newKit(t, d)
		events := []analytics.Event{{Kind: "page_view", Name: "home"}, {Seq: 1, Kind: "page_view", Name: "help"}, {Seq: 1, Kind: "page_view", Name: "help"}}

		for n := range 5 {
			testkit.Must(t, k.send(1001, 1, events...))

			if v := testkit.Value[int64](t, d, "SELECT version FROM analytics_days WHERE client_id = 1001"); v != 2 {
				t.Errorf("after %d repeats the day has version %d, want 2", n, v)
			}
		}

		testkit.Must(t, k.send(1001, 1, analytics.Event{Seq: 2, Kind: "page_view", Name: "home"}))

		if v := testkit.Value[int64](t, d, "SELECT version FROM analytics_days WHERE client_id = 1001"); v != 3 {
			t.Errorf("a new event of the session: version %d", v)
		}
	})
}

// One address can't fill the tables; others are still counted.
func TestAddressesAreBounded(t *testing.T) {
	t.Parallel()

	k := newKit(t, testkit.Open(t, db.SQLite))

	for i := range 320 {
		b := analytics.Batch{Session: sessionOf(i), Events: []analytics.Event{{Kind: "page_view", Name: "home"}}}
		testkit.Must(t, k.Collect(context.Background(), codeOf(1001), netip.MustParseAddr("203.0.113.7"), b))
	}

	testkit.Must(t, k.send(1001, 999, analytics.Event{Kind: "page_view", Name: "home"}))

	if n := testkit.Value[int64](t, k.db, "SELECT COUNT(*) FROM analytics_events"); n != 301 {
		t.Errorf("%d events, want 300 of one address and 1 of another", n)
	}
}

// Events are kept for 35 days, their figures for ever.
func TestOldEventsAreDeleted(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newKit(t, d)

		for range 40 {
			testkit.Must(t, k.send(1001, 1, analytics.Event{Seq: k.clk.Now().Unix() / 86_400 % 500, Kind: "page_view", Name: "home"}))
			k.clk.Advance(24 * time.Hour)
			testkit.Must(t, k.RollDue(t.Context()))
			testkit.Must(t, k.Sweep(t.Context()))
		}

		first := testkit.Value[int64](t, d, "SELECT MIN(day) FROM analytics_events")
		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM analytics_events"); n != 35 || first != 20261102 {
			t.Errorf("%d events from %d on are kept", n, first)
		}

		if n := testkit.Value[int64](t, d, "SELECT SUM(sessions) FROM analytics_days WHERE client_id = 1001"); n != 40 {
			t.Errorf("%d sessions in the figures, want 40", n)
		}
	})
}

// What is imported is what the events would have given.
func TestImportIsWhatARollUpGives(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		k := newKit(t, d)
		today := clock.DayOf(k.clk.Now())
		k.sell(t, 1001, k.clk.Now(), "ML1", 11_000, 10_000)

		visit := []analytics.Event{
			{Kind: "page_view", Name: "home"},
			{Kind: "component_click", Name: "popular", Value: "ML"},
			{Kind: "operator_view", Value: "ML"},
			{Kind: "product_select", Name: "ML", Value: "ML2"},
			{Kind: "product_select", Name: "ML", Value: "ML1"},
			{Kind: "checkout", Name: "ML", Value: "ML1"},
		}
		days := []analytics.PastDay{
			{Day: today.AddDays(-30), Visits: [][]analytics.Event{visit}},
			{Day: today.AddDays(-1), Visits: [][]analytics.Event{visit, visit[:3], visit[:5]}},
			{Day: today, Visits: [][]analytics.Event{visit[:1]}},
		}
		testkit.Must(t, k.Import(t.Context(), codeOf(1001), days, today.AddDays(-1)))

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM analytics_events"); n != 15 {
			t.Errorf("%d events, want those of the last two days", n)
		}

		tables := func() string {
			return testkit.Value[string](t, d, map[db.Engine]string{
				db.SQLite:   "SELECT group_concat(metric || period || name || value || count) FROM (SELECT * FROM analytics_counts ORDER BY metric, period, name, value)",
				db.Postgres: "SELECT string_agg(metric || period || name || value || count, ',' ORDER BY metric COLLATE \"C\", period, name COLLATE \"C\", value COLLATE \"C\") FROM analytics_counts",
			}[d.Engine()]) + strconv.FormatInt(testkit.Value[int64](t, d, "SELECT SUM(sessions * 1000 + orders * 100) + SUM(gmv) + SUM(margin) FROM analytics_days"), 10)
		}

		before := tables()

		for range 2 {
			testkit.Must(t, k.Roll(t.Context(), 1001, today.AddDays(-1)))
			testkit.Must(t, k.Roll(t.Context(), 1001, today))
		}

		if after := tables(); after != before || !strings.Contains(before, "checkout") {
			t.Errorf("imported %s\nrolled up %s", before, after)
		}

		if err := k.Import(t.Context(), codeOf(1001), []analytics.PastDay{{Day: today.AddDays(-9), Visits: [][]analytics.Event{{{Kind: "operator_view", Value: "NONE"}}}}}, today); err == nil {
			t.Error("an event outside of the offer was imported")
		}
	})
}
