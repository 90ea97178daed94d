package trace_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"loket/internal/platform/trace"
)

// BenchmarkOrder is what an order costs: its request, its share of a batch of one, and its attempt, with the sending of the spans.
func BenchmarkOrder(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer server.Close()

	for name, ratio := range map[string]float64{"off": 0, "1 in 100": 0.01, "all": 1} {
		b.Run(name, func(b *testing.B) {
			var r *trace.Recorder

			if ratio > 0 {
				var err error
				if r, err = trace.New(b.Context(), trace.Options{URL: server.URL + "/v1/traces", Ratio: ratio, Log: slog.New(slog.DiscardHandler)}); err != nil {
					b.Fatal(err)
				}

				defer func() { _ = r.Stop(b.Context()) }()
			}

			b.ReportAllocs()

			now, id := time.Now(), int64(0)

			for b.Loop() {
				id++
				record(b, r, id, now)
			}
		})
	}
}

// record does what the program does with an order.
func record(b *testing.B, r *trace.Recorder, id int64, now time.Time) {
	b.Helper()

	ctx := r.WithRequest(b.Context())
	o := trace.Order{ID: id, ClientID: 1001, Ref: "reference", Product: "TSEL10"}

	if r.Traces(id) { // the batch
		r.Batch([]int64{id}, 1, now, now)
	}

	if r.Traces(id) { // the answer
		r.AddOrder(ctx, o, now)
	}

	r.EndRequest(ctx, "id", http.MethodPost, "POST /h2h/v1/orders", http.StatusCreated, now)

	if r.Traces(id) { // the dispatch
		r.Attempt(o, trace.Attempt{Number: 1, Supplier: "a", SKU: "S", Call: "buy", Outcome: "success", Waited: now, Called: now, Answered: now, Stored: now})
	}
}
