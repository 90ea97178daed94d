package webhook

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

const (
	// resendGap is the time between two of many events that are sent again, so that new ones find their way between them.
	resendGap = 50 * time.Millisecond
	// MaxResent is how many events one call sends again.
	MaxResent = 5_000
	// resendPage is how many of them are stored at a time.
	resendPage = 500
)

// Resend sends deliveries again by the ids of their events, each with the same id and body. It returns how many there are. Errors:
// fault.ErrNotFound for an endpoint that does not exist, ErrOff.
func (s *Service) Resend(ctx context.Context, by By, endpointID int64, events []string) (n int64, err error) {
	list, err := json.Marshal(events)
	if err != nil {
		return 0, fmt.Errorf("events to send again: %w", err)
	}

	now := clock.Micros(s.deps.Clock.Now())

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := s.lockActiveTx(ctx, tx, by.ClientID, endpointID); err != nil {
			return err
		}

		n, err = tx.Exec(ctx, `UPDATE webhook_deliveries SET state = 'waiting', tries = 0, resends = resends + 1, due_at = $1, ended_at = NULL, resent_by = $2
			WHERE client_id = $3 AND endpoint_id = $4 AND NOT test AND event_id IN (SELECT k.value FROM `+tx.Engine().List("$5")+` k)`,
			now, by.Actor, by.ClientID, endpointID, string(list))
		if err != nil || n == 0 {
			return err
		}

		if err := s.setNextTx(ctx, tx, by.ClientID, endpointID); err != nil {
			return err
		}

		tx.Signal(due)

		return s.auditTx(ctx, tx, by, endpointID, "webhook.resend", map[string]any{"events": n})
	})
	if err != nil {
		return 0, fmt.Errorf("send events again to endpoint %d: %w", endpointID, err)
	}

	return n, nil
}

// ResendSince sends all events again that happened since a moment, also those for which the endpoint was off, MaxResent at most. It returns how many
// there are, and the moment of the first one that is left; zero if none is. Errors: fault.ErrNotFound, fault.ErrValidation, ErrOff.
func (s *Service) ResendSince(ctx context.Context, by By, endpointID int64, since time.Time) (n int64, rest time.Time, err error) {
	now := s.deps.Clock.Now()
	if since.After(now) || now.Sub(since) > Kept {
		return 0, time.Time{}, fault.InvalidField("since", msgSince)
	}

	e, err := s.get(ctx, by.ClientID, endpointID)
	if err != nil {
		return 0, time.Time{}, err
	}

	place, err := s.deps.Events.PlaceBefore(ctx, by.ClientID, since)
	if err != nil {
		return 0, time.Time{}, err
	}

	for more := true; more; {
		var facts []event.Event

		facts, place, more, err = s.deps.Events.OfClient(ctx, event.ClientQuery{
			ClientID: by.ClientID, Kinds: clientevent.KindsOf(e.Types), After: place, Limit: resendPage,
		})
		if err != nil {
			return n, time.Time{}, err
		}

		if n >= MaxResent && len(facts) > 0 {
			return n, facts[0].At, nil
		}

		stored, err := s.resendFacts(ctx, by, &e, facts, since, now.Add(time.Duration(n)*resendGap))
		if err != nil {
			return n, time.Time{}, fmt.Errorf("send events again to endpoint %d: %w", endpointID, err)
		}

		n += stored
	}

	return n, time.Time{}, nil
}

func (s *Service) resendFacts(ctx context.Context, by By, e *Endpoint, facts []event.Event, since, from time.Time) (int64, error) {
	events, err := s.deps.Bodies.Render(ctx, by.ClientID, facts)
	if err != nil {
		return 0, err
	}

	list := newDeliveries{}

	for i := range events {
		if events[i].At.Before(since) {
			continue
		}

		if err := list.add(e, &events[i]); err != nil {
			return 0, err
		}
	}

	return int64(len(list.ids)), s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := s.lockActiveTx(ctx, tx, by.ClientID, e.ID); err != nil {
			return err
		}

		return list.storeTx(ctx, tx, clock.Micros(from), by.Actor)
	})
}

// get finds an endpoint of a client, or fault.ErrNotFound.
func (s *Service) get(ctx context.Context, clientID, id int64) (Endpoint, error) {
	e, err := scanEndpoint(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+endpointColumns+
		" FROM webhook_endpoints e WHERE e.client_id = $1 AND e.id = $2 AND e.deleted_at IS NULL", clientID, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Endpoint{}, noEndpoint()
	}

	return e, err
}

func (s *Service) lockActiveTx(ctx context.Context, tx *db.Tx, clientID, id int64) error {
	e, err := s.lockTx(ctx, tx, clientID, id)
	if err == nil && !e.Active {
		return ErrOff.New()
	}

	return err
}

// Test sends a sample of a type at once and returns what the receiver answers. It changes nothing of the endpoint, which may be off. Errors:
// fault.ErrNotFound, fault.ErrValidation for an unknown type.
func (s *Service) Test(ctx context.Context, by By, endpointID int64, t clientevent.Type) (Delivery, error) {
	e, err := s.get(ctx, by.ClientID, endpointID)
	if err != nil {
		return Delivery{}, err
	}

	now := s.deps.Clock.Now()

	sample, ok := clientevent.Sample(t, now)
	if !ok {
		return Delivery{}, fault.InvalidField("type", msgType.With(string(t)))
	}

	sample.ID = testID()

	body, err := sample.Body()
	if err != nil {
		return Delivery{}, err
	}

	r := send(ctx, s.sender.client, outgoing{e.URL, s.secrets(&e), sample.ID, now, body})

	state := "failed"
	if r.OK() {
		state = "delivered"
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO webhook_deliveries (client_id, endpoint_id, event_id, type, subject, body, test, state, tries, sends, created_at, ended_at, resent_by)
			VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7, 1, 1, $8, $8, $9)`,
			e.ClientID, e.ID, sample.ID, string(t), sample.Subject, string(body), state, clock.Micros(now), by.Actor)
		if err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `INSERT INTO webhook_sends (client_id, endpoint_id, event_id, number, at, took, status, failure, answer)
			VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8)`, e.ClientID, e.ID, sample.ID, clock.Micros(now), r.Took.Microseconds(), r.Status, r.Failure, r.Answer)

		return err
	})
	if err != nil {
		return Delivery{}, fmt.Errorf("test of endpoint %d: %w", endpointID, err)
	}

	return Delivery{
		EventID: sample.ID, Type: string(t), Subject: sample.Subject, Test: true, State: state, Sends: 1, CreatedAt: now, Body: string(body),
		Last: &Send{Number: 1, At: now, Result: r},
	}, nil
}
