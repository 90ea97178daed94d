package supplier

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// guard wraps an adapter: it limits the calls under way, keeps the circuit and
// counts. It returns every answer unchanged.
type guard struct {
	code    string
	adapter Adapter
	slots   chan struct{}
	circuit circuit
	clock   clock.Clock
	meters  *meters
	log     *slog.Logger
}

func newGuard(entry Entry, opts Options, m *meters) *guard {
	limit := entry.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}

	return &guard{
		code:    entry.Code,
		adapter: entry.Adapter,
		slots:   make(chan struct{}, limit),
		circuit: circuit{after: opts.CircuitAfter, rest: opts.CircuitRest},
		clock:   opts.Clock,
		meters:  m,
		log:     opts.Log,
	}
}

type question func(context.Context, Request) Answer

// Buy implements Adapter.
func (g *guard) Buy(ctx context.Context, req Request) Answer {
	return g.first(ctx, "buy", req, g.adapter.Buy)
}

// Inquire implements Adapter.
func (g *guard) Inquire(ctx context.Context, req Request) Answer {
	return g.first(ctx, "inquire", req, g.adapter.Inquire)
}

// Pay implements Adapter.
func (g *guard) Pay(ctx context.Context, req Request) Answer {
	return g.first(ctx, "pay", req, g.adapter.Pay)
}

// Status implements Adapter. An open circuit doesn't stop it: orders would stay
// unknown, and its answers close the circuit.
func (g *guard) Status(ctx context.Context, req Request) Answer {
	return g.call(ctx, "status", req, g.adapter.Status)
}

func (g *guard) first(ctx context.Context, name string, req Request, ask question) Answer {
	if !g.circuit.allow(g.clock.Now()) {
		answer := Answer{Outcome: FailedNotCreated, Code: CodeCircuitOpen, Message: "The supplier does not answer at present."}
		g.meters.count(g.code, name, answer.Outcome)

		return answer
	}

	return g.call(ctx, name, req, ask)
}

func (g *guard) call(ctx context.Context, name string, req Request, ask question) Answer {
	if err := g.enter(ctx); err != nil {
		g.circuit.release()

		// Unknown although nothing was sent: stopping the program must not fail an order.
		return Answer{Outcome: Unknown, Code: CodeStopped, Message: "Stopped before the supplier was called."}
	}
	defer g.leave()

	started := time.Now()
	answer := g.safely(ctx, name, req, ask)

	g.circuit.record(g.clock.Now(), answer.Silent())
	g.meters.observe(g.code, name, answer.Outcome, time.Since(started))

	return answer
}

// safely calls an adapter and turns a panic into an Unknown answer. Callers may
// run in their own goroutines, where a panic would end the program.
func (g *guard) safely(ctx context.Context, name string, req Request, ask question) (answer Answer) {
	defer func() {
		if p := recover(); p != nil {
			g.log.ErrorContext(ctx, "supplier's adapter panicked", "supplier", g.code, "call", name, "reference", req.Reference,
				"error", fmt.Sprint(p), "stack", string(debug.Stack()))

			answer = Answer{Outcome: Unknown, Code: CodePanic, Message: "The call broke off by a fault of ours; how far it came is not known."}
		}
	}()

	return ask(ctx, req)
}

func (g *guard) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("before the call: %w", err)
	}

	select {
	case g.slots <- struct{}{}:
		g.meters.underWay(g.code, 1)

		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for a free call: %w", ctx.Err())
	}
}

func (g *guard) leave() {
	<-g.slots
	g.meters.underWay(g.code, -1)
}

// PriceList implements Adapter. Lists and balances take no slot of the purchases.
func (g *guard) PriceList(ctx context.Context) ([]PriceRow, error) {
	rows, err := g.adapter.PriceList(ctx)
	if err != nil {
		return nil, fmt.Errorf("price list of %s: %w", g.code, err)
	}

	return rows, nil
}

// Balance implements Adapter.
func (g *guard) Balance(ctx context.Context) (money.Rupiah, error) {
	balance, err := g.adapter.Balance(ctx)
	if err != nil {
		return 0, fmt.Errorf("balance at %s: %w", g.code, err)
	}

	return balance, nil
}

// VerifyNotice implements Adapter.
func (g *guard) VerifyNotice(header http.Header, body []byte) (Notice, error) {
	notice, err := g.adapter.VerifyNotice(header, body)
	if err != nil {
		return Notice{}, fmt.Errorf("notice of %s: %w", g.code, err)
	}

	return notice, nil
}

// RepeatIsStatus implements Adapter.
func (g *guard) RepeatIsStatus(kind Kind, age time.Duration) bool {
	return g.adapter.RepeatIsStatus(kind, age)
}

// Reason implements Adapter. When the supplier could not be reached, the product
// is not available.
func (g *guard) Reason(code string) Reason {
	if code == CodeNotConnected || code == CodeCircuitOpen {
		return ReasonUnavailable
	}

	return g.adapter.Reason(code)
}

func (g *guard) health() Health {
	h := Health{Code: g.code, UnderWay: len(g.slots)}
	g.circuit.fill(&h, g.clock.Now())

	return h
}
