package contact

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/catalog/destination"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/required"
)

// Deps are the service's dependencies.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

// Service has the use cases of contacts.
type Service struct{ deps Deps }

// NewService makes the service.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

// By is who changes a contact.
type By struct {
	ClientID int64
	Actor    string // user:12
	Address  string
}

const columns = "id, client_id, code, name, destination_no, active, created_at, updated_at"

func scan(row db.Row) (Contact, error) {
	var (
		c                Contact
		created, updated int64
	)

	err := row.Scan(&c.ID, &c.ClientID, &c.Code, &c.Name, &c.DestinationNo, &c.Active, &created, &updated)
	c.CreatedAt, c.UpdatedAt = clock.FromMicros(created), clock.FromMicros(updated)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Contact{}, fault.ErrNotFound.Msg(msgNoContact)
	case err != nil:
		return Contact{}, fmt.Errorf("read a contact: %w", err)
	}

	return c, nil
}

// List returns a page of a client's active contacts by name, and the number of all that the search finds in code, name and
// number. Pages count from 1.
func (s *Service) List(ctx context.Context, clientID int64, search string, page, perPage int) ([]Contact, int, error) {
	var w db.Where
	w.Add("client_id = ", clientID)
	w.Condition("active")

	if search = strings.ToLower(strings.TrimSpace(search)); search != "" {
		w.Condition("(" + sought(&w, search) + ")")
	}

	var total int
	if err := s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM contacts WHERE "+w.Text(), w.Args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count the contacts of client %d: %w", clientID, err)
	}

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+" FROM contacts WHERE "+w.Text()+" ORDER BY name, id LIMIT "+w.Arg(perPage)+
		" OFFSET "+w.Arg((page-1)*perPage), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Contact, error) { return scan(row) })
	if err != nil {
		return nil, 0, fmt.Errorf("list the contacts of client %d: %w", clientID, err)
	}

	return list, total, nil
}

// sought is the condition for a text in code or name, or a part of a number in any writing.
func sought(w *db.Where, search string) string {
	parts := destination.Fragments(search)
	for i, part := range parts {
		parts[i] = w.Containing("search", part)
	}

	return strings.Join(parts, " OR ")
}

// Create stores a contact. Errors: fault.ErrValidation, also for a code that an active contact has.
func (s *Service) Create(ctx context.Context, by By, in Input) (SavedContact, error) {
	number, err := in.check()
	if err != nil {
		return SavedContact{}, err
	}

	made := SavedContact{Number: number}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// The number of contacts is counted under this lock.
		if err := tx.Lock(ctx, fmt.Sprintf("contact/client/%d", by.ClientID)); err != nil {
			return err
		}

		if err := s.roomTx(ctx, tx, by.ClientID, in.Code); err != nil {
			return err
		}

		id, err := db.NextSequence(ctx, tx, "contacts")
		if err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		_, err = tx.Exec(ctx, `INSERT INTO contacts (id, client_id, code, name, destination_no, match_no, search, created_at, updated_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
			id, by.ClientID, in.Code, in.Name, in.DestinationNo, destination.Key(in.DestinationNo), searchText(in), clock.Micros(now))
		if err != nil {
			return err
		}

		if made.Contact, err = auditedTx(ctx, tx, now, by, id, "contact.create"); err != nil {
			return err
		}

		made.SameNumber, err = sameNumberTx(ctx, tx, made.Contact)

		return err
	})
	if err != nil {
		return SavedContact{}, fmt.Errorf("make a contact of client %d: %w", by.ClientID, err)
	}

	return made, nil
}

func (s *Service) roomTx(ctx context.Context, tx *db.Tx, clientID int64, code string) error {
	var taken, all int

	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM contacts WHERE client_id = $1 AND code = $2 AND active", clientID, code).Scan(&taken)
	if err != nil {
		return err
	}

	if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM contacts WHERE client_id = $1 AND active", clientID).Scan(&all); err != nil {
		return err
	}

	switch {
	case taken > 0:
		return fault.InvalidField("code", msgCodeTaken)
	case all >= MaxContacts:
		return fault.InvalidField("code", msgMost.With(MaxContacts))
	}

	return nil
}

// Change changes name and number of an active contact. Errors: fault.ErrValidation, also for another code;
// fault.ErrNotFound for one of another client.
func (s *Service) Change(ctx context.Context, by By, id int64, in Input) (SavedContact, error) {
	number, err := in.check()
	if err != nil {
		return SavedContact{}, err
	}

	changed := SavedContact{Number: number}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		was, err := activeTx(ctx, tx, by.ClientID, id)
		if err != nil {
			return err
		}

		if was.Code != in.Code {
			return fault.InvalidField("code", msgCodeFixed)
		}

		now := s.deps.Clock.Now()

		_, err = tx.Exec(ctx, `UPDATE contacts SET name = $1, destination_no = $2, match_no = $3, search = $4, updated_at = $5
			WHERE client_id = $6 AND id = $7`,
			in.Name, in.DestinationNo, destination.Key(in.DestinationNo), searchText(in), clock.Micros(now), by.ClientID, id)
		if err != nil {
			return err
		}

		if changed.Contact, err = auditedTx(ctx, tx, now, by, id, "contact.change"); err != nil {
			return err
		}

		changed.SameNumber, err = sameNumberTx(ctx, tx, changed.Contact)

		return err
	})
	if err != nil {
		return SavedContact{}, fmt.Errorf("change contact %d: %w", id, err)
	}

	return changed, nil
}

// Delete makes a contact inactive. Errors: fault.ErrNotFound for one of another client, or deleted already.
func (s *Service) Delete(ctx context.Context, by By, id int64) (Contact, error) {
	var deleted Contact

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := activeTx(ctx, tx, by.ClientID, id); err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		_, err := tx.Exec(ctx, "UPDATE contacts SET active = FALSE, updated_at = $1 WHERE client_id = $2 AND id = $3", clock.Micros(now), by.ClientID, id)
		if err != nil {
			return err
		}

		deleted, err = auditedTx(ctx, tx, now, by, id, "contact.delete")

		return err
	})
	if err != nil {
		return Contact{}, fmt.Errorf("delete contact %d: %w", id, err)
	}

	return deleted, nil
}

func activeTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Contact, error) {
	return scan(tx.QueryRow(ctx, "SELECT "+columns+" FROM contacts WHERE client_id = $1 AND id = $2 AND active"+tx.Engine().ForUpdate(), clientID, id))
}

// auditedTx writes the audit row of a change and returns the contact as it is now.
func auditedTx(ctx context.Context, tx *db.Tx, now time.Time, by By, id int64, action string) (Contact, error) {
	err := audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: by.ClientID, Action: action, Subject: fmt.Sprintf("contact:%d", id), Address: by.Address,
	})
	if err != nil {
		return Contact{}, err
	}

	return scan(tx.QueryRow(ctx, "SELECT "+columns+" FROM contacts WHERE client_id = $1 AND id = $2", by.ClientID, id))
}

// sameNumberTx finds other active contacts with the number of one, the first made first.
func sameNumberTx(ctx context.Context, tx *db.Tx, c Contact) ([]Contact, error) {
	const most = 5 // shown

	rows, err := tx.Query(ctx, "SELECT "+columns+" FROM contacts WHERE client_id = $1 AND match_no = $2 AND active AND id <> $3 ORDER BY id LIMIT $4",
		c.ClientID, destination.Key(c.DestinationNo), c.ID, most)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Contact, error) { return scan(row) })
	if err != nil {
		return nil, fmt.Errorf("find the contacts with the number of contact %d: %w", c.ID, err)
	}

	return list, nil
}

// ContactsOfNumbers finds the contacts of numbers, however they are written. The answer has one place for each number; an unsaved one has
// a contact without id. Of several contacts with one number the last changed counts. Errors: fault.ErrValidation for none
// or more than MaxNumbers.
func (s *Service) ContactsOfNumbers(ctx context.Context, clientID int64, numbers []string) ([]NumberContact, error) {
	if len(numbers) == 0 || len(numbers) > MaxNumbers {
		return nil, fault.InvalidField("destinationNos", msgNumbers.With(MaxNumbers))
	}

	keys, found := make([]string, len(numbers)), make([]NumberContact, len(numbers))

	for i, no := range numbers {
		keys[i] = destination.Key(no)
		found[i].DestinationNo, found[i].Number = no, judgeNumber(no)
	}

	text, err := json.Marshal(keys)
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}

	err = s.deps.DB.Read(ctx, "SELECT k.n, c.id, c.code, c.name FROM "+s.deps.DB.Engine().List("$1")+` k
		JOIN contacts c ON c.client_id = $2 AND c.match_no = k.value AND c.active ORDER BY c.updated_at, c.id`, []any{string(text), clientID},
		func(row db.Row) error {
			var (
				n, id      int64
				code, name db.Text
			)

			if err := row.Scan(&n, &id, &code, &name); err != nil {
				return err
			}

			c := &found[n-1]
			c.ID, c.ClientID, c.Code, c.Name, c.Active = id, clientID, string(code), string(name), true
			c.Contacts++

			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("find the contacts of numbers of client %d: %w", clientID, err)
	}

	return found, nil
}
