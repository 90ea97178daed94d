package order

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/supplier"
)

// The states of an attempt. A prepared attempt was never sent and waits for its supplier. Of a sending one the
// purchase or a status query is in flight, or its node died. Of an answered one no call is in flight.
const (
	StatePrepared = "prepared"
	StateSending  = "sending"
	stateAnswered = "answered"
)

// Attempt is one try of an order at one supplier. It is stored before its first call.
type Attempt struct {
	OrderID    int64
	Number     int
	ClientID   int64
	Supplier   string
	SKU        string
	Reference  string // our reference, unique for ever
	Handle     string // the supplier's own name of a bill's inquiry
	State      string
	Outcome    supplier.Outcome // of an answered attempt
	Code       string
	Message    string
	PreparedAt time.Time
	SentAt     time.Time
	AnsweredAt time.Time
	Checks     int // number of recorded status queries
}

// AttemptColumns are the columns of an attempt, of the table order_attempts as a.
const AttemptColumns = `a.order_id, a.number, a.client_id, a.supplier, a.sku, a.reference, a.handle, a.state, COALESCE(a.outcome, 'unknown'),
	a.code, a.message, a.prepared_at, COALESCE(a.sent_at, 0), COALESCE(a.answered_at, 0), a.checks`

// AttemptScan holds AttemptColumns as they are scanned. One serves all rows of a query.
type AttemptScan struct {
	a                        Attempt
	outcome                  string
	prepared, sent, answered int64
}

// Targets are what a row is scanned into.
func (r *AttemptScan) Targets() []any {
	a := &r.a

	return []any{
		&a.OrderID, &a.Number, &a.ClientID, &a.Supplier, &a.SKU, &a.Reference, &a.Handle, &a.State, &r.outcome,
		&a.Code, &a.Message, &r.prepared, &r.sent, &r.answered, &a.Checks,
	}
}

// Attempt returns the attempt of the row that was scanned last.
func (r *AttemptScan) Attempt() (Attempt, error) {
	a := r.a

	var err error
	if a.Outcome, err = supplier.ParseOutcome(r.outcome); err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	a.PreparedAt, a.SentAt, a.AnsweredAt = clock.FromMicros(r.prepared), clock.FromMicros(r.sent), clock.FromMicros(r.answered)

	return a, nil
}

func scanAttempt(row db.Row) (Attempt, error) {
	var r AttemptScan
	if err := row.Scan(r.Targets()...); err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	return r.Attempt()
}

// LastAttempt returns the newest attempt of an order, and false if there is none. The lock is db.DB.ForUpdate or empty.
func LastAttempt(ctx context.Context, q db.Querier, clientID, orderID int64, lock string) (Attempt, bool, error) {
	a, err := scanAttempt(q.QueryRow(ctx, "SELECT "+AttemptColumns+
		" FROM order_attempts a WHERE client_id = $1 AND order_id = $2 ORDER BY number DESC LIMIT 1"+lock, clientID, orderID))
	if errors.Is(err, sql.ErrNoRows) {
		return Attempt{}, false, nil
	}

	return a, err == nil, err
}

// Attempts lists the attempts of an order, for staff and proofs.
func (s *Service) Attempts(ctx context.Context, clientID, orderID int64) ([]Attempt, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT "+AttemptColumns+" FROM order_attempts a WHERE client_id = $1 AND order_id = $2 ORDER BY number", clientID, orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Attempt, error) { return scanAttempt(row) })
	if err != nil {
		return nil, fmt.Errorf("attempts of order %d: %w", orderID, err)
	}

	return list, nil
}
