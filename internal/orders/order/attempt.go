package order

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// The states of an attempt. A prepared attempt was never sent and waits for its supplier. Of a sending one the
// purchase or a status query is in flight, or its node died. Of an answered one no call is in flight.
const (
	statePrepared = "prepared"
	stateSending  = "sending"
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
	State      string
	Outcome    supplier.Outcome // of an answered attempt
	Code       string
	Message    string
	PreparedAt time.Time
	SentAt     time.Time
	AnsweredAt time.Time
	Checks     int // number of recorded status queries
}

const attemptColumns = `a.order_id, a.number, a.client_id, a.supplier, a.sku, a.reference, a.state, COALESCE(a.outcome, 'unknown'),
	a.code, a.message, a.prepared_at, COALESCE(a.sent_at, 0), COALESCE(a.answered_at, 0), a.checks`

// attemptRow holds the columns of an attempt as they are scanned.
type attemptRow struct {
	a                        Attempt
	outcome                  string
	prepared, sent, answered int64
}

func (r *attemptRow) into() []any {
	a := &r.a

	return []any{
		&a.OrderID, &a.Number, &a.ClientID, &a.Supplier, &a.SKU, &a.Reference, &a.State, &r.outcome,
		&a.Code, &a.Message, &r.prepared, &r.sent, &r.answered, &a.Checks,
	}
}

func (r *attemptRow) attempt() (Attempt, error) {
	a := r.a

	var err error
	if a.Outcome, err = supplier.ParseOutcome(r.outcome); err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	a.PreparedAt, a.SentAt, a.AnsweredAt = clock.FromMicros(r.prepared), clock.FromMicros(r.sent), clock.FromMicros(r.answered)

	return a, nil
}

func scanAttempt(row db.Row) (Attempt, error) {
	var r attemptRow
	if err := row.Scan(r.into()...); err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	return r.attempt()
}

// lastAttempt returns the newest attempt of an order, and false if there is none. The lock is db.DB.ForUpdate or empty.
func lastAttempt(ctx context.Context, q db.Querier, orderID int64, lock string) (Attempt, bool, error) {
	a, err := scanAttempt(q.QueryRow(ctx, "SELECT "+attemptColumns+
		" FROM order_attempts a WHERE order_id = $1 ORDER BY number DESC LIMIT 1"+lock, orderID))
	if errors.Is(err, sql.ErrNoRows) {
		return Attempt{}, false, nil
	}

	return a, err == nil, err
}

// Attempts lists the attempts of an order, for staff and proofs.
func (s *Service) Attempts(ctx context.Context, orderID int64) ([]Attempt, error) {
	rows, err := s.DB.Reader().Query(ctx, "SELECT "+attemptColumns+" FROM order_attempts a WHERE order_id = $1 ORDER BY number", orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Attempt, error) { return scanAttempt(row) })
	if err != nil {
		return nil, fmt.Errorf("attempts of order %d: %w", orderID, err)
	}

	return list, nil
}

// prepareTx stores a further attempt, which waits for its supplier. The caller has locked the order's row
// and found it pending.
func prepareTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, number int, sku catalog.SKU) (Attempt, error) {
	a := Attempt{
		OrderID: o.ID, Number: number, ClientID: o.ClientID, Supplier: sku.Supplier, SKU: sku.Code,
		Reference: supplierReference(o.ID, number), State: statePrepared, PreparedAt: now,
	}

	_, err := tx.Exec(ctx, `INSERT INTO order_attempts (order_id, number, client_id, supplier, sku, reference, state, prepared_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'prepared', $7)`,
		a.OrderID, a.Number, a.ClientID, a.Supplier, a.SKU, a.Reference, clock.Micros(now))
	if err != nil {
		return Attempt{}, fmt.Errorf("store an attempt: %w", err)
	}

	return a, nil
}

// unsent is the condition that an attempt waits and was never sent. It doesn't name the state: PostgreSQL would
// look the attempt up in the index of waiting attempts, which is long behind a backlog.
func unsent(table string) string {
	return table + "sent_at IS NULL AND " + table + "outcome IS NULL"
}

// openFor is the condition that an attempt is open for an outcome, which was told after a number of status queries. An end
// is never overwritten, and silence never replaces a known outcome. "Nothing created" counts only while no status query
// was recorded, and an open outcome only while no further one was: that query is in flight, and its answer counts.
func openFor(outcome, asked string) string {
	return `(CASE WHEN ` + outcome + ` = 'failed_not_created' THEN outcome IS NULL AND checks = 0
		WHEN ` + outcome + ` IN ('pending', 'unknown') AND checks <> ` + asked + ` THEN FALSE
		ELSE outcome IS NULL OR outcome = 'unknown' OR (outcome = 'pending' AND ` + outcome + ` <> 'unknown') END)`
}

// answerTx stores the answer of a supplier, and reports whether it counts (see openFor). An answer
// without a price keeps the cost of an earlier one.
func answerTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, said supplier.Answer, nextCheck time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = 'answered', outcome = $1, code = $2, message = $3,
			serial_number = $4, cost = COALESCE(NULLIF(CAST($5 AS BIGINT), 0), cost), answered_at = $6, next_check_at = $7
		WHERE order_id = $8 AND number = $9 AND client_id = $10 AND `+openFor("$1", "$11"),
		said.Outcome.String(), said.Code, clip(said.Message), said.SerialNumber, int64(max(said.Price, money.Rupiah(0))),
		clock.Micros(now), nullable(nextCheck), a.OrderID, a.Number, a.ClientID, a.Checks)
	if err != nil {
		return false, fmt.Errorf("store an answer: %w", err)
	}

	return n == 1, nil
}

// openTx is answerTx for an open outcome. Silence doesn't change "pending", but the next status query is
// scheduled.
func openTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, said supplier.Answer, nextCheck time.Time) error {
	stored, err := answerTx(ctx, tx, now, a, said, nextCheck)
	if err != nil || stored {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE order_attempts SET state = 'answered', next_check_at = $1
		WHERE order_id = $2 AND number = $3 AND client_id = $4 AND outcome = 'pending' AND checks = $5`,
		nullable(nextCheck), a.OrderID, a.Number, a.ClientID, a.Checks)
	if err != nil {
		return fmt.Errorf("store when an attempt is asked for next: %w", err)
	}

	return nil
}

// nullable converts a time to its stored form; the zero time is NULL.
func nullable(at time.Time) any {
	if at.IsZero() {
		return nil
	}

	return clock.Micros(at)
}

// maxMessage is the stored length of a supplier's message in bytes.
const maxMessage = 500

func clip(text string) string {
	if len(text) <= maxMessage {
		return text
	}

	cut := maxMessage
	for cut > 0 && text[cut]&0xC0 == 0x80 { // not inside a UTF-8 character
		cut--
	}

	return text[:cut]
}
