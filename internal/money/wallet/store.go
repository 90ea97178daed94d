package wallet

import (
	"database/sql"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

const (
	walletColumns = `id, client_id, type, active, balance, min_balance_alert, created_at, seq`
	entryColumns  = `wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra,
		COALESCE(order_id, 0) AS order_id, COALESCE(posting_key, '') AS posting_key, reference, created_at`
	partColumns = "wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, order_id, posting_key, reference, created_at"
)

func scanWallet(row db.Row) (Wallet, error) {
	var (
		w         Wallet
		threshold sql.Null[int64]
		created   int64
	)

	err := row.Scan(&w.ID, &w.ClientID, &w.Type, &w.Active, &w.Balance, &threshold, &created, &w.lastSeq)
	if err != nil {
		return Wallet{}, fmt.Errorf("read a wallet: %w", err)
	}

	if threshold.Valid {
		v := money.Rupiah(threshold.V)
		w.MinBalanceAlert = &v
	}

	w.CreatedAt = clock.FromMicros(created)

	return w, nil
}

func scanEntry(row db.Row) (Entry, error) {
	var (
		e       Entry
		created int64
	)

	err := row.Scan(&e.WalletID, &e.Seq, &e.ClientID, &e.Action, &e.Amount, &e.BalanceBefore, &e.BalanceAfter,
		&e.Contra, &e.OrderID, &e.Key, &e.SourceRef, &created)
	if err != nil {
		return Entry{}, fmt.Errorf("read a row of history: %w", err)
	}

	e.CreatedAt = clock.FromMicros(created)

	return e, nil
}
