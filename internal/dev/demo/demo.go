// Package demo makes the fixed data of the demo: clients, the catalogue, and past orders with their
// wallet history. It writes the tables directly, since no service writes the past.
package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Limits and defaults of the number of past orders.
const (
	DefaultOrders = 20_000
	MaxOrders     = 10_000_000
)

// Deps are what seeding works with.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Identity *identity.Service
}

// Options say what to make.
type Options struct {
	Orders int    // past orders of client 1001, 0 to MaxOrders
	Seed   uint64 // the same seed at the same moment gives the same data
	// Progress, if any, gets the number of orders written so far.
	Progress func(orders int)

	chunk int // orders in one transaction; 0: chunkOrders
}

// Result is what was found or made.
type Result struct {
	// Found means that the data was complete already and nothing was changed.
	Found  bool
	Orders int
	Took   time.Duration
}

// The errors of Seed.
var (
	ErrNotEmpty = errors.New("demo: the database has data that the demo did not make")
	ErrOptions  = fmt.Errorf("demo: the number of orders must be from 0 to %d", MaxOrders)
	ErrFormat   = errors.New("demo: another version of the program began to make the data; start with an empty folder or database")
)

// The rows of the table `versions` that store the progress of seeding. A killed run continues after
// its last committed chunk, with the time, seed and number of its start.
const (
	markFormat = "demo:format"
	markNow    = "demo:now"
	markSeed   = "demo:seed"
	markOrders = "demo:orders"
	markSize   = "demo:chunk-size"
	markChunks = "demo:chunks" // number of committed chunks
	markDone   = "demo:done"

	// format changes whenever the same seed gives other data.
	format = 4
)

// plan describes the data to make.
type plan struct {
	now    time.Time
	orders int
	seed   uint64
	size   int // orders in a chunk
	chunks int // that are there already
}

// Seed makes the demo data in a migrated database. It may be called at every start; existing data is
// not made again.
func Seed(ctx context.Context, deps Deps, opt Options) (Result, error) {
	if opt.Orders < 0 || opt.Orders > MaxOrders {
		return Result{}, ErrOptions
	}

	began := time.Now() // the duration of our own work

	marks, err := readMarks(ctx, deps.DB.Reader())
	if err != nil {
		return Result{}, err
	}

	if marks[markDone] == 1 {
		if err := addBanks(ctx, deps, marks); err != nil {
			return Result{}, err
		}

		return Result{Found: true, Orders: int(marks[markOrders])}, nil
	}

	p, err := begin(ctx, deps, opt, marks)
	if err != nil {
		return Result{}, err
	}

	if err := openAccounts(ctx, deps.DB, since(p.now)); err != nil {
		return Result{}, err
	}

	if err := writeHistory(ctx, deps.DB, p, opt.Progress); err != nil {
		return Result{}, fmt.Errorf("demo: write the history: %w", err)
	}

	return Result{Orders: p.orders, Took: time.Since(began)}, nil
}

// begin writes everything but the history, unless it exists.
func begin(ctx context.Context, deps Deps, opt Options, marks map[string]int64) (plan, error) {
	if len(marks) > 0 {
		if marks[markFormat] != format {
			return plan{}, ErrFormat
		}

		return plan{
			now: clock.FromMicros(marks[markNow]), orders: int(marks[markOrders]), size: int(marks[markSize]),
			chunks: int(marks[markChunks]),
			seed:   uint64(marks[markSeed]), //nolint:gosec // the same 64 bits
		}, nil
	}

	if err := deps.Identity.EnsureRoles(ctx); err != nil {
		return plan{}, fmt.Errorf("demo: %w", err)
	}

	made, err := makeHashes(ctx, deps.Identity.Hasher())
	if err != nil {
		return plan{}, err
	}

	p := plan{now: deps.Clock.Now(), orders: opt.Orders, seed: opt.Seed, size: chunkOrders}
	if opt.chunk > 0 {
		p.size = opt.chunk
	}

	err = deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := (&people{tx: tx, since: since(p.now), hashes: made, identity: deps.Identity}).write(ctx); err != nil {
			return err
		}

		if err := writeCatalogue(ctx, tx, newBook(), since(p.now)); err != nil {
			return err
		}

		if err := writeBanks(ctx, tx, since(p.now)); err != nil {
			return err
		}

		return writeMarks(ctx, tx, p)
	})
	if db.IsUnique(err) {
		err = errors.Join(ErrNotEmpty, err)
	}

	if err != nil {
		return plan{}, fmt.Errorf("demo: write clients and catalogue: %w", err)
	}

	return p, nil
}

// since is the time at which the clients were created: the day before their first order.
func since(now time.Time) time.Time { return now.AddDate(0, -historyMonths, -2) }

func readMarks(ctx context.Context, q db.Querier) (map[string]int64, error) {
	type mark struct {
		name  string
		value int64
	}

	rows, err := q.Query(ctx, `SELECT name, version FROM versions WHERE name LIKE 'demo:%'`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (mark, error) {
		var m mark

		return m, row.Scan(&m.name, &m.value)
	})
	if err != nil {
		return nil, fmt.Errorf("demo: read the marks: %w", err)
	}

	marks := map[string]int64{}
	for _, m := range list {
		marks[m.name] = m.value
	}

	return marks, nil
}

func writeMarks(ctx context.Context, tx *db.Tx, p plan) error {
	for name, value := range map[string]int64{
		markFormat: format, markNow: clock.Micros(p.now), markOrders: int64(p.orders), markSize: int64(p.size),
		markChunks: 0, markDone: 0,
		markSeed: int64(p.seed), //nolint:gosec // the same 64 bits
	} {
		if _, err := tx.Exec(ctx, `INSERT INTO versions (name, version) VALUES ($1, $2)`, name, value); err != nil {
			return fmt.Errorf("write the marks: %w", err)
		}
	}

	return nil
}
