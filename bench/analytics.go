package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/secret"
	"loket/internal/shop/analytics"
	"loket/internal/shop/storefront"
)

// Limits and sizes of the figures of a shop.
const (
	figuresLimit  = 100 // ms, the slowest but one in a hundred
	rollLimit     = 60  // s, of a day with a tenth of the events
	rollOthers    = 1.5 // goal: p99 of orders at most so many times its normal
	figuresReads  = 50  // of each range in a round
	ordersMeans   = 100 // orders a second meanwhile
	ordersPlacers = 8
	median50      = "-median" // of the slowest range: other work on the machine changes it least
)

// analyticsFigures measures the calls of a shop's analytics, and the roll-up of a day beside orders of another client.
func analyticsFigures(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := analyticsOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

func analyticsOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return err
	}

	const wallets = 2

	setup, err := newOrderSetup(ctx, d, wallets)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	defer func() { err = errors.Join(err, setup.stop()) }()

	zone, err := clock.Zone("")
	if err != nil {
		return fmt.Errorf("zone: %w", err)
	}

	fill := analyticsFill{d: d, zone: zone, yesterday: clock.DayOf(clock.System{}.Now().In(zone)).AddDays(-1), events: b.rowsOfSuite()}
	if err := fill.run(ctx); err != nil {
		return err
	}

	pepper := secret.Text(strings.Repeat("b", secret.MinKey))

	people, err := newPeople(d, pepper, pepper, password.Options{Memory: 8, Time: 1})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}

	log, products := slog.New(slog.DiscardHandler), catalog.New(d, clock.System{})
	s := analytics.NewService(analytics.Deps{
		DB: d, Clock: clock.System{}, Catalog: products, Identity: people, Events: event.New(d, clock.System{}, log, event.Options{}),
		Shops: storefront.NewService(storefront.Deps{DB: d, Clock: clock.System{}, Catalog: products, Identity: people, Log: log}, storefront.Options{}),
	}, analytics.Options{On: true})
	f := figures{}

	for range b.rounds {
		if err := rollBeside(ctx, s, setup, fill.yesterday, f); err != nil {
			return err
		}

		if err := readFigures(ctx, s, fill.yesterday, f); err != nil {
			return err
		}
	}

	reportAnalytics(b, engine, f)

	return setup.proven(ctx)
}

func reportAnalytics(b *bench, engine db.Engine, f figures) {
	for _, name := range figureNames() {
		for _, figure := range []string{name, name + median50} {
			b.addLimit(result{Name: "analytics-" + figure, Engine: engine.String(), Value: median(f[figure]), Unit: "ms", Better: lower}, figuresLimit)
		}
	}

	b.addLimit(result{Name: "analytics-roll", Engine: engine.String(), Value: median(f["roll"]), Unit: "s", Better: lower}, rollLimit)
	b.add(result{
		Name: "analytics-others-p99", Engine: engine.String(), Value: median(f["others-busy"]), Unit: "ms", Better: lower,
		Beside: "without a roll-up", BesideValue: median(f["others-calm"]),
	}, rollOthers)
}

func figureNames() []string {
	return []string{"overview", "product-sales", "sessions", "component-clicks", "banner-clicks", "funnel"}
}

// rollBeside rolls the largest day up while orders of another client come at a steady rate, and measures these before for as long.
func rollBeside(ctx context.Context, s *analytics.Service, setup *orderSetup, d clock.Day, f figures) error {
	const calm = 5 * time.Second

	quiet := make(chan struct{})

	time.AfterFunc(calm, func() { close(quiet) })

	before, err := steadyOrders(ctx, setup, "calm", quiet)
	if err != nil {
		return err
	}

	rolled := make(chan struct{})
	began := time.Now()

	var failed error

	go func() {
		defer close(rolled)

		failed = s.Roll(ctx, firstUser, d)

		f.add("roll", time.Since(began).Seconds())
	}()

	busy, err := steadyOrders(ctx, setup, "busy", rolled)
	if err := errors.Join(err, failed); err != nil {
		return err
	}

	f.add("others-calm", milliseconds(before.p99))
	f.add("others-busy", milliseconds(busy.p99))

	return nil
}

// steadyOrders places orders of the second client at a fixed rate until the channel is closed. The time of an order counts from when it
// was due.
func steadyOrders(ctx context.Context, setup *orderSetup, name string, until <-chan struct{}) (outcome, error) {
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		samples []time.Duration
		failed  error
	)

	due := make(chan time.Time, ordersMeans*rollLimit)
	began := time.Now()

	for caller := range ordersPlacers {
		wg.Go(func() {
			n := 0

			for at := range due {
				n++
				err := setup.place(ctx, firstUser+1, reference(fmt.Sprintf("%s-%d", name, began.UnixNano()), caller, n))

				mu.Lock()

				samples, failed = append(samples, time.Since(at)), errors.Join(failed, err)

				mu.Unlock()
			}
		})
	}

	pace(ctx, ordersMeans, due, until)
	wg.Wait()

	return summarise(samples, time.Since(began)), failed
}

// figureCall is a call without its answer.
func figureCall[T any](ctx context.Context, read func(context.Context, int64, analytics.Range) (T, error)) func(r analytics.Range) error {
	return func(r analytics.Range) error {
		_, err := read(ctx, firstUser, r)

		return err
	}
}

// readFigures reads each call for a day, a month, a year and the longest range, in turns.
func readFigures(ctx context.Context, s *analytics.Service, last clock.Day, f figures) error {
	calls := map[string]func(r analytics.Range) error{
		"overview":         figureCall(ctx, s.Overview),
		"product-sales":    figureCall(ctx, s.ProductSales),
		"sessions":         figureCall(ctx, s.Sessions),
		"component-clicks": figureCall(ctx, s.ComponentClicks),
		"banner-clicks":    figureCall(ctx, s.BannerClicks),
		"funnel":           figureCall(ctx, s.Funnel),
	}
	times, byRange := map[string][]float64{}, map[string]map[int][]float64{}

	for n := range figuresReads {
		for _, length := range []int{1, 30, 89, 365, analytics.MaxDays} {
			to := last.AddDays(-n % 20) //nolint:mnd // different ends of months

			for _, name := range figureNames() {
				began := time.Now()

				if err := calls[name](analytics.Range{From: to.AddDays(1 - length), To: to}); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}

				took := milliseconds(time.Since(began))
				times[name] = append(times[name], took)

				if byRange[name] == nil {
					byRange[name] = map[int][]float64{}
				}

				byRange[name][length] = append(byRange[name][length], took)
			}
		}
	}

	for name, list := range times {
		slices.Sort(list)
		f.add(name, list[len(list)*99/100])

		slowest := 0.0
		for _, one := range byRange[name] {
			slowest = max(slowest, median(one))
		}

		f.add(name+median50, slowest)
	}

	return nil
}
