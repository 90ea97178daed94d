package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

const (
	citusClients = 200
	citusShards  = 8 // four for each worker, as docs/operations.md advises

	citusTimes = 3 // the length of another measurement

	// drainPause is the wait between two looks for orders that are not finished: each asks all shards.
	drainPause = 300 * time.Millisecond
)

// Goals of quality 1.12, beside plain PostgreSQL: processor time of all servers for a finished order, that of the coordinator, and pages.
const (
	citusSingleGoal      = 2.5
	citusBatchGoal       = 2
	citusCoordinatorGoal = 1
	citusPageGoal        = 1.5
)

// citusCase is one way to place orders.
type citusCase struct {
	name    string
	callers int
	orders  int // in each call
	call    caller
	goal    float64 // for the processor time of all servers; 0 is none
}

func citusCases() []citusCase {
	return []citusCase{
		{"single-64", fewCallers, 1, callSingle, 0},
		{"single-256", manyCallers, 1, callSingle, citusSingleGoal},
		{"batch-32", batchCallers, perBatch, callBatch, citusBatchGoal},
	}
}

// citus measures 1.12: orders placed over HTTP and finished, and pages of Order History, on a Citus of a coordinator and two workers, beside
// a plain PostgreSQL. It is left out where PostgreSQL can't load Citus.
func citus(ctx context.Context, b *bench) (err error) {
	cluster, err := testkit.StartCluster(true, "shared_buffers=128MB", "archive_mode=off", "citus.recover_2pc_interval=5s", fmt.Sprint("citus.shard_count=", citusShards))
	if errors.Is(err, testkit.ErrNoCitus) {
		fmt.Printf("citus was LEFT OUT: %v\n", err)

		return nil
	}

	if err != nil {
		return fmt.Errorf("a Citus: %w", err)
	}

	spread, err := newEnginesOn(cluster)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spread.close()) }()

	plain, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.close()) }()

	if err := citusOrders(ctx, b, plain, spread); err != nil {
		return err
	}

	return citusPages(ctx, b, plain, spread)
}

// citusOrders measures orders that are placed and finished.
func citusOrders(ctx context.Context, b *bench, plain, spread *engines) (err error) {
	s, err := startSupplier(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	rounds := b.rounds
	if b.only == "" {
		rounds = 1 // a run of all has no time for more
	}

	b.clients = citusClients
	defer func() { b.clients = 0 }()

	for _, c := range citusCases() {
		if !b.wants("citus-" + c.name) {
			continue
		}

		alone, cluster := figures{}, figures{}

		for n := range rounds {
			for _, on := range []struct {
				e *engines
				f figures
			}{{plain, alone}, {spread, cluster}} {
				if err := c.round(ctx, b, on.e, s.url, n, on.f); err != nil {
					return fmt.Errorf("%s, %d servers: %w", c.name, len(on.e.server.Dirs()), err)
				}
			}
		}

		c.report(b, alone, cluster)
	}

	return nil
}

// place places orders for a time and waits until all are finished. It returns their number, too.
func (c citusCase) place(ctx context.Context, p *program, length time.Duration, name string) (outcome, int, error) {
	o, err := loadOver(ctx, p.API, c.callers, citusClients, length, "citus-"+c.name+"-"+name, c.call)
	if err == nil {
		err = p.asking(ctx, func(d *db.DB) error { return waitUntilFinished(ctx, d, drainPause) })
	}

	return o, o.calls * c.orders, err
}

// round measures orders after others, for which the servers have connected to each other. The books are proved after it.
func (c citusCase) round(ctx context.Context, b *bench, e *engines, supplierURL string, n int, f figures) error {
	length := time.Duration(b.seconds * float64(time.Second))

	return withSupplier(ctx, b, e, db.Postgres, supplierURL, func(p *program) (int, error) {
		_, first, err := c.place(ctx, p, length, fmt.Sprint(n, "-first"))
		if err != nil {
			return 0, err
		}

		written, err := e.written(ctx, p.where)
		if err != nil {
			return 0, err
		}

		before, own, began := e.usedByServers(), cpuOf(p.cmd.Process.Pid), time.Now()

		o, orders, err := c.place(ctx, p, citusTimes*length, strconv.Itoa(n))
		if err != nil {
			return 0, err
		}

		each := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(orders) }
		took := time.Since(began)

		f.add("rate", float64(orders)/took.Seconds())
		f.add("placed", o.rate*float64(c.orders))
		f.add("p50", milliseconds(o.p50))
		f.add("p99", milliseconds(o.p99))
		f.add("program", each(cpuOf(p.cmd.Process.Pid)-own))

		var all time.Duration

		for i, used := range e.usedByServers() {
			if i == 0 {
				f.add("coordinator", each(used-before[0]))
			}

			all += used - before[i]
		}

		f.add("all", each(all))

		now, err := e.written(ctx, p.where)
		f.add("wal", float64(now.wal-written.wal)/float64(orders))
		f.add("bytes", float64(now.bytes-written.bytes)/float64(orders))

		return first + orders, err
	})
}

func (c citusCase) report(b *bench, alone, cluster figures) {
	add := func(name, unit, better, of string, goal float64) {
		beside := "plain PostgreSQL"

		besideValue := median(alone[of])
		if of == "coordinator" {
			besideValue = median(alone["all"])
		}

		b.add(result{
			Name: "citus-" + c.name + name, Engine: "citus", Value: median(cluster[of]), Unit: unit, Better: better, Beside: beside, BesideValue: besideValue,
		}, goal)
	}

	coordinator := float64(citusCoordinatorGoal)
	if c.goal == 0 {
		coordinator = 0
	}

	add("-cpu", "us/order", lower, "all", c.goal)
	add("-cpu-coordinator", "us/order", lower, "coordinator", coordinator)
	add("-cpu-program", "us/order", lower, "program", 0)
	add("", ordersPerSecond, higher, "rate", 0)
	add("-placed", ordersPerSecond, higher, "placed", 0)
	add("-p50", "ms", lower, "p50", 0)
	add("-p99", "ms", lower, "p99", 0)
	add("-wal", "B/order", lower, "wal", 0)
	add("-bytes", "B/order", lower, "bytes", 0)
}

// volume is what all servers have written: WAL since they were made, and the size of a database.
type volume struct{ wal, bytes int64 }

func (e *engines) written(ctx context.Context, where config.Database) (volume, error) {
	var sum volume

	address, err := url.Parse(where.DatabaseURL)
	if err != nil {
		return sum, err
	}

	for _, dir := range e.server.Dirs() {
		address.RawQuery = "host=" + dir

		d, err := db.Open(ctx, db.Options{URL: address.String(), MaxConns: 1})
		if err != nil {
			return sum, err
		}

		var w volume

		err = d.Reader().QueryRow(ctx, `SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS BIGINT), pg_database_size(current_database())`).Scan(&w.wal, &w.bytes)
		if err := errors.Join(err, d.Close()); err != nil {
			return sum, fmt.Errorf("what a server has written: %w", err)
		}

		sum.wal += w.wal
		sum.bytes += w.bytes
	}

	return sum, nil
}
