package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// MaxThreshold bounds a threshold: more is a slip of the finger.
const MaxThreshold = money.Rupiah(1_000_000_000_000)

// Threshold asks for a new threshold of a wallet.
type Threshold struct {
	ClientID int64
	WalletID int64
	// Amount is the balance below which a message is sent; nil, or zero, is
	// never.
	Amount  *money.Rupiah
	Actor   string // user:12
	Address string
}

// SetThreshold changes the threshold of a wallet. A new one begins anew: a
// balance that is below it already is told of. Errors: fault.ErrValidation, and
// fault.ErrNotFound for a wallet of another client.
func (s *Service) SetThreshold(ctx context.Context, t Threshold) (Wallet, error) {
	if t.Amount != nil && (*t.Amount < 0 || *t.Amount > MaxThreshold) {
		return Wallet{}, fault.InvalidField("minBalanceAlert", msgThresholdRange.With(MaxThreshold))
	}

	if t.Amount != nil && *t.Amount == 0 {
		t.Amount = nil
	}

	var changed Wallet

	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		now := s.clock.Now()

		w, err := scanWallet(tx.QueryRow(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 AND id = $2"+s.db.ForUpdate(),
			t.ClientID, t.WalletID))
		if errors.Is(err, sql.ErrNoRows) {
			return NoSuchWallet()
		}

		if err != nil {
			return err
		}

		if changed = w; same(w.MinBalanceAlert, t.Amount) {
			return nil
		}

		changed.MinBalanceAlert = t.Amount

		return storeThreshold(ctx, tx, now, w, t)
	})
	if err != nil {
		return Wallet{}, fmt.Errorf("threshold of wallet %d: %w", t.WalletID, err)
	}

	return changed, nil
}

func same(a, b *money.Rupiah) bool {
	if a == nil || b == nil {
		return a == b
	}

	return *a == *b
}

func storeThreshold(ctx context.Context, tx *db.Tx, now time.Time, w Wallet, t Threshold) error {
	_, err := tx.Exec(ctx, "UPDATE wallets SET min_balance_alert = $1, alerted_at = NULL WHERE client_id = $2 AND id = $3",
		plain(t.Amount), t.ClientID, t.WalletID)
	if err != nil {
		return fmt.Errorf("store a threshold: %w", err)
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: t.Actor, Client: t.ClientID, Action: "wallet.threshold", Subject: fmt.Sprintf("wallet:%d", t.WalletID), Address: t.Address,
		Detail: map[string]any{"from": plain(w.MinBalanceAlert), "to": plain(t.Amount)},
	})
}

// plain is an amount as the database and the audit log take it.
func plain(amount *money.Rupiah) any {
	if amount == nil {
		return nil
	}

	return int64(*amount)
}

// Mailer takes messages in the caller's transaction (package mail).
type Mailer interface {
	Send(ctx context.Context, tx *db.Tx, m mail.Message) error
}

// AlertDeps are what the alerts work with; all are needed.
type AlertDeps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *job.Queue
	Mail  Mailer
	Log   *slog.Logger
	// Screen gives the address where a reader tops up.
	Screen func() string
}

// alerts tell clients of low balances.
type alerts struct{ AlertDeps }

// The job of the alerts, and how often it looks. Charges are never slowed by
// it: it reads the few wallets that have a threshold.
const (
	alertKind  = "wallet.alerts"
	alertEvery = 30 * time.Second
)

// RegisterAlerts adds the job that looks for low balances. A message is sent
// once when a balance falls below its threshold, and again only after it rose
// above it.
func RegisterAlerts(deps AlertDeps) {
	a := &alerts{deps}
	a.Jobs.Handle(alertKind, job.KindOptions{Workers: 1}, a.look)
	a.Jobs.Every(alertKind, alertEvery, alertKind)
}

// maxCrossed bounds one look; the next one goes on.
const maxCrossed = 1000

// look finds the wallets whose balance crossed their threshold since the last
// look. It may run twice: what it does depends on the row alone.
func (a *alerts) look(ctx context.Context, _ job.Job) error {
	rows, err := a.DB.Reader().Query(ctx, `SELECT id, client_id FROM wallets
		WHERE min_balance_alert IS NOT NULL AND active
			AND (alerted_at IS NULL AND balance < min_balance_alert OR alerted_at IS NOT NULL AND balance > min_balance_alert)
		ORDER BY id LIMIT $1`, maxCrossed)

	type crossed struct{ id, client int64 }

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c crossed, err error) {
		err = row.Scan(&c.id, &c.client)

		return c, err
	})
	if err != nil {
		return fmt.Errorf("look for low balances: %w", err)
	}

	var failed error // of one wallet keeps no other from its message

	for _, c := range list {
		if err := a.DB.Tx(ctx, func(tx *db.Tx) error { return a.cross(ctx, tx, c.client, c.id) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("low balance of wallet %d: %w", c.id, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

// cross notes on which side of its threshold a balance is, as it stands now,
// and sends the message in the same transaction.
func (a *alerts) cross(ctx context.Context, tx *db.Tx, clientID, walletID int64) error {
	_, err := tx.Exec(ctx, `UPDATE wallets SET alerted_at = NULL
		WHERE client_id = $1 AND id = $2 AND alerted_at IS NOT NULL AND balance > min_balance_alert`, clientID, walletID)
	if err != nil {
		return fmt.Errorf("a balance rose: %w", err)
	}

	var low lowBalance

	err = tx.QueryRow(ctx, `UPDATE wallets SET alerted_at = $1
		WHERE client_id = $2 AND id = $3 AND alerted_at IS NULL AND balance < min_balance_alert
		RETURNING type, balance, min_balance_alert`, clock.Micros(a.Clock.Now()), clientID, walletID).
		Scan(&low.typ, &low.balance, &low.threshold)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}

	if err != nil {
		return fmt.Errorf("a balance fell: %w", err)
	}

	err = tx.QueryRow(ctx, "SELECT email_finance FROM clients WHERE id = $1", clientID).Scan(&low.to)
	if err != nil {
		return fmt.Errorf("finance address: %w", err)
	}

	if err := a.Mail.Send(ctx, tx, low.message(a.Screen())); err != nil {
		return fmt.Errorf("tell of a low balance: %w", err)
	}

	a.Log.LogAttrs(ctx, slog.LevelInfo, "a balance fell below its threshold", slog.Int64("client", clientID), slog.Int64("wallet", walletID))

	return nil
}
