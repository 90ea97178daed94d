package wallet

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Posting is one change of one wallet.
type Posting struct {
	WalletID int64
	ClientID int64
	Action   Action
	Amount   money.Rupiah // with the sign of the action
	Contra   Account
	// Key makes the posting idempotent: the same key of a client posts once. The refund of an order needs no
	// key, since the order id is one.
	Key       string
	OrderID   int64
	SourceRef string
}

// PostTx changes a balance and writes its history row in the caller's transaction. For a repeated key it
// returns the first entry and repeated true, or ErrPostingConflict when the input differs. A balance never
// goes below zero: ErrInsufficientBalance. The row's time is now, or that of the wallet's last row if that is later.
func PostTx(ctx context.Context, tx *db.Tx, now time.Time, p Posting) (entry Entry, repeated bool, err error) {
	if err := p.check(); err != nil {
		return Entry{}, false, err
	}

	p.Contra = p.Contra.seenBy(p.ClientID)

	if p.Key != "" {
		first, found, err := claimKey(ctx, tx, now, p)
		if err != nil || found {
			return first, found, err
		}
	}

	e := Entry{
		WalletID: p.WalletID, ClientID: p.ClientID, Action: p.Action, Amount: p.Amount,
		Contra: p.Contra, OrderID: p.OrderID, Key: p.Key, SourceRef: p.SourceRef,
	}

	var changed int64

	// One statement checks and changes the balance, so two transactions can't both use the old one. The row is
	// never earlier than the wallet's last row.
	err = tx.QueryRow(ctx, `UPDATE wallets SET balance = balance + $1, seq = seq + 1,
			changed_at = CASE WHEN changed_at > $4 THEN changed_at ELSE $4 END
		WHERE id = $2 AND client_id = $3 AND balance + $1 >= 0
		RETURNING balance, seq, changed_at`, int64(p.Amount), p.WalletID, p.ClientID, clock.Micros(now)).Scan(&e.BalanceAfter, &e.Seq, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return Entry{}, false, refusalTx(ctx, tx, p)
	}

	if err != nil {
		return Entry{}, false, fmt.Errorf("change the balance of wallet %d: %w", p.WalletID, err)
	}

	e.BalanceBefore, e.CreatedAt = e.BalanceAfter-e.Amount, clock.FromMicros(changed)

	return e, false, insertEntry(ctx, tx, e)
}

func (p Posting) check() error {
	if p.Amount == 0 || (p.Amount < 0) != p.Action.takes() {
		return fault.InvalidField("amount", msgAmountSign)
	}

	if p.OrderID == 0 && p.Key == "" {
		return errors.New("a posting without an order needs a key")
	}

	return nil
}

func insertEntry(ctx context.Context, tx *db.Tx, e Entry) error {
	var order, postingKey any
	if e.OrderID != 0 {
		order = e.OrderID
	} else {
		postingKey = e.Key
	}

	_, err := tx.Exec(ctx, `INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount,
			balance_before, balance_after, contra, order_id, posting_key, reference, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		e.WalletID, e.Seq, e.ClientID, string(e.Action), int64(e.Amount), int64(e.BalanceBefore), int64(e.BalanceAfter),
		string(e.Contra), order, postingKey, e.SourceRef, clock.Micros(e.CreatedAt))
	if err != nil {
		return fmt.Errorf("write the history of wallet %d: %w", e.WalletID, err)
	}

	return nil
}

// refusalTx returns the reason why a conditional update changed no row.
func refusalTx(ctx context.Context, tx *db.Tx, p Posting) error {
	var balance int64

	err := tx.QueryRow(ctx, "SELECT balance FROM wallets WHERE id = $1 AND client_id = $2", p.WalletID, p.ClientID).Scan(&balance)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.ErrNotFound.New()
	}

	if err != nil {
		return fmt.Errorf("read wallet %d: %w", p.WalletID, err)
	}

	return ErrInsufficientBalance.New()
}

// claimKey stores the key for this posting, or returns the entry of its first use.
func claimKey(ctx context.Context, tx *db.Tx, now time.Time, p Posting) (Entry, bool, error) {
	hash := p.hash()

	n, err := tx.Exec(ctx, `INSERT INTO wallet_postings (client_id, posting_key, input_hash, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (client_id, posting_key) DO NOTHING`, p.ClientID, p.Key, hash, clock.Micros(now))
	if err != nil {
		return Entry{}, false, fmt.Errorf("claim the posting key: %w", err)
	}

	if n == 1 {
		return Entry{}, false, nil
	}

	var first string

	err = tx.QueryRow(ctx, "SELECT input_hash FROM wallet_postings WHERE client_id = $1 AND posting_key = $2", p.ClientID, p.Key).Scan(&first)
	if err != nil {
		return Entry{}, false, fmt.Errorf("read the posting key: %w", err)
	}

	if first != hash {
		return Entry{}, false, ErrPostingConflict.New()
	}

	e, err := entryOfKey(ctx, tx, p.ClientID, p.Key)

	return e, true, err
}

func (p Posting) hash() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d|%d|%s|%d|%s|%s", p.WalletID, p.ClientID, p.Action, p.Amount, p.Contra, p.SourceRef))

	return hex.EncodeToString(sum[:])
}

func entryOfKey(ctx context.Context, q db.Querier, clientID int64, key string) (Entry, error) {
	e, err := scanEntry(q.QueryRow(ctx, "SELECT "+entryColumns+" FROM wallet_history WHERE client_id = $1 AND posting_key = $2", clientID, key))
	if err != nil {
		return Entry{}, fmt.Errorf("read the first posting of a key: %w", err)
	}

	return e, nil
}
