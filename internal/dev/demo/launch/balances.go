package launch

import (
	"context"
	"fmt"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

const (
	balanceDays    = 7
	balanceRefill  = money.Rupiah(300_000_000)
	refillEvery    = 42 // hours
	hourOfRefill   = 9
	balanceAnHour  = balanceRefill / refillEvery
	balanceWarning = money.Rupiah(9_850_000_000)
)

// seedBalances gives the first supplier a week of balances that ends at what its simulator has, with the refills in it.
func (a seeder) seedBalances(ctx context.Context) error {
	now := a.Clock.Now().Truncate(time.Hour)
	hours := balanceDays * 24

	var (
		at, left []int64
		refills  []time.Time
	)

	balance := upstream.DefaultBalance

	for i := 1; i < hours; i++ { // backwards from now
		moment := now.Add(time.Duration(-i) * time.Hour)
		balance += balanceAnHour

		if i%refillEvery == hourOfRefill {
			refills = append(refills, moment)
			balance -= balanceRefill
		}

		at, left = append(at, clock.Micros(moment)), append(left, int64(balance))
	}

	err := a.DB.Tx(ctx, func(tx *db.Tx) error {
		var stored int64
		if err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM supplier_balances").Scan(&stored); err != nil || stored > 0 {
			return err
		}

		_, err := tx.ExecRows(ctx, db.Columns{{Name: "at", Values: at}, {Name: "balance", Values: left}},
			"INSERT INTO supplier_balances (supplier, at, balance) SELECT $1, {at}, {balance} {FROM} WHERE TRUE", demo.FirstSupplier)
		if err != nil {
			return err
		}

		for i, moment := range refills {
			_, err := tx.Exec(ctx, "INSERT INTO supplier_refills (supplier, reference, amount, noted_by, noted_at) VALUES ($1, $2, $3, 'staff:budi', $4)",
				demo.FirstSupplier, fmt.Sprintf("BCA 45001%02d", len(refills)-i), int64(balanceRefill), clock.Micros(moment))
			if err != nil {
				return err
			}
		}

		_, err = tx.Exec(ctx, "INSERT INTO supplier_balance_limits (supplier, alarm, stop, changed_by, changed_at) VALUES ($1, $2, 0, 'staff:budi', $3)",
			demo.FirstSupplier, int64(balanceWarning), clock.Micros(now))

		return err
	})
	if err != nil {
		return fmt.Errorf("balances of the demo: %w", err)
	}

	return nil
}
