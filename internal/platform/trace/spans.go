package trace

import (
	"context"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Order is what spans say of an order: by it and by nothing else it is found. There is no number of a customer.
type Order struct {
	ID       int64
	ClientID int64
	Ref      string // the client's
	Product  string
}

func (o Order) attributes(more ...attribute.KeyValue) trace.SpanStartEventOption {
	return trace.WithAttributes(append(more, attribute.Int64("order.id", o.ID), attribute.Int64("client.id", o.ClientID), attribute.String("order.client_ref", o.Ref),
		attribute.String("order.product", o.Product))...)
}

// request is the request that a context belongs to, with the traced orders that it has placed.
type request struct {
	mu     sync.Mutex
	orders []Order
}

type requestKey struct{}

// WithRequest is the context of a request, for AddOrder and EndRequest.
func (r *Recorder) WithRequest(ctx context.Context) context.Context {
	if r == nil {
		return ctx
	}

	return context.WithValue(ctx, requestKey{}, &request{})
}

// AddOrder records that a traced order was placed, since began. Its span is that of its request, and without one a span of its own.
func (r *Recorder) AddOrder(ctx context.Context, o Order, began time.Time) {
	if of, ok := ctx.Value(requestKey{}).(*request); ok {
		of.mu.Lock()
		of.orders = append(of.orders, o)
		of.mu.Unlock()

		return
	}

	r.root(ctx, o, "place", began, time.Now(), trace.SpanKindInternal)
}

// EndRequest makes the spans of a request: one in the trace of each order that it has placed.
func (r *Recorder) EndRequest(ctx context.Context, id, method, route string, status int, began time.Time) {
	if r == nil {
		return
	}

	of, ok := ctx.Value(requestKey{}).(*request)
	if !ok {
		return
	}

	of.mu.Lock()
	defer of.mu.Unlock()

	_, path, _ := strings.Cut(route, " ")

	for _, o := range of.orders {
		r.root(ctx, o, route, began, time.Now(), trace.SpanKindServer, attribute.String("http.request.method", method), attribute.String("http.route", path),
			attribute.Int("http.response.status_code", status), attribute.String("request.id", id))
	}
}

// root makes the first span of an order's trace.
func (r *Recorder) root(ctx context.Context, o Order, name string, began, ended time.Time, kind trace.SpanKind, more ...attribute.KeyValue) {
	_, span := r.tracer.Start(context.WithValue(ctx, givenKey{}, requestSpan(o.ID)), name, trace.WithNewRoot(), trace.WithTimestamp(began), trace.WithSpanKind(kind), o.attributes(more...))
	span.End(trace.WithTimestamp(ended))
}

// Batch makes the span of a batch that stored orders, of which some are traced. It is a trace of its own, with links to the spans of their
// requests. size is the number of all requests in the batch.
func (r *Recorder) Batch(traced []int64, size int, began, ended time.Time) {
	if len(traced) == 0 {
		return
	}

	links := make([]trace.Link, len(traced))
	for i, id := range traced {
		links[i] = trace.Link{SpanContext: requestSpan(id), Attributes: []attribute.KeyValue{attribute.Int64("order.id", id)}}
	}

	_, span := r.tracer.Start(context.Background(), "batch", trace.WithNewRoot(), trace.WithTimestamp(began), trace.WithLinks(links...),
		trace.WithAttributes(attribute.Int("batch.size", size), attribute.Int64Slice("order.ids", traced)))
	span.End(trace.WithTimestamp(ended))
}

// Attempt is one attempt at a supplier, or a status query for one.
type Attempt struct {
	Number              int
	Supplier, SKU, Call string // Call: buy, pay or status
	Outcome, Code       string // of the answer; the code is the supplier's
	Failed              bool
	// Waited is when it began to wait for a free call, Called when the call began, Answered when it ended, and Stored when its answer was stored.
	Waited, Called, Answered, Stored time.Time
}

// Attempt makes the spans of an attempt of a traced order and of its call.
func (r *Recorder) Attempt(o Order, a Attempt) {
	about := []attribute.KeyValue{
		attribute.Int("attempt.number", a.Number), attribute.String("supplier", a.Supplier), attribute.String("supplier.sku", a.SKU),
		attribute.String("supplier.call", a.Call), attribute.String("supplier.outcome", a.Outcome), attribute.String("supplier.code", a.Code),
	}

	ctx := trace.ContextWithRemoteSpanContext(context.Background(), requestSpan(o.ID))
	ctx, attempt := r.tracer.Start(ctx, "attempt", trace.WithTimestamp(a.Waited), o.attributes(about...))
	_, call := r.tracer.Start(ctx, "supplier "+a.Call, trace.WithTimestamp(a.Called), trace.WithSpanKind(trace.SpanKindClient), o.attributes(about...))

	if a.Failed {
		call.SetStatus(codes.Error, a.Outcome)
	}

	call.End(trace.WithTimestamp(a.Answered))
	attempt.End(trace.WithTimestamp(a.Stored))
}
