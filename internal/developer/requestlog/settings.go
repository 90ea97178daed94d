package requestlog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

// By is who changes a setting.
type By struct {
	ClientID int64
	Actor    string
	Address  string
}

// MasksNumbers reports whether the numbers of a client's customers are masked, as they are unless it wants to see them.
func (s *Service) MasksNumbers(ctx context.Context, clientID int64) (bool, error) {
	var shown bool

	err := s.deps.DB.Reader().QueryRow(ctx, "SELECT show_numbers FROM api_request_settings WHERE client_id = $1", clientID).Scan(&shown)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("settings of the request log of client %d: %w", clientID, err)
	}

	return !shown, nil
}

// MaskNumbers masks the numbers of a client's customers from now on, or keeps them as they are. What is kept already stays.
func (s *Service) MaskNumbers(ctx context.Context, by By, masked bool) error {
	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO api_request_settings (client_id, show_numbers) VALUES ($1, $2)
			ON CONFLICT (client_id) DO UPDATE SET show_numbers = EXCLUDED.show_numbers`, by.ClientID, !masked)
		if err != nil {
			return err
		}

		return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
			Actor: by.Actor, Client: by.ClientID, Action: "requests.mask", Subject: fmt.Sprintf("client:%d", by.ClientID), Address: by.Address,
			Detail: map[string]any{"maskNumbers": masked},
		})
	})
	if err != nil {
		return fmt.Errorf("settings of the request log of client %d: %w", by.ClientID, err)
	}

	return nil
}

// showNumbers returns the clients of some requests that see the numbers of their customers.
func (s *Service) showNumbers(ctx context.Context, list []Request) (map[int64]bool, error) {
	clients := map[int64]bool{}
	for i := range list {
		clients[list[i].ClientID] = true
	}

	open := map[int64]bool{}

	err := s.deps.DB.ReadRows(ctx, db.Columns{{Name: "client", Values: slices.Sorted(maps.Keys(clients))}},
		"SELECT s.client_id FROM api_request_settings s {JOIN} WHERE s.client_id = {client} AND s.show_numbers", nil, func(row db.Row) error {
			var id int64

			err := row.Scan(&id)
			open[id] = true

			return err
		})
	if err != nil {
		return nil, fmt.Errorf("settings of the request log: %w", err)
	}

	return open, nil
}
