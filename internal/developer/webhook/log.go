package webhook

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Kept is how long deliveries are kept.
const Kept = 30 * 24 * time.Hour

// Delivery is an event for an endpoint.
type Delivery struct {
	EventID   string
	Type      string
	Subject   string // reference of the order, else the id of what it happened to
	Test      bool
	State     string // waiting, delivered or failed
	Sends     int64  // in all
	CreatedAt time.Time
	NextAt    time.Time // zero if none follows
	ResentBy  string
	Body      string // of one delivery alone
	Last      *Send  // nil before the first
}

// Send is one request of a delivery.
type Send struct {
	Result

	Number int64
	At     time.Time
}

// LogQuery asks for deliveries of an endpoint.
type LogQuery struct {
	ClientID, EndpointID int64
	State, Type, Subject string    // empty: any
	Before               time.Time // older ones than this
	BeforeID             string
	NewerThan            time.Time // newer ones than this; not with Before
	NewerThanID          string
	Limit                int
}

const deliveryColumns = `d.event_id, d.type, d.subject, d.test, d.state, d.sends, d.created_at, d.due_at, d.resent_by`

// Log returns deliveries, the newest first.
func (s *Service) Log(ctx context.Context, q LogQuery) ([]Delivery, error) {
	text := "SELECT " + deliveryColumns + `, '', l.number, l.at, l.took, l.status, l.failure, l.answer FROM webhook_deliveries d
		LEFT JOIN webhook_sends l ON l.client_id = $1 AND l.endpoint_id = $2 AND l.event_id = d.event_id AND l.number = d.sends
		WHERE d.client_id = $1 AND d.endpoint_id = $2`
	args := []any{q.ClientID, q.EndpointID}

	if q.State != "" {
		args = append(args, q.State)
		text += fmt.Sprintf(" AND d.state = $%d", len(args))
	}

	if q.Type != "" {
		args = append(args, q.Type)
		text += fmt.Sprintf(" AND d.type = $%d", len(args))
	}

	if q.Subject != "" {
		args = append(args, q.Subject)
		text += fmt.Sprintf(" AND d.subject = $%d", len(args))
	}

	if !q.Before.IsZero() {
		args = append(args, clock.Micros(q.Before), q.BeforeID)
		text += fmt.Sprintf(" AND (d.created_at, d.event_id) < ($%d, $%d)", len(args)-1, len(args))
	}

	order := "DESC"

	if !q.NewerThan.IsZero() {
		args = append(args, clock.Micros(q.NewerThan), q.NewerThanID)
		text += fmt.Sprintf(" AND (d.created_at, d.event_id) > ($%d, $%d)", len(args)-1, len(args))
		order = "ASC"
	}

	args = append(args, q.Limit)
	text += fmt.Sprintf(" ORDER BY d.created_at %[1]s, d.event_id %[1]s LIMIT $%[2]d", order, len(args))

	var list []Delivery

	err := s.deps.DB.Read(ctx, text, args, func(row db.Row) error {
		d, err := scanDelivery(row)
		list = append(list, d)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("deliveries of endpoint %d: %w", q.EndpointID, err)
	}

	if order == "ASC" {
		slices.Reverse(list)
	}

	return list, nil
}

// Delivery returns one delivery with all its requests, the oldest first. Errors: fault.ErrNotFound.
func (s *Service) Delivery(ctx context.Context, clientID, endpointID int64, eventID string) (Delivery, []Send, error) {
	d, err := scanDelivery(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+deliveryColumns+`, d.body, NULL, NULL, NULL, NULL, NULL, NULL FROM webhook_deliveries d
		WHERE d.client_id = $1 AND d.endpoint_id = $2 AND d.event_id = $3`, clientID, endpointID, eventID))

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Delivery{}, nil, fault.ErrNotFound.Msg(msgNoDelivery)
	case err != nil:
		return Delivery{}, nil, fmt.Errorf("delivery of %s: %w", eventID, err)
	}

	var list []Send

	err = s.deps.DB.Read(ctx, `SELECT number, at, took, status, failure, answer FROM webhook_sends WHERE client_id = $1 AND endpoint_id = $2 AND event_id = $3
		ORDER BY number`, []any{clientID, endpointID, eventID}, func(row db.Row) error {
		var (
			l        Send
			at, took int64
		)

		err := row.Scan(&l.Number, &at, &took, &l.Status, &l.Failure, &l.Answer)
		l.At, l.Took = clock.FromMicros(at), time.Duration(took)*time.Microsecond
		list = append(list, l)

		return err
	})
	if err != nil {
		return Delivery{}, nil, fmt.Errorf("requests of %s: %w", eventID, err)
	}

	return d, list, nil
}

func scanDelivery(row db.Row) (d Delivery, err error) {
	var (
		created                  int64
		next                     sql.NullInt64
		number, at, took, status sql.NullInt64
		failure, answer          sql.NullString
	)

	err = row.Scan(&d.EventID, &d.Type, &d.Subject, &d.Test, &d.State, &d.Sends, &created, &next, &d.ResentBy, &d.Body,
		&number, &at, &took, &status, &failure, &answer)
	if err != nil {
		return d, err
	}

	d.CreatedAt, d.NextAt = clock.FromMicros(created), momentOf(next)

	if number.Valid {
		d.Last = &Send{Number: number.Int64, At: clock.FromMicros(at.Int64), Result: Result{
			Status: int(status.Int64), Failure: failure.String, Answer: answer.String, Took: time.Duration(took.Int64) * time.Microsecond,
		}}
	}

	return d, nil
}

// Purge deletes old deliveries with their requests, and endpoints that were deleted before, and erases old secrets.
func (s *Service) Purge(ctx context.Context) (int64, error) {
	before := clock.Micros(s.deps.Clock.Now().Add(-Kept))

	n, err := s.deps.DB.PurgeByKey(ctx, db.Columns{{Name: ofClient, Values: []int64{}}, {Name: "endpoint", Values: []int64{}}, {Name: "event", Values: []string{}}},
		"SELECT client_id, endpoint_id, event_id FROM webhook_deliveries WHERE created_at <= $1 ORDER BY created_at LIMIT $2",
		`DELETE FROM webhook_deliveries AS d {USING} WHERE d.client_id = {client} AND d.endpoint_id = {endpoint} AND d.event_id = {event} AND d.created_at <= $1`, before)
	if err != nil {
		return n, fmt.Errorf("delete old deliveries: %w", err)
	}

	_, err = s.deps.DB.PurgeByKey(ctx, db.Columns{{Name: ofClient, Values: []int64{}}, {Name: "id", Values: []int64{}}},
		"SELECT client_id, id FROM webhook_endpoints WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT $2",
		`DELETE FROM webhook_endpoints AS e {USING} WHERE e.client_id = {client} AND e.id = {id} AND e.deleted_at <= $1`, before)
	if err != nil {
		return n, fmt.Errorf("delete old webhook endpoints: %w", err)
	}

	return n, s.eraseOldSecrets(ctx)
}

// eraseOldSecrets erases secrets that sign no more since there are newer ones.
func (s *Service) eraseOldSecrets(ctx context.Context) error {
	_, err := s.deps.DB.PurgeByKey(ctx, db.Columns{{Name: ofClient, Values: []int64{}}, {Name: "id", Values: []int64{}}},
		"SELECT client_id, id FROM webhook_endpoints WHERE old_until <= $1 ORDER BY old_until LIMIT $2",
		`UPDATE webhook_endpoints AS e SET old_salt = NULL, old_until = NULL {FROM} WHERE e.client_id = {client} AND e.id = {id} AND e.old_until <= $1`,
		clock.Micros(s.deps.Clock.Now()))
	if err != nil {
		return fmt.Errorf("erase old webhook secrets: %w", err)
	}

	return nil
}
