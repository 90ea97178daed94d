package topup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// The shares of a client: the 999 codes of an account serve all clients, and each rests for a day after its order.
const (
	// DefaultMaxOpens is the most orders that a client opens in opensWindow.
	DefaultMaxOpens = 30
	opensWindow     = time.Hour
	// DefaultMaxResting is the most codes of an account that rest for one client.
	DefaultMaxResting = 20
)

// checkOpens refuses a client that opened too many orders in the last hour. The caller must have locked the client.
func (s *Service) checkOpens(ctx context.Context, tx *db.Tx, now time.Time, clientID int64) error {
	var created int64

	// Ids grow with time, so the index of the client's orders serves it.
	err := tx.QueryRow(ctx, "SELECT created_at FROM topup_orders WHERE client_id = $1 ORDER BY id DESC LIMIT 1 OFFSET $2",
		clientID, s.opt.MaxOpens-1).Scan(&created)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("count the top-up orders of client %d: %w", clientID, err)
	}

	if again := clock.FromMicros(created).Add(opensWindow); again.After(now) {
		return fault.Throttled(again.Sub(now))
	}

	return nil
}

// wantedCode is what a code is for.
type wantedCode struct {
	orderID  int64
	clientID int64
	accounts []int64
	nominal  money.Rupiah
}

// takeCode takes a code at one of our accounts: one that rests for the client itself, if its amount doesn't rest, else
// the one that has been free longest. Errors: ErrBankProblem, ErrCodesUsed, fault.ErrThrottled for a client with too many
// resting codes.
func (s *Service) takeCode(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode) (account, code int64, err error) {
	if len(w.accounts) == 0 {
		return 0, 0, ErrBankProblem.New()
	}

	account, code, err = firstOf(ctx, tx, now, w, s.takeResting)
	if !errors.Is(err, sql.ErrNoRows) {
		return account, code, err
	}

	if err := s.checkResting(ctx, tx, now, w); err != nil {
		return 0, 0, err
	}

	account, code, err = firstOf(ctx, tx, now, w, takeFree)
	if errors.Is(err, sql.ErrNoRows) {
		err = s.codesUsed(ctx, tx, now, w)
	}

	return account, code, err
}

type takeFunc func(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode, account int64) (code int64, err error)

// firstOf takes a code at the first account that has one, or returns sql.ErrNoRows.
func firstOf(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode, take takeFunc) (account, code int64, err error) {
	for _, account := range w.accounts {
		code, err := take(ctx, tx, now, w, account)
		if err == nil {
			return account, code, nil
		}

		if !errors.Is(err, sql.ErrNoRows) {
			return 0, 0, fmt.Errorf("take a code: %w", err)
		}
	}

	return 0, 0, sql.ErrNoRows
}

// takeResting takes a code that rests for the client. Not for an amount that an order had whose end is less than a rest
// ago: a late transfer for that one would pay the new order, perhaps into another wallet. On a node whose clock is ahead the
// rest may be over, and another client may take the code at the same moment: the row is compared again under its lock.
func (s *Service) takeResting(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode, account int64) (code int64, err error) {
	err = tx.QueryRow(ctx, `UPDATE unique_codes SET order_id = $1 WHERE bank_account_id = $2 AND code = (
			SELECT c.code FROM unique_codes c WHERE c.client_id = $3 AND c.bank_account_id = $2 AND c.order_id IS NULL AND c.free_at > $4
				AND NOT EXISTS (SELECT 1 FROM topup_orders o WHERE o.bank_account_id = $2 AND o.amount = $5 + c.code AND o.ended_at > $6)
			ORDER BY c.free_at, c.code LIMIT 1) AND order_id IS NULL
		RETURNING code`, w.orderID, account, w.clientID, clock.Micros(now), int64(w.nominal), clock.Micros(now.Add(-s.opt.Rest))).Scan(&code)

	return code, err //nolint:wrapcheck // by the caller
}

func takeFree(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode, account int64) (code int64, err error) {
	lock := ""
	if tx.Engine() == db.Postgres {
		lock = " FOR UPDATE SKIP LOCKED"
	}

	err = tx.QueryRow(ctx, `UPDATE unique_codes SET order_id = $1, client_id = $4 WHERE bank_account_id = $2 AND code = (
			SELECT code FROM unique_codes WHERE bank_account_id = $2 AND order_id IS NULL AND free_at <= $3
			ORDER BY free_at, code LIMIT 1`+lock+`)
		RETURNING code`, w.orderID, account, clock.Micros(now), w.clientID).Scan(&code)

	return code, err //nolint:wrapcheck // by the caller
}

// checkResting refuses a client for which too many codes of the bank's accounts rest.
func (s *Service) checkResting(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode) error {
	var number, first int64

	for _, account := range w.accounts {
		var n, free int64

		err := tx.QueryRow(ctx, `SELECT COUNT(*), COALESCE(MIN(free_at), 0) FROM unique_codes
			WHERE client_id = $1 AND bank_account_id = $2 AND order_id IS NULL AND free_at > $3`, w.clientID, account, clock.Micros(now)).Scan(&n, &free)
		if err != nil {
			return fmt.Errorf("count the resting codes of client %d: %w", w.clientID, err)
		}

		number += n
		if n > 0 && (first == 0 || free < first) {
			first = free
		}
	}

	if number < int64(s.opt.MaxResting) {
		return nil
	}

	return fault.Throttled(clock.FromMicros(first).Sub(now))
}

// minCodesRetry is the least time after which a client without a code may try again.
const minCodesRetry = time.Minute

// codesUsed says when the next code ends its rest.
func (s *Service) codesUsed(ctx context.Context, tx *db.Tx, now time.Time, w wantedCode) error {
	e := ErrCodesUsed.New()
	e.RetryAfter = s.opt.Lifetime // all are taken by open orders

	for _, account := range w.accounts {
		var free sql.Null[int64]

		err := tx.QueryRow(ctx, "SELECT MIN(free_at) FROM unique_codes WHERE bank_account_id = $1 AND order_id IS NULL", account).Scan(&free)
		if err != nil {
			return fmt.Errorf("find the next free code: %w", err)
		}

		if free.Valid {
			e.RetryAfter = min(e.RetryAfter, max(clock.FromMicros(free.V).Sub(now), minCodesRetry))
		}
	}

	return e
}
