package dispatch

import (
	"context"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// dueQuery selects attempts of a supplier whose status query is due: calls that were in flight when their node died, and
// open outcomes.
type dueQuery struct {
	supplier string
	after    int64 // the client behind which the turns go on
	limit    int
}

// dueSlice is one part of the attempts that are due; last and more say where, and whether, the next one goes on.
type dueSlice struct {
	attempts []*orderAttempt
	last     int64 // the last client that had its turn
	more     bool  // further ones may be due
}

// dueAttempts reads attempts that are due: each client gets an equal share of the limit, the longest overdue first. So many
// open outcomes of one client don't hold up another client's.
func (s *Service) dueAttempts(ctx context.Context, d dueQuery) (dueSlice, error) {
	now := clock.Micros(s.deps.Clock.Now())

	clients, err := s.dueClients(ctx, d.supplier, d.after, now)
	if err == nil && len(clients) == 0 && d.after > 0 { // the turns begin anew
		clients, err = s.dueClients(ctx, d.supplier, 0, now)
	}

	var found dueSlice

	for n, client := range clients {
		left := d.limit - len(found.attempts)
		if err != nil || left == 0 {
			found.more = true

			break
		}

		share := max(1, left/(len(clients)-n))

		var read []*orderAttempt

		read, err = s.readAttempts(ctx, `SELECT `+columns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE a.supplier = $1 AND a.client_id = $2 AND a.next_check_at <= $3
			ORDER BY a.next_check_at LIMIT $4`, d.supplier, client, now, int64(share))

		found.attempts, found.last = append(found.attempts, read...), client
		found.more = found.more || len(read) == share
	}

	found.more = found.more || len(clients) == maxClientsRead

	return found, err
}

// dueClients are clients with attempts that are due, in the order of their numbers, at most maxClientsRead.
func (s *Service) dueClients(ctx context.Context, supplierCode string, after, now int64) ([]int64, error) {
	var clients []int64

	err := s.deps.DB.ReadDistinct(ctx, db.Distinct{Column: "client_id", After: after, Limit: maxClientsRead},
		"SELECT client_id FROM order_attempts WHERE supplier = $1 AND next_check_at <= $2", []any{supplierCode, now},
		func(row db.Row) error {
			var client int64

			err := row.Scan(&client)
			clients = append(clients, client)

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("find the clients whose status queries are due at %s: %w", supplierCode, err)
	}

	return clients, nil
}
