package wallet

import (
	"errors"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// TaxRate is a rate of withheld tax, in hundredths of a per cent.
type TaxRate struct {
	points, noTaxNumber int64
	known               bool
}

const taxRateText = "SELECT points, points_no_tax_number FROM tax_rates WHERE starts_at <= $1 ORDER BY starts_at DESC LIMIT 1"

func (r *TaxRate) scan(row db.Row) error {
	r.known = true

	return row.Scan(&r.points, &r.noTaxNumber)
}

// FindTaxRate adds the look-up of the rate at a time to a batch. The rate is known after the batch was flushed.
func FindTaxRate(b *db.Batch, at time.Time) *TaxRate {
	r := &TaxRate{}
	b.Query(taxRateText, []any{clock.Micros(at)}, r.scan)

	return r
}

// withheld is the posting of the tax on a top-up. Clients without a tax number pay the higher rate.
func (r *TaxRate) withheld(p Posting, taxNumber string) Posting {
	p.Action, p.Amount, p.Contra, p.Key = Tax22, -p.Amount.BasisPoints(r.of(taxNumber)), TaxPayable, p.Key+taxSuffix

	return p
}

// of is the rate of a client with a tax number, or without one.
func (r *TaxRate) of(taxNumber string) int64 {
	if taxNumber == "" {
		return r.noTaxNumber
	}

	return r.points
}

// Topup lists the postings of a top-up: the money, and on a level 2 wallet the withheld tax (see TopupTx).
func (r *TaxRate) Topup(t Type, p Posting, taxNumber string) ([]Posting, error) {
	if t != Level2 {
		return []Posting{p}, nil
	}

	if !r.known {
		return nil, errors.New("there is no tax rate")
	}

	tax := r.withheld(p, taxNumber)
	if tax.Amount == 0 {
		return []Posting{p}, nil
	}

	return []Posting{p, tax}, nil
}
