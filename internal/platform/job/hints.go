package job

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/db"
)

// hints tells other nodes on PostgreSQL which kinds have new jobs. It sends one
// notification for many commits, after the commit, since NOTIFY inside a transaction
// serialises commits. A lost notification costs a poll.
type hints struct {
	q      *Queue
	signal chan struct{}

	mu    sync.Mutex
	kinds map[string]struct{}
}

const (
	hintGap  = 20 * time.Millisecond
	hintTime = time.Second
)

func newHints(q *Queue) *hints {
	return &hints{q: q, signal: make(chan struct{}, 1), kinds: map[string]struct{}{}}
}

func (h *hints) add(kind string) {
	if h.q.d.Engine() != db.Postgres {
		return
	}

	h.mu.Lock()
	_, known := h.kinds[kind]
	h.kinds[kind] = struct{}{}
	h.mu.Unlock()

	if !known {
		leave(h.signal)
	}
}

func (h *hints) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.signal:
		}

		h.send(ctx)

		select {
		case <-ctx.Done():
			return
		case <-time.After(hintGap):
		}
	}
}

// send puts the sender's name first, so that the sender ignores its own notification.
func (h *hints) send(ctx context.Context) {
	h.mu.Lock()
	kinds := slices.Sorted(maps.Keys(h.kinds))
	clear(h.kinds)
	h.mu.Unlock()

	if len(kinds) == 0 {
		return
	}

	ctx, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()

	if err := h.q.d.Notify(ctx, channel, h.q.holder+" "+strings.Join(kinds, " ")); err != nil && ctx.Err() == nil {
		h.q.log.WarnContext(ctx, "could not notify other nodes, which will poll", "error", err)
	}
}

// sendRemaining sends the hints of jobs that were released by Stop.
func (h *hints) sendRemaining(ctx context.Context) { h.send(context.WithoutCancel(ctx)) }

// listen receives the hints of other nodes until ctx ends.
func (q *Queue) listen(ctx context.Context) {
	err := q.d.Listen(ctx, channel, func(payload string) {
		words := strings.Fields(payload)
		if len(words) == 0 { // reconnected: hints may have been missed
			q.Wake("")

			return
		}

		if words[0] == q.holder {
			return
		}

		for _, kind := range words[1:] {
			q.Wake(kind)
		}
	})
	if err != nil {
		q.log.ErrorContext(ctx, "could not listen for jobs of other nodes, will only poll", "error", err)
	}
}
