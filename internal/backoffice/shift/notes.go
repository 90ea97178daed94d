package shift

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
	"loket/internal/platform/language"
	"loket/internal/platform/safetext"
)

const (
	// MaxNote is the longest note, in characters.
	MaxNote = 2000

	shownNotes = 100
	// notesADay is how many notes staff write in 24 hours.
	notesADay = 300
	keepNotes = 30 * 24 * time.Hour

	purgeKind  = "shift.purge-notes"
	purgeEvery = 24 * time.Hour
	day        = 24 * time.Hour
)

var messages = language.NewTable("shift")

var msgNote = messages.Add("note", "A note has 1 to %d characters", "Catatan terdiri dari 1 sampai %d karakter")

// Note is what one of staff wrote for the next shift.
type Note struct {
	ID     int64
	Author string // staff:ana
	Text   string
	At     time.Time
}

// AddNote adds a note. Errors: fault.ErrValidation, fault.ErrThrottled after 300 in a day.
func (s *Service) AddNote(ctx context.Context, author, text string) (Note, error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n == 0 || n > MaxNote || !safetext.Storable(text) {
		return Note{}, fault.InvalidField("text", msgNote.With(MaxNote))
	}

	made := Note{Author: author, Text: text}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		made.At = s.deps.Clock.Now()

		var today int64

		// The sequence makes writers wait for each other, so the count is right.
		if made.ID, err = db.NextSequence(ctx, tx, "shift_notes"); err != nil {
			return err
		}

		err = tx.QueryRow(ctx, "SELECT COUNT(*) FROM shift_notes WHERE at > $1", clock.Micros(made.At.Add(-day))).Scan(&today)
		if err != nil {
			return fmt.Errorf("count the notes: %w", err)
		}

		if today >= notesADay {
			return fault.Throttled(time.Hour)
		}

		_, err = tx.Exec(ctx, "INSERT INTO shift_notes (id, author, text, at) VALUES ($1, $2, $3, $4)", made.ID, author, text, clock.Micros(made.At))
		if err != nil {
			return fmt.Errorf("add a note: %w", err)
		}

		return nil
	})

	return made, err
}

// Notes lists the newest notes, newest first.
func (s *Service) Notes(ctx context.Context) ([]Note, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT id, author, text, at FROM shift_notes ORDER BY id DESC LIMIT $1", int64(shownNotes))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (n Note, err error) {
		var at int64

		err = row.Scan(&n.ID, &n.Author, &n.Text, &at)
		n.At = clock.FromMicros(at)

		return n, err
	})
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}

	return list, nil
}

// Purge deletes the notes of more than 30 days ago.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	return s.deps.DB.Purge(ctx, "DELETE FROM shift_notes WHERE id IN (SELECT id FROM shift_notes WHERE at <= $1 LIMIT $2)",
		clock.Micros(s.deps.Clock.Now().Add(-keepNotes)))
}
