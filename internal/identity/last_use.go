package identity

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// touch names what was used: a session and its user, or a key.
type touch struct {
	clientID  int64
	userID    int64
	sessionID string
	keyID     int64
}

// maxTouches bounds what waits to be written. What finds no room is written
// on a later use.
const (
	maxTouches   = 4096
	touchTimeout = 10 * time.Second
)

// toucher writes last uses behind the requests' backs. While one batch is
// being written the next gathers; nothing runs when there is nothing to write.
type toucher struct {
	db     *db.DB
	logger *slog.Logger

	mu      sync.Mutex
	pending map[touch]time.Time
	running bool
	stopped bool
	done    sync.WaitGroup
}

func newToucher(d *db.DB, logger *slog.Logger) *toucher {
	return &toucher{db: d, logger: logger, pending: map[touch]time.Time{}}
}

func (t *toucher) add(what touch, at time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()

	if t.stopped || len(t.pending) >= maxTouches {
		return
	}

	t.pending[what] = at

	if !t.running {
		t.running = true

		t.done.Go(t.run)
	}
}

func (t *toucher) run() {
	for {
		t.mu.Lock()
		batch := t.pending
		t.pending = map[touch]time.Time{}

		if len(batch) == 0 {
			t.running = false
			t.mu.Unlock()

			return
		}
		t.mu.Unlock()

		ctx, cancel := context.WithTimeout(context.Background(), touchTimeout)
		if err := t.write(ctx, batch); err != nil {
			// The next use tries again; nobody waits for this one.
			t.logger.WarnContext(ctx, "last uses were not written", slog.Any("error", err))
		}

		cancel()
	}
}

// write stores a batch in one transaction. Users come before their sessions
// and all in sorted order, as every other writer of them locks them.
func (t *toucher) write(ctx context.Context, batch map[touch]time.Time) error {
	list := make([]touch, 0, len(batch))
	for what := range batch {
		list = append(list, what)
	}

	slices.SortFunc(list, func(a, b touch) int {
		return cmp.Or(cmp.Compare(a.userID, b.userID), cmp.Compare(a.keyID, b.keyID), cmp.Compare(a.sessionID, b.sessionID))
	})

	err := t.db.Group(ctx, func(g *db.Group) error {
		for _, what := range list {
			if what.keyID == 0 {
				g.Exec(`UPDATE users SET last_used_at = $1 WHERE id = $2 AND client_id = $3 AND last_used_at < $1`,
					clock.Micros(batch[what]), what.userID, what.clientID)
			}
		}

		for _, what := range list {
			at := clock.Micros(batch[what])

			if what.keyID != 0 {
				g.Exec(`UPDATE api_keys SET last_used_at = $1 WHERE id = $2 AND client_id = $3 AND (last_used_at IS NULL OR last_used_at < $1)`,
					at, what.keyID, what.clientID)
			} else {
				g.Exec(`UPDATE sessions SET last_used_at = $1 WHERE id = $2 AND client_id = $3 AND last_used_at < $1`,
					at, what.sessionID, what.clientID)
			}
		}

		return nil
	})
	if err != nil {
		return fmt.Errorf("write last uses: %w", err)
	}

	return nil
}

// stop takes no more and waits for what is being written.
func (t *toucher) stop(ctx context.Context) error {
	t.mu.Lock()
	t.stopped = true
	t.mu.Unlock()

	done := make(chan struct{})

	go func() {
		t.done.Wait()
		close(done)
	}()

	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write the last uses: %w", ctx.Err())
	}
}
