package event

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/db"
)

const (
	// numbering is the row of event_positions with the greatest position. Who locks it gives positions.
	numbering = "numbering"
	// mostNumbered is the most facts that get positions in one transaction.
	mostNumbered = 2000
	// commitTime is how long positions wait for commits on other servers. After it the next look tries again.
	commitTime = 10 * time.Second
)

// number gives positions to facts that were committed without one, in the order of their ids, and notes the greatest position. more: some
// may be left. busy: another node does it in this moment.
//
// PostgreSQL gives ids before the commit, so a reader by id would skip those that are committed later. Positions are given after the
// commit, by one node at a time: when one can be read, so can all smaller ones. Two transactions with facts about one subject lock it one after the
// other, so the second has the greater id, and nobody sees the second without the first.
//
// On several servers a fact can be read a moment before what it tells of, which may stand on another server. It gets its position when its
// transaction is committed on all of them.
//
// SQLite has one writer, so there the rows' own numbers are positions.
func (r *Record) number(ctx context.Context) (more, busy bool, err error) {
	before := r.last.Load()

	if r.d.Engine() == db.SQLite {
		var last int64
		if err := r.d.Reader().QueryRow(ctx, "SELECT COALESCE(MAX(seq), 0) FROM events").Scan(&last); err != nil {
			return false, false, fmt.Errorf("read the last position: %w", err)
		}

		r.noteLast(ctx, before, last)

		return false, false, nil
	}

	var last, given int64

	err = r.d.Batch(ctx, func(b *db.Batch) error {
		last, given, busy = 0, 0, true

		b.Query("SELECT position FROM event_positions WHERE name = $1 FOR UPDATE SKIP LOCKED", []any{numbering}, func(row db.Row) error {
			busy = false

			return row.Scan(&last)
		})

		if err := b.Flush(ctx); err != nil || busy {
			return err
		}

		waiting, argument := "SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT $2", any(mostNumbered)

		if r.inPhases.Load() {
			ids, err := r.committed(ctx, b)
			if err != nil || len(ids) == 0 {
				return err
			}

			waiting, argument = "SELECT id FROM events WHERE id = ANY($2) AND seq IS NULL", ids
		}

		// Who has locked the position gives all others, so what the look finds is still without one. A condition that says so would let the server
		// compare each fact with each.
		b.Query(`WITH given AS (
				UPDATE events e SET seq = CAST($1 AS BIGINT) + k.n
				FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS n FROM (`+waiting+`) f) k
				WHERE e.id = k.id RETURNING 1)
			UPDATE event_positions SET position = position + g.n FROM (SELECT COUNT(*) AS n FROM given) g
			WHERE name = $3 AND g.n > 0 RETURNING g.n`, []any{last, argument, numbering}, func(row db.Row) error { return row.Scan(&given) })

		return nil
	})
	if err != nil {
		return false, false, fmt.Errorf("give positions to events: %w", err)
	}

	if !busy {
		r.noteLast(ctx, before, last+given)
	}

	return given == mostNumbered, busy, nil
}

// committed returns the ids of facts without a position whose transactions are committed on all servers. Facts that come meanwhile are left
// to the next round.
func (r *Record) committed(ctx context.Context, b *db.Batch) (ids []int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, commitTime)
	defer cancel()

	b.Query("SELECT id FROM events WHERE seq IS NULL ORDER BY id LIMIT $1", []any{mostNumbered}, func(row db.Row) error {
		var id int64

		err := row.Scan(&id)
		ids = append(ids, id)

		return err
	})

	if err := b.Flush(ctx); err != nil || len(ids) == 0 {
		return nil, err
	}

	began := time.Now()
	err = r.d.AwaitCommits(ctx)
	r.awaited.Store(int64(time.Since(began)))

	return ids, err
}

// noteLast notes the greatest position after a query that reads no positions of consumers. If it is lower than before, the database is an
// older state of itself.
func (r *Record) noteLast(ctx context.Context, before, position int64) {
	r.recordPosition(before, position)

	if position < before {
		r.handleRestore(ctx)
	}
}
