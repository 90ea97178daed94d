package supplier

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// Guard is an adapter with its limits: the calls in flight, a circuit for each kind of call, and metrics.
// It returns every answer unchanged.
//
// The caller of Buy, Pay and Status takes a slot first (TryTake) and gives it back (Release), so that it can
// store the call between the two and send it at once. Inquire takes its own slot.
type Guard struct {
	code     string
	adapter  Adapter
	limit    int // of all nodes together
	after    int // silent calls in a row that open a circuit, of all nodes together; below zero: none do
	slots    *slots
	circuits [callKinds]circuit
	off      atomic.Pointer[Switch]
	empty    atomic.Pointer[time.Time] // since when the deposit is too low; nil or zero while it is not
	times    answerTimes               // of purchases
	clock    clock.Clock
	meters   *meters
	log      *slog.Logger
}

func newGuard(entry Entry, opts Options, m *meters) *Guard {
	limit := entry.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}

	g := &Guard{
		code:    entry.Code,
		adapter: entry.Adapter,
		limit:   limit,
		after:   opts.CircuitAfter,
		slots:   newSlots(limit),
		clock:   opts.Clock,
		meters:  m,
		log:     opts.Log,
	}

	if entry.NoCircuit {
		g.after = -1
	}

	for i := range g.circuits {
		g.circuits[i].after, g.circuits[i].rest = g.after, opts.CircuitRest
	}

	return g
}

// divide leaves this node its part of the limits: it is one of several nodes, counted from 0, and all of them call the supplier. Each may make
// one call at least, also where there are more nodes than calls.
func (g *Guard) divide(number, nodes int) {
	g.slots.setLimit(max(1, partOf(g.limit, number, nodes)))

	if g.after <= 0 {
		return
	}

	for i := range g.circuits {
		g.circuits[i].setAfter(max(1, partOf(g.after, number, nodes)))
	}
}

// partOf is one of several parts of a whole, which differ by one at most.
func partOf(whole, number, parts int) int {
	part := whole / parts
	if number < whole%parts {
		part++
	}

	return part
}

// Take is the answer of TryTake.
type Take int

// The answers of TryTake.
const (
	Taken Take = iota
	// Busy: as many calls are in flight as the supplier's limit allows; SlotFreed tells when one ends.
	Busy
	// Open: the circuit is open, staff switched the supplier off, or our deposit there is too low.
	Open
)

// TryTake takes a slot for a call of a kind. When the circuit is open, it returns the time to ask again.
// Status queries pass an open circuit: orders would stay unknown, and their answers close it.
func (g *Guard) TryTake(kind CallKind) (Take, time.Time) {
	if _, again, off := g.switchedOff(kind); off {
		return Open, again
	}

	if !g.slots.tryTake(kind) {
		return Busy, time.Time{}
	}

	if kind != StatusQuery {
		if ok, again := g.circuits[kind].allow(g.clock.Now()); !ok {
			g.slots.giveBack(kind)

			return Open, again
		}
	}

	g.meters.inFlight(g.code, 1)

	return Taken, time.Time{}
}

// Release gives a slot back after the call, or without a call.
func (g *Guard) Release(kind CallKind) {
	g.slots.release(kind)
	g.meters.inFlight(g.code, -1)
}

// ReleaseUnused gives back a slot for which no call was made.
func (g *Guard) ReleaseUnused(kind CallKind) {
	g.circuits[kind].release()
	g.Release(kind)
}

// SlotFreed gets a signal when a slot may be free for a kind.
func (g *Guard) SlotFreed(kind CallKind) <-chan struct{} { return g.slots.share[kind].freed }

// Room is the number of calls of a kind that could begin now; 0 while its circuit is open.
func (g *Guard) Room(kind CallKind) int {
	if !g.Answers(kind) {
		return 0
	}

	return g.slots.room(kind)
}

// Answers reports whether the circuit of a kind is closed, staff did not switch it off, and our deposit is not too low for it.
func (g *Guard) Answers(kind CallKind) bool { return g.OpenSince(kind).IsZero() }

// OpenSince is the time at which the circuit of a kind opened, staff switched it off, or our deposit became too low; zero while it is closed.
func (g *Guard) OpenSince(kind CallKind) time.Time {
	if since, _, off := g.switchedOff(kind); off {
		return since
	}

	return g.circuits[kind].openSince()
}

type question func(context.Context, Request) Answer

// Buy implements Adapter.
func (g *Guard) Buy(ctx context.Context, req Request) Answer {
	return g.call(ctx, Purchase, "buy", req, g.adapter.Buy)
}

// Pay implements Adapter.
func (g *Guard) Pay(ctx context.Context, req Request) Answer {
	return g.call(ctx, Purchase, "pay", req, g.adapter.Pay)
}

// Status implements Adapter.
func (g *Guard) Status(ctx context.Context, req Request) Answer {
	return g.call(ctx, StatusQuery, "status", req, g.adapter.Status)
}

// Inquire implements Adapter. It waits for a slot, in turns between clients. When the circuit opens meanwhile, nothing is sent.
func (g *Guard) Inquire(ctx context.Context, req Request) Answer {
	if !g.serves(req.ClientID) {
		return g.wrongMode(ctx, "inquire", req)
	}

	if _, _, off := g.switchedOff(Inquiry); off {
		return g.inquiryRefused()
	}

	// This look takes no probe: an inquiry that waits must not keep the circuit open.
	if _, open, _ := g.circuits[Inquiry].state(g.clock.Now()); open {
		return g.inquiryRefused()
	}

	if err := g.slots.takeForInquiry(ctx, req.ClientID); err != nil {
		return Answer{Outcome: Unknown, Code: CodeStopped, Message: "Stopped before the supplier was called."}
	}

	g.meters.inFlight(g.code, 1)
	defer g.Release(Inquiry)

	if ok, _ := g.circuits[Inquiry].allow(g.clock.Now()); !ok {
		return g.inquiryRefused()
	}

	return g.call(ctx, Inquiry, "inquire", req, g.adapter.Inquire)
}

func (g *Guard) inquiryRefused() Answer {
	answer := Answer{Outcome: FailedNotCreated, Code: CodeCircuitOpen, Message: "The supplier does not answer at present."}
	g.meters.count(g.code, "inquire", answer.Outcome)

	return answer
}

func (g *Guard) call(ctx context.Context, kind CallKind, name string, req Request, ask question) Answer {
	if !g.serves(req.ClientID) {
		g.circuits[kind].release()

		return g.wrongMode(ctx, name, req)
	}

	started := time.Now()
	answer := g.safely(ctx, name, req, ask)

	g.circuits[kind].record(g.clock.Now(), answer.Silent())

	took := time.Since(started)
	g.meters.observe(g.code, name, answer.Outcome, took)

	if kind == Purchase {
		g.times.add(g.clock.Now(), took)
	}

	return answer
}

// safely calls an adapter and turns a panic into an Unknown answer. Callers may
// run in their own goroutines, where a panic would end the program.
func (g *Guard) safely(ctx context.Context, name string, req Request, ask question) (answer Answer) {
	defer func() {
		if p := recover(); p != nil {
			g.log.ErrorContext(ctx, "supplier's adapter panicked", "supplier", g.code, "call", name, "reference", req.Reference,
				"error", fmt.Sprint(p), "stack", string(debug.Stack()))

			answer = Answer{Outcome: Unknown, Code: CodePanic, Message: "The call broke off by a fault of ours; how far it came is not known."}
		}
	}()

	return ask(ctx, req)
}

// PriceList implements Adapter. Lists and balances take no slot of the purchases.
func (g *Guard) PriceList(ctx context.Context) ([]PriceRow, error) {
	rows, err := g.adapter.PriceList(ctx)
	if err != nil {
		return nil, fmt.Errorf("price list of %s: %w", g.code, err)
	}

	return rows, nil
}

// Balance implements Adapter.
func (g *Guard) Balance(ctx context.Context) (money.Rupiah, error) {
	balance, err := g.adapter.Balance(ctx)
	if err != nil {
		return 0, fmt.Errorf("balance at %s: %w", g.code, err)
	}

	return balance, nil
}

// VerifyNotice implements Adapter.
func (g *Guard) VerifyNotice(ctx context.Context, c Callback) (Notice, error) {
	notice, err := g.adapter.VerifyNotice(ctx, c)
	if err != nil {
		return Notice{}, fmt.Errorf("notice of %s: %w", g.code, err)
	}

	return notice, nil
}

// Reason implements Adapter. When the supplier could not be reached or is too dear, the product
// is not available.
func (g *Guard) Reason(code string) Reason {
	if code == CodeNotConnected || code == CodeCircuitOpen || code == CodePriceAbove {
		return ReasonUnavailable
	}

	return g.adapter.Reason(code)
}

func (g *Guard) health() Health {
	now := g.clock.Now()
	h := Health{Code: g.code, InFlight: g.slots.inFlight()}
	h.SilentInARow, h.Open, h.LastAnswerAt = g.circuits[Purchase].state(now)

	h.Median, h.Slow = g.times.read(now)

	for k := range g.circuits {
		if _, _, at := g.circuits[k].state(now); at.After(h.LastAnswerAt) {
			h.LastAnswerAt = at
		}
	}

	return h
}
