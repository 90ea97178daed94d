// Package savedview keeps the filters of lists that members of staff use again, each under a name of its own.
package savedview

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/required"
	"loket/internal/platform/safetext"
)

const (
	// Most is how many views of a list one person keeps.
	Most = 20
	// MaxName is the longest name, in characters.
	MaxName = 60
	// MaxSearch is the longest search, in bytes.
	MaxSearch = 1000
)

var messages = language.NewTable("savedview")

var (
	msgName   = messages.Add("name", "A name has 1 to %d characters", "Nama terdiri dari 1 sampai %d karakter")
	msgTaken  = messages.Add("taken", "You have a view of this name", "Anda sudah punya tampilan dengan nama ini")
	msgSearch = messages.Add("search", "This is no search of a page", "Ini bukan pencarian halaman")
	msgMost   = messages.Add("most", "You have %d views of this list: remove one first", "Anda punya %d tampilan untuk daftar ini: hapus satu dahulu")
)

// View is a search of a list, under the name that its owner gave it.
type View struct {
	ID     int64
	Name   string
	Search string // as in the address of the page, without its question mark
}

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

// Service keeps views. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

// List returns the owner's views of a list, by name.
func (s *Service) List(ctx context.Context, owner, list string) ([]View, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT id, name, search FROM saved_views WHERE owner = $1 AND list = $2 ORDER BY name", owner, list)

	found, err := db.Collect(rows, err, func(row *sql.Rows) (v View, err error) {
		err = row.Scan(&v.ID, &v.Name, &v.Search)

		return v, err
	})
	if err != nil {
		return nil, fmt.Errorf("list saved views: %w", err)
	}

	return found, nil
}

// Add keeps a view of the owner, at most 20 of a list. Error: fault.ErrValidation.
func (s *Service) Add(ctx context.Context, owner, list, name, search string) (View, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > MaxName || !safetext.Storable(name) {
		return View{}, fault.InvalidField("name", msgName.With(MaxName))
	}

	if _, err := url.ParseQuery(search); err != nil || search == "" || len(search) > MaxSearch || !safetext.Storable(search) {
		return View{}, fault.InvalidField("search", msgSearch)
	}

	made := View{Name: name, Search: search}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		var kept, same int64

		// The sequence makes writers wait for each other, so the count is right.
		if made.ID, err = db.NextSequence(ctx, tx, "saved_views"); err != nil {
			return err
		}

		err = tx.QueryRow(ctx, "SELECT COUNT(*), COUNT(CASE WHEN name = $3 THEN 1 END) FROM saved_views WHERE owner = $1 AND list = $2", owner, list, name).
			Scan(&kept, &same)

		switch {
		case err != nil:
			return fmt.Errorf("count saved views: %w", err)
		case same > 0:
			return fault.InvalidField("name", msgTaken)
		case kept >= Most:
			return fault.InvalidField("name", msgMost.With(Most))
		}

		_, err = tx.Exec(ctx, "INSERT INTO saved_views (id, owner, list, name, search, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
			made.ID, owner, list, name, search, clock.Micros(s.deps.Clock.Now()))
		if err != nil {
			return fmt.Errorf("save a view: %w", err)
		}

		return nil
	})

	return made, err
}

// Remove forgets a view of the owner. Error: fault.ErrNotFound, also for a view of somebody else.
func (s *Service) Remove(ctx context.Context, owner string, id int64) error {
	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		n, err := tx.Exec(ctx, "DELETE FROM saved_views WHERE owner = $1 AND id = $2", owner, id)

		switch {
		case err != nil:
			return fmt.Errorf("remove a saved view: %w", err)
		case n == 0:
			return fault.ErrNotFound.New()
		}

		return nil
	})
}
