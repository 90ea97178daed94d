package trace_test

import (
	"log/slog"
	"testing"
	"time"

	"loket/internal/platform/trace"
)

// Without a collector nothing is allocated where orders pass.
func TestTracesOffCostNothing(t *testing.T) {
	var off *trace.Recorder

	ctx := t.Context()

	allocated := testing.AllocsPerRun(100, func() {
		if off.WithRequest(ctx) != ctx || off.Traces(1) {
			t.Error("a recorder that is off records")
		}

		off.EndRequest(ctx, "id", "POST", "POST /h2h/v1/orders", 201, time.Time{})
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

// Recorders of two nodes trace the same orders: about as many as their share.
func TestSharesOfOrders(t *testing.T) {
	t.Parallel()

	record := func(ratio float64) *trace.Recorder {
		r, err := trace.New(t.Context(), trace.Options{URL: "http://127.0.0.1:1/v1/traces", Ratio: ratio, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}

		t.Cleanup(func() { _ = r.Stop(t.Context()) })

		return r
	}

	a, b, all, none := record(0.01), record(0.01), record(1), record(0)

	const orders = 100_000

	traced := 0

	for id := range int64(orders) {
		if a.Traces(id) != b.Traces(id) || !all.Traces(id) || none.Traces(id) {
			t.Fatalf("order %d: %v %v %v %v", id, a.Traces(id), b.Traces(id), all.Traces(id), none.Traces(id))
		}

		if a.Traces(id) {
			traced++
		}
	}

	if traced < 900 || traced > 1100 {
		t.Errorf("%d of %d orders are traced, want 1 %%", traced, orders)
	}
}
