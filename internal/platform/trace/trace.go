// Package trace sends the paths of some orders to a collector of OpenTelemetry (OTLP over HTTP): the request that placed an order, the batch
// that stored it, each attempt and its call to the supplier.
package trace

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// exportTimeout bounds the sending of spans. Those that don't fit into the queue meanwhile are dropped: nobody waits for a collector.
const (
	exportTimeout = 5 * time.Second
	sendEvery     = time.Second
)

// Options configure a Recorder.
type Options struct {
	// URL of the collector, such as http://127.0.0.1:4318/v1/traces; empty turns traces off.
	URL string
	// Ratio is the share of orders that is traced, 0 to 1.
	Ratio float64
	// Version of the program, and the number of its node.
	Version string
	Node    int
	Log     *slog.Logger
}

// Recorder makes the spans of the orders that are traced, after the fact. A nil Recorder traces nothing and costs nothing.
type Recorder struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	below    uint64 // of 2^64: the share of orders
}

// New makes a recorder; nil without a URL. Spans are sent in the background. Stop sends what is left.
func New(ctx context.Context, opt Options) (*Recorder, error) {
	if opt.URL == "" {
		return nil, nil //nolint:nilnil // a nil Recorder traces nothing
	}

	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(opt.URL), otlptracehttp.WithTimeout(exportTimeout),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{}))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}

	// What the library says otherwise goes to the standard log. One program has one recorder.
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { opt.Log.Warn("traces not sent", "error", err) }))

	about := resource.NewSchemaless(attribute.String("service.name", "loket"), attribute.String("service.version", opt.Version),
		attribute.String("service.instance.id", strconv.Itoa(opt.Node)))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter, sdk.WithBatchTimeout(sendEvery)), sdk.WithResource(about), sdk.WithIDGenerator(idSource{}), sdk.WithSampler(sdk.AlwaysSample()))

	r := &Recorder{provider: provider, tracer: provider.Tracer("loket"), below: math.MaxUint64}
	if opt.Ratio < 1 {
		r.below = uint64(opt.Ratio * float64(1<<63) * 2) //nolint:mnd // of 2^64
	}

	return r, nil
}

// Stop sends the spans that are left, within ctx.
func (r *Recorder) Stop(ctx context.Context) error {
	if r == nil {
		return nil
	}

	if err := r.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("traces: %w", err)
	}

	return nil
}

// Traces reports whether an order is traced. All nodes say the same of an order at any time.
func (r *Recorder) Traces(orderID int64) bool {
	if r == nil {
		return false
	}

	hash := hashOf(orderID)

	return binary.BigEndian.Uint64(hash[decisionAt:]) <= r.below
}
