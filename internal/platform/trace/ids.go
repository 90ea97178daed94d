package trace

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"go.opentelemetry.io/otel/trace"
)

// The trace of an order, and the span of the request that placed it, have ids that follow from the order's id. So spans of any node, also after
// a restart, belong together, and an order need not carry them along.
const (
	spanAt     = 16 // in the hash
	decisionAt = 24
)

func hashOf(orderID int64) [sha256.Size]byte {
	var text [8]byte

	binary.BigEndian.PutUint64(text[:], uint64(orderID)) //nolint:gosec // all bits

	return sha256.Sum256(text[:])
}

// requestSpan is the span of the request that placed an order.
func requestSpan(orderID int64) trace.SpanContext {
	hash := hashOf(orderID)

	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: trace.TraceID(hash[:spanAt]), SpanID: trace.SpanID(hash[spanAt:decisionAt]), TraceFlags: trace.FlagsSampled,
	})
}

// givenKey is the key of a context with the ids of the span that is made with it.
type givenKey struct{}

// idSource gives a span the ids of its context, or random ones.
type idSource struct{}

// NewIDs implements sdk.IDGenerator.
func (idSource) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	if given, ok := ctx.Value(givenKey{}).(trace.SpanContext); ok {
		return given.TraceID(), given.SpanID()
	}

	var id trace.TraceID

	binary.NativeEndian.PutUint64(id[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(id[8:], rand.Uint64())

	return id, newSpanID()
}

// NewSpanID implements sdk.IDGenerator.
func (idSource) NewSpanID(context.Context, trace.TraceID) trace.SpanID { return newSpanID() }

func newSpanID() (id trace.SpanID) {
	binary.NativeEndian.PutUint64(id[:], rand.Uint64()|1) // zero is no id

	return id
}
