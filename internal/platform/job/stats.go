package job

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Stats is the state of a queue at one moment.
type Stats struct {
	Kinds []KindStats
	// Unknown are the kinds of due jobs that this node doesn't handle.
	Unknown []string
}

// KindStats is the state of one kind.
type KindStats struct {
	Kind string
	// Ready is the number of due jobs that wait on all nodes, up to MaxCount.
	Ready int64
	// OldestAge is how long the oldest of them has been due.
	OldestAge time.Duration
	// Dead is the number of dead jobs, up to MaxCount.
	Dead int64
	// Running is the number of runs on this node.
	Running int64
	// The ends of runs on this node since its start.
	Done, Retried, Snoozed, Died, Returned, Lost int64
}

// MaxCount limits the counts of jobs: a count of MaxCount means that or more. It limits the
// cost of counting a long backlog.
const MaxCount = 100_000

// Stats reads the state of the handled kinds. It counts over an index for each kind: call
// it every few seconds, not for every request.
func (q *Queue) Stats(ctx context.Context) (Stats, error) {
	out := Stats{Unknown: q.misses.list()}
	now := q.clk.Now()

	for _, kind := range q.kinds() {
		l := q.pools[kind]
		k := KindStats{
			Kind: kind, Running: q.runs.count(kind),
			Done: l.counts.done.Load(), Retried: l.counts.retried.Load(), Snoozed: l.counts.snoozed.Load(),
			Died: l.counts.dead.Load(), Returned: l.counts.returned.Load(), Lost: l.counts.lost.Load(),
		}

		var first *int64

		err := q.d.Read(ctx, `
			SELECT
				(SELECT MIN(run_at) FROM jobs WHERE state = 'ready' AND kind = $1),
				(SELECT COUNT(*) FROM (SELECT 1 FROM jobs WHERE state = 'ready' AND kind = $1 AND run_at <= $2 LIMIT $3) r),
				(SELECT COUNT(*) FROM (SELECT 1 FROM jobs WHERE state = 'dead' AND kind = $1 LIMIT $3) d)`,
			[]any{kind, clock.Micros(now), int64(MaxCount)},
			func(row db.Row) error { return row.Scan(&first, &k.Ready, &k.Dead) })
		if err != nil {
			return Stats{}, fmt.Errorf("count jobs of %s: %w", kind, err)
		}

		if first != nil {
			k.OldestAge = max(0, now.Sub(clock.FromMicros(*first)))
		}

		out.Kinds = append(out.Kinds, k)
	}

	return out, nil
}

// busy reports whether a due job of a handled kind is ready or running.
func (q *Queue) busy(ctx context.Context) (bool, error) {
	for _, kind := range q.kinds() {
		if q.runs.count(kind) > 0 {
			return true, nil
		}

		var busy bool

		err := q.d.Read(ctx, `
			SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND kind = $1 AND run_at <= $2)
				OR EXISTS (SELECT 1 FROM jobs WHERE state = 'running' AND kind = $1)`,
			[]any{kind, clock.Micros(q.clk.Now())},
			func(row db.Row) error { return row.Scan(&busy) })
		if err != nil {
			return false, fmt.Errorf("look for jobs of %s: %w", kind, err)
		}

		if busy {
			return true, nil
		}
	}

	return false, nil
}
