package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
)

// The job that looks for low balances, and how often it runs. It reads only the
// wallets that have a threshold and never delays a charge.
const (
	lowBalanceKind  = "wallet.alerts"
	lowBalanceEvery = 30 * time.Second
	// maxCrossed bounds the wallets of one run; the next run continues.
	maxCrossed = 1000
)

func (s *Service) registerJobs() {
	s.Jobs.Handle(lowBalanceKind, job.KindOptions{Workers: 1}, s.findLowBalances)
	s.Jobs.Every(lowBalanceKind, lowBalanceEvery, lowBalanceKind)
}

// findLowBalances finds the wallets whose balance crossed their threshold since
// the last run. A message is sent once when a balance falls below its threshold,
// and again only after it rose above it. The job may run twice, since it decides
// by the row alone.
func (s *Service) findLowBalances(ctx context.Context, _ job.Job) error {
	rows, err := s.DB.Reader().Query(ctx, `SELECT id, client_id FROM wallets
		WHERE min_balance_alert IS NOT NULL AND active
			AND (alerted_at IS NULL AND balance < min_balance_alert OR alerted_at IS NOT NULL AND balance > min_balance_alert)
		ORDER BY id LIMIT $1`, maxCrossed)

	type crossed struct{ id, client int64 }

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c crossed, err error) {
		err = row.Scan(&c.id, &c.client)

		return c, err
	})
	if err != nil {
		return fmt.Errorf("find low balances: %w", err)
	}

	var failed error // the error of one wallet must not stop the messages of others

	for _, c := range list {
		if err := s.DB.Tx(ctx, func(tx *db.Tx) error { return s.crossThreshold(ctx, tx, c.client, c.id) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("low balance of wallet %d: %w", c.id, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

// crossThreshold stores on which side of its threshold a balance is now, and
// sends the message in the same transaction.
func (s *Service) crossThreshold(ctx context.Context, tx *db.Tx, clientID, walletID int64) error {
	_, err := tx.Exec(ctx, `UPDATE wallets SET alerted_at = NULL
		WHERE client_id = $1 AND id = $2 AND alerted_at IS NOT NULL AND balance > min_balance_alert`, clientID, walletID)
	if err != nil {
		return fmt.Errorf("a balance rose: %w", err)
	}

	var low lowBalance

	err = tx.QueryRow(ctx, `UPDATE wallets SET alerted_at = $1
		WHERE client_id = $2 AND id = $3 AND alerted_at IS NULL AND balance < min_balance_alert
		RETURNING type, balance, min_balance_alert`, clock.Micros(s.Clock.Now()), clientID, walletID).
		Scan(&low.typ, &low.balance, &low.threshold)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("a balance fell: %w", err)
	}

	client, err := s.Clients.ClientTx(ctx, tx, clientID)
	if err != nil {
		return fmt.Errorf("finance address: %w", err)
	}

	low.to, low.language = client.EmailFinance, client.Language

	if err := s.Mail.Send(ctx, tx, low.message(s.DepositScreen())); err != nil {
		return fmt.Errorf("send a low balance message: %w", err)
	}

	s.Log.LogAttrs(ctx, slog.LevelInfo, "a balance fell below its threshold", slog.Int64("client", clientID), slog.Int64("wallet", walletID))

	return nil
}
