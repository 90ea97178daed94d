package launch

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/shop/analytics"
	"loket/internal/shop/storefront"
)

const (
	// visitDays is how many days of visits the demo has, today included.
	visitDays = 400
	// rawDays are the last of them, whose events are stored too.
	rawDays = 3
)

// seedVisits makes the visits of the demo's shop, unless there are some. The same past orders on the same day give the same visits.
func (a seeder) seedVisits(ctx context.Context) error {
	known := 0
	if err := a.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM analytics_days WHERE client_id = $1", int64(demo.MainClient)).Scan(&known); err != nil {
		return fmt.Errorf("count days of the demo's shop: %w", err)
	}

	if known > 0 || !a.Analytics.On() {
		return nil
	}

	shop, err := a.Shops.Get(ctx, demo.MainClient)
	if err != nil {
		return fmt.Errorf("shop of the demo: %w", err)
	}

	m := &visitors{}

	skus, err := a.Shops.OnSale(ctx, demo.MainClient)
	if err != nil {
		return fmt.Errorf("SKUs of the demo's shop: %w", err)
	}

	m.offer(shop, skus)

	zone, err := clock.Zone("")
	if err != nil {
		return fmt.Errorf("zone of the demo: %w", err)
	}

	bought, err := a.boughtByDay(ctx, zone)
	if err != nil {
		return err
	}

	today := clock.DayOf(a.Clock.Now().In(zone))
	days := make([]analytics.PastDay, visitDays)

	for i := range days {
		d := today.AddDays(i + 1 - visitDays)
		days[i] = analytics.PastDay{Day: d, Visits: m.day(d, i, bought[d])}
	}

	if err := a.Analytics.Import(ctx, shop.ClientCode, days, today.AddDays(1-rawDays)); err != nil {
		return fmt.Errorf("visits of the demo's shop: %w", err)
	}

	return nil
}

// boughtByDay are the SKUs of delivered orders in a fixed order.
func (a seeder) boughtByDay(ctx context.Context, zone *time.Location) (map[clock.Day][]string, error) {
	type soldProduct struct {
		at      int64
		product string
	}

	rows, err := a.DB.Reader().Query(ctx, "SELECT ended_at, product_code FROM storefront_orders WHERE client_id = $1 AND status = 'success' ORDER BY ended_at, id",
		int64(demo.MainClient))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (v soldProduct, err error) { return v, row.Scan(&v.at, &v.product) })
	if err != nil {
		return nil, fmt.Errorf("orders of the demo's shop: %w", err)
	}

	out := map[clock.Day][]string{}

	for _, v := range list {
		d := clock.DayOf(clock.FromMicros(v.at).In(zone))
		out[d] = append(out[d], v.product)
	}

	return out, nil
}

// visitors make up what people do in a shop: most look at a game, fewer choose, few pay. There are more of them from month to month and
// at weekends.
type visitors struct {
	banners   []storefront.Banner
	popular   []string
	operators []string            // of games
	products  map[string][]string // by operator
	operator  map[string]string   // by product
	chance    *rand.Rand
}

func (m *visitors) offer(shop storefront.Shop, skus []storefront.SKU) {
	m.products, m.operator = map[string][]string{}, map[string]string{}
	m.banners, m.popular = shop.Published.Banners, shop.Published.Popular

	for _, k := range skus {
		if k.Operator.Type != "game" {
			continue
		}

		if m.products[k.Operator.Code] == nil {
			m.operators = append(m.operators, k.Operator.Code)
		}

		m.products[k.Operator.Code] = append(m.products[k.Operator.Code], k.Product.Code)
		m.operator[k.Product.Code] = k.Operator.Code
	}
}

// day are the visits of the n-th day.
func (m *visitors) day(d clock.Day, n int, bought []string) [][]analytics.Event {
	const (
		first, growth = 24, 10 // visits of the first day; one more each so many days
		noise         = 9
		more          = 4 // a quarter at weekends
	)

	m.chance = rand.New(rand.NewPCG(seedOfTheDemo, uint64(n))) //nolint:gosec // the same each time
	out := [][]analytics.Event{}

	for _, product := range bought {
		if m.operator[product] != "" {
			out = append(out, m.visit(m.operator[product], product, true))
		}
	}

	count := first + n/growth + m.chance.IntN(noise)
	if w := d.Start(time.UTC).Weekday(); w == time.Saturday || w == time.Sunday {
		count += count / more
	}

	for range count {
		out = append(out, m.look())
	}

	return out
}

// look is a visit that ends without an order.
func (m *visitors) look() []analytics.Event {
	operator := m.operators[m.skewed(len(m.operators))]
	if m.one(2) { //nolint:mnd // every second comes for a popular one
		operator = m.popular[m.skewed(len(m.popular))]
	}

	products := m.products[operator]

	switch {
	case m.one(5) || len(products) == 0: //nolint:mnd // leaves the home page
		return m.home()
	case m.one(2): //nolint:mnd // looks at prices
		return m.visit(operator, "", false)
	default:
		return m.visit(operator, products[m.skewed(len(products))], m.one(3)) //nolint:mnd // up to the checkout
	}
}

// home is what somebody does who leaves the home page.
func (m *visitors) home() []analytics.Event {
	out := []analytics.Event{{Kind: "page_view", Name: "home"}}

	if m.one(3) { //nolint:mnd // some of them
		out = append(out, analytics.Event{Kind: "component_click", Name: "search"})
	}

	if m.one(6) { //nolint:mnd // fewer
		out = append(out, analytics.Event{Kind: "component_click", Name: "language"})
	}

	return append(out, m.banner(4)...)
}

// banner is a click on a banner by one in so many; the first one is clicked more.
func (m *visitors) banner(in int) []analytics.Event {
	if len(m.banners) == 0 || !m.one(in) {
		return nil
	}

	b := m.banners[m.skewed(len(m.banners))]

	return []analytics.Event{{Kind: "banner_click", Name: b.Name, Value: b.Link}}
}

// visit leads from the home page to an operator, perhaps to a SKU, and perhaps to the checkout.
func (m *visitors) visit(operator, product string, checkout bool) []analytics.Event {
	click := "operator"
	if m.one(2) { //nolint:mnd // half of them
		click = "popular"
	}

	out := append([]analytics.Event{{Kind: "page_view", Name: "home"}}, m.banner(8)...) //nolint:mnd // one in eight
	out = append(out,
		analytics.Event{Kind: "component_click", Name: click, Value: operator},
		analytics.Event{Kind: "page_view", Name: "product", Value: operator}, analytics.Event{Kind: "operator_view", Value: operator})

	if product == "" {
		return out
	}

	out = append(out, analytics.Event{Kind: "component_click", Name: "nominal", Value: product}, analytics.Event{Kind: "product_select", Name: operator, Value: product})

	if checkout {
		out = append(out, analytics.Event{Kind: "component_click", Name: "checkout", Value: product},
			analytics.Event{Kind: "page_view", Name: "checkout", Value: operator}, analytics.Event{Kind: "checkout", Name: operator, Value: product},
			analytics.Event{Kind: "component_click", Name: "pay", Value: product})
	}

	return out
}

// one is true once in n times.
func (m *visitors) one(n int) bool { return m.chance.IntN(n) == 0 }

// skewed is an index below n, small ones more often.
func (m *visitors) skewed(n int) int {
	return min(m.chance.IntN(n), m.chance.IntN(n), m.chance.IntN(n))
}
