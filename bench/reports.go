package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"loket/internal/backoffice/sales"
	"loket/internal/catalog"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// The reports of staff are read from sums by day, product and supplier, or those of each client. So these are filled, with what ten million orders leave: no order
// is made.
const (
	reportLimit     = 100 // ms
	reportDays      = 35
	reportClients   = 40
	reportProducts  = 120
	reportSuppliers = 2 // that sell each product
	reportReads     = 20
)

// reports measures the report of staff over 35 days by product.
func reports(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := reportsOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

func reportsOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	if err := fill(ctx, d, reportClients); err != nil {
		return fmt.Errorf("fill: %w", err)
	}

	last := clock.DayOf(clock.System{}.Now().In(clock.Jakarta()))
	if err := fillSales(ctx, d, last, int64(b.millions*million)); err != nil {
		return fmt.Errorf("fill: %w", err)
	}

	pepper := secret.Text(strings.Repeat("b", secret.MinKey))

	people, err := newPeople(d, pepper, pepper, password.Options{Memory: 8, Time: 1})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}

	clk, log := clock.System{}, slog.New(slog.DiscardHandler)
	s := sales.New(sales.Deps{DB: d, Clock: clk, Catalog: catalog.New(d, clk), Identity: people, Events: event.New(d, clk, log, event.Options{})})
	f := figures{}

	for range b.rounds * reportReads {
		for name, groupBy := range map[string]sales.GroupBy{"day": sales.ByDay, "product": sales.ByProduct, "client": sales.ByClient, "supplier": sales.BySupplier} {
			began := time.Now()

			report, err := s.Read(ctx, sales.Query{GroupBy: groupBy, From: last.AddDays(1 - reportDays), To: last})
			if err != nil {
				return fmt.Errorf("report: %w", err)
			}

			f.add(name, milliseconds(time.Since(began)))

			if least := int64(b.millions*million) * 9 / 10; report.Total.Orders < least {
				return fmt.Errorf("the report has %d orders", report.Total.Orders)
			}
		}
	}

	for _, name := range []string{"product", "day", "client", "supplier"} {
		b.addLimit(result{Name: "reports-35-days-by-" + name, Engine: engine.String(), Value: median(f[name]), Unit: "ms", Better: lower}, reportLimit)
	}

	return nil
}

// fillSales fills the sums of some orders over the days before and with a last one: each client buys each product each day at each supplier.
func fillSales(ctx context.Context, d *db.DB, last clock.Day, orders int64) error {
	const rows = reportDays * reportClients * reportProducts * reportSuppliers

	each := orders / rows
	sold := sales.Sums{
		Orders: each, Amount: money.Rupiah(each * price), Cost: money.Rupiah(each * (price - 100)), Failed: each / 50,
	}
	tally := sales.Tally{}

	for day := range reportDays {
		number := dayNumber(last.AddDays(-day))

		for client := range reportClients {
			for n := range reportProducts * reportSuppliers {
				tally.Add(sales.Key{
					Client: int64(firstUser + client), Day: number, Product: fmt.Sprintf("P%03d", n/reportSuppliers), Supplier: fmt.Sprintf("s%d", n%reportSuppliers),
				}, sold)
			}
		}
	}

	return d.Bulk(ctx, func(bulk *db.Bulk) error {
		for _, table := range tally.Tables() {
			if _, err := bulk.Copy(ctx, table.Name, table.Columns, table.Rows); err != nil {
				return err
			}
		}

		return nil
	})
}
