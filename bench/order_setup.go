package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/money/books"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/supplier"
)

// engines makes databases of both kinds with their durable settings.
type engines struct {
	server servers
	dir    string
	bulk   int // orders of a load in bulk
	count  int
}

// servers are a PostgreSQL, or the servers of a Citus.
type servers interface {
	NewDatabase(ctx context.Context) (url string, err error)
	WarmUp(ctx context.Context) error
	Dirs() []string
	Stop() error
}

func newEngines() (*engines, error) {
	server, err := testkit.StartServer(true)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL: %w", err)
	}

	return newEnginesOn(server)
}

func newEnginesOn(server servers) (*engines, error) {
	// Beside the project and not in /tmp, which may be memory.
	dir, err := os.MkdirTemp(".", "tmp-bench-")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder: %w", err), server.Stop())
	}

	return &engines{server: server, dir: dir}, nil
}

func (e *engines) close() error { return errors.Join(e.server.Stop(), os.RemoveAll(e.dir)) }

func (e *engines) open(ctx context.Context, engine db.Engine) (*db.DB, error) {
	e.count++
	url := filepath.Join(e.dir, fmt.Sprintf("%d.db", e.count))

	if engine == db.Postgres {
		var err error
		if url, err = e.newDatabase(ctx); err != nil {
			return nil, err
		}
	} else if _, err := db.Migrate(ctx, db.Options{URL: url}); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}

	d, err := db.Open(ctx, db.Options{URL: url})
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}

	return d, nil
}

// newDatabase makes a database on the server, which has written enough before to have files of its log for reuse.
func (e *engines) newDatabase(ctx context.Context) (string, error) {
	url, err := e.server.NewDatabase(ctx)
	if err == nil {
		err = e.server.WarmUp(ctx)
	}

	if err != nil {
		return "", fmt.Errorf("database: %w", err)
	}

	return url, nil
}

// orderSetup is a database with clients, wallets, a product and what places orders.
// Nothing dispatches them: suppliers are not what is measured.
type orderSetup struct {
	db      *db.DB
	orders  *order.Service
	placing *placing.Service
	ids     *ids.Generator
	stop    func() error
}

const (
	product   = "TSEL10"
	price     = 10_250
	fortune   = 1_000_000_000_000_000
	firstUser = 1001

	supplierCode = "bench"
	supplierSKU  = "T10"
)

func newOrderSetup(ctx context.Context, d *db.DB, wallets int) (*orderSetup, error) {
	if err := fill(ctx, d, wallets); err != nil {
		return nil, err
	}

	generator, err := ids.NewGenerator(1)
	if err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}

	clk := clock.System{}
	log := slog.New(slog.DiscardHandler)

	suppliers, err := supplier.NewRegistry(supplier.Options{Clock: clk})
	if err != nil {
		return nil, fmt.Errorf("suppliers: %w", err)
	}

	orders := order.NewService(order.Deps{DB: d, Clock: clk, Suppliers: suppliers})
	products := catalog.New(d, clk)
	s := placing.NewService(placing.Deps{
		DB: d, Clock: clk, IDs: generator, Catalog: products, Suppliers: suppliers,
		Routing: routing.New(routing.Deps{DB: d, Clock: clk, Catalog: products, Suppliers: suppliers, Log: log}, routing.Options{}),
		Orders:  orders, Log: log, Enqueue: func(order.Order, order.Attempt) {},
	}, placing.Options{Hold: true})
	s.Start(ctx)

	return &orderSetup{db: d, orders: orders, placing: s, ids: generator, stop: func() error { return errors.Join(s.Stop(ctx), d.Close()) }}, nil
}

// fill makes clients with one wallet each. The money comes from a top-up, so the
// books hold.
func fill(ctx context.Context, d *db.DB, wallets int) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		run := func(text string, args ...any) error {
			_, err := tx.Exec(ctx, text, args...)

			return err
		}

		errs := []error{
			run("INSERT INTO operators (code, name, type) VALUES ('TSEL', 'Telkomsel', 'mobile')"),
			run(`INSERT INTO products (code, name, operator_code, operator_type, kind, wallet_type, price, updated_at)
				VALUES ($1, 'Telkomsel 10.000', 'TSEL', 'mobile', 'prepaid', 'level_1', $2, 1)`, product, price),
			run("INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ($1, $2, $3, 1, $4)", product, supplierCode, supplierSKU, price),
			run("INSERT INTO versions (name, version) VALUES ('catalog', 1) ON CONFLICT (name) DO UPDATE SET version = 2"),
		}

		for i := range int64(wallets) {
			client := firstUser + i
			errs = append(errs,
				run(`INSERT INTO clients (id, code, name, legal_name, email_finance, created_at)
					VALUES ($1, $2, 'Toko', 'PT Toko', 'finance@example.com', 1)`, client, fmt.Sprintf("toko-%d", client)),
				run(`INSERT INTO wallets (id, client_id, type, balance, seq, created_at) VALUES ($1, $2, 'level_1', $3, 1, 1)`, client, client, fortune),
				run(`INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
					VALUES ($1, 1, $2, 'topup', $3, 0, $3, 'bank_clearing', $4, 1)`, client, client, fortune, fmt.Sprintf("open-%d", client)))
		}

		return errors.Join(errs...)
	})
}

// proven checks the books at the end of a measurement. A figure without valid books
// doesn't count.
func (setup *orderSetup) proven(ctx context.Context) error {
	report, err := books.Verify(ctx, setup.db)
	if err != nil {
		return fmt.Errorf("prove the books: %w", err)
	}

	if !report.OK() {
		return fmt.Errorf("the books do not hold: %v", report.Problems)
	}

	return nil
}
