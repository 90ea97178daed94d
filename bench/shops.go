package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

// Limits and sizes of the shop's figures.
const (
	shopSKUs      = storefront.MaxSKUs
	shopOperators = 100
	skuListLimit  = 50    // ms, the slowest but one in a hundred
	bulkPricing   = 2_000 // ms
	previewLimit  = 50    // ms from the key to the picture
	skuListReads  = 100   // of each filter in a round
	shopOwn       = 2     // every second SKU has a pricing of its own
)

// shops measures the screens of a client's shop: lists of 50,000 SKUs by each filter and order, pricing all of them in one call, and
// the time from a key to the picture in the preview.
func shops(ctx context.Context, b *bench) (err error) {
	if strings.HasPrefix(b.only, "shop-pages") {
		return nil // a suite of its own
	}

	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := shopsOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return measurePreview(ctx, b)
}

func shopsOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	where, err := e.place(ctx, engine)
	if err != nil {
		return err
	}

	d, err := db.Open(ctx, db.Options{URL: where.DSN()})
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	codes, err := fillShop(ctx, d)
	if err != nil {
		return err
	}

	pepper := secret.Text(strings.Repeat("b", secret.MinKey))

	people, err := newPeople(d, pepper, pepper, password.Options{Memory: 8, Time: 1})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}

	s := storefront.NewService(storefront.Deps{
		DB: d, Clock: clock.System{}, Catalog: catalog.New(d, clock.System{}), Identity: people, Log: slog.New(slog.DiscardHandler),
	}, storefront.Options{})
	f := figures{}

	for range b.rounds {
		if err := shopRound(ctx, s, codes, f); err != nil {
			return err
		}
	}

	for _, name := range []string{"sku-list", "bulk-all", "bulk-some"} {
		limit := float64(bulkPricing)
		if name == "sku-list" {
			limit = skuListLimit
		}

		b.addLimit(result{Name: "shop-" + name, Engine: engine.String(), Value: median(f[name]), Unit: "ms", Better: lower}, limit)
	}

	return nil
}

// fillShop makes a client and a catalogue of 50,000 products, and returns their codes.
func fillShop(ctx context.Context, d *db.DB) ([]string, error) {
	codes := make([]string, shopSKUs)
	for i := range codes {
		codes[i] = fmt.Sprintf("SKU%05d", i)
	}

	err := d.Bulk(ctx, func(bulk *db.Bulk) error {
		if err := bulk.Exec(ctx, `INSERT INTO clients (id, code, name, legal_name, email_finance, created_at)
			VALUES ($1, 'bench', 'Bench', 'Bench', 'bench@example.com', 1) ON CONFLICT DO NOTHING`, firstUser); err != nil {
			return err
		}

		for i := range shopOperators {
			err := bulk.Exec(ctx, "INSERT INTO operators (code, name, type) VALUES ($1, $2, 'game')", fmt.Sprintf("OP%02d", i), fmt.Sprintf("Game %d", i))
			if err != nil {
				return err
			}
		}

		_, err := bulk.Copy(ctx, "products",
			[]string{"code", "name", "operator_code", "operator_type", "kind", "wallet_type", "price", "recommended_price", "updated_at"}, shopProducts(codes))

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fill the shop: %w", err)
	}

	return codes, nil
}

func shopProducts(codes []string) iter.Seq[[]any] {
	const cheapest, step, recommended = 1_000, 37, 108 // rupiah; per cent

	return func(yield func([]any) bool) {
		for i, code := range codes {
			price := int64(cheapest + i*step)

			row := []any{
				code, fmt.Sprintf("Game %d %d Diamonds", i%shopOperators, i), fmt.Sprintf("OP%02d", i%shopOperators), "game", "prepaid", "level_1",
				price, price * recommended / 100, int64(1), //nolint:mnd // per cent
			}
			if !yield(row) {
				return
			}
		}
	}
}

// shopRound prices all SKUs and then half of them, and reads lists.
func shopRound(ctx context.Context, s *storefront.Service, codes []string, f figures) error {
	by := storefront.By{ClientID: firstUser, Actor: "user:1"}
	began := time.Now()

	if _, err := s.SetAll(ctx, by, storefront.Pricing{Type: storefront.Percentage, Value: 1_200}); err != nil {
		return err
	}

	f.add("bulk-all", milliseconds(time.Since(began)))

	began = time.Now()

	if _, err := s.Set(ctx, by, codes, storefront.Pricing{Type: storefront.FixedMargin, Value: 500}); err != nil {
		return err
	}

	f.add("bulk-some", milliseconds(time.Since(began)))

	active := true
	times := []float64{}

	for n := range skuListReads {
		for _, filter := range []storefront.Filter{
			{},
			{Search: fmt.Sprintf("diamonds %d", n)},
			{OperatorType: "game", MarginSort: 1},
			{MarginSort: -1, Active: &active},
			{OperatorCode: "OP07"},
		} {
			began := time.Now()

			if _, _, err := s.SKUs(ctx, firstUser, filter, 1+n%shopOwn, 10); err != nil { //nolint:mnd // a page
				return err
			}

			times = append(times, milliseconds(time.Since(began)))
		}
	}

	slices.Sort(times)
	f.add("sku-list", times[len(times)*99/100])

	return nil
}

// measurePreview types into the name of a shop and measures until the preview shows it.
func measurePreview(ctx context.Context, b *bench) error {
	var answer struct {
		P50 float64 `json:"p50"`
		P99 float64 `json:"p99"`
	}

	if err := inBrowser(ctx, &answer, "preview", b.binary, browser()); err != nil {
		return err
	}

	b.addLimit(result{Name: "shop-key-to-preview", Value: answer.P50, Unit: "ms", Better: lower}, previewLimit)
	b.addLimit(result{Name: "shop-key-to-preview-p99", Value: answer.P99, Unit: "ms", Better: lower}, previewLimit)

	return nil
}
