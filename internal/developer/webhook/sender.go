package webhook

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/limiter"
)

const (
	// look is the time between two looks for endpoints that have something to send: of other nodes, and tries that are due.
	look = time.Second
	// gap is the least time between two looks.
	gap = 20 * time.Millisecond
	// mostFound is how many endpoints one look takes.
	mostFound = 500
	// holdTime is how long a node has an endpoint. It gives it up after turnTime and the time of the requests that are under way then.
	holdTime = time.Minute
	turnTime = 20 * time.Second
	// partTime is how long a turn sends before it stores what came of it and sees what was changed of the endpoint, and mostInPart how much that is.
	partTime   = 500 * time.Millisecond
	mostInPart = 4 * portion
	// quietTime is how long a turn waits for more, and looks every quietLook.
	quietTime = time.Second
	quietLook = 300 * time.Millisecond
	// inFlight is how many requests an endpoint gets at a time, and one that fails gets one.
	inFlight = 5
	// sending is how many requests this node makes at a time. While all are taken, clients get them in turn.
	sending = 2_000
	// portion is how many deliveries a turn reads at a time.
	portion = 50
	// probePause is the time between two tries while the circuit of an endpoint is open.
	probePause = time.Minute

	storeTime = 10 * time.Second
	// writing is how many transactions of turns run or wait for the database at a time. SQLite writes one after the other, in the order of asking:
	// behind those of hundreds of endpoints orders would wait.
	writing         = 16
	writingOnSQLite = 2
)

// sender sends deliveries. Each endpoint that has something to send is held by one node at a time, and has a goroutine of its own there: so a slow
// one holds up nobody.
type sender struct {
	service *Service
	client  *http.Client
	places  *limiter.Turns[int64] // by client
	holder  string                // this node
	wake    chan struct{}
	writes  chan struct{} // a place for each of writing
	cancel  context.CancelFunc
	loops   sync.WaitGroup

	mu   sync.Mutex
	busy map[int64]bool // endpoints that have a turn on this node
}

// Start begins to send and returns.
func (s *Service) Start(ctx context.Context) {
	w := &s.sender

	ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	stop := s.deps.DB.OnSignal(due, w.wakeUp)

	w.loops.Go(func() {
		defer stop()

		w.run(ctx)
	})
}

// Stop ends sending. Requests that are under way are cut off, and come again: a receiver may get their events twice.
func (s *Service) Stop(ctx context.Context) error {
	if s.sender.cancel == nil {
		return nil
	}

	s.sender.cancel()

	ended := make(chan struct{})

	go func() {
		s.sender.loops.Wait()
		close(ended)
	}()

	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *sender) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run finds endpoints that have something to send, until ctx ends.
func (w *sender) run(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		case <-tick.C:
		}

		if err := w.find(ctx); err != nil && ctx.Err() == nil {
			w.service.deps.Log.LogAttrs(ctx, slog.LevelWarn, "could not look for webhooks that are due", slog.Any("error", err))
		}

		select {
		case <-ctx.Done():
			return
		case <-time.After(gap):
		}
	}
}

// find takes endpoints that are due and begins to send to them.
func (w *sender) find(ctx context.Context) error {
	type place struct{ client, id int64 }

	var list []place

	now := clock.Micros(w.service.deps.Clock.Now())

	err := w.service.deps.DB.Read(ctx, `SELECT client_id, id FROM webhook_endpoints WHERE active AND next_at <= $1 AND held_until <= $1 ORDER BY next_at LIMIT $2`,
		[]any{now, mostFound}, func(row db.Row) error {
			var p place

			err := row.Scan(&p.client, &p.id)
			list = append(list, p)

			return err
		})
	if err != nil {
		return err
	}

	for _, p := range list {
		if !w.begin(p.id) {
			continue
		}

		w.loops.Go(func() {
			defer w.end(p.id)

			if err := w.turn(ctx, p.client, p.id); err != nil && ctx.Err() == nil {
				w.service.deps.Log.LogAttrs(ctx, slog.LevelWarn, "a turn of a webhook endpoint failed", slog.Int64("client", p.client),
					slog.Int64("endpoint", p.id), slog.Any("error", err))
			}
		})
	}

	return nil
}

// begin reports whether an endpoint had no turn on this node, which it has then.
func (w *sender) begin(id int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()

	if w.busy[id] {
		return false
	}

	w.busy[id] = true

	return true
}

// end ends the turn of an endpoint. There may be more to send, or another endpoint that did not fit into the last look.
func (w *sender) end(id int64) {
	w.mu.Lock()
	delete(w.busy, id)
	w.mu.Unlock()

	w.wakeUp()
}

// tx runs a transaction of a turn, within storeTime once there is a place for it.
func (w *sender) tx(ctx context.Context, fn func(tx *db.Tx) error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case w.writes <- struct{}{}:
	}

	defer func() { <-w.writes }()

	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()

	return w.service.deps.DB.Tx(ctx, fn)
}

func (w *sender) complain(ctx context.Context, e *Endpoint, what string, err error) {
	w.service.deps.Log.LogAttrs(ctx, slog.LevelWarn, what, slog.Int64("client", e.ClientID), slog.Int64("endpoint", e.ID), slog.Any("error", err))
}
