package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Sizes of the shop whose figures are read.
const (
	gameOperators  = 30
	gamesEach      = 20  // SKUs of an operator
	figureDays     = 400 // with figures and orders
	eventDays      = 35  // with events
	visitEvents    = 10  // events of a session
	perShopOrder   = 10  // events for each storefront order
	largeDay       = 10  // the last day has a tenth of all events
	shopOrderPrice = 25_000
	shopOrderNet   = 22_750
)

// analyticsFill loads the first client's shop: events of 35 days, orders and figures of 400. The last day has a tenth of the events and is
// not rolled up.
type analyticsFill struct {
	d         *db.DB
	zone      *time.Location
	yesterday clock.Day
	events    int
}

func (a analyticsFill) run(ctx context.Context) error {
	if err := a.catalogue(ctx); err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}

	restore, err := dropIndexes(ctx, a.d, "analytics_events")
	if err != nil {
		return err
	}

	for _, load := range []func(ctx context.Context) error{a.loadEvents, restore, a.loadOrders, a.loadFigures} {
		if err := load(ctx); err != nil {
			return fmt.Errorf("load: %w", err)
		}
	}

	for _, table := range []string{"analytics_events", "analytics_days", "analytics_counts", "storefront_orders"} {
		if err := vacuum(ctx, a.d, table); err != nil {
			return err
		}
	}

	return nil
}

const clientColumn = "client_id"

func operatorCode(n int) string       { return fmt.Sprintf("GAME%02d", n) }
func gameCode(operator, n int) string { return fmt.Sprintf("GAME%02d-%d", operator, n) }

func (a analyticsFill) catalogue(ctx context.Context) error {
	return a.d.Tx(ctx, func(tx *db.Tx) error {
		for o := range gameOperators {
			if _, err := tx.Exec(ctx, "INSERT INTO operators (code, name, type) VALUES ($1, $2, 'game')", operatorCode(o), fmt.Sprintf("Game %d", o)); err != nil {
				return err
			}

			for n := range gamesEach {
				_, err := tx.Exec(ctx, `INSERT INTO products (code, name, operator_code, operator_type, kind, wallet_type, price, updated_at)
					VALUES ($1, $2, $3, 'game', 'prepaid', 'level_1', $4, 1)`, gameCode(o, n), fmt.Sprintf("Game %d %d Diamonds", o, n), operatorCode(o), shopOrderNet)
				if err != nil {
					return err
				}
			}
		}

		_, err := tx.Exec(ctx, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")

		return err
	})
}

func dayNumber(d clock.Day) int64 { return int64(d.Year)*10_000 + int64(d.Month)*100 + int64(d.Day) }

// loadEvents loads sessions of ten events, day by day, in the order of their keys.
func (a analyticsFill) loadEvents(ctx context.Context) error {
	_, err := a.d.Copy(ctx, "analytics_events", []string{clientColumn, "day", "session", "seq", "kind", "name", "value"}, func(yield func([]any) bool) {
		random := rand.New(rand.NewPCG(1, 2))

		for i := range eventDays {
			d := a.yesterday.AddDays(i + 1 - eventDays)
			count := (a.events - a.events/largeDay) / (eventDays - 1)

			if d == a.yesterday {
				count = a.events / largeDay
			}

			sessions := count / visitEvents
			step := math.MaxUint64 / uint64(sessions+1)

			for n := range sessions {
				session := math.MinInt64 + int64(step*uint64(n)) + int64(random.Uint64N(step)) // the whole range of 64 bits
				if !visitRows(yield, random, dayNumber(d), session) {
					return
				}
			}
		}
	})

	return err
}

// visitRows yields the events of a session that goes to the checkout; the kinds are those of package analytics.
func visitRows(yield func([]any) bool, random *rand.Rand, day, session int64) bool {
	o := min(random.IntN(gameOperators), random.IntN(gameOperators))
	operator, game := operatorCode(o), gameCode(o, random.IntN(gamesEach))

	for seq, e := range [visitEvents]struct {
		kind        int64
		name, value string
	}{
		{1, "home", ""},
		{2, "popular", operator},
		{1, "product", operator},
		{4, operator, ""},
		{2, "nominal", game},
		{5, operator, game},
		{2, "checkout", game},
		{1, "checkout", operator},
		{6, operator, game},
		{2, "pay", game},
	} {
		if !yield([]any{int64(firstUser), day, session, int64(seq), e.kind, e.name, e.value}) {
			return false
		}
	}

	return true
}

// loadOrders loads delivered orders, spread evenly over the days.
func (a analyticsFill) loadOrders(ctx context.Context) error {
	count := a.events / perShopOrder
	first := a.yesterday.AddDays(1 - figureDays).Start(a.zone)
	step := figureDays * day / time.Duration(count)

	_, err := a.d.Copy(ctx, "storefront_orders", []string{
		"id", clientColumn, "token", "operator_code", "operator_name", "operator_type", "product_code", "product_name", "denomination", "destination_no",
		"price", "net_price", "status", "order_id", "created_at", "price_until", "payable_until", "paid_at", "placed_at", "ended_at",
	}, func(yield func([]any) bool) {
		random := rand.New(rand.NewPCG(3, 4))

		for i := range count {
			o, at := random.IntN(gameOperators), clock.Micros(first.Add(time.Duration(i)*step))
			game := gameCode(o, random.IntN(gamesEach))

			if !yield([]any{
				int64(i + 1), int64(firstUser), strconv.Itoa(i), operatorCode(o), "Game", "game", game, game, "1", "1",
				int64(shopOrderPrice), int64(shopOrderNet), "success", int64(i + 1), at, at + 1, at + 1, at, at, at,
			}) {
				return
			}
		}
	})

	return err
}

// loadFigures loads the figures of the days before the last as if each SKU had been looked at on each day, and sums them up by month.
func (a analyticsFill) loadFigures(ctx context.Context) error {
	return a.d.Bulk(ctx, func(b *db.Bulk) error {
		_, err := b.Copy(ctx, "analytics_days", []string{clientColumn, "day", "version", "rolled", "rolled_at", "sessions", "orders", "gmv", "margin"},
			func(yield func([]any) bool) {
				for i := range figureDays {
					number, rolled := dayNumber(a.yesterday.AddDays(-i)), int64(1)
					if i == 0 {
						rolled = 0
					}

					if !yield([]any{int64(firstUser), number, int64(1), rolled, int64(1), int64(28_000), int64(2_500), int64(62_500_000), int64(5_625_000)}) {
						return
					}
				}
			})
		if err != nil {
			return err
		}

		_, err = b.Copy(ctx, "analytics_counts", []string{clientColumn, "metric", "period", "name", "value", "count"}, func(yield func([]any) bool) {
			for i := 1; i < figureDays; i++ {
				if !countRows(yield, dayNumber(a.yesterday.AddDays(-i))) {
					return
				}
			}
		})
		if err != nil {
			return err
		}

		// Thirds of months and months, as roll-ups make them.
		for _, sum := range []string{"(period / 100) * 10 + CASE WHEN period % 100 <= 10 THEN 1 WHEN period % 100 <= 20 THEN 2 ELSE 3 END", "period / 100"} {
			err := b.Exec(ctx, `INSERT INTO analytics_counts (client_id, metric, period, name, value, count)
				SELECT client_id, metric, `+sum+`, name, value, CAST(SUM(count) AS BIGINT) FROM analytics_counts WHERE period > 20000000
				GROUP BY client_id, metric, `+sum+`, name, value`)
			if err != nil {
				return err
			}
		}

		return nil
	})
}

func countRows(yield func([]any) bool, period int64) bool {
	row := func(metric, name, value string, n int) bool {
		return yield([]any{int64(firstUser), metric, period, name, value, int64(n)})
	}

	for _, name := range []string{"home", "search", "language", "help"} {
		if !row("component", name, "", 500) || !row("banner", name, "https://bench.example/", 100) { //nolint:mnd // any number
			return false
		}
	}

	for o := range gameOperators {
		operator := operatorCode(o)
		if !row("component", "operator", operator, 300+o) || !row("component", "popular", operator, 200+o) || //nolint:mnd // as above
			!row("view", operator, "", 900+o) || !row("ignored", operator, "", 400) {
			return false
		}

		for n := range gamesEach {
			game := gameCode(o, n)
			if !row("component", "nominal", game, 25) || !row("component", "pay", game, 12) || !row("component", "checkout", game, 15) || //nolint:mnd // as above
				!row("select", operator, game, 25) || !row("checkout", operator, game, 12) || !row("sale", operator, game, 4) {
				return false
			}
		}
	}

	return true
}
