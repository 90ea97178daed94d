package order

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// The states of an attempt. A prepared attempt was never sent; a sending one may
// have been sent.
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
	Checks     int // number of status queries
}

const attemptColumns = `order_id, number, client_id, supplier, sku, reference, state, COALESCE(outcome, 'unknown'),
	code, message, prepared_at, COALESCE(sent_at, 0), COALESCE(answered_at, 0), checks`

func scanAttempt(row db.Row) (Attempt, error) {
	var (
		a                        Attempt
		outcome                  string
		prepared, sent, answered int64
	)

	err := row.Scan(&a.OrderID, &a.Number, &a.ClientID, &a.Supplier, &a.SKU, &a.Reference, &a.State, &outcome,
		&a.Code, &a.Message, &prepared, &sent, &answered, &a.Checks)
	if err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	if a.Outcome, err = supplier.ParseOutcome(outcome); err != nil {
		return Attempt{}, fmt.Errorf("read an attempt: %w", err)
	}

	a.PreparedAt, a.SentAt, a.AnsweredAt = clock.FromMicros(prepared), clock.FromMicros(sent), clock.FromMicros(answered)

	return a, nil
}

// lastAttempt returns the newest attempt of an order, and false if there is none.
func lastAttempt(ctx context.Context, q db.Querier, orderID int64) (Attempt, bool, error) {
	a, err := scanAttempt(q.QueryRow(ctx, "SELECT "+attemptColumns+
		" FROM order_attempts WHERE order_id = $1 ORDER BY number DESC LIMIT 1", orderID))
	if errors.Is(err, sql.ErrNoRows) {
		return Attempt{}, false, nil
	}

	return a, err == nil, err
}

// attemptByReference finds an attempt by its supplier and our reference.
func attemptByReference(ctx context.Context, q db.Querier, supplierCode, reference string) (Attempt, bool, error) {
	a, err := scanAttempt(q.QueryRow(ctx, "SELECT "+attemptColumns+
		" FROM order_attempts WHERE reference = $1 AND supplier = $2", reference, supplierCode))
	if errors.Is(err, sql.ErrNoRows) {
		return Attempt{}, false, nil
	}

	return a, err == nil, err
}

// Attempts lists the attempts of an order, for staff and proofs.
func (s *Service) Attempts(ctx context.Context, orderID int64) ([]Attempt, error) {
	rows, err := s.DB.Reader().Query(ctx, "SELECT "+attemptColumns+" FROM order_attempts WHERE order_id = $1 ORDER BY number", orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Attempt, error) { return scanAttempt(row) })
	if err != nil {
		return nil, fmt.Errorf("attempts of order %d: %w", orderID, err)
	}

	return list, nil
}

// begin stores a new attempt in state sending. It locks the order's row, so two workers
// can't begin the same attempt.
func (s *Service) begin(ctx context.Context, o Order, a Attempt) (Attempt, error) {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		current, err := getOrder(ctx, tx, o.ClientID, o.ID, s.DB.ForUpdate())
		if err != nil {
			return err
		}

		if current.Status != Pending {
			return errEnded
		}

		now := s.Clock.Now()
		a.State, a.PreparedAt, a.SentAt = stateSending, now, now

		_, err = tx.Exec(ctx, `INSERT INTO order_attempts
				(order_id, number, client_id, supplier, sku, reference, state, prepared_at, sent_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
			o.ID, a.Number, o.ClientID, a.Supplier, a.SKU, a.Reference, stateSending, clock.Micros(now))
		if err != nil {
			return fmt.Errorf("store an attempt: %w", err)
		}

		return nil
	})

	return a, err
}

// sending moves a prepared attempt to state sending before it is sent.
func (s *Service) sending(ctx context.Context, a Attempt) (Attempt, error) {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()
		a.State, a.SentAt = stateSending, now

		n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = $1, sent_at = $2
			WHERE order_id = $3 AND number = $4 AND client_id = $5 AND state = $6`,
			stateSending, clock.Micros(now), a.OrderID, a.Number, a.ClientID, statePrepared)
		if err != nil {
			return fmt.Errorf("store that an attempt is being sent: %w", err)
		}

		if n == 0 {
			return errTaken
		}

		return nil
	})

	return a, err
}

// recordStatusQuery stores a status query before it is sent. From then on a delayed
// first sender can no longer report that nothing was created, since the query may have
// made the purchase.
func (s *Service) recordStatusQuery(ctx context.Context, a Attempt) error {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE order_attempts SET checks = checks + 1
			WHERE order_id = $1 AND number = $2 AND client_id = $3 AND state = $4`, a.OrderID, a.Number, a.ClientID, stateSending)

		return err
	})
	if err != nil {
		return fmt.Errorf("store that an attempt is asked for: %w", err)
	}

	return nil
}

// answerTx stores the answer of a supplier, and reports whether it counts. It never
// overwrites an end, and silence never replaces a known outcome. "Nothing created"
// counts only while no status query was recorded.
func answerTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, said supplier.Answer, nextCheck time.Time) (bool, error) {
	open := "(outcome IS NULL OR outcome = 'unknown' OR (outcome = 'pending' AND $2 <> 'unknown'))"
	if said.Outcome == supplier.FailedNotCreated {
		open = "(outcome IS NULL AND checks = 0)"
	}

	n, err := tx.Exec(ctx, `UPDATE order_attempts SET state = $1, outcome = $2, code = $3, message = $4,
			serial_number = $5, cost = $6, answered_at = $7, checks = checks + 1, next_check_at = $8
		WHERE order_id = $9 AND number = $10 AND client_id = $11 AND `+open,
		stateAnswered, said.Outcome.String(), said.Code, clip(said.Message), said.SerialNumber, int64(max(said.Price, money.Rupiah(0))),
		clock.Micros(now), nullable(nextCheck), a.OrderID, a.Number, a.ClientID)
	if err != nil {
		return false, fmt.Errorf("store an answer: %w", err)
	}

	return n == 1, nil
}

// askedTx is answerTx for an open outcome. Silence doesn't change "pending", but the
// status query is counted, so the next one waits longer.
func askedTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, said supplier.Answer, nextCheck time.Time) error {
	stored, err := answerTx(ctx, tx, now, a, said, nextCheck)
	if err != nil || stored {
		return err
	}

	_, err = tx.Exec(ctx, `UPDATE order_attempts SET checks = checks + 1, next_check_at = $1
		WHERE order_id = $2 AND number = $3 AND client_id = $4 AND outcome = 'pending'`,
		nullable(nextCheck), a.OrderID, a.Number, a.ClientID)
	if err != nil {
		return fmt.Errorf("store that an attempt was asked for: %w", err)
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
