package digiflazz

import (
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// readBill takes the bill out of an answer; nil where there is none.
func readBill(data wire.Object) *supplier.Bill {
	name := data.Text("customer_name")
	_, described := data.Values["desc"]

	if name == "" && !described {
		return nil
	}

	bill := &supplier.Bill{CustomerName: name, Periods: []string{}, Details: []supplier.Detail{}}
	if admin, ok := data.Rupiah("admin"); ok {
		bill.Admin = admin
	}

	// selling_price is what the customer owes; price is what leaves our deposit.
	if owed, ok := data.Rupiah("selling_price"); ok {
		bill.Amount = owed
	}

	if period := data.Text("periode"); period != "" {
		bill.Periods = wire.SplitPeriods(period)
	}

	bill.Details = wire.Details(data.Values["desc"])

	if len(bill.Periods) == 0 {
		bill.Periods = wire.DetailPeriods(bill.Details)
	}

	bill.Parts, bill.Fine = wire.ReadParts(bill.Details)

	return bill
}
