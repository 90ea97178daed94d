package event

import (
	"context"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// written is the topic of the signal that there are new facts.
const written = "events"

const columns = "client_id, kind, subject, channel, data, at"

// AddTx records facts in the transaction that makes them. Of facts about one subject the order is that of their transactions: record
// them after the subject's row is locked.
func AddTx(ctx context.Context, tx *db.Tx, list ...Event) error {
	for _, e := range list {
		_, err := tx.Exec(ctx, "INSERT INTO events ("+columns+") VALUES ($1, $2, $3, $4, $5, $6)",
			e.ClientID, string(e.Kind), e.Subject, e.Channel, e.Data, clock.Micros(e.At))
		if err != nil {
			return fmt.Errorf("record that %s: %w", e.Kind, err)
		}
	}

	if len(list) > 0 {
		tx.Signal(written)
	}

	return nil
}

// Add records facts in the batch that makes them, in one statement and without a round trip. As for AddTx the subjects are locked before.
func Add(b *db.Batch, list []Event) {
	n := len(list)
	if n == 0 {
		return
	}

	clients, times := make([]int64, n), make([]int64, n)
	kinds, subjects, channels, data := make([]string, n), make([]string, n), make([]string, n), make([]string, n)

	for i, e := range list {
		clients[i], kinds[i], subjects[i], channels[i], data[i], times[i] = e.ClientID, string(e.Kind), e.Subject, e.Channel, e.Data, clock.Micros(e.At)
	}

	rows := db.Columns{
		{Name: "client_id", Values: clients},
		{Name: "kind", Values: kinds},
		{Name: "subject", Values: subjects},
		{Name: "channel", Values: channels},
		{Name: "data", Values: data},
		{Name: "at", Values: times},
	}

	b.Signal(written)

	if b.Engine() == db.SQLite {
		b.Insert("events", rows...)

		return
	}

	// Insert would copy the rows after all other statements, which costs a batch without other rows a round trip more.
	b.ExecRows(rows, "INSERT INTO events ("+columns+") SELECT {client_id}, {kind}, {subject}, {channel}, {data}, {at} {FROM}")
}
