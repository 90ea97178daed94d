package order

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// Ends are the kinds of events about the ends of orders: the subject is the order's id, the channel its own.
func Ends() []event.Kind {
	return []event.Kind{event.OrderSucceeded, event.OrderFailed, event.OrderReversed}
}

// EndEvent is the event of an order that ends, or whose success is reversed.
func EndEvent(o *Order, kind event.Kind, at time.Time) event.Event {
	return event.Event{ClientID: o.ClientID, Kind: kind, Subject: event.Subject(o.ID), Channel: string(o.Channel), At: at}
}

// EndedTx reads the orders that events are about, each once, as they are in this moment: an order that was reversed since has failed. They
// are sorted by their ids.
func EndedTx(ctx context.Context, tx *db.Tx, list []event.Event) ([]Order, error) {
	byClient := map[int64][]string{}
	for _, e := range list {
		byClient[e.ClientID] = append(byClient[e.ClientID], e.Subject)
	}

	var ended []Order

	for _, client := range slices.Sorted(maps.Keys(byClient)) {
		of, err := byIDs(ctx, tx, tx.Engine(), client, byClient[client])
		if err != nil {
			return nil, fmt.Errorf("orders of events: %w", err)
		}

		ended = append(ended, of...)
	}

	slices.SortFunc(ended, func(a, b Order) int { return cmp.Compare(a.ID, b.ID) })

	return ended, nil
}

// ByIDs returns orders of a client by their ids, in any order. Those that don't exist are left out.
func (s *Service) ByIDs(ctx context.Context, clientID int64, ids []string) ([]Order, error) {
	return byIDs(ctx, s.deps.DB.Reader(), s.deps.DB.Engine(), clientID, ids)
}

func byIDs(ctx context.Context, q db.Querier, engine db.Engine, clientID int64, ids []string) ([]Order, error) {
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("ids of orders: %w", err)
	}

	rows, err := q.Query(ctx, "SELECT "+Columns+" FROM orders o WHERE o.client_id = $1 AND o.id IN (SELECT CAST(k.value AS BIGINT) FROM "+
		engine.List("$2")+" k)", clientID, string(text))

	return db.Collect(rows, err, func(row *sql.Rows) (Order, error) { return ScanOrder(row) })
}
