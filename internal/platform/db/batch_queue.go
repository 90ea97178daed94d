package db

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"loket/internal/platform/fault"
)

// queued returns the queue of statements, which starts with the BEGIN.
func (b *Batch) queued() *pgx.Batch {
	if b.queue == nil {
		b.queue = &pgx.Batch{}

		if !b.open {
			b.queue.Queue("BEGIN")
			b.queueSettings()
		}
	}

	return b.queue
}

// queueSettings repeats the settings of this connection on a Citus, so that the servers on which the statements run have them in this transaction:
// Citus sends them with its BEGIN. Without them a server reads all of a small shard for each statement.
func (b *Batch) queueSettings() {
	if !b.db.Distributed() || b.direct {
		return
	}

	for _, name := range append(slices.Clip(disabledScans), disabledSpread) {
		b.queue.Queue("SET LOCAL " + name + " = off")
	}
}

func (b *Batch) send(ctx context.Context) error {
	b.queueLast()

	if b.last.empty() && b.queue == nil {
		return nil
	}

	b.queued() // begins the transaction, so that the rows are not committed yet

	if err := b.sendQueue(ctx); err != nil {
		return err
	}

	err := asRefuted(b.last.send(ctx, b.conn, ""))
	b.hidden = b.db.Distributed() && hasCode(err, pgInternal)

	if err != nil && b.conn.IsClosed() {
		return fault.ErrUnavailable.Wrap(err) // no COMMIT was sent, so nothing is written
	}

	return err
}

// queueLast adds what comes last to the queued statements on a Citus, unless it is copied.
func (b *Batch) queueLast() {
	if !b.db.Distributed() || b.chooseCopies() {
		return
	}

	b.last.queueGuards(b)

	for _, r := range b.last.rows {
		b.insert(r.table, r.names, r.columns)
	}

	b.last.rows = nil
}

// fewestCopied is from how many rows on a Citus copies them for less than it plans their INSERT.
const fewestCopied = 8

// chooseCopies reports whether rows are copied on a Citus: enough of them, all of one part. Citus hides the codes of errors of COPY, by which callers
// tell a repeat from a fault, and keeps those of INSERT. So a batch whose COPY is refused is written again by INSERT, which a repeat seldom needs.
func (b *Batch) chooseCopies() bool {
	part := -1

	for _, r := range b.last.rows {
		i := slices.Index(r.names, "client_id")
		if b.byInsert || i < 0 || length(r.columns[0].Values) < fewestCopied {
			return false
		}

		clients, ok := r.columns[i].Values.([]int64)
		if !ok {
			return false
		}

		for _, client := range clients {
			if n := b.db.Part(client); part < 0 {
				part = n
			} else if n != part {
				return false
			}
		}
	}

	return part >= 0
}

func (b *Batch) commit(ctx context.Context) error {
	b.queueLast()

	if b.last.copies() {
		return b.commitRows(ctx)
	}

	b.last.queueGuards(b)

	if b.queue == nil && !b.open {
		return nil // nothing is queued
	}

	b.queued().Queue("COMMIT")

	return b.sendQueue(ctx)
}

// commitRows sends the rest of a batch with rows to copy. Unless a transaction was
// begun already, this query is the whole transaction.
func (b *Batch) commitRows(ctx context.Context) error {
	if err := b.sendQueue(ctx); err != nil {
		return err
	}

	last := ""
	if b.open {
		last = "COMMIT"
	}

	return asRefuted(b.last.send(ctx, b.conn, last))
}

func (b *Batch) sendQueue(ctx context.Context) error {
	if b.queue == nil {
		return nil
	}

	b.open = true
	queue := b.queue
	b.queue = nil

	results := b.conn.SendBatch(ctx, queue)

	b.last.encode() // while the server works on the statements sent before

	return asRefuted(results.Close())
}
