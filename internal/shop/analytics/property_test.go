package analytics_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/shop/analytics"
)

// model counts by brute force: it keeps everything that happened, and looks at all of it for each question.
type model struct {
	k      *kit
	events map[int64]map[string]happened // by client, then session and number: the first counts
	orders []bought
	sent   []sentBatch
	seqs   map[string]int64
	prices map[string]int64 // today's net prices
}

type happened struct {
	analytics.Event

	session int
	seq     int64
	at      time.Time
}

type bought struct {
	client  int64
	at      time.Time
	product string
	price   int64
	net     int64
}

type sentBatch struct {
	client  int64
	session int
	at      time.Time
	events  []analytics.Event
}

// Any history of visits, retries, late events, orders, prices, jobs that run twice and jumps of the clock gives the figures that a
// brute-force count gives, for any range, in three zones.
func TestFiguresOfAnyHistory(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		m := &model{k: newKit(t, d), events: map[int64]map[string]happened{}, seqs: map[string]int64{}, prices: map[string]int64{}}
		for id := range m.k.zones {
			m.events[id] = map[string]happened{}
		}

		rapid.Check(t, func(r *rapid.T) {
			for range 3 {
				m.visit(r)
			}

			r.Repeat(map[string]func(r *rapid.T){
				"visit": m.visit,
				"retry": m.retry,
				"sell":  func(r *rapid.T) { m.sell(t, r) },
				"price": func(r *rapid.T) { m.price(t, r) },
				"time": func(r *rapid.T) {
					m.k.clk.Advance(time.Duration(rapid.IntRange(1, 30*60).Draw(r, "minutes")) * time.Minute)
				},
				"roll":  func(r *rapid.T) { m.must(r, m.k.RollDue(t.Context())) },
				"again": func(r *rapid.T) { m.rollAgain(t, r) },
				"sweep": func(r *rapid.T) { m.must(r, m.k.Sweep(t.Context())) },
			})

			m.settle(t, r)
			m.compare(t, r)
		})
	})
}

func (m *model) must(r *rapid.T, err error) {
	if err != nil {
		r.Fatal(err)
	}
}

func (m *model) client(r *rapid.T) int64 { return rapid.Int64Range(1001, 1003).Draw(r, "client") }

// visit sends a batch of a session, also events that happened up to a day ago.
func (m *model) visit(r *rapid.T) {
	b := sentBatch{client: m.client(r), session: rapid.IntRange(1, 60).Draw(r, "session"), at: m.k.clk.Now()}
	key := fmt.Sprint(b.client, b.session)

	for range rapid.IntRange(1, 5).Draw(r, "events") {
		e := m.event(r)
		e.Seq = m.seqs[key]
		e.Ago = rapid.SampledFrom([]int64{0, 1500, 3_600_000, 20_000_000, 80_000_000}).Draw(r, "ago")
		m.seqs[key]++

		b.events = append(b.events, e)
	}

	m.send(r, b)
}

func (m *model) event(r *rapid.T) analytics.Event {
	operator := rapid.SampledFrom(operators()).Draw(r, "operator")
	product := rapid.SampledFrom(products(operator)).Draw(r, "product")

	return rapid.SampledFrom([]analytics.Event{
		{Kind: "page_view", Name: "home"},
		{Kind: "component_click", Name: "popular", Value: operator},
		{Kind: "component_click", Name: "pay", Value: product},
		{Kind: "banner_click", Name: banner, Value: bannerLink},
		{Kind: "operator_view", Value: operator},
		{Kind: "product_select", Name: operator, Value: product},
		{Kind: "checkout", Name: operator, Value: product},
	}).Draw(r, "event")
}

// retry sends an earlier batch again, as its page would: with the same numbers and the time that has passed since.
func (m *model) retry(r *rapid.T) {
	if len(m.sent) == 0 {
		return
	}

	b := m.sent[rapid.IntRange(max(0, len(m.sent)-10), len(m.sent)-1).Draw(r, "sent")]
	passed := m.k.clk.Now().Sub(b.at)
	b.at, b.events = m.k.clk.Now(), slices.Clone(b.events)

	for i := range b.events {
		b.events[i].Ago += passed.Milliseconds()
	}

	m.send(r, b)
}

func (m *model) send(r *rapid.T, b sentBatch) {
	m.must(r, m.k.send(b.client, b.session, b.events...))
	m.sent = append(m.sent, b)

	for _, e := range b.events {
		key := fmt.Sprint(b.session, "/", e.Seq)
		if _, known := m.events[b.client][key]; known || e.Ago > (24*time.Hour).Milliseconds() || e.Seq >= 500 {
			continue
		}

		m.events[b.client][key] = happened{e, b.session, e.Seq, b.at.Add(-time.Duration(e.Ago) * time.Millisecond)}
	}
}

// sell delivers an order, which may be noted when its day has been rolled up.
func (m *model) sell(t *testing.T, r *rapid.T) {
	product := rapid.SampledFrom(products(rapid.SampledFrom(operators()).Draw(r, "operator"))).Draw(r, "product")
	net := cmp.Or(m.prices[product], 10_000)
	at := m.k.clk.Now().Add(-rapid.SampledFrom([]time.Duration{0, 0, 26 * time.Hour}).Draw(r, "noted after"))
	o := bought{m.client(r), at, product, net + rapid.Int64Range(0, 3_000).Draw(r, "margin"), net}
	m.k.sell(t, o.client, o.at, o.product, o.price, o.net)
	m.orders = append(m.orders, o)

	m.must(r, m.k.Sweep(t.Context())) // as every hour
}

// price changes today's net price of a SKU, which must not change what was earned before.
func (m *model) price(t *testing.T, r *rapid.T) {
	product := rapid.SampledFrom(products("ML")).Draw(r, "product")
	m.prices[product] = rapid.Int64Range(5_000, 10_900).Draw(r, "net")
	testkit.Exec(t, m.k.db, "UPDATE products SET price = $1 WHERE code = $2", m.prices[product], product)
	testkit.Exec(t, m.k.db, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")
}

// rollAgain rolls a day up out of turn.
func (m *model) rollAgain(t *testing.T, r *rapid.T) {
	id := m.client(r)
	d := clock.DayOf(m.k.clk.Now().In(m.k.zones[id])).AddDays(-rapid.IntRange(1, 4).Draw(r, "days"))

	if testkit.Value[int64](t, m.k.db, "SELECT COUNT(*) FROM analytics_days WHERE client_id = $1 AND day = $2", id, int64(d.Year*10_000+int(d.Month)*100+d.Day)) == 1 {
		m.must(r, m.k.Roll(t.Context(), id, d))
	}
}

// settle lets the jobs do what is due, until no day ended so recently that its last pages may still report.
func (m *model) settle(t *testing.T, r *rapid.T) {
	for _, pause := range []time.Duration{2 * time.Hour, 3 * time.Minute, 2 * time.Hour} {
		m.work(t, r, pause)
	}

	for m.dayJustEnded() {
		m.work(t, r, 3*time.Minute)
	}
}

// work lets time pass and the jobs run, two at a time.
func (m *model) work(t *testing.T, r *rapid.T, pause time.Duration) {
	m.k.clk.Advance(pause)
	m.must(r, m.k.Sweep(t.Context()))

	var jobs sync.WaitGroup
	for range 2 {
		jobs.Go(func() {
			if err := m.k.RollDue(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}

	jobs.Wait()
}

func (m *model) dayJustEnded() bool {
	now := m.k.clk.Now()

	for _, zone := range m.k.zones {
		if now.Sub(clock.DayOf(now.In(zone)).Start(zone)) < 3*time.Minute {
			return true
		}
	}

	return false
}

// compare asks for ranges of all clients.
func (m *model) compare(t *testing.T, r *rapid.T) {
	for id, zone := range m.k.zones {
		today := clock.DayOf(m.k.clk.Now().In(zone))

		for range 2 {
			to := today.AddDays(-rapid.IntRange(1, 20).Draw(r, "to"))
			in := analytics.Range{From: to.AddDays(-rapid.IntRange(0, 90).Draw(r, "length")), To: to}

			got, want := m.asked(t, r, id, in), m.counted(id, in)
			for name := range want {
				if got[name] != want[name] {
					r.Errorf("client %d, %v: %s is %d, want %d", id, in, name, got[name], want[name])
				}

				delete(got, name)
			}

			if len(got) > 0 {
				r.Errorf("client %d, %v: %v were not there", id, in, got)
			}
		}
	}
}

// asked are the figures of the service by name, without zeros.
func (m *model) asked(t *testing.T, r *rapid.T, id int64, in analytics.Range) map[string]int64 {
	out := map[string]int64{}

	sold, err := m.k.Overview(t.Context(), id, in)
	m.must(r, err)

	for _, d := range sold.Daily {
		out["gmv "+d.Date], out["margin "+d.Date], out["orders "+d.Date], out["sessions "+d.Date] = d.GMV, d.Margin, d.Orders, d.Sessions
	}

	out["gmv"], out["margin"], out["orders"] = sold.GMV.Sum, sold.Margin.Sum, sold.Orders.Sum

	for name, list := range map[string]func() ([]analytics.RankedRow, error){
		"component": func() ([]analytics.RankedRow, error) { return m.k.ComponentClicks(t.Context(), id, in) },
		"banner":    func() ([]analytics.RankedRow, error) { return m.k.BannerClicks(t.Context(), id, in) },
		"sale":      func() ([]analytics.RankedRow, error) { return m.k.ProductSales(t.Context(), id, in) },
	} {
		rows, err := list()
		m.must(r, err)

		for _, row := range rows {
			out[name+" "+row.Name+" "+row.Value] = row.Count
		}
	}

	funnel, err := m.k.Funnel(t.Context(), id, in)
	m.must(r, err)

	for _, o := range funnel {
		out["view "+o.Name] = o.Count

		for _, p := range o.Products {
			out["chosen "+o.Name+" "+p.Name] = p.Count

			for _, end := range p.Orders {
				out["end "+p.Name+" "+end.Name] = end.Count
			}
		}
	}

	maps.DeleteFunc(out, func(_ string, n int64) bool { return n == 0 })

	return out
}

// counted are the same figures, counted from everything that happened.
func (m *model) counted(id int64, in analytics.Range) map[string]int64 {
	out, zone := map[string]int64{}, m.k.zones[id]
	within := func(at time.Time) (string, bool) {
		d := clock.DayOf(at.In(zone))

		return d.String(), d.Sub(in.From) >= 0 && in.To.Sub(d) >= 0
	}

	for _, o := range m.orders {
		if d, ok := within(o.at); ok && o.client == id {
			for name, n := range map[string]int64{"gmv": o.price, "margin": o.price - o.net, "orders": 1} {
				out[name] += n
				out[name+" "+d] += n
			}

			out["sale Game "+o.product[:2]+" SKU "+o.product]++
		}
	}

	visits := map[string][]happened{} // by day and session

	for _, e := range m.events[id] {
		if d, ok := within(e.at); ok {
			key := fmt.Sprint(d, " ", e.session)
			visits[key] = append(visits[key], e)
		}
	}

	for key, list := range visits {
		out["sessions "+key[:10]]++

		slices.SortFunc(list, func(a, b happened) int { return cmp.Compare(a.seq, b.seq) })
		countVisit(out, list)
	}

	maps.DeleteFunc(out, func(_ string, n int64) bool { return n == 0 })

	return out
}

func countVisit(out map[string]int64, list []happened) {
	for _, e := range list {
		switch {
		case e.Kind == "component_click" && e.Name == "popular":
			out["component popular Game "+e.Value]++
		case e.Kind == "component_click":
			out["component pay SKU "+e.Value]++
		case e.Kind == "banner_click":
			out["banner "+e.Name+" "+e.Value]++
		}
	}

	for _, o := range operators() {
		seen, chosen, paid := false, "", ""

		for _, e := range list {
			seen = seen || e.Kind == "operator_view" && e.Value == o || e.Name == o

			if e.Kind == "product_select" && e.Name == o {
				chosen = e.Value
			}

			if e.Kind == "checkout" && e.Name == o {
				paid = e.Value
			}
		}

		if !seen {
			continue
		}

		sku := cmp.Or(paid, chosen)
		out["view Game "+o]++

		switch {
		case sku == "":
			out["chosen Game "+o+" dropped"]++
		case paid == "":
			out["end SKU "+sku+" dropped"]++
			out["chosen Game "+o+" SKU "+sku]++
		default:
			out["end SKU "+sku+" checkout"]++
			out["chosen Game "+o+" SKU "+sku]++
		}
	}
}
