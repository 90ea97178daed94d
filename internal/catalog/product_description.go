package catalog

import (
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// Describe is the description of the product; without one, what can be said of a bill or an open amount: its limits, or the fee that
// the client pays on top. Amounts are written as in the price list.
func (p Product) Describe(fee money.Rupiah, l language.Language) string {
	switch {
	case p.Description != "":
		return p.Description
	case p.Kind == Postpaid && fee > 0:
		return l.Pick("Bill, with a fee of "+fee.String()+" on top", "Tagihan, ditambah biaya "+fee.String())
	case p.Kind == Postpaid:
		return l.Pick("Bill, without a fee", "Tagihan, tanpa biaya")
	case p.Kind != Open:
		return ""
	}

	least, most := p.MinAmount.String(), p.MaxAmount.String()

	switch {
	case p.MinAmount > 0 && p.MaxAmount > 0:
		return l.Pick("Any amount from "+least+" to "+most, "Nominal bebas dari "+least+" sampai "+most)
	case p.MinAmount > 0:
		return l.Pick("Any amount from "+least, "Nominal bebas mulai "+least)
	case p.MaxAmount > 0:
		return l.Pick("Any amount up to "+most, "Nominal bebas sampai "+most)
	default:
		return l.Pick("Any amount", "Nominal bebas")
	}
}
