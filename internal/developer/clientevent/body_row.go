package clientevent

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// The first who writes the body of an event for a client stores it, and all others get that one: a price, a name and the language of a client
// change, and an event with one id must say one thing. order.succeeded is the exception, since there are too many: its order tells the same at
// any time.

const (
	purgeKind  = "client_events.purge"
	purgeEvery = time.Hour
	// bodiesKept is longer than any fact is kept.
	bodiesKept = 2 * event.Kept
)

// bodyRow is what an event tells a client.
type bodyRow struct {
	id, subject string
	data        *string // nil: no news for the client
}

// mayChange reports whether what a fact tells depends on more than the fact and what never changes.
func mayChange(k event.Kind) bool { return k != event.OrderSucceeded }

// readStored reads what was stored for a client, by the ids of events.
func (s *Service) readStored(ctx context.Context, q db.Querier, clientID int64, ids []string) (map[string]bodyRow, error) {
	found := map[string]bodyRow{}
	if len(ids) == 0 {
		return found, nil
	}

	list, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("ids of events: %w", err)
	}

	rows, err := q.Query(ctx, "SELECT event_id, subject, data FROM client_event_bodies WHERE client_id = $1 AND event_id IN (SELECT k.value FROM "+
		s.deps.DB.Engine().List("$2")+" k)", clientID, string(list))

	_, err = db.Collect(rows, err, func(row *sql.Rows) (struct{}, error) {
		var b bodyRow

		err := row.Scan(&b.id, &b.subject, &b.data)
		found[b.id] = b

		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("stored bodies of events: %w", err)
	}

	return found, nil
}

// storeTx stores what was written for a client, and replaces in it what another has stored meanwhile.
func (s *Service) storeTx(ctx context.Context, tx *db.Tx, clientID int64, list []*bodyRow) error {
	n := len(list)
	clients, ids, subjects, data := make([]int64, n), make([]string, n), make([]string, n), make([]*string, n)

	for i, b := range list {
		clients[i], ids[i], subjects[i], data[i] = clientID, b.id, b.subject, b.data
	}

	_, err := tx.ExecRows(ctx, db.Columns{
		{Name: "client", Values: clients},
		{Name: "event", Values: ids},
		{Name: "subject", Values: subjects},
		{Name: "data", Values: data},
	}, `INSERT INTO client_event_bodies (client_id, event_id, subject, data, stored_at)
		SELECT {client}, {event}, {subject}, {data}, CAST($1 AS BIGINT) {FROM} WHERE TRUE ON CONFLICT (client_id, event_id) DO NOTHING`,
		clock.Micros(s.deps.Clock.Now()))
	if err != nil {
		return fmt.Errorf("store bodies of events: %w", err)
	}

	// All are read: a Citus counts what it was to insert, also where a conflict left it out.
	found, err := s.readStored(ctx, tx, clientID, ids)
	if err != nil {
		return err
	}

	for _, b := range list {
		if first, is := found[b.id]; is {
			*b = first
		}
	}

	return nil
}

// Purge deletes bodies whose facts are gone.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	n, err := s.deps.DB.PurgeByKey(ctx, db.Columns{{Name: "client", Values: []int64{}}, {Name: "event", Values: []string{}}},
		"SELECT client_id, event_id FROM client_event_bodies WHERE stored_at <= $1 ORDER BY stored_at LIMIT $2",
		"DELETE FROM client_event_bodies AS b {USING} WHERE b.client_id = {client} AND b.event_id = {event} AND b.stored_at <= $1", clock.Micros(s.deps.Clock.Now().Add(-bodiesKept)))
	if err != nil {
		return n, fmt.Errorf("delete old bodies of events: %w", err)
	}

	return n, nil
}
