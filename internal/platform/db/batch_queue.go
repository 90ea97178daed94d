package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// queued returns the queue of statements, which starts with the BEGIN.
func (b *Batch) queued() *pgx.Batch {
	if b.queue == nil {
		b.queue = &pgx.Batch{}

		if !b.open {
			b.queue.Queue("BEGIN")
		}
	}

	return b.queue
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

	return asRefuted(b.last.send(ctx, b.conn, ""))
}

// queueLast adds what comes last to the queued statements on a Citus. It hides the codes of errors of COPY, by which callers tell
// a repeat from a fault, and keeps those of INSERT.
func (b *Batch) queueLast() {
	if !b.db.Distributed() {
		return
	}

	b.last.queueGuards(b)

	for _, r := range b.last.rows {
		b.insert(r.table, r.names, r.columns)
	}

	b.last.rows = nil
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
