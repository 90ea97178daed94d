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

// lastUse names what was used: a session and its user, or an API key.
type lastUse struct {
	clientID  int64
	userID    int64
	sessionID string
	keyID     int64
}

// use is when something was used, and of an API key from where.
type use struct {
	at      time.Time
	address string
}

// maxLastUses is how many uses may wait to be written. Further ones are dropped, because
// a later use will be written.
const (
	maxLastUses    = 4096
	lastUseTimeout = 10 * time.Second
)

// lastUseWriter stores last uses asynchronously. While it writes one batch it collects
// the next. Its goroutine ends when nothing is left to write.
type lastUseWriter struct {
	db     *db.DB
	logger *slog.Logger

	mu      sync.Mutex
	pending map[lastUse]use
	running bool
	stopped bool
	done    sync.WaitGroup
}

func newLastUseWriter(d *db.DB, logger *slog.Logger) *lastUseWriter {
	return &lastUseWriter{db: d, logger: logger, pending: map[lastUse]use{}}
}

func (t *lastUseWriter) add(what lastUse, at time.Time, address string) {
	t.mu.Lock()
	defer t.mu.Unlock()

	if t.stopped || len(t.pending) >= maxLastUses {
		return
	}

	t.pending[what] = use{at, address}

	if !t.running {
		t.running = true

		t.done.Go(t.run)
	}
}

func (t *lastUseWriter) run() {
	for {
		t.mu.Lock()
		uses := t.pending
		t.pending = map[lastUse]use{}

		if len(uses) == 0 {
			t.running = false
			t.mu.Unlock()

			return
		}
		t.mu.Unlock()

		ctx, cancel := context.WithTimeout(context.Background(), lastUseTimeout)
		if err := t.write(ctx, uses); err != nil {
			// No retry: the next use will be written instead.
			t.logger.WarnContext(ctx, "could not store last uses", slog.Any("error", err))
		}

		cancel()
	}
}

// write stores a batch in one transaction. It updates users before sessions, both in
// sorted order, as every other writer locks them.
func (t *lastUseWriter) write(ctx context.Context, uses map[lastUse]use) error {
	list := make([]lastUse, 0, len(uses))
	for what := range uses {
		list = append(list, what)
	}

	slices.SortFunc(list, func(a, b lastUse) int {
		return cmp.Or(cmp.Compare(a.userID, b.userID), cmp.Compare(a.keyID, b.keyID), cmp.Compare(a.sessionID, b.sessionID))
	})

	err := t.db.Batch(ctx, func(b *db.Batch) error {
		for _, what := range list {
			if what.keyID == 0 {
				b.Exec(`UPDATE users SET last_used_at = $1 WHERE id = $2 AND client_id = $3 AND last_used_at < $1`,
					clock.Micros(uses[what].at), what.userID, what.clientID)
			}
		}

		for _, what := range list {
			at := clock.Micros(uses[what].at)

			if what.keyID != 0 {
				b.Exec(`UPDATE api_keys SET last_used_at = $1, last_used_from = $4 WHERE id = $2 AND client_id = $3 AND (last_used_at IS NULL OR last_used_at < $1)`,
					at, what.keyID, what.clientID, db.NullText(uses[what].address))
			} else {
				b.Exec(`UPDATE sessions SET last_used_at = $1 WHERE id = $2 AND client_id = $3 AND last_used_at < $1`,
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

// stop accepts no further uses and waits until the pending ones are written.
func (t *lastUseWriter) stop(ctx context.Context) error {
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
