package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"loket/internal/platform/db"
)

const (
	placePath    = "/h2h/v1/orders"
	perBatch     = 100
	batchCallers = 32
	fewCallers   = 64
	manyCallers  = 256

	// Each kind of caller gets this many turns, since other work on the machine
	// comes and goes during a measurement.
	httpTurns = 3
)

// overHTTP measures 1.2: orders over HTTP by API key. The whole program runs in a
// separate process, with access log but without dispatch. The callers run in this
// one.
func overHTTP(ctx context.Context, b *bench) error {
	return onEachEngine(ctx, b, func(e *engines, engine db.Engine, url string) error {
		f := figures{}

		for range b.rounds {
			if err := httpRound(ctx, b, e, engine, f); err != nil {
				return err
			}
		}

		reportHTTP(b, engine, f)

		if !b.wants("1.2-single-256-waiting") {
			return nil
		}

		return placeBehindBacklog(ctx, b, e, engine, url)
	})
}

func httpRound(ctx context.Context, b *bench, e *engines, engine db.Engine, f figures) error {
	length := time.Duration(b.seconds * float64(time.Second))
	limit := func() error {
		if !b.wants("1.2-batch-32") {
			return nil
		}

		rate, err := bulkLimit(ctx, e, engine, httpClients)
		f.add("limit", rate)

		return err
	}

	if err := limit(); err != nil {
		return err
	}

	if b.wants("1.2-single-256") {
		inside, err := measurePlacing(ctx, e, engine, 1, manyCallers, length, (*orderSetup).place)
		if err != nil {
			return fmt.Errorf("in process: %w", err)
		}

		f.add("inside", inside.rate)
	}

	p, err := startProgram(ctx, b, e, engine, "")
	if err != nil {
		return err
	}

	acknowledged := 0

	for turn := range httpTurns {
		n, err := p.measure(ctx, b, e, engine, f, strconv.Itoa(turn), length/httpTurns)
		if err != nil {
			return errors.Join(err, p.stop())
		}

		acknowledged += n
	}

	if err := errors.Join(p.stop(), limit()); err != nil { // measured again: the machine's speed changes
		return err
	}

	return p.proven(ctx, acknowledged)
}

// measure gives every kind of caller its turn. It returns the number of
// acknowledged orders.
func (p *program) measure(ctx context.Context, b *bench, e *engines, engine db.Engine, f figures, turn string, length time.Duration) (int, error) {
	acknowledged := 0

	for _, kind := range []struct {
		name    string
		address string
		callers int
		clients int
		call    caller
		orders  int // in each call
	}{
		{"single-1", p.API, 1, 1, callSingle, 1},
		{"empty-64", p.Empty, fewCallers, 1, callEmpty, 0},
		{"single-64", p.API, fewCallers, 1, callSingle, 1},
		{"empty-256", p.Empty, manyCallers, 1, callEmpty, 0},
		{"single-256", p.API, manyCallers, 1, callSingle, 1},
		{"health-256", p.API, manyCallers, 1, callHealth, 0},
		{"batch-32", p.API, batchCallers, httpClients, callBatch, perBatch},
	} {
		if skipped := kind.orders > 0 && !b.wants("1.2-"+kind.name); skipped || kind.orders == 0 && b.servingProfile != "" {
			continue // a profile shows orders alone
		}

		own, all := cpuOf(p.cmd.Process.Pid), e.used(engine, p)

		o, err := loadOver(ctx, kind.address, kind.callers, kind.clients, length, kind.name+"-"+turn, kind.call)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", kind.name, err)
		}

		acknowledged += o.calls * kind.orders
		f.add(kind.name, o.rate*float64(max(kind.orders, 1)))
		f.add(kind.name+"-p99", milliseconds(o.p99))

		own, all = cpuOf(p.cmd.Process.Pid)-own, e.used(engine, p)-all
		f.add(kind.name+"-cpu", float64(own.Microseconds())/float64(o.calls*max(kind.orders, 1)))
		f.add(kind.name+"-cpu-all", float64(all.Microseconds())/float64(o.calls*max(kind.orders, 1)))
	}

	return acknowledged, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// caller makes one call, the nth with this name.
type caller func(w *wire, seed uint64, number, n int) error

func loadOver(ctx context.Context, address string, callers, clients int, length time.Duration, name string, call caller) (outcome, error) {
	wires, err := dialAll(ctx, address, callers, clients)
	if err != nil {
		return outcome{}, err
	}
	defer hangUp(wires)

	s := seed(name)

	return load(ctx, callers, length, func(_ context.Context, number, n int) error { return call(wires[number], s, number, n) })
}

// callEmpty sends the same request as callSingle to the empty handler, so the
// ratio of the two shows the cost of the order, not of its request.
func callEmpty(w *wire, seed uint64, number, n int) error {
	return expect(http.StatusNoContent)(w.call(http.MethodPost, placePath, w.single(seed, number, n)))
}

func callHealth(w *wire, _ uint64, _, _ int) error {
	return expect(http.StatusOK)(w.call(http.MethodGet, "/healthz", nil))
}

func callSingle(w *wire, seed uint64, number, n int) error {
	return expect(http.StatusCreated)(w.call(http.MethodPost, placePath, w.single(seed, number, n)))
}

// single is the body of a request for one order.
func (w *wire) single(seed uint64, number, n int) []byte {
	w.request = appendOrder(w.request[:0], seed, number, n)

	return w.request
}

// batch is the body of a request for a hundred orders.
func (w *wire) batch(seed uint64, number, n int) []byte {
	w.request = append(w.request[:0], `{"orders":[`...)

	for i := range perBatch {
		if i > 0 {
			w.request = append(w.request, ',')
		}

		w.request = appendOrder(w.request, seed, number, n*perBatch+i)
	}

	w.request = append(w.request, "]}"...)

	return w.request
}

func appendOrder(to []byte, seed uint64, number, n int) []byte {
	to = append(to, `{"productCode":"`+product+`","destinationNo":"081234567890","clientRef":"`...)

	return append(appendReference(to, seed, number, n), `"}`...)
}

func callBatch(w *wire, seed uint64, number, n int) error {
	status, answer, err := w.call(http.MethodPost, placePath+"/batch", w.batch(seed, number, n))
	if err := expect(http.StatusOK)(status, answer, err); err != nil {
		return err
	}

	if placed := bytes.Count(answer, []byte(`"status":201`)); placed != perBatch {
		return fmt.Errorf("%d orders of a batch were placed: %s", placed, answer)
	}

	return nil
}

func expect(want int) func(status int, body []byte, err error) error {
	return func(status int, body []byte, err error) error {
		if err == nil && status != want {
			err = fmt.Errorf("answered %d: %s", status, body)
		}

		return err
	}
}

// Goals of quality 1.2.
const (
	singleGoal = 0.25
	batchGoal  = 0.65
	p99Goal    = 4 // times the empty handler's
)

func reportHTTP(b *bench, engine db.Engine, f figures) {
	empty := result{Engine: engine.String(), Unit: "answers/s", Better: higher, Beside: "-"}

	for _, name := range []string{"empty-64", "empty-256", "health-256"} {
		empty.Name, empty.Value = "1.2-"+name, median(f[name])
		b.add(empty, 0)
	}

	for _, name := range []string{"single-1", "single-64", "single-256", "batch-32"} {
		if len(f[name]) > 0 {
			reportKind(b, engine, f, name)
		}
	}
}

func reportKind(b *bench, engine db.Engine, f figures, name string) {
	r := result{Name: "1.2-" + name, Engine: engine.String(), Value: median(f[name]), Unit: ordersPerSecond, Better: higher}
	slow := result{Name: r.Name + "-p99", Engine: r.Engine, Value: median(f[name+"-p99"]), Unit: "ms", Better: lower, Beside: "-"}

	switch name {
	case "single-1":
		r.Beside = "-"
		b.add(r, 0)
		reportCPU(b, engine, f, name)
	case "single-64":
		r.Beside, r.BesideValue = "empty handler, 64 callers", median(f["empty-64"])
		b.add(r, 0)

		slow.Beside, slow.BesideValue = "empty handler, 64 callers", median(f["empty-64-p99"])
		b.add(slow, p99Goal)
	case "single-256":
		r.Beside, r.BesideValue = "empty handler, 256 callers", median(f["empty-256"])
		b.add(r, singleGoal)

		r.Beside, r.BesideValue = "placed in process, 256 callers", median(f["inside"])
		b.add(r, 0)

		slow.Beside, slow.BesideValue = "empty handler, 256 callers", median(f["empty-256-p99"])
		b.add(slow, 0)
		reportCPU(b, engine, f, name)
	default:
		r.Beside, r.BesideValue = "rows loaded in bulk", median(f["limit"])
		b.add(r, batchGoal)
		b.add(slow, 0)
		reportCPU(b, engine, f, name)
	}
}

// reportCPU reports the processor time of an order in the program itself and, on PostgreSQL, of the program
// together with the database server, each without the callers.
func reportCPU(b *bench, engine db.Engine, f figures, name string) {
	b.add(result{
		Name: "1.2-" + name + "-cpu", Engine: engine.String(), Value: median(f[name+"-cpu"]), Unit: "us/order", Better: lower,
		Beside: "an answer of the empty handler", BesideValue: median(f["empty-256-cpu"]),
	}, 0)

	if engine == db.Postgres {
		b.add(result{
			Name: "1.2-" + name + "-cpu-all", Engine: engine.String(), Value: median(f[name+"-cpu-all"]), Unit: "us/order", Better: lower,
			Beside: "the program alone", BesideValue: median(f[name+"-cpu"]),
		}, 0)
	}
}
