package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// taxSuffix is added to the key of a top-up for the key of its tax row.
const taxSuffix = "/tax_22"

// TopupTx adds money to a wallet. On a level 2 wallet the withheld tax of the received amount follows as its own
// row. Income tax article 22 on phone credit is due when a deposit is received (PMK 6/PMK.03/2021, art. 18). It
// is rounded down to whole rupiah, and a later refund of an order doesn't change it.
func (s *Service) TopupTx(ctx context.Context, tx *db.Tx, now time.Time, w Wallet, p Posting) ([]Entry, bool, error) {
	p.WalletID, p.ClientID = w.ID, w.ClientID

	top, repeated, err := PostTx(ctx, tx, now, p)
	if err != nil {
		return nil, false, err
	}

	entries := []Entry{top}

	if w.Type != Level2 {
		return entries, repeated, nil
	}

	if repeated { // the rate may have changed since, so return what was posted
		e, err := entryOfKey(ctx, tx, p.ClientID, p.Key+taxSuffix)
		if errors.Is(err, sql.ErrNoRows) {
			return entries, true, nil
		}

		return append(entries, e), true, err
	}

	tax, err := s.withheld(ctx, tx, now, w.ClientID, p.Amount)
	if err != nil || tax == 0 {
		return entries, false, err
	}

	e, _, err := PostTx(ctx, tx, now, Posting{
		WalletID: w.ID, ClientID: w.ClientID, Action: Tax22, Amount: -tax, Contra: TaxPayable,
		Key: p.Key + taxSuffix, Reference: p.Reference,
	})

	return append(entries, e), false, err
}

// withheld is the tax on an amount at the current rate. Clients without a tax number pay the higher rate.
func (s *Service) withheld(ctx context.Context, tx *db.Tx, now time.Time, clientID int64, amount money.Rupiah) (money.Rupiah, error) {
	client, err := s.Clients.ClientTx(ctx, tx, clientID)
	if err != nil {
		return 0, fmt.Errorf("tax number: %w", err)
	}

	var points, higher int64

	err = tx.QueryRow(ctx, "SELECT points, points_no_tax_number FROM tax_rates WHERE starts_at <= $1 ORDER BY starts_at DESC LIMIT 1",
		clock.Micros(now)).Scan(&points, &higher)
	if err != nil {
		return 0, fmt.Errorf("tax rate: %w", err)
	}

	if client.TaxNumber == "" {
		points = higher
	}

	return amount.BasisPoints(points), nil
}

// Balance is one line of the trial balance.
type Balance struct {
	Account string // wallets, or a contra account
	Amount  money.Rupiah
}

// TrialBalance sums every account. All lines together are zero.
func (s *Service) TrialBalance(ctx context.Context) ([]Balance, error) {
	rows, err := s.DB.Reader().Query(ctx, `SELECT 'wallets', COALESCE(SUM(balance), 0) FROM wallets
		UNION ALL
		SELECT contra, -SUM(amount) FROM wallet_history GROUP BY contra ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("trial balance: %w", err)
	}
	defer rows.Close()

	lines := []Balance{}

	for rows.Next() {
		var b Balance
		if err := rows.Scan(&b.Account, &b.Amount); err != nil {
			return nil, fmt.Errorf("trial balance: %w", err)
		}

		lines = append(lines, b)
	}

	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("trial balance: %w", err)
	}

	return lines, nil
}
