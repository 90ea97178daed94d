package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// MaxThreshold is the highest threshold. A greater number is a typing error.
const MaxThreshold = money.Rupiah(1_000_000_000_000)

// Threshold is the input of SetThreshold.
type Threshold struct {
	ClientID int64
	WalletID int64
	// Amount is the balance below which a mail is sent. With nil or zero none is sent.
	Amount  *money.Rupiah
	Actor   string // user:12
	Address string
}

// SetThreshold changes the threshold of a wallet. If the balance is already below the new threshold, a mail is
// sent. Errors: fault.ErrValidation, and fault.ErrNotFound for a wallet of another client.
func (s *Service) SetThreshold(ctx context.Context, t Threshold) (Wallet, error) {
	if t.Amount != nil && (*t.Amount < 0 || *t.Amount > MaxThreshold) {
		return Wallet{}, fault.InvalidField("minBalanceAlert", msgThresholdRange.With(MaxThreshold.Dotted()))
	}

	if t.Amount != nil && *t.Amount == 0 {
		t.Amount = nil
	}

	var changed Wallet

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		w, err := scanWallet(tx.QueryRow(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 AND id = $2"+s.deps.DB.ForUpdate(),
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

// plain converts an amount for the database and the audit log.
func plain(amount *money.Rupiah) any {
	if amount == nil {
		return nil
	}

	return int64(*amount)
}
