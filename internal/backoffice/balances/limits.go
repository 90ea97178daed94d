package balances

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// most is the greatest amount: a greater one is a typing error.
const most money.Rupiah = 1_000_000_000_000

const maxReference = 100

// Limits are at which balance staff are warned, and purchases stop. 0 is never.
type Limits struct {
	Alarm, Stop money.Rupiah
	// AlarmedAt and StoppedAt are when the balance fell below them; zero while it is not.
	AlarmedAt, StoppedAt time.Time
	ChangedBy            string
}

func readLimits(ctx context.Context, q db.Querier) (map[string]Limits, error) {
	rows, err := q.Query(ctx, "SELECT supplier, alarm, stop, alarmed_at, stopped_at, changed_by FROM supplier_balance_limits")
	found := map[string]Limits{}

	_, err = db.Collect(rows, err, func(row *sql.Rows) (one Limits, err error) {
		var (
			code             string
			alarmed, stopped sql.NullInt64
		)

		err = row.Scan(&code, &one.Alarm, &one.Stop, &alarmed, &stopped, &one.ChangedBy)
		one.AlarmedAt, one.StoppedAt = timeOf(alarmed), timeOf(stopped)
		found[code] = one

		return one, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the limits of suppliers' balances: %w", err)
	}

	return found, nil
}

func timeOf(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}

	return clock.FromMicros(n.Int64)
}

// checkSupplier returns fault.ErrNotFound for a supplier that is not configured.
func (s *Service) checkSupplier(code string) error {
	if _, ok := s.deps.Suppliers.Get(code); !ok || code == supplier.Sandbox {
		return fault.ErrNotFound.New()
	}

	return nil
}

// SetLimits sets at which balance staff are warned, and purchases stop. They hold at once, by the last reading. Errors: fault.ErrNotFound for a
// supplier that is not configured, fault.ErrValidation.
func (s *Service) SetLimits(ctx context.Context, by identity.By, code string, alarm, stop money.Rupiah) error {
	if err := s.checkSupplier(code); err != nil {
		return err
	}

	var found []fault.Field

	switch {
	case alarm < 0 || alarm > most:
		found = append(found, fault.Field{Field: "alarm", Message: msgAmount.With(most.Pointed())})
	case stop < 0 || stop > alarm:
		found = append(found, fault.Field{Field: "stop", Message: msgStop})
	}

	if err := by.Check(found); err != nil {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// Who changes limits at the same time waits here.
		if _, err := db.NextSequence(ctx, tx, "supplier_balance_limits"); err != nil {
			return err
		}

		limits, err := readLimits(ctx, tx)
		if err != nil {
			return err
		}

		now := s.deps.Clock.Now()

		_, err = tx.Exec(ctx, `INSERT INTO supplier_balance_limits (supplier, alarm, stop, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (supplier) DO UPDATE SET alarm = excluded.alarm, stop = excluded.stop, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
			code, int64(alarm), int64(stop), by.Actor, clock.Micros(now))
		if err != nil {
			return fmt.Errorf("set the limits of a supplier's balance: %w", err)
		}

		last, err := readPoints(ctx, tx, lastPoints, code, int64(1))
		if err != nil {
			return err
		}

		for _, p := range last {
			if err := s.crossTx(ctx, tx, code, p.Balance, now); err != nil {
				return err
			}
		}

		before := limits[code]

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "supplier.limits", Subject: "supplier:" + code, Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{
				"before": map[string]any{"alarm": before.Alarm, "stop": before.Stop}, "after": map[string]any{"alarm": alarm, "stop": stop},
			},
		})
	})
	if err == nil {
		err = s.follow(context.WithoutCancel(ctx))
	}

	return err
}

// Refill is money that was sent to a supplier.
type Refill struct {
	Amount    money.Rupiah
	Reference string
	NotedBy   string
	NotedAt   time.Time
}

// NoteRefill keeps that money was sent to a supplier. It moves none: the balance follows when the supplier has it. Errors:
// fault.ErrNotFound, fault.ErrValidation, also for a reference that was noted for this supplier before.
func (s *Service) NoteRefill(ctx context.Context, by identity.By, code string, amount money.Rupiah, reference string) error {
	if err := s.checkSupplier(code); err != nil {
		return err
	}

	found := identity.CheckText("reference", reference, maxReference)
	if amount < 1 || amount > most {
		found = append(found, fault.Field{Field: "amount", Message: msgPositive.With(most.Pointed())})
	}

	if err := by.Check(found); err != nil {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		_, err := tx.Exec(ctx, "INSERT INTO supplier_refills (supplier, reference, amount, noted_by, noted_at) VALUES ($1, $2, $3, $4, $5)",
			code, reference, int64(amount), by.Actor, clock.Micros(now))
		if err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "supplier.refill", Subject: "supplier:" + code, Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"amount": amount, "reference": reference},
		})
	})

	switch {
	case db.IsUnique(err):
		return fault.InvalidField("reference", msgReference)
	case err != nil:
		return fmt.Errorf("note a refill: %w", err)
	}

	return nil
}

// Low counts the configured suppliers whose balance is below the alarm.
func (s *Service) Low(ctx context.Context) (int, error) {
	limits, err := readLimits(ctx, s.deps.DB.Reader())
	if err != nil {
		return 0, err
	}

	n := 0

	for code, one := range limits {
		if !one.AlarmedAt.IsZero() && s.checkSupplier(code) == nil {
			n++
		}
	}

	return n, nil
}
