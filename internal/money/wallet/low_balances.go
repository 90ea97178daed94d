package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

// The job that looks for low balances, and how often it runs. It reads only the
// wallets that have a threshold and never delays a charge.
const (
	lowBalanceKind  = "wallet.alerts"
	lowBalanceEvery = 30 * time.Second
	// maxCrossed bounds the wallets of one run; the next run continues.
	maxCrossed = 1000
)

// LowBalanceDeps are the dependencies of LowBalances; all are required.
type LowBalanceDeps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Jobs    *job.Queue
	Mail    mail.Sender
	Log     *slog.Logger
	// Screen returns the URL of the screen for top-ups.
	Screen func() string
}

// LowBalances mails clients whose balance fell below its threshold.
type LowBalances struct{ deps LowBalanceDeps }

// NewLowBalances makes LowBalances and registers its job.
func NewLowBalances(deps LowBalanceDeps) *LowBalances {
	required.Fields(deps)

	l := &LowBalances{deps}

	deps.Jobs.Handle(lowBalanceKind, job.KindOptions{Workers: 1}, l.find)
	deps.Jobs.Every(lowBalanceKind, lowBalanceEvery, lowBalanceKind)

	return l
}

// find finds the wallets whose balance crossed their threshold since
// the last run. A message is sent once when a balance falls below its threshold,
// and again only after it rose above it. The job may run twice, since it decides
// by the row alone.
func (l *LowBalances) find(ctx context.Context, _ job.Job) error {
	rows, err := l.deps.DB.Reader().Query(ctx, `SELECT id, client_id FROM wallets
		WHERE min_balance_alert IS NOT NULL AND active
			AND (alerted_at IS NULL AND balance < min_balance_alert OR alerted_at IS NOT NULL AND balance > min_balance_alert)
		ORDER BY id LIMIT $1`, maxCrossed)

	type crossedWallet struct{ id, client int64 }

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c crossedWallet, err error) {
		err = row.Scan(&c.id, &c.client)

		return c, err
	})
	if err != nil {
		return fmt.Errorf("find low balances: %w", err)
	}

	var failed error // the error of one wallet must not stop the messages of others

	for _, c := range list {
		if err := l.deps.DB.Tx(ctx, func(tx *db.Tx) error { return l.crossThreshold(ctx, tx, c.client, c.id) }); err != nil {
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
func (l *LowBalances) crossThreshold(ctx context.Context, tx *db.Tx, clientID, walletID int64) error {
	_, err := tx.Exec(ctx, `UPDATE wallets SET alerted_at = NULL
		WHERE client_id = $1 AND id = $2 AND alerted_at IS NOT NULL AND balance > min_balance_alert`, clientID, walletID)
	if err != nil {
		return fmt.Errorf("a balance rose: %w", err)
	}

	var low lowBalance

	err = tx.QueryRow(ctx, `UPDATE wallets SET alerted_at = $1
		WHERE client_id = $2 AND id = $3 AND alerted_at IS NULL AND balance < min_balance_alert
		RETURNING type, balance, min_balance_alert`, clock.Micros(l.deps.Clock.Now()), clientID, walletID).
		Scan(&low.typ, &low.balance, &low.threshold)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("a balance fell: %w", err)
	}

	err = event.AddTx(ctx, tx, event.Event{
		ClientID: clientID, Kind: event.BalanceBelowThreshold, Subject: event.Subject(walletID), At: l.deps.Clock.Now(),
		Data: fmt.Sprintf(`{"balance":%d,"threshold":%d}`, low.balance, low.threshold),
	})
	if err != nil {
		return err
	}

	if clientid.IsSandbox(clientID) { // programs learn of it by the event; nobody has to top anything up
		return nil
	}

	client, err := l.deps.Clients.ClientTx(ctx, tx, clientID)
	if err != nil {
		return fmt.Errorf("finance address: %w", err)
	}

	low.to, low.language = client.EmailFinance, client.Language

	if err := l.deps.Mail.Send(ctx, tx, low.message(l.deps.Screen())); err != nil {
		return fmt.Errorf("send a low balance message: %w", err)
	}

	l.deps.Log.LogAttrs(ctx, slog.LevelInfo, "a balance fell below its threshold", slog.Int64("client", clientID), slog.Int64("wallet", walletID))

	return nil
}
