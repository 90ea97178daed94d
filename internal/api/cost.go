package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"reflect"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/limiter"
)

// Cost says which scarce thing an operation uses for longer than a simple call does. Calls of one cost share places: of a
// client, or of an address where nobody is signed in, few run at a time, others wait a short time in turns that are fair
// between clients, and more are refused before any work: fault.ErrBusy. The document shows it as x-cost.
type Cost string

// The costs.
const (
	// Cheap operations read or write a bounded number of rows, a page at most.
	Cheap Cost = ""
	// Bulk operations read thousands of rows of their body, write as many, or make a file in memory. While a large answer is read, they
	// have a place of Download instead, and so have Sums (answer_place.go).
	Bulk Cost = "bulk"
	// Sums compute figures of many rows, or answer with all rows of a list.
	Sums Cost = "sums"
	// Download operations answer with a file for as long as its reader needs.
	Download Cost = "download"
	// Upload operations keep a file in memory.
	Upload Cost = "upload"
	// Own operations are bounded by their handlers, by bounds that fit them better.
	Own Cost = "own"
)

// Bounds of the calls of one client that run or wait.
const (
	clientCalls   = 2
	downloads     = 16
	uploads       = 16
	waitingBodies = 6  // each may keep its body in memory
	waitingCalls  = 48 // a page makes a few calls, and a client has many users
	waitingFiles  = 4
	costWait      = 5 * time.Second
	costRetry     = 5 * time.Second
	refusalPause  = 500 * time.Millisecond
)

// costKey is whose share a call takes: a client's, or that of a source where nobody is signed in.
type costKey struct {
	client int64
	source netip.Addr
}

type costPlaces map[Cost]*limiter.Turns[costKey]

// newCostPlaces makes the places of a node. What takes processor time has places by its number of processors: calls in bulk half of
// them, so that the others are free for short calls.
func newCostPlaces() costPlaces {
	cores := runtime.GOMAXPROCS(0)

	turns := func(places, queue int) *limiter.Turns[costKey] {
		const clients = 16 // whose queues may be full at the same time

		return limiter.NewTurns[costKey](limiter.TurnsOptions{
			Places: places, Share: clientCalls, Queue: clients * queue, KeyQueue: queue, Wait: costWait, Retry: costRetry,
		})
	}

	return costPlaces{
		Bulk: turns(max(cores/2, 1), waitingBodies), Sums: turns(max(cores, clientCalls), waitingCalls), //nolint:mnd // half
		Download: turns(downloads, waitingFiles), Upload: turns(uploads, waitingFiles),
	}
}

// costKeyOf is whose share a request takes.
func costKeyOf(ctx context.Context) costKey {
	if p := Principal(ctx); p != nil {
		return costKey{client: p.ClientID}
	}

	return costKey{source: Source(ctx)}
}

// enterCost waits for the place of a costly call. The large body of a call that has to wait is read before, within its limit,
// so that a slow caller has no place while its body arrives.
func (a *API) enterCost(req *http.Request, cost Cost, largeBody int64) (leave func(), err error) {
	places := a.costs[cost]
	if places == nil {
		return func() {}, nil
	}

	turn, err := places.Join(limiter.Caller[costKey]{Key: costKeyOf(req.Context())})
	if err != nil {
		// Who doesn't heed Retry-After would use up the processor by refusals alone.
		select {
		case <-time.After(refusalPause):
		case <-req.Context().Done():
		}

		return nil, err
	}

	if largeBody > defaultBody {
		readAhead(req, largeBody)
	}

	if err := turn.Wait(req.Context()); err != nil {
		turn.Leave()

		return nil, err
	}

	return turn.Leave, nil
}

// readAhead reads a body into memory, as far as its limit. What is longer, or can't be read, is reported by who reads it.
func readAhead(req *http.Request, limit int64) {
	var text bytes.Buffer

	_, err := text.ReadFrom(io.LimitReader(req.Body, limit))

	rest := io.Reader(req.Body)
	if err != nil {
		rest = failedBody{err}
	}

	req.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(&text, rest), req.Body}
}

// failedBody is a body that could not be read.
type failedBody struct{ err error }

func (f failedBody) Read([]byte) (int, error) { return 0, f.err }

// checkCost refuses an operation that looks costly and declares no cost: one with a large body, with a long time limit, or whose
// answer is a stream.
func (op *Operation) checkCost(output reflect.Type) error {
	streams := false

	if field, ok := output.FieldByName("Body"); ok {
		streams = field.Type == reflect.TypeFor[func(huma.Context)]()
	}

	if op.Cost == Cheap && (op.MaxBody > defaultBody || op.Timeout > defaultTimeout || streams) {
		return fmt.Errorf("%w: the operation looks costly", errUndeclared("cost"))
	}

	return nil
}
