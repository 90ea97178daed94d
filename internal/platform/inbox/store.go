package inbox

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

type storeCall = batch.Call[[]*Received, struct{}]

// Receive stores notices, all or none, and has the new ones applied soon. After an error it may be repeated with
// the same bodies.
func (i *Inbox) Receive(ctx context.Context, list ...*Received) error {
	if len(list) == 0 {
		return nil
	}

	if _, err := i.stores.Do(ctx, list); err != nil {
		return fmt.Errorf("store notices: %w", err)
	}

	for _, r := range list {
		i.Soon(r)
	}

	return nil
}

// flush stores the notices of many callers in one commit.
func (i *Inbox) flush(ctx context.Context, calls []*storeCall) {
	list := []*Received{}
	for _, c := range calls {
		list = append(list, c.Req...)
	}

	err := i.DB.Batch(ctx, func(b *db.Batch) error {
		b.PlanAnew()
		i.Add(b, list, i.Clock.Now())

		return nil
	})

	if err != nil && len(calls) > 1 { // one notice must not be the end of the others
		half := len(calls) / 2
		i.flush(ctx, calls[:half])
		i.flush(ctx, calls[half:])

		return
	}

	for _, c := range calls {
		c.Err = err
	}
}

// textsOf are the columns of notices that are texts: id, source, digest, subject, body and content.
func textsOf(list []*Received) [][]string {
	const columns = 6

	texts := make([][]string, columns)

	for _, r := range list {
		for c, value := range []string{r.ID, r.Source(), r.digest, r.Subject, r.body, r.Content} {
			texts[c] = append(texts[c], value)
		}
	}

	return texts
}

// Add adds notices to a batch of the caller, for callers that store them together with other rows. Call Soon for
// each after the commit. The n-th notice of a batch counts as received n microseconds later, so that their order is
// kept.
func (i *Inbox) Add(b *db.Batch, list []*Received, now time.Time) {
	if len(list) == 0 {
		return
	}

	byID := make(map[string]*Received, len(list))
	columns, inTurn, at := textsOf(list), make([]bool, len(list)), make([]int64, len(list))

	for n, r := range list {
		r.New = false // the batch may be repeated
		byID[r.ID] = r
		inTurn[n], at[n] = i.inTurn(r.Kind), clock.Micros(now)+int64(n)
		r.ReceivedAt = clock.FromMicros(at[n])
	}

	stored := func(row db.Row) error {
		var id string

		err := row.Scan(&id)
		if err == nil {
			byID[id].New = true
		}

		return err
	}

	const into = "INSERT INTO inbox_notices (received_at, due_at, in_turn, id, source, digest, subject, body, content) "

	if b.Engine() == db.Postgres {
		b.Query(into+`SELECT n.received_at, n.due_at, n.in_turn, n.id, n.source, n.digest, n.subject, n.body, n.content
			FROM unnest($1::bigint[], $1::bigint[], $2::boolean[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
				n (received_at, due_at, in_turn, id, source, digest, subject, body, content)
			ON CONFLICT (source, digest) DO NOTHING RETURNING id`,
			[]any{at, inTurn, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]}, stored)

		return
	}

	for n := range list {
		b.Query(into+"VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (source, digest) DO NOTHING RETURNING id",
			[]any{at[n], inTurn[n], columns[0][n], columns[1][n], columns[2][n], columns[3][n], columns[4][n], columns[5][n]}, stored)
	}
}

func (i *Inbox) inTurn(kind Kind) bool { return i.rooms[kind] != nil && i.rooms[kind].InTurn }

const appliedText = "UPDATE inbox_notices SET applied_at = $1, result = $2 WHERE id = $3"

// AddApplied marks notices as applied in a batch of the caller. The results are for staff.
func AddApplied(b *db.Batch, ids, results []string, now time.Time) {
	if b.Engine() == db.Postgres && len(ids) > 0 {
		b.Exec(`UPDATE inbox_notices n SET applied_at = $1, result = k.result
			FROM unnest($2::text[], $3::text[]) k (id, result) WHERE n.id = k.id`, clock.Micros(now), ids, results)

		return
	}

	for n, id := range ids {
		b.Exec(appliedText, clock.Micros(now), results[n], id)
	}
}

// AppliedTx marks a notice as applied in a transaction of the caller. The result is for staff.
func AppliedTx(ctx context.Context, tx *db.Tx, id, result string, now time.Time) error {
	if _, err := tx.Exec(ctx, appliedText, clock.Micros(now), result, id); err != nil {
		return fmt.Errorf("mark a notice as applied: %w", err)
	}

	return nil
}

// Applied marks a notice as applied. The result is for staff.
func (i *Inbox) Applied(ctx context.Context, id, result string) error {
	return i.DB.Tx(ctx, func(tx *db.Tx) error { return AppliedTx(ctx, tx, id, result, i.Clock.Now()) })
}

// Keep adds notices to a batch of the caller that are applied in it, each with its result for staff. A repeat changes
// nothing.
func Keep(b *db.Batch, list []*Received, results []string, now time.Time) {
	if len(list) == 0 {
		return
	}

	b.ExecKeys(`INSERT INTO inbox_notices (id, source, digest, subject, body, content, result, in_turn, received_at, due_at, applied_at)
		SELECT k1, k2, k3, k4, k5, k6, k7, FALSE, CAST($8 AS BIGINT), CAST($8 AS BIGINT), CAST($8 AS BIGINT) FROM keys WHERE TRUE
		ON CONFLICT (source, digest) DO NOTHING`, append(textsOf(list), results), clock.Micros(now))
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
