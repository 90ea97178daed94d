package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// Goals of quality 1.9.
const (
	finishedOfBare   = 0.5
	finishedOfSingle = 1.0 / 3
)

// finishing measures 1.9: orders finished. They are placed over HTTP, sent to a supplier that answers at once, and
// ended. Program, supplier and callers are processes of their own.
func finishing(ctx context.Context, b *bench) error {
	return onEachEngine(ctx, b, func(e *engines, engine db.Engine, url string) error {
		f := figures{}

		for n := range b.rounds {
			if err := finishRound(ctx, b, e, engine, url, f, n == 0); err != nil {
				return err
			}
		}

		reportFinishing(b, engine, f)
		reportRouted(b, engine, f)
		reportEndpoints(b, engine, f)
		reportOverview(b, engine, f)

		return nil
	})
}

func reportFinishing(b *bench, engine db.Engine, f figures) {
	of := func(name string) float64 { return median(f[name]) }

	for _, name := range []string{"all", "fifth-by-notice", "tenth-failed", "minute"} {
		if len(f[name]) == 0 {
			continue
		}

		r := result{Name: "1.9-" + name, Engine: engine.String(), Value: of(name), Unit: ordersPerSecond, Better: higher}
		r.Beside, r.BesideValue = "bare calls of the adapter", of("bare")
		b.add(r, finishedOfBare)

		r.Beside, r.BesideValue = "orders placed singly, 64 callers", of("single")
		b.add(r, finishedOfSingle)

		b.add(result{
			Name: r.Name + "-cpu", Engine: engine.String(), Value: of(name + "-cpu"), Unit: "us/order", Better: lower,
			Beside: "placing alone", BesideValue: of("single-cpu"),
		}, finishedCPU)
	}

	if len(f["backlog"]) == 0 {
		return
	}

	b.add(result{
		Name: "1.9-backlog", Engine: engine.String(), Value: of("backlog"), Unit: ordersPerSecond, Better: higher,
		Beside: "bare calls of the adapter", BesideValue: of("bare"),
	}, finishedOfBare)
	b.add(result{
		Name: "1.9-backlog-drain", Engine: engine.String(), Value: of("drain"), Unit: ordersPerSecond, Better: higher,
		Beside: "bare calls of the adapter", BesideValue: of("bare"),
	}, finishedOfBare)

	for _, name := range []string{"lists", "lists-placing"} {
		b.add(result{
			Name: "1.9-backlog-" + name + "-p99", Engine: engine.String(), Value: of(name), Unit: "ms", Better: lower,
			Beside: "the same list while idle", BesideValue: of("lists-idle"),
		}, listsMeanwhile)
	}

	b.add(result{
		Name: "1.9-backlog-cpu", Engine: engine.String(), Value: of("backlog-cpu"), Unit: "us/order", Better: lower,
		Beside: "placing singly", BesideValue: of("single-cpu"),
	}, 0)
}

// finishedCPU is the goal for the processor time of a finished order beside that of placing it.
const finishedCPU = 3

// sustained is how long orders are placed at full speed once.
const sustained = time.Minute

func finishRound(ctx context.Context, b *bench, e *engines, engine db.Engine, url string, f figures, first bool) error {
	length := time.Duration(b.seconds * float64(time.Second))

	bare, err := bareCalls(ctx, url, purchasesInFlight, length)
	if err != nil {
		return err
	}

	f.add("bare", bare)

	single, err := startProgram(ctx, b, e, engine, "")
	if err != nil {
		return err
	}

	placed, cpu, err := single.placeFor(ctx, e, engine, length, "single", "0")
	if err := errors.Join(err, single.stop()); err != nil {
		return err
	}

	f.add("single", placed.rate)
	f.add("single-cpu", cpu)

	for name, digits := range map[string]string{"all": "0", "fifth-by-notice": "00003", "tenth-failed": "0000000002"} {
		beside := name == "all" && b.wants("1.9-routed")
		if !b.wants("1.9-"+name) && !beside {
			continue
		}

		err := withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) {
			return p.finishSingles(ctx, e, engine, length, name, digits, f)
		})
		if err != nil {
			return err
		}
	}

	if err := finishBeside(ctx, b, e, engine, url, f); err != nil {
		return err
	}

	if !first { // what follows takes longer than all the rest
		return nil
	}

	if b.only != "" && b.wants("1.9-minute") { // a run of all has no two minutes left
		err := withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) {
			return p.finishSingles(ctx, e, engine, sustained, "minute", "0", f)
		})
		if err != nil {
			return err
		}
	}

	if !b.wants("1.9-backlog") {
		return nil
	}

	return withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) {
		return p.finishBacklog(ctx, e, engine, length, f)
	})
}

// finishBeside finishes orders beside what slows it down: rules of routing, endpoints that get events, staff who look.
func finishBeside(ctx context.Context, b *bench, e *engines, engine db.Engine, url string, f figures) error {
	length := time.Duration(b.seconds * float64(time.Second))

	if b.wants("1.9-routed") {
		err := withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) { return p.finishRouted(ctx, e, engine, length, f) })
		if err != nil {
			return err
		}
	}

	if b.wants("1.9-endpoints") {
		b.clients = withEndpoints

		err := withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) {
			return p.finishBesideEndpoints(ctx, e, engine, url, length, f)
		})
		if b.clients = 0; err != nil {
			return err
		}
	}

	if b.wants("1.9-overview") {
		b.staff = true

		err := withSupplier(ctx, b, e, engine, url, func(p *program) (int, error) { return p.finishBesideOverview(ctx, e, engine, length, f) })
		if b.staff = false; err != nil {
			return err
		}
	}

	return nil
}

// withSupplier starts the program with the supplier, measures it, and proves its books. The measurement returns the
// number of acknowledged orders.
func withSupplier(ctx context.Context, b *bench, e *engines, engine db.Engine, url string, measure func(p *program) (int, error)) error {
	p, err := startProgram(ctx, b, e, engine, url)
	if err != nil {
		return err
	}

	if err := tellSupplier(ctx, url, p.API); err != nil {
		return errors.Join(err, p.stop())
	}

	orders, err := measure(p)
	if err := errors.Join(err, p.stop()); err != nil {
		return err
	}

	return p.proven(ctx, orders)
}

// finishSingles places single orders for a time and waits until all are finished.
func (p *program) finishSingles(ctx context.Context, e *engines, engine db.Engine, length time.Duration, name, digits string, f figures) (int, error) {
	began := time.Now()
	before := e.used(engine, p)

	o, _, err := p.placeFor(ctx, e, engine, length, name, digits)
	if err == nil {
		err = p.waitUntilDrained(ctx)
	}

	took := time.Since(began)
	f.add(name, float64(o.calls)/took.Seconds())
	f.add(name+"-cpu", float64((e.used(engine, p)-before).Microseconds())/float64(o.calls))

	return o.calls, err
}

// tellSupplier tells the supplier where to send its notices.
func tellSupplier(ctx context.Context, url, program string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, url+webhookPath, strings.NewReader("http://"+program+"/callbacks/suppliers/"+supplierCode))
	if err != nil {
		return err
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("supplier: %w", err)
	}

	return answer.Body.Close()
}

// used is the processor time of the program and of the database servers.
func (e *engines) used(engine db.Engine, p *program) time.Duration {
	used := cpuOf(p.cmd.Process.Pid)

	if engine == db.Postgres {
		for _, server := range e.usedByServers() {
			used += server
		}
	}

	return used
}

// usedByServers is the processor time of each PostgreSQL, the coordinator of a Citus first.
func (e *engines) usedByServers() []time.Duration {
	var used []time.Duration

	for _, dir := range e.server.Dirs() {
		used = append(used, cpuOfServer(filepath.Join(dir, "data")))
	}

	return used
}

// placeFor places single orders and returns the processor time of one in microseconds. The last digits of the
// destinations follow a pattern.
func (p *program) placeFor(ctx context.Context, e *engines, engine db.Engine, length time.Duration, name, digits string) (outcome, float64, error) {
	before := e.used(engine, p)

	o, err := loadOver(ctx, p.API, fewCallers, 1, length, "finish-"+name, func(w *wire, seed uint64, number, n int) error {
		w.request = append(w.request[:0], `{"productCode":"`+product+`","destinationNo":"08123456789`...)
		w.request = append(w.request, digits[n%len(digits)])
		w.request = append(w.request, `","clientRef":"`...)
		w.request = append(appendReference(w.request, seed, number, n), `"}`...)

		return expect(http.StatusCreated)(w.call(http.MethodPost, placePath, w.request))
	})

	return o, float64((e.used(engine, p) - before).Microseconds()) / float64(max(o.calls, 1)), err
}

// waitUntilDrained waits until no order is pending.
func (p *program) waitUntilDrained(ctx context.Context) error {
	return p.asking(ctx, func(d *db.DB) error { return waitUntilFinished(ctx, d, 20*time.Millisecond) })
}

// asking lends the program's database.
func (p *program) asking(ctx context.Context, ask func(d *db.DB) error) (err error) {
	d, err := db.Open(ctx, db.Options{URL: p.where.DSN()})
	if err != nil {
		return fmt.Errorf("open the database of the orders: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	return ask(d)
}

// waitUntilFinished waits until no order is pending, and looks once in a pause. It doesn't count them: that would take a part of
// the measured time.
func waitUntilFinished(ctx context.Context, d *db.DB, pause time.Duration) error {
	for {
		pending := false

		// On a Citus an EXISTS would bring all of them to the coordinator, and a LIMIT brings one of each shard.
		err := d.Read(ctx, `SELECT found FROM (SELECT 1 AS found FROM order_attempts WHERE state = 'prepared' LIMIT 1) p
			UNION ALL SELECT found FROM (SELECT 1 AS found FROM order_attempts WHERE next_check_at IS NOT NULL LIMIT 1) c`, nil,
			func(db.Row) error {
				pending = true

				return nil
			})
		if err != nil || !pending {
			return err
		}

		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// bareCalls makes purchases by the adapter alone, as many at a time as the program may, without a database.
func bareCalls(ctx context.Context, url string, inFlight int, length time.Duration) (float64, error) {
	adapter, err := benchAdapter(url)
	if err != nil {
		return 0, err
	}
	defer adapter.Close()

	o, err := load(ctx, inFlight, length, func(ctx context.Context, caller, n int) error {
		said := adapter.Buy(ctx, supplier.Request{
			Reference: strconv.Itoa(caller) + "-" + strconv.Itoa(n), SKU: supplierSKU, Destination: "081234567890", SentAt: time.Now(),
		})
		if said.Outcome != supplier.Success {
			return fmt.Errorf("the supplier answered %+v", said)
		}

		return nil
	})

	return o.rate, err
}

// onEachEngine measures on each engine, with a supplier in a process of its own.
func onEachEngine(ctx context.Context, b *bench, measure func(e *engines, engine db.Engine, url string) error) (err error) {
	e, err := newEngines()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()

	e.bulk = b.bulk

	s, err := startSupplier(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	for _, engine := range b.engines() {
		if err := measure(e, engine, s.url); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}

	return nil
}
