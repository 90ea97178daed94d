package inbox

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

type storeCall = batch.Call[[]*ReceivedNotice, struct{}]

// Receive stores notices, all or none, and has the new ones applied soon. After an error it may be repeated with
// the same bodies.
func (i *Inbox) Receive(ctx context.Context, list ...*ReceivedNotice) error {
	if len(list) == 0 {
		return nil
	}

	if _, err := i.stores.Do(ctx, list); err != nil {
		return fmt.Errorf("store notices: %w", err)
	}

	for _, r := range list {
		i.Dispatch(r)
	}

	return nil
}

// flush stores the notices of many callers in one commit.
func (i *Inbox) flush(ctx context.Context, calls []*storeCall) {
	batch.Split(calls, func(calls []*storeCall) error {
		list := []*ReceivedNotice{}
		for _, c := range calls {
			list = append(list, c.Req...)
		}

		return i.deps.DB.Batch(ctx, func(b *db.Batch) error {
			b.PlanAnew()
			i.Add(b, list, i.deps.Clock.Now())

			return nil
		})
	}, batch.Fail)
}

// columnsOf are the columns of notices that are stored.
func columnsOf(list []*ReceivedNotice) db.Columns {
	n := len(list)
	ids, sources, digests, subjects := make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	bodies, contents := make([]string, n), make([]string, n)

	for i, r := range list {
		ids[i], sources[i], digests[i], subjects[i] = r.ID, r.Source(), r.digest, r.Subject
		bodies[i], contents[i] = r.body, r.Content
	}

	return db.Columns{
		{Name: "id", Values: ids},
		{Name: "source", Values: sources},
		{Name: "digest", Values: digests},
		{Name: "subject", Values: subjects},
		{Name: "body", Values: bodies},
		{Name: "content", Values: contents},
	}
}

// Add adds notices to a batch of the caller, for callers that store them together with other rows. Call Dispatch for
// each after the commit. The n-th notice of a batch counts as received n microseconds later, so that their order is
// kept.
func (i *Inbox) Add(b *db.Batch, list []*ReceivedNotice, now time.Time) {
	if len(list) == 0 {
		return
	}

	byID := make(map[string]*ReceivedNotice, len(list))
	inTurn, at := make([]bool, len(list)), make([]int64, len(list))

	for n, r := range list {
		r.New = false // the batch may be repeated
		byID[r.ID] = r
		inTurn[n], at[n] = i.inTurn(r.Kind), clock.Micros(now)+int64(n)
		r.ReceivedAt = clock.FromMicros(at[n])
	}

	rows := append(columnsOf(list), db.Column{Name: "in_turn", Values: inTurn}, db.Column{Name: "at", Values: at})

	b.QueryRows(rows, `INSERT INTO inbox_notices (received_at, due_at, in_turn, id, source, digest, subject, body, content)
		SELECT {at}, {at}, {in_turn}, {id}, {source}, {digest}, {subject}, {body}, {content} {FROM} WHERE TRUE
		ON CONFLICT (source, digest) DO NOTHING RETURNING id`, nil, func(row db.Row) error {
		var id string

		err := row.Scan(&id)
		if err == nil {
			byID[id].New = true
		}

		return err
	})
}

func (i *Inbox) inTurn(kind Kind) bool { return i.queues[kind] != nil && i.queues[kind].InTurn }

// AddApplied marks notices as applied in a batch of the caller. The results are for staff.
func AddApplied(b *db.Batch, ids, results []string, now time.Time) {
	b.ExecRows(db.Columns{{Name: "id", Values: ids}, {Name: "result", Values: results}},
		"UPDATE inbox_notices AS n SET applied_at = $1, result = {result} {FROM} WHERE n.id = {id}", clock.Micros(now))
}

// MarkAppliedTx marks a notice as applied in a transaction of the caller. The result is for staff.
func MarkAppliedTx(ctx context.Context, tx *db.Tx, id, result string, now time.Time) error {
	if _, err := tx.Exec(ctx, "UPDATE inbox_notices SET applied_at = $1, result = $2 WHERE id = $3", clock.Micros(now), result, id); err != nil {
		return fmt.Errorf("mark a notice as applied: %w", err)
	}

	return nil
}

// MarkApplied marks a notice as applied. The result is for staff.
func (i *Inbox) MarkApplied(ctx context.Context, id, result string) error {
	return i.deps.DB.Tx(ctx, func(tx *db.Tx) error { return MarkAppliedTx(ctx, tx, id, result, i.deps.Clock.Now()) })
}

// InsertApplied adds notices to a batch of the caller that are applied in it, each with its result for staff. A repeat
// changes nothing.
func InsertApplied(b *db.Batch, list []*ReceivedNotice, results []string, now time.Time) {
	b.ExecRows(append(columnsOf(list), db.Column{Name: "result", Values: results}),
		`INSERT INTO inbox_notices (id, source, digest, subject, body, content, result, in_turn, received_at, due_at, applied_at)
		SELECT {id}, {source}, {digest}, {subject}, {body}, {content}, {result}, FALSE, CAST($1 AS BIGINT), CAST($1 AS BIGINT), CAST($1 AS BIGINT)
		{FROM} WHERE TRUE ON CONFLICT (source, digest) DO NOTHING`, clock.Micros(now))
}

// Waits reports whether notices about a subject wait to be applied in turn. One that failed too often doesn't count. It
// reads in the caller's transaction.
func Waits(ctx context.Context, q db.Querier, subject string) (bool, error) {
	var waits bool

	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM inbox_notices
		WHERE applied_at IS NULL AND in_turn AND subject = $1 AND attempts < $2)`, subject, int64(patience)).Scan(&waits)
	if err != nil {
		return false, fmt.Errorf("look for notices about %s: %w", subject, err)
	}

	return waits, nil
}

// ApplyAgainTx makes a stored notice due now, also one that was applied, and forgets what became of it. A node applies it within seconds. Its
// failed tries stay counted, so one that was set aside is still tried alone. It returns false if there is no such notice, or if the notice was
// applied while it came in and has no handler.
func ApplyAgainTx(ctx context.Context, tx *db.Tx, id string, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE inbox_notices SET applied_at = NULL, result = '', due_at = $1 WHERE id = $2 AND (in_turn OR source NOT LIKE $3)",
		clock.Micros(now), id, string(Bank)+sourceSeparator+"%")
	if err != nil {
		return false, fmt.Errorf("apply a notice again: %w", err)
	}

	return n == 1, nil
}
