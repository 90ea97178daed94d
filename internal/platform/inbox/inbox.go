// Package inbox keeps what the outside world tells us by itself: notices of suppliers and banks. A notice is stored
// before it is answered, so none is lost, and applied soon after. The same body of a source is stored once.
package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/safetext"
)

// Kind is the first part of a source. Each kind has one handler.
type Kind string

// The kinds.
const (
	Supplier Kind = "supplier"
	Bank     Kind = "bank"
)

// Notice is a stored notice.
type Notice struct {
	ID   string
	Kind Kind
	// Code is the supplier or bank that sent it.
	Code string
	// Subject is what it is about: our reference at a supplier, an account at a bank.
	Subject string
	// Content is what the handler of the kind reads: the notice in a form that we know.
	Content string
	// Attempts is the number of times that applying it failed.
	Attempts int
	// ReceivedAt is when it was stored; zero until then.
	ReceivedAt time.Time
}

const sourceSeparator = ":"

// Source is the kind and the code as they are stored: bank:bca.
func (n Notice) Source() string { return string(n.Kind) + sourceSeparator + n.Code }

func parseSource(source string) (Kind, string) {
	kind, code, _ := strings.Cut(source, sourceSeparator)

	return Kind(kind), code
}

// ReceivedNotice is a notice that is not stored yet.
type ReceivedNotice struct {
	Notice

	// New is set when the notice is stored: no notice of the source had the same digest.
	New bool

	digest, body string
}

// NewReceived makes a notice of its raw body. The id and the digest are made here.
func NewReceived(n Notice, body []byte) *ReceivedNotice {
	digest := sha256.Sum256(body)
	n.ID = strings.ToLower(ids.Token())

	return &ReceivedNotice{Notice: n, digest: hex.EncodeToString(digest[:]), body: safetext.MakeStorable(string(body))}
}

// Handler applies the notices of a kind.
type Handler struct {
	// Workers is the number of notices that are applied at a time; 16 by default.
	Workers int
	// InTurn applies notices about one subject in the order in which they were received.
	InTurn bool
	// Apply applies a notice and marks it as applied, best in one transaction. It may run twice for a notice, also
	// at the same time on two nodes. After an error it runs again later.
	Apply func(ctx context.Context, n Notice) error
}

// Deps are the dependencies of an inbox; all are required.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *job.Queue
	Log   *slog.Logger
}

// Options of an inbox; a zero value takes the default.
type Options struct {
	// Poll is the time between two sweeps for notices that this node doesn't hold in memory; 1 s by default.
	Poll time.Duration
}

const (
	defaultPoll    = time.Second
	defaultWorkers = 16
	storeBatch     = 512
)

// Inbox stores notices and hands them to their handlers.
type Inbox struct {
	deps Deps

	poll   time.Duration
	queues map[Kind]*kindQueue
	stores *batch.Batcher[[]*ReceivedNotice, struct{}]

	running sync.WaitGroup
	halt    context.CancelFunc
}

// New makes an inbox and registers its job. Add the handlers before Start.
func New(deps Deps, opt Options) *Inbox {
	i := &Inbox{deps: deps, poll: opt.Poll, queues: map[Kind]*kindQueue{}}
	if i.poll == 0 {
		i.poll = defaultPoll
	}

	i.stores = batch.New(batch.Options{Max: storeBatch}, i.flush)
	i.registerJobs()

	return i
}

// Handle sets the handler of a kind.
func (i *Inbox) Handle(kind Kind, h Handler) {
	if h.Workers == 0 {
		h.Workers = defaultWorkers
	}

	i.queues[kind] = newKindQueue(h)
}

// Start begins to store and to apply notices.
func (i *Inbox) Start(ctx context.Context) {
	ctx, i.halt = context.WithCancel(context.WithoutCancel(ctx))
	i.stores.Start(ctx)

	for _, r := range i.queues {
		for _, c := range r.channels {
			for range r.workersOfChannel() {
				i.running.Go(func() { i.work(ctx, r, c) })
			}
		}
	}

	i.running.Go(func() { i.sweep(ctx) })
}

// Stop waits until what is being applied is done. What waits is found by another node, or after the next start.
func (i *Inbox) Stop(ctx context.Context) error {
	if i.halt == nil {
		return nil // never started
	}

	err := i.stores.Stop(ctx)
	i.halt()

	done := make(chan struct{})

	go func() {
		i.running.Wait()
		close(done)
	}()

	select {
	case <-done:
		return err
	case <-ctx.Done():
		return errors.Join(err, fmt.Errorf("stop applying notices: %w", ctx.Err()))
	}
}
