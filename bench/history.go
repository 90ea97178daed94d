package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

const (
	million      = 1_000_000
	smallOf      = 500 // one of the thousand small clients
	listRepeats  = 40  // of each list in a round
	listWarmUp   = 10
	ranges       = 6 // of days, spread over the past
	spreadOfDays = order.MaxDays
)

// history measures 1.3: Order History on a big table, through the service that
// the portal calls, beside the first page by primary key.
func history(ctx context.Context, b *bench) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	for _, engine := range b.engines() {
		if err := historyOn(ctx, b, e, engine); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}

func historyOn(ctx context.Context, b *bench, e *engines, engine db.Engine) (err error) {
	d, err := e.open(ctx, engine)
	if err != nil {
		return err
	}

	setup, err := newOrderSetup(ctx, d, 1)
	if err != nil {
		return errors.Join(err, d.Close())
	}
	defer func() { err = errors.Join(err, setup.stop()) }()

	rows := b.millions * million
	if engine == db.SQLite {
		rows /= 2
	}

	p := newPast(rows, clock.System{}.Now())
	if err := fillOrders(ctx, d, p); err != nil {
		return err
	}

	r := &reading{orderSetup: setup, past: p, random: rand.New(rand.NewPCG(2, 2))}
	if err := r.choose(ctx); err != nil {
		return err
	}

	if err := r.measure(ctx, b.rounds); err != nil {
		return err
	}

	reportHistory(b, engine, r.f)

	if err := reportIndexes(ctx, b, d); err != nil {
		return err
	}

	return placingOver(ctx, b, setup, engine)
}

// reading repeats the lists of past orders.
type reading struct {
	*orderSetup

	past   pastOrders
	random *rand.Rand
	days   []stretch
	f      figures
}

// stretch is the longest allowed range of days, with the ids of the big client's
// orders in it, newest first.
type stretch struct {
	from, to clock.Day
	orders   []orderNames
}

type orderNames struct {
	id  int64
	ref string
}

// zone is that of the measured clients.
func zone() *time.Location { return time.FixedZone("WIB", int((7 * time.Hour).Seconds())) }

func (r *reading) choose(ctx context.Context) error {
	last := clock.DayOf(r.past.end.In(zone()))

	for i := range ranges {
		// From the newest whole days to the oldest.
		back := 1 + i*(r.past.days()-spreadOfDays-2)/ranges
		to := dayBefore(last, back)
		s := stretch{from: dayBefore(to, spreadOfDays), to: to}
		lo, hi := ids.Range(s.from.Start(zone()), s.to.End(zone()))

		rows, err := r.db.Reader().Query(ctx, "SELECT id, client_ref FROM orders WHERE client_id = $1 AND id >= $2 AND id < $3 ORDER BY id DESC", firstUser, lo, hi)

		s.orders, err = db.Collect(rows, err, func(row *sql.Rows) (orderNames, error) {
			var o orderNames

			return o, row.Scan(&o.id, &o.ref)
		})
		if err != nil {
			return fmt.Errorf("orders of some days: %w", err)
		}

		if len(s.orders) > deepPage*order.PageSize {
			r.days = append(r.days, s)
		}
	}

	if len(r.days) == 0 {
		return errors.New("no days are full enough for a deep page")
	}

	return nil
}

func dayBefore(d clock.Day, n int) clock.Day {
	return clock.DayOf(d.Start(zone()).Add(12*time.Hour - time.Duration(n)*day))
}

// measure requests every list in turn in each round.
func (r *reading) measure(ctx context.Context, rounds int) (err error) {
	turns := []turn{}

	for _, l := range lists() {
		turns = append(turns, turn{l.name, func(ctx context.Context) (float64, error) { return r.time(ctx, l) }})
	}

	for name, client := range map[string]int64{"pk": firstUser, "small-pk": firstUser + smallOf} {
		turns = append(turns, turn{name, func(ctx context.Context) (float64, error) { return r.byPrimaryKey(ctx, client) }})
	}

	r.f, err = inTurns(ctx, rounds, turns)

	return err
}

// turn is one of several readings that are measured in turns. It returns milliseconds.
type turn struct {
	name string
	read func(ctx context.Context) (float64, error)
}

// inTurns repeats readings in turns. The median of each round counts.
func inTurns(ctx context.Context, rounds int, turns []turn) (figures, error) {
	f := figures{}

	for range rounds {
		times := figures{}

		for n := range listWarmUp + listRepeats {
			for _, t := range turns {
				took, err := t.read(ctx)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", t.name, err)
				}

				if n >= listWarmUp {
					times.add(t.name, took)
				}
			}
		}

		for name, all := range times {
			f.add(name, median(all))
		}
	}

	return f, nil
}

func (r *reading) time(ctx context.Context, l list) (float64, error) {
	q := l.query(r)
	began := time.Now()

	found, err := r.orders.List(ctx, q)
	if err != nil {
		return 0, err
	}

	took := time.Since(began)

	if len(found) < l.rows {
		return 0, fmt.Errorf("%d rows came for %+v", len(found), q)
	}

	return milliseconds(took), nil
}

// byPrimaryKey reads a client's newest orders by primary key, the plainest way.
func (r *reading) byPrimaryKey(ctx context.Context, client int64) (float64, error) {
	began := time.Now()

	rows, err := r.db.Reader().Query(ctx, `SELECT id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
			amount, price, status, refunded, payment_type, channel, input_hash, reference, serial_number, reason, created_at, updated_at
		FROM orders WHERE client_id = $1 ORDER BY id DESC LIMIT 10`, client)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (order.Order, error) {
		var (
			o                order.Order
			reference        string
			serial, reason   sql.NullString
			hash             int64
			created, updated int64
		)

		err := row.Scan(&o.ID, &o.ClientID, &o.ClientRef, &o.WalletID, &o.WalletType, &o.ProductCode, &o.ProductName, &o.Kind, &o.DestinationNo,
			&o.Amount, &o.Price, &o.Status, &o.Refunded, &o.PaymentType, &o.Channel, &hash, &reference, &serial, &reason, &created, &updated)

		return o, errors.Join(err, json.Unmarshal([]byte(reference), &o.DisplayFields))
	})
	if err != nil || len(list) != order.PageSize {
		return 0, fmt.Errorf("page 1 by primary key: %d rows, %w", len(list), err)
	}

	return milliseconds(time.Since(began)), nil
}

func reportHistory(b *bench, engine db.Engine, f figures) {
	b.add(result{Name: "1.3-pk", Engine: engine.String(), Value: median(f["pk"]), Unit: "ms", Better: lower, Beside: "-"}, 0)

	for _, l := range lists() {
		r := result{Name: "1.3-" + l.name, Engine: engine.String(), Value: median(f[l.name]), Unit: "ms", Better: lower}
		r.Beside, r.BesideValue = "page 1 by primary key", median(f["pk"])
		b.add(r, l.goal)
	}
}

// reportIndexes reports the size of each index of the orders, and on PostgreSQL,
// from the server's counters, whether the lists used it.
func reportIndexes(ctx context.Context, b *bench, d *db.DB) error {
	text := `SELECT name, SUM(pgsize), 1 FROM dbstat WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = 'orders') GROUP BY name ORDER BY name`
	if d.Engine() == db.Postgres {
		text = `SELECT indexrelname, pg_relation_size(indexrelid), idx_scan FROM pg_stat_user_indexes WHERE relname = 'orders'
			UNION ALL SELECT 'orders', pg_relation_size('orders'), 1 ORDER BY 1`
	}

	list, err := sizes(ctx, d, text)
	if err != nil {
		return err
	}

	unused := 0.0

	for _, s := range list {
		if s.used == 0 {
			unused++
		}

		const mebibyte = 1 << 20

		b.add(result{Name: "1.3-size-" + s.name, Engine: d.Engine().String(), Value: float64(s.bytes) / mebibyte, Unit: "MiB", Better: lower, Beside: "-"}, 0)
	}

	if d.Engine() == db.Postgres {
		r := result{Name: "1.3-unused-indexes", Engine: d.Engine().String(), Value: unused, Unit: "indexes", Better: lower, Beside: "limit", Goal: "none"}
		r.Met = unused == 0
		b.keep(r)
	}

	return nil
}

// size of a table or index, and how often it was used.
type size struct {
	name        string
	bytes, used int64
}

// sizes repeats its query for a while: PostgreSQL connections report their
// statistics only after a moment without work.
func sizes(ctx context.Context, d *db.DB, text string) ([]size, error) {
	const tries, pause = 20, 250 * time.Millisecond

	for n := 0; ; n++ {
		rows, err := d.Reader().Query(ctx, text)

		list, err := db.Collect(rows, err, func(r *sql.Rows) (size, error) {
			var s size

			return s, r.Scan(&s.name, &s.bytes, &s.used)
		})
		if err != nil {
			return nil, fmt.Errorf("sizes of indexes: %w", err)
		}

		if n == tries || !slices.ContainsFunc(list, func(s size) bool { return s.used == 0 }) {
			return list, nil
		}

		time.Sleep(pause)
	}
}
