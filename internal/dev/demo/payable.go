package demo

import (
	"context"
	"database/sql"
	"fmt"

	"loket/internal/dev/simulate/bankside"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Payable lists what people can pay at the demo's bank: all virtual accounts, and the open transfers.
func Payable(ctx context.Context, d *db.DB) (bankside.Payable, error) {
	rows, err := d.Reader().Query(ctx, `SELECT k.id, k.name, v.wallet_type, b.code, v.account_no, c.minimum_topup
		FROM virtual_accounts v
		JOIN payment_channels c ON c.id = v.channel_id
		JOIN banks b ON b.id = c.bank_id
		JOIN clients k ON k.id = v.client_id
		ORDER BY k.id, v.wallet_id, b.code`)

	numbers, err := db.Collect(rows, err, func(row *sql.Rows) (n bankside.Number, err error) {
		return n, row.Scan(&n.ClientID, &n.Client, &n.Wallet, &n.Bank, &n.AccountNo, &n.Minimum)
	})
	if err != nil {
		return bankside.Payable{}, fmt.Errorf("list virtual accounts: %w", err)
	}

	rows, err = d.Reader().Query(ctx, `SELECT k.name, b.code, a.account_no, o.amount, o.expires_at
		FROM topup_orders o
		JOIN bank_accounts a ON a.id = o.bank_account_id
		JOIN banks b ON b.id = a.bank_id
		JOIN clients k ON k.id = o.client_id
		WHERE o.status = 'pending' ORDER BY o.id`)

	orders, err := db.Collect(rows, err, func(row *sql.Rows) (o bankside.Order, err error) {
		var ends int64

		err = row.Scan(&o.Client, &o.Bank, &o.AccountNo, &o.Amount, &ends)
		o.ExpiresAt = clock.FromMicros(ends)

		return o, err
	})
	if err != nil {
		return bankside.Payable{}, fmt.Errorf("list open transfers: %w", err)
	}

	return bankside.Payable{Numbers: numbers, Orders: orders}, nil
}
