package supplier_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// scripted is an adapter with the answers of the test.
type scripted struct {
	answers chan supplier.Answer
	started chan struct{}
}

func newScripted() *scripted {
	const room = 100

	return &scripted{answers: make(chan supplier.Answer, room), started: make(chan struct{}, room)}
}

func (s *scripted) ask(ctx context.Context, _ supplier.Request) supplier.Answer {
	s.started <- struct{}{}

	select {
	case answer := <-s.answers:
		return answer
	case <-ctx.Done():
		return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
	}
}

func (s *scripted) Buy(ctx context.Context, r supplier.Request) supplier.Answer { return s.ask(ctx, r) }

func (s *scripted) Status(ctx context.Context, r supplier.Request) supplier.Answer {
	return s.ask(ctx, r)
}

func (s *scripted) Inquire(ctx context.Context, r supplier.Request) supplier.Answer {
	return s.ask(ctx, r)
}

func (s *scripted) Pay(ctx context.Context, r supplier.Request) supplier.Answer { return s.ask(ctx, r) }

func (*scripted) PriceList(context.Context) ([]supplier.PriceRow, error) {
	return nil, supplier.ErrRateLimited
}

func (*scripted) Balance(context.Context) (money.Rupiah, error) { return 1, nil }

func (*scripted) VerifyNotice(context.Context, supplier.Callback) (supplier.Notice, error) {
	return supplier.Notice{}, supplier.ErrNoticeSignature
}

func (*scripted) Reason(string) supplier.Reason { return supplier.ReasonFailed }

func start() time.Time { return time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC) }

func newRegistry(t *testing.T, opts supplier.Options, limit int) (*supplier.Guard, *scripted, *supplier.Registry) {
	t.Helper()

	inner := newScripted()

	registry, err := supplier.NewRegistry(opts, supplier.Entry{Code: "one", Adapter: inner, Limit: limit})
	if err != nil {
		t.Fatal(err)
	}

	adapter, ok := registry.Get("one")
	if !ok {
		t.Fatal("the supplier is not there")
	}

	return adapter, inner, registry
}

func TestOutcomesRoundTrip(t *testing.T) {
	t.Parallel()

	for o := supplier.Unknown; o <= supplier.FailedNotCreated; o++ {
		got, err := supplier.ParseOutcome(o.String())
		if err != nil || got != o {
			t.Errorf("%s: %v, %v", o, got, err)
		}

		if o.MayFailOver() && !o.Failed() || o.Failed() && !o.Final() {
			t.Errorf("%s contradicts itself", o)
		}
	}

	if got, err := supplier.ParseOutcome("sukses"); !errors.Is(err, supplier.ErrOutcome) || got != supplier.Unknown {
		t.Errorf("got %v, %v", got, err)
	}

	var forgotten supplier.Answer
	if forgotten.Outcome != supplier.Unknown || forgotten.Outcome.Final() || supplier.Outcome(99).Final() {
		t.Error("a forgotten outcome must not be final")
	}
}

func TestRegistryTellsAllFaults(t *testing.T) {
	t.Parallel()

	inner := newScripted()
	_, err := supplier.NewRegistry(supplier.Options{},
		supplier.Entry{Adapter: inner}, supplier.Entry{Code: "a"},
		supplier.Entry{Code: "b", Adapter: inner}, supplier.Entry{Code: "b", Adapter: inner})

	var all interface{ Unwrap() []error }
	if !errors.Is(err, supplier.ErrConfig) || !errors.As(err, &all) || len(all.Unwrap()) != 3 {
		t.Errorf("got %v", err)
	}
}

func TestGetUnknownSupplier(t *testing.T) {
	t.Parallel()

	_, _, registry := newRegistry(t, supplier.Options{}, 0)
	if adapter, ok := registry.Get("two"); ok || adapter != nil {
		t.Error("an unconfigured supplier was found")
	}
}

// purchase takes a slot, buys and gives the slot back. It returns false when none was taken.
func purchase(t *testing.T, g *supplier.Guard) (supplier.Answer, bool) {
	t.Helper()

	if took, _ := g.TryTake(supplier.Purchase); took != supplier.Taken {
		return supplier.Answer{}, false
	}
	defer g.Release(supplier.Purchase)

	return g.Buy(t.Context(), supplier.Request{}), true
}

func TestCircuit(t *testing.T) {
	t.Parallel()

	const rest = 5 * time.Second

	clk := clock.NewManual(start())
	guard, inner, registry := newRegistry(t, supplier.Options{Clock: clk, CircuitAfter: 2, CircuitRest: rest}, 0)
	silent := supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}
	good := supplier.Answer{Outcome: supplier.Success, Code: "00"}

	for range 2 {
		inner.answers <- silent

		purchase(t, guard)
	}

	select {
	case <-guard.SlotFreed(supplier.Purchase): // of the calls before
	default:
	}

	if took, again := guard.TryTake(supplier.Purchase); took != supplier.Open || !again.Equal(clk.Now().Add(rest)) {
		t.Fatalf("open circuit: %v, again at %s", took, again)
	}

	select {
	case <-guard.SlotFreed(supplier.Purchase):
		t.Error("a caller that waits for a free call was woken by its own question")
	default:
	}

	if h := registry.Health()[0]; !h.Open || h.SilentInARow != 2 || h.InFlight != 0 {
		t.Errorf("health %+v", h)
	}

	// Status queries pass, and inquiries have a circuit of their own.
	if took, _ := guard.TryTake(supplier.StatusQuery); took != supplier.Taken {
		t.Error("a status query does not pass")
	}

	inner.answers <- good

	if got := guard.Inquire(t.Context(), supplier.Request{}); got.Outcome != supplier.Success {
		t.Errorf("inquiry: %+v", got)
	}

	// After the rest one probe goes through, and its answer closes the circuit.
	clk.Advance(rest)

	if took, _ := guard.TryTake(supplier.Purchase); took != supplier.Taken {
		t.Fatal("no probe")
	}

	if took, _ := guard.TryTake(supplier.Purchase); took != supplier.Open {
		t.Error("a second probe")
	}

	guard.ReleaseUnused(supplier.Purchase) // nothing waited; the next one is the probe

	inner.answers <- good

	if got, sent := purchase(t, guard); !sent || got.Outcome != supplier.Success {
		t.Fatalf("probe: %+v, %v", got, sent)
	}

	if h := registry.Health()[0]; h.Open || h.SilentInARow != 0 || !h.LastAnswerAt.Equal(clk.Now()) {
		t.Errorf("health %+v", h)
	}

	// A refusal is an answer.
	for range 3 {
		inner.answers <- supplier.Answer{Outcome: supplier.Unknown, Code: "49"}

		purchase(t, guard)
	}

	if registry.Health()[0].Open {
		t.Error("refusals opened the circuit")
	}
}

// Silent inquiries open their own circuit alone: purchases go on.
func TestSilentInquiriesLeavePurchasesAlone(t *testing.T) {
	t.Parallel()

	guard, inner, registry := newRegistry(t, supplier.Options{CircuitAfter: 2}, 0)

	for range 2 {
		inner.answers <- supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeNoAnswer}

		guard.Inquire(t.Context(), supplier.Request{})
	}

	refused := guard.Inquire(t.Context(), supplier.Request{})
	if refused.Outcome != supplier.FailedNotCreated || refused.Code != supplier.CodeCircuitOpen {
		t.Errorf("inquiry: %+v", refused)
	}

	if took, _ := guard.TryTake(supplier.Purchase); took != supplier.Taken || registry.Health()[0].Open {
		t.Error("purchases are held up")
	}
}

// Each kind of call has its share of the limit, so none fills it alone.
func TestSharesOfTheLimit(t *testing.T) {
	t.Parallel()

	const limit = 16

	taken := func(g *supplier.Guard, kind supplier.CallKind) (n int) {
		for {
			if took, _ := g.TryTake(kind); took != supplier.Taken {
				return n
			}

			n++
		}
	}

	guard, _, registry := newRegistry(t, supplier.Options{}, limit)

	if purchases, queries := taken(guard, supplier.Purchase), taken(guard, supplier.StatusQuery); purchases != 14 || queries != 2 {
		t.Errorf("%d purchases and %d status queries at a time", purchases, queries)
	}

	if registry.Health()[0].InFlight != limit {
		t.Errorf("%d in flight", registry.Health()[0].InFlight)
	}

	other, _, _ := newRegistry(t, supplier.Options{}, limit)
	if inquiries, purchases := taken(other, supplier.Inquiry), taken(other, supplier.Purchase); inquiries != 4 || purchases != 12 {
		t.Errorf("%d inquiries and %d purchases at a time", inquiries, purchases)
	}
}

func TestInquiryWaitsForASlot(t *testing.T) {
	t.Parallel()

	guard, inner, registry := newRegistry(t, supplier.Options{}, 1)
	done := make(chan supplier.Answer, 1)

	go func() { done <- guard.Inquire(t.Context(), supplier.Request{}) }()

	<-inner.started

	// The second waits, and is stopped while it waits: unknown, since nobody may
	// take a stop of ours for a failure of the supplier.
	ctx, cancel := context.WithCancel(t.Context())
	waiting := make(chan supplier.Answer, 1)

	go func() { waiting <- guard.Inquire(ctx, supplier.Request{}) }()

	cancel()

	if got := <-waiting; got.Outcome != supplier.Unknown || got.Code != supplier.CodeStopped {
		t.Errorf("stopped: %+v", got)
	}

	if len(inner.started) != 0 || registry.Health()[0].InFlight != 1 {
		t.Error("the limit was passed")
	}

	inner.answers <- supplier.Answer{Outcome: supplier.Success}

	if got := <-done; got.Outcome != supplier.Success {
		t.Errorf("first: %+v", got)
	}

	inner.answers <- supplier.Answer{Outcome: supplier.Success}

	if got := guard.Inquire(t.Context(), supplier.Request{}); got.Outcome != supplier.Success {
		t.Errorf("after it: %+v", got)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()

	registerer := prometheus.NewRegistry()

	guard, inner, _ := newRegistry(t, supplier.Options{Metrics: registerer}, 0)
	inner.answers <- supplier.Answer{Outcome: supplier.Pending}

	purchase(t, guard)

	families, err := registerer.Gather()
	if err != nil {
		t.Fatal(err)
	}

	names := map[string]bool{}
	for _, family := range families {
		names[family.GetName()] = true
	}

	for _, want := range []string{"loket_supplier_calls_total", "loket_supplier_call_seconds", "loket_supplier_calls_in_flight"} {
		if !names[want] {
			t.Errorf("%s is not there", want)
		}
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	t.Parallel()

	adapter, _, _ := newRegistry(t, supplier.Options{}, 0)

	if _, err := adapter.PriceList(t.Context()); !errors.Is(err, supplier.ErrRateLimited) {
		t.Errorf("price list: %v", err)
	}

	if _, err := adapter.VerifyNotice(t.Context(), supplier.Callback{}); !errors.Is(err, supplier.ErrNoticeSignature) {
		t.Errorf("notice: %v", err)
	}

	if balance, err := adapter.Balance(t.Context()); err != nil || balance != 1 {
		t.Errorf("balance: %d, %v", balance, err)
	}
}

// TestReasonWhereNobodyWasReached proves that the guard gives the reasons of its own
// answers, and the adapter those of its supplier.
func TestReasonWhereNobodyWasReached(t *testing.T) {
	t.Parallel()

	adapter, _, _ := newRegistry(t, supplier.Options{}, 1)

	for code, want := range map[string]supplier.Reason{
		supplier.CodeNotConnected: supplier.ReasonUnavailable, supplier.CodeCircuitOpen: supplier.ReasonUnavailable, "77": supplier.ReasonFailed,
	} {
		if got := adapter.Reason(code); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
