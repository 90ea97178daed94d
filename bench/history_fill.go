package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// The orders that lists are measured on: one client has a third of all, a thousand
// clients share the rest. A day has as many orders in small runs as in big ones.
const (
	ordersPerDay = 100_000
	fewestOrders = 4 * ordersPerDay // enough for page 1000 of the longest range
	bigShare     = 0.3
	smallClients = 997
	fillChunk    = 200_000
	day          = 24 * time.Hour
	fillLoaders  = 2
	perNumber    = 20 // orders for each destination number, since customers buy again
)

// pastOrders describes the content of the big table.
type pastOrders struct {
	rows       int
	start, end time.Time
	step       time.Duration
}

func newPast(rows int, now time.Time) pastOrders {
	rows = max(rows, fewestOrders)
	step := day / ordersPerDay

	return pastOrders{rows: rows, end: now, start: now.Add(-time.Duration(rows) * step), step: step}
}

func (p pastOrders) days() int { return p.rows / ordersPerDay }

// fillOrders loads the orders. It drops the indexes first and creates them
// afterwards, since only reading is measured.
func fillOrders(ctx context.Context, d *db.DB, p pastOrders) error {
	restore, err := dropIndexes(ctx, d, "orders")
	if err != nil {
		return err
	}

	loaders := fillLoaders
	if d.Engine() == db.SQLite {
		loaders = 1 // there is one writer
	}

	errs := make(chan error, loaders)

	for loader := range loaders {
		go func() { errs <- fillPart(ctx, d, p, loader, p.rows*loader/loaders, p.rows*(loader+1)/loaders) }()
	}

	for range loaders {
		err = errors.Join(err, <-errs)
	}

	if err != nil {
		return err
	}

	if err := restore(ctx); err != nil {
		return err
	}

	return vacuum(ctx, d, "orders")
}

// vacuum does what autovacuum would do on PostgreSQL.
func vacuum(ctx context.Context, d *db.DB, table string) error {
	if d.Engine() != db.Postgres {
		return nil
	}

	rows, err := d.Reader().Query(ctx, "VACUUM ANALYZE "+table)
	if _, err := db.Collect(rows, err, func(*sql.Rows) (struct{}, error) { return struct{}{}, nil }); err != nil {
		return fmt.Errorf("vacuum: %w", err)
	}

	return nil
}

// fillPart loads the orders numbered from..to; each loader has its own node number.
func fillPart(ctx context.Context, d *db.DB, p pastOrders, loader, from, to int) error {
	generator, err := ids.NewGenerator(loader)
	if err != nil {
		return fmt.Errorf("ids: %w", err)
	}

	random := rand.New(rand.NewPCG(1, uint64(loader)))

	for ; from < to; from += fillChunk {
		rows := pastRows(p, generator, random, from, min(from+fillChunk, to))
		if _, err := d.Copy(ctx, "orders", pastColumns(), rows); err != nil {
			return fmt.Errorf("load orders: %w", err)
		}
	}

	return nil
}

func pastColumns() []string {
	return []string{
		"id", clientColumn, "client_ref", "wallet_id", "wallet_type", "product_code", "product_name", "kind", "destination_no",
		"amount", "price", "status", "refunded", "payment_type", "channel", "input_hash", "reference", "serial_number", "created_at", "updated_at",
	}
}

func pastRows(p pastOrders, generator *ids.Generator, random *rand.Rand, from, to int) iter.Seq[[]any] {
	row := make([]any, len(pastColumns()))

	return func(yield func([]any) bool) {
		for i := from; i < to; i++ {
			at := p.start.Add(time.Duration(i) * p.step)
			us := clock.Micros(at)

			client := int64(firstUser)
			if random.Float64() > bigShare {
				client += 1 + random.Int64N(smallClients)
			}

			status, refunded, serial := madeUpEnd(random)
			row = append(row[:0],
				generator.Next(at), client, pastRef(i), client, "level_1", product, "Telkomsel 10.000", "prepaid", pastNumber(random.IntN(p.rows/perNumber)),
				int64(0), int64(price), status, refunded, "deposit", "h2h", int64(i), `{"mobile":"TSEL"}`, serial, us, us)

			if !yield(row) {
				return
			}
		}
	}
}

func pastRef(i int) string { return fmt.Sprintf("INV-%08d", i) }

func pastNumber(n int) string { return fmt.Sprintf("0812%08d", n) }

// madeUpEnd is how an order ended: 8 of 100 failed, 2 are open.
func madeUpEnd(random *rand.Rand) (status int64, refunded bool, serial any) {
	const failed, open = 0.08, 0.10

	switch share := random.Float64(); {
	case share < failed:
		return 3, true, nil
	case share < open:
		return 5, false, nil
	}

	return 4, false, "SN1234567890123456"
}

// dropIndexes drops the indexes of a table. The returned function creates them again as in the schema.
func dropIndexes(ctx context.Context, d *db.DB, table string) (func(context.Context) error, error) {
	found := `SELECT 'DROP INDEX ' || name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL ORDER BY name`
	if d.Engine() == db.Postgres {
		found = `SELECT 'ALTER TABLE ' || $1::text || ' DROP CONSTRAINT ' || conname,
				'ALTER TABLE ' || $1::text || ' ADD CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
			FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype = 'p'
			UNION ALL
			SELECT 'DROP INDEX ' || indexname, indexdef FROM pg_indexes
			WHERE tablename = $1::text AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = $1::text::regclass)`
	}

	type index struct{ drop, make string }

	rows, err := d.Reader().Query(ctx, found, table)

	list, err := db.Collect(rows, err, func(r *sql.Rows) (index, error) {
		var i index

		return i, r.Scan(&i.drop, &i.make)
	})
	if err != nil {
		return nil, fmt.Errorf("indexes: %w", err)
	}

	run := func(ctx context.Context, text string) error {
		err := d.Bulk(ctx, func(b *db.Bulk) error {
			if d.Engine() == db.Postgres {
				for _, setting := range []string{"SET LOCAL statement_timeout = 0", "SET LOCAL maintenance_work_mem = '1GB'"} {
					if err := b.Exec(ctx, setting); err != nil {
						return err
					}
				}
			}

			return b.Exec(ctx, text)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}

		return nil
	}

	for _, i := range list {
		if err := run(ctx, i.drop); err != nil {
			return nil, err
		}
	}

	return func(ctx context.Context) error {
		for _, i := range list {
			if err := run(ctx, i.make); err != nil {
				return err
			}
		}

		return nil
	}, nil
}
