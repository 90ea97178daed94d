// Package webhook pushes events to the endpoints of clients: signed as Standard Webhooks 1.0 says, at least once, each endpoint by itself.
package webhook

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// MaxEndpoints is how many endpoints a client has at most.
const MaxEndpoints = 5

// State says how an endpoint is.
type State string

// The states. A failing one still gets events, one at a time.
const (
	Active  State = "active"
	Failing State = "failing"
	Off     State = "off"
)

// OffReason is why an endpoint is off. The texts are stored.
type OffReason string

// The reasons.
const (
	OffByUser  OffReason = "user"
	OffGone    OffReason = "gone"    // it answered 410
	OffFailing OffReason = "failing" // no good answer for five days
)

// Endpoint is an address of a client's program that gets events.
type Endpoint struct {
	ID          int64
	ClientID    int64
	URL         string
	Description string
	Types       []clientevent.Type // none: all
	Active      bool
	OffReason   OffReason
	OffAt       time.Time // zero while it is active
	SecretAt    time.Time // since when the secret signs
	OldUntil    time.Time // until when the one before signs, too; zero without one
	CreatedAt   time.Time

	failures     int64
	failingSince time.Time
	mails        int64
	mailedAt     time.Time
	salt, old    string
	deleted      bool
}

// openAfter is how many failures in a row open the circuit of an endpoint.
const openAfter = 10

// State is how the endpoint is.
func (e *Endpoint) State() State {
	switch {
	case !e.Active:
		return Off
	case !e.failingSince.IsZero():
		return Failing
	}

	return Active
}

// FailingSince is when the first of the failures was that no good answer followed; zero without any.
func (e *Endpoint) FailingSince() time.Time { return e.failingSince }

// wants reports whether an endpoint gets events of a type.
func (e *Endpoint) wants(t clientevent.Type) bool {
	return len(e.Types) == 0 || slices.Contains(e.Types, t)
}

const endpointColumns = `e.id, e.client_id, e.url, e.description, e.types, e.active, COALESCE(e.off_reason, ''), e.off_at, e.salt, e.salt_at,
	COALESCE(e.old_salt, ''), e.old_until, e.failures, e.failing_since, e.mails, e.mailed_at, e.created_at, e.deleted_at IS NOT NULL`

func scanEndpoint(row db.Row) (e Endpoint, err error) {
	var (
		types                         string
		offAt, until, failing, mailed sql.NullInt64
		saltAt, createdAt             int64
	)

	err = row.Scan(&e.ID, &e.ClientID, &e.URL, &e.Description, &types, &e.Active, &e.OffReason, &offAt, &e.salt, &saltAt, &e.old, &until,
		&e.failures, &failing, &e.mails, &mailed, &createdAt, &e.deleted)
	if err != nil {
		return e, err
	}

	e.SecretAt, e.CreatedAt = clock.FromMicros(saltAt), clock.FromMicros(createdAt)
	e.OffAt, e.OldUntil, e.failingSince, e.mailedAt = momentOf(offAt), momentOf(until), momentOf(failing), momentOf(mailed)

	if err := json.Unmarshal([]byte(types), &e.Types); err != nil {
		return e, fmt.Errorf("types of endpoint %d: %w", e.ID, err)
	}

	return e, nil
}

func momentOf(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}

	return clock.FromMicros(n.Int64)
}

func noEndpoint() error { return fault.ErrNotFound.Msg(msgNone) }
