package inbox

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Limits of notices that were stored and not applied yet. Those beyond are read from the database.
const (
	held     = 4096 // in memory, of a kind
	perSweep = 256
	perTurn  = 64 // about one subject, read at once
)

// Waits after failures.
const (
	mostBackoff = time.Minute
	// patience is the number of failures after which a notice no longer holds up later ones about its subject.
	patience = 10
	// asideBackoff is the wait of a notice that was set aside: only new settings or a new release can help it.
	asideBackoff = 10 * time.Minute
	// grace is the age from which a notice of another node is taken over. Its own node handles younger ones.
	grace = 2 * time.Second
)

// kindQueue holds the notices of a kind that wait in memory.
type kindQueue struct {
	Handler

	// channels is one channel for all workers, or one for each if the notices about a subject are applied in turn.
	channels []chan Notice

	mu   sync.Mutex
	held map[string]bool // ids in the channels
}

func newKindQueue(h Handler) *kindQueue {
	r := &kindQueue{Handler: h, held: map[string]bool{}}

	n := 1
	if h.InTurn {
		n = h.Workers
	}

	for range n {
		r.channels = append(r.channels, make(chan Notice, held/n))
	}

	return r
}

func (r *kindQueue) workersOfChannel() int { return r.Workers / len(r.channels) }

// add hands a notice to a worker. It does nothing if the channel is full: the notice is found by a later sweep.
func (r *kindQueue) add(n Notice) {
	r.mu.Lock()
	defer r.mu.Unlock()

	if r.held[n.ID] {
		return
	}

	channel := 0

	if len(r.channels) > 1 {
		h := fnv.New32a()
		_, _ = h.Write([]byte(n.Source() + sourceSeparator + n.Subject)) // never fails
		channel = int(h.Sum32() % uint32(len(r.channels)))               //nolint:gosec // few
	}

	select {
	case r.channels[channel] <- n:
		r.held[n.ID] = true
	default:
	}
}

func (r *kindQueue) release(n Notice) {
	r.mu.Lock()
	delete(r.held, n.ID)
	r.mu.Unlock()
}

// Dispatch hands a stored notice to the workers of its kind. A repeat is ignored.
func (i *Inbox) Dispatch(r *ReceivedNotice) {
	if of := i.queues[r.Kind]; r.New && of != nil {
		of.add(r.Notice)
	}
}

func (i *Inbox) work(ctx context.Context, r *kindQueue, channel <-chan Notice) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-channel:
			r.release(n) // before it is applied: a failure must be found again

			if r.InTurn && n.Attempts < patience {
				i.applyInTurn(ctx, r, n)
			} else {
				i.apply(ctx, r, n)
			}
		}
	}
}

// ErrAside is wrapped by errors of handlers that the same notice would have again: it can't be read, or is about
// something that the settings don't know. Such a notice is set aside at once. It waits for staff, is tried seldom, and
// holds up no later one.
var ErrAside = errors.New("the notice is set aside for staff")

// apply reports whether the next notice about the subject may be applied: this one was applied or set aside.
func (i *Inbox) apply(ctx context.Context, r *kindQueue, n Notice) bool {
	err := r.Apply(ctx, n)
	if err == nil || ctx.Err() != nil {
		return err == nil
	}

	aside := errors.Is(err, ErrAside)
	attempts, wait := n.Attempts+1, min(i.poll<<min(n.Attempts, patience), mostBackoff)

	if aside {
		attempts, wait = max(attempts, patience), asideBackoff
	}

	if !aside || n.Attempts < patience { // a notice that was set aside is logged once
		i.deps.Log.WarnContext(ctx, "a notice was not applied", "notice", n.ID, "source", n.Source(), "attempts", attempts, "aside", aside, "error", err)
	}

	if err := i.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE inbox_notices SET attempts = $1, due_at = $2 WHERE id = $3 AND applied_at IS NULL",
			attempts, clock.Micros(i.deps.Clock.Now().Add(wait)), n.ID)

		return err
	}); err != nil {
		i.deps.Log.WarnContext(ctx, "the failure of a notice was not stored", "notice", n.ID, "error", err)

		return false
	}

	return aside
}

// applyInTurn applies all notices about the subject of a notice, the first received first. It ends at one that fails
// or failed before and waits.
func (i *Inbox) applyInTurn(ctx context.Context, r *kindQueue, about Notice) {
	for ctx.Err() == nil {
		list, err := i.waiting(ctx, about)
		if err != nil && ctx.Err() == nil {
			i.deps.Log.WarnContext(ctx, "notices not read, trying again", "source", about.Source(), "error", err)
		}

		for _, n := range list {
			if !i.apply(ctx, r, n) {
				return
			}
		}

		if len(list) < perTurn {
			return
		}
	}
}

const columns = "id, source, subject, content, attempts, received_at"

func scan(row db.Row) (Notice, error) {
	var (
		n        Notice
		source   string
		received int64
	)

	if err := row.Scan(&n.ID, &source, &n.Subject, &n.Content, &n.Attempts, &received); err != nil {
		return n, fmt.Errorf("read a notice: %w", err)
	}

	n.Kind, n.Code = parseSource(source)
	n.ReceivedAt = clock.FromMicros(received)

	return n, nil
}

// waiting reads the first notices about a subject that were not applied, up to one that waits after a failure.
func (i *Inbox) waiting(ctx context.Context, about Notice) ([]Notice, error) {
	var (
		list  []Notice
		ended bool
	)

	now := clock.Micros(i.deps.Clock.Now())

	err := i.deps.DB.Read(ctx, "SELECT "+columns+`, due_at FROM inbox_notices
		WHERE applied_at IS NULL AND in_turn AND source = $1 AND subject = $2 AND attempts < $3
		ORDER BY received_at, id LIMIT $4`, []any{about.Source(), about.Subject, int64(patience), int64(perTurn)},
		func(row db.Row) error {
			var due int64

			n, err := scan(rowAnd{row, &due})
			ended = ended || n.Attempts > 0 && due > now

			if err == nil && !ended {
				list = append(list, n)
			}

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("read the notices about %s: %w", about.Subject, err)
	}

	return list, nil
}

// rowAnd scans one more column behind the others.
type rowAnd struct {
	db.Row

	more any
}

// Scan implements db.Row.
func (r rowAnd) Scan(dest ...any) error { return r.Row.Scan(append(dest, r.more)...) }

// sweep finds notices that were stored and not applied: the program ended, the database refused it, or another node
// stored them.
func (i *Inbox) sweep(ctx context.Context) {
	own := time.Duration(0) // at the start nothing is in memory

	for ctx.Err() == nil {
		if err := i.find(ctx, i.deps.Clock.Now().Add(-own)); err == nil {
			own = grace
		} else if ctx.Err() == nil {
			i.deps.Log.ErrorContext(ctx, "notices that wait not read, trying again", "error", err)
		}

		select {
		case <-ctx.Done():
		case <-time.After(i.poll):
		}
	}
}

func (i *Inbox) find(ctx context.Context, upTo time.Time) error {
	err := i.deps.DB.Read(ctx, "SELECT "+columns+` FROM inbox_notices
		WHERE applied_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT $2`, []any{clock.Micros(upTo), int64(perSweep)},
		func(row db.Row) error {
			n, err := scan(row)
			if r := i.queues[n.Kind]; r != nil && err == nil {
				r.add(n)
			}

			return err
		})
	if err != nil {
		return fmt.Errorf("find notices that were not applied: %w", err)
	}

	return nil
}
