package wire

import (
	"slices"
	"strconv"
	"strings"

	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// ReadParts reads the bills of the periods, and the fine of all. Kinds of bills differ: what one lacks is not told, and where an amount
// can't be read nothing is. The lines of the bill have it all the same.
func ReadParts(details []supplier.Detail) ([]supplier.BillPart, *money.Rupiah) {
	var r partReader

	for _, d := range details {
		r.read(d)
	}

	if r.unreadable {
		return nil, nil
	}

	if slices.ContainsFunc(r.parts, func(p supplier.BillPart) bool { return p.Period == "" || p.Amount == 0 }) {
		r.parts = nil
	}

	if r.fine == nil {
		r.fine = r.whole
	}

	return r.parts, r.fine
}

type partReader struct {
	parts      []supplier.BillPart
	number     string        // of the last part, as the supplier counts them
	fine       *money.Rupiah // of the parts
	whole      *money.Rupiah // the fine beside the parts
	unreadable bool
}

// read reads one line: "detail.1.denda" is the fine of the first part, "denda" that of a bill without parts.
func (r *partReader) read(d supplier.Detail) {
	rest, within := strings.CutPrefix(d.Key, "detail.")
	number, name, _ := strings.Cut(rest, ".")

	if !within {
		if d.Key == "denda" {
			r.whole = new(r.amount(d.Value))
		}

		return
	}

	if number != r.number || len(r.parts) == 0 {
		r.parts, r.number = append(r.parts, supplier.BillPart{}), number
	}

	part := &r.parts[len(r.parts)-1]

	switch name {
	case "periode":
		part.Period = d.Value
	case "nilai_tagihan":
		part.Amount = r.amount(d.Value)
	case "admin":
		part.Admin = r.amount(d.Value)
	case "denda":
		part.Fine = r.amount(d.Value)

		if r.fine == nil {
			r.fine = new(money.Rupiah)
		}

		*r.fine += part.Fine
	}
}

func (r *partReader) amount(text string) money.Rupiah {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxPart {
		r.unreadable = true

		return 0
	}

	return money.Rupiah(n)
}

// maxPart is more than any bill: sums of parts don't overflow.
const maxPart = 1_000_000_000_000
