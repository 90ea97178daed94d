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
)

// SwitchInput is the input of Switch.
type SwitchInput struct {
	ClientID int64
	WalletID int64
	Active   bool
	Actor    string // staff:budi
	Reason   string
	Address  string
}

func (in SwitchInput) entry(walletID int64) audit.Entry {
	return audit.Entry{
		Actor: in.Actor, Client: in.ClientID, Action: "wallet.switch", Subject: fmt.Sprintf("wallet:%d", walletID), Reason: in.Reason, Address: in.Address,
		Detail: map[string]any{"active": map[string]bool{"before": !in.Active, "after": in.Active}},
	}
}

// Switch switches a wallet on or off. One that is off pays for no order and takes no money but refunds; its balance stays. The same again
// changes nothing. Errors: fault.ErrValidation without a reason, fault.ErrNotFound.
func (s *Service) Switch(ctx context.Context, in SwitchInput) (Wallet, error) {
	if in.Reason == "" {
		return Wallet{}, errReason()
	}

	var changed Wallet

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		w, err := scanWallet(tx.QueryRow(ctx, "SELECT "+walletColumns+" FROM wallets WHERE client_id = $1 AND id = $2"+s.deps.DB.ForUpdate(),
			in.ClientID, in.WalletID))
		if errors.Is(err, sql.ErrNoRows) {
			return NoSuchWallet()
		}

		changed = w
		if err != nil || w.Active == in.Active {
			return err
		}

		changed.Active = in.Active

		if _, err := tx.Exec(ctx, "UPDATE wallets SET active = $1 WHERE client_id = $2 AND id = $3", in.Active, in.ClientID, w.ID); err != nil {
			return fmt.Errorf("switch a wallet: %w", err)
		}

		s.deps.Live.ChangedTx(tx, in.ClientID, LiveTopic)

		return audit.Write(ctx, tx, s.deps.Clock.Now(), in.entry(w.ID))
	})
	if err != nil {
		return Wallet{}, fmt.Errorf("switch wallet %d: %w", in.WalletID, err)
	}

	return changed, nil
}

// SwitchAllOffTx switches off all wallets of a client that closes, each with its entry in the audit log.
func (s *Service) SwitchAllOffTx(ctx context.Context, tx *db.Tx, now time.Time, in SwitchInput) error {
	if in.Reason == "" {
		return fault.InvalidField("reason", msgReasonMissing)
	}

	in.Active = false

	rows, err := tx.Query(ctx, "UPDATE wallets SET active = FALSE WHERE client_id = $1 AND active RETURNING id", in.ClientID)

	switched, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) {
		err = row.Scan(&id)

		return id, err
	})
	if err != nil {
		return fmt.Errorf("switch the wallets of client %d off: %w", in.ClientID, err)
	}

	for _, id := range switched {
		if err := audit.Write(ctx, tx, now, in.entry(id)); err != nil {
			return err
		}
	}

	s.deps.Live.ChangedTx(tx, in.ClientID, LiveTopic)

	return nil
}
