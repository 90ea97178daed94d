package invoice

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// VAT is the value-added tax (PPN) that an amount contains. The zero value means that none is shown.
type VAT struct {
	Points int64        // hundredths of a per cent of Base
	Base   money.Rupiah // DPP; the law may take a part of the net price, such as 11/12
	Amount money.Rupiah
}

// VATRate is the rate of VAT from a day on, in the zone of tax dates (Asia/Jakarta). Points are hundredths of a per cent
// of BasePart/BaseWhole of the net price: 1,200 of 11/12 is the rate since 2025. A deployment must check the rate and
// whether its sales bear VAT at all, and sets it with loket admin invoice vat.
type VATRate struct {
	From                clock.Day
	Points              int64
	BasePart, BaseWhole int64
}

// in returns the VAT that an amount contains. Tax and base are rounded down.
func (r VATRate) in(amount money.Rupiah) VAT {
	if r.Points == 0 || amount <= 0 {
		return VAT{}
	}

	const hundred = 10_000 // points in one

	part, whole := r.Points*r.BasePart, hundred*r.BaseWhole
	tax := money.Rupiah(share(int64(amount), part, whole+part))

	return VAT{Points: r.Points, Base: money.Rupiah(share(int64(amount-tax), r.BasePart, r.BaseWhole)), Amount: tax}
}

// share is amount * part / whole, rounded down, without overflow. All are positive, and part is not above whole.
func share(amount, part, whole int64) int64 {
	high, low := bits.Mul64(uint64(amount), uint64(part)) //nolint:gosec // positive
	quotient, _ := bits.Div64(high, low, uint64(whole))   //nolint:gosec // positive

	return int64(quotient) //nolint:gosec // not above amount
}

// vatTx returns the VAT of an amount at the rate of the last moment of a period.
func vatTx(ctx context.Context, q db.Querier, end time.Time, amount money.Rupiah) (VAT, error) {
	var r VATRate

	err := q.QueryRow(ctx, "SELECT points, base_part, base_whole FROM vat_rates WHERE starts_at < $1 ORDER BY starts_at DESC LIMIT 1",
		clock.Micros(end)).Scan(&r.Points, &r.BasePart, &r.BaseWhole)
	if errors.Is(err, sql.ErrNoRows) {
		return VAT{}, nil
	}

	if err != nil {
		return VAT{}, fmt.Errorf("rate of VAT: %w", err)
	}

	return r.in(amount), nil
}

const maxPoints = 10_000

// SetVATRate sets the rate from a day on. Invoices that were issued keep theirs. Errors: fault.ErrValidation.
func (s *Service) SetVATRate(ctx context.Context, r VATRate, by Staff) error {
	switch {
	case r.Points < 0 || r.Points > maxPoints:
		return fault.InvalidField("points", msgPoints)
	case r.BasePart < 1 || r.BaseWhole < r.BasePart || r.BaseWhole > 1000:
		return fault.InvalidField("base", msgBase)
	case by.Reason == "":
		return errReason()
	}

	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO vat_rates (starts_at, points, base_part, base_whole) VALUES ($1, $2, $3, $4)
			ON CONFLICT (starts_at) DO UPDATE SET points = EXCLUDED.points, base_part = EXCLUDED.base_part, base_whole = EXCLUDED.base_whole`,
			clock.Micros(r.From.Start(zone)), r.Points, r.BasePart, r.BaseWhole)
		if err != nil {
			return fmt.Errorf("set the rate of VAT: %w", err)
		}

		return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
			Actor: by.Actor, Action: "invoice.vat", Subject: "vat:" + r.From.String(), Reason: by.Reason,
			Detail: map[string]any{"points": r.Points, "basePart": r.BasePart, "baseWhole": r.BaseWhole},
		})
	})
}
