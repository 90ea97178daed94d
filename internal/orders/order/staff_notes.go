package order

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/safetext"
)

// MaxNote is the longest note, in characters.
const MaxNote = 2000

// Note is what a member of staff wrote about an order, for other staff.
type Note struct {
	Number int64
	Author string // staff:ana
	Text   string
	At     time.Time
}

// AddNote adds a note to an order. Errors: fault.ErrValidation, fault.ErrNotFound.
func (s *Service) AddNote(ctx context.Context, clientID, orderID int64, author, text string) (Note, error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n == 0 || n > MaxNote || !safetext.Storable(text) {
		return Note{}, fault.InvalidField("text", msgNoteText.With(MaxNote))
	}

	made := Note{Author: author, Text: text}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		made.At = s.deps.Clock.Now()

		// The lock makes numbers one after the other.
		if _, err := Find(ctx, tx, clientID, orderID, s.deps.DB.ForUpdate()); err != nil {
			return err
		}

		err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(number), 0) + 1 FROM order_notes WHERE client_id = $1 AND order_id = $2", clientID, orderID).Scan(&made.Number)
		if err != nil {
			return fmt.Errorf("number of a note: %w", err)
		}

		_, err = tx.Exec(ctx, "INSERT INTO order_notes (client_id, order_id, number, author, text, at) VALUES ($1, $2, $3, $4, $5, $6)",
			clientID, orderID, made.Number, author, text, clock.Micros(made.At))
		if err != nil {
			return fmt.Errorf("add a note: %w", err)
		}

		return nil
	})

	return made, err
}

// Notes lists the notes of an order, oldest first.
func (s *Service) Notes(ctx context.Context, clientID, orderID int64) ([]Note, error) {
	rows, err := s.deps.DB.Reader().Query(ctx,
		"SELECT number, author, text, at FROM order_notes WHERE client_id = $1 AND order_id = $2 ORDER BY number", clientID, orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (n Note, err error) {
		var at int64

		err = row.Scan(&n.Number, &n.Author, &n.Text, &at)
		n.At = clock.FromMicros(at)

		return n, err
	})
	if err != nil {
		return nil, fmt.Errorf("notes of an order: %w", err)
	}

	return list, nil
}
