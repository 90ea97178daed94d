package announcement

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// mostShown is how many announcements a user sees at a time.
const mostShown = 20

// mostListed is how many of the clients to whom an announcement is List reads.
const mostListed = 20

const columns = `id, title, title_id, text, text_id, from_at, COALESCE(until_at, 0), COALESCE(ended_at, 0), everyone, chosen, product_code, operator_code, mail, mails,
	created_by, reason, created_at`

func scan(row *sql.Rows) (a Announcement, err error) {
	var from, until, ended, created int64

	err = row.Scan(&a.ID, &a.English.Title, &a.Indonesian.Title, &a.English.Text, &a.Indonesian.Text, &from, &until, &ended, &a.Everyone, &a.Chosen, &a.Product, &a.Operator,
		&a.Mail, &a.Mails, &a.CreatedBy, &a.Reason, &created)
	a.From, a.Until, a.EndedAt, a.CreatedAt = clock.FromMicros(from), clock.FromMicrosOrZero(until), clock.FromMicrosOrZero(ended), clock.FromMicros(created)

	return a, err
}

// toClient is the condition for what a client is told at any time: $2 is the client.
const toClient = `(a.everyone OR EXISTS (SELECT 1 FROM announcement_clients k WHERE k.announcement_id = a.id AND k.client_id = $2))`

// shown is the condition for what a client sees: $1 is the time, $2 the client.
const shown = `a.ended_at IS NULL AND a.from_at <= $1 AND (a.until_at IS NULL OR a.until_at > $1) AND ` + toClient

// UserList has the announcements that a user sees.
type UserList struct {
	List []Announcement // the newest first, at most 20
	// ChangesIn is after how long the list changes by itself; zero: it doesn't.
	ChangesIn time.Duration
}

// Shown returns what a user sees at present: what the client is told and the user didn't close. In a sandbox it is the same.
func (s *Service) Shown(ctx context.Context, user *identity.Principal) (UserList, error) {
	now := s.deps.Clock.Now()

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+" FROM announcements a WHERE "+shown+`
			AND NOT EXISTS (SELECT 1 FROM announcement_closures d WHERE d.announcement_id = a.id AND d.user_id = $3)
		ORDER BY from_at DESC, id DESC LIMIT $4`, clock.Micros(now), clientid.Live(user.ClientID), user.UserID, int64(mostShown))

	list, err := db.Collect(rows, err, scan)
	if err != nil {
		return UserList{}, fmt.Errorf("read announcements: %w", err)
	}

	var begins int64

	// When something begins for another client is none of this one's business.
	err = s.deps.DB.Reader().QueryRow(ctx, "SELECT COALESCE(MIN(a.from_at), 0) FROM announcements a WHERE a.ended_at IS NULL AND a.from_at > $1 AND "+toClient,
		clock.Micros(now), clientid.Live(user.ClientID)).Scan(&begins)
	if err != nil {
		return UserList{}, fmt.Errorf("read announcements: %w", err)
	}

	next := clock.FromMicrosOrZero(begins)
	for _, a := range list {
		if !a.Until.IsZero() && (next.IsZero() || a.Until.Before(next)) {
			next = a.Until
		}
	}

	out := UserList{List: list}
	if !next.IsZero() {
		out.ChangesIn = next.Sub(now)
	}

	return out, nil
}

// List returns announcements for staff, the newest first, with the first 20 of the clients that were chosen. before is the cursor: only lower ids; 0: from the
// newest on.
func (s *Service) List(ctx context.Context, before int64, limit int) ([]Announcement, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+columns+" FROM announcements WHERE $1 = 0 OR id < $1 ORDER BY id DESC LIMIT $2", before, int64(limit))

	list, err := db.Collect(rows, err, scan)
	if err != nil {
		return nil, fmt.Errorf("list announcements: %w", err)
	}

	for i := range list {
		if list[i].Everyone {
			continue
		}

		if list[i].Clients, err = s.clientsOf(ctx, s.deps.DB.Reader(), list[i].ID, 0, mostListed); err != nil {
			return nil, err
		}
	}

	return list, nil
}

// clientsOf returns the clients of an announcement with higher ids than one, by id.
func (s *Service) clientsOf(ctx context.Context, q db.Querier, id, after int64, limit int) ([]int64, error) {
	rows, err := q.Query(ctx, "SELECT client_id FROM announcement_clients WHERE announcement_id = $1 AND client_id > $2 ORDER BY client_id LIMIT $3", id, after, int64(limit))

	list, err := db.Collect(rows, err, func(row *sql.Rows) (client int64, err error) { return client, row.Scan(&client) })
	if err != nil {
		return nil, fmt.Errorf("clients of an announcement: %w", err)
	}

	return list, nil
}
