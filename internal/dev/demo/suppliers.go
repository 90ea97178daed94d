package demo

import (
	"slices"
	"strings"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// The simulated suppliers. Every product prefers the first one.
const (
	FirstSupplier  = "digiflazz-a"
	SecondSupplier = "digiflazz-b"
	// IAKSupplier speaks another protocol and sells a part of the catalogue.
	IAKSupplier = "iak-a"
	// TextSupplier answers with sentences, as OtomaX does, and sells phone credit, data and tokens.
	TextSupplier = "h2h-a"
)

// Suppliers are the codes of all simulated suppliers, in the order in which products prefer them.
func Suppliers() []string { return []string{FirstSupplier, SecondSupplier, IAKSupplier, TextSupplier} }

// suppliers are those that sell a product, in order of preference.
func (i *item) suppliers() []string {
	return slices.DeleteFunc(Suppliers(), func(code string) bool {
		return code == IAKSupplier && !i.soldByIAK() || code == TextSupplier && !i.soldByText()
	})
}

func (i *item) soldByText() bool {
	return i.OperatorType == "mobile" || i.OperatorType == "data" || i.OperatorType == "electricity"
}

// soldByIAK: phone credit, data, tokens, games, vouchers, fixed amounts of e-wallets, and the bills of the largest billers.
func (i *item) soldByIAK() bool {
	switch i.OperatorType {
	case "mobile", "data", "electricity", "game", "voucher", "ewallet":
		return true
	case "ewallet_inquiry":
		return i.OperatorCode == "SHOPEEPAYOPEN"
	default:
		return iakBills[i.Code] != ""
	}
}

// iakBills are the codes of bills at IAK, as its documentation has them.
var iakBills = map[string]string{
	"PLNPOST": "PLNPOSTPAID", "PLNPOSTNT": "PLNNONH", "BPJSKES": "BPJS", "BPJSTK": "BPJSTK", "BPJSTKPU": "BPJSTKPU", "TELKOM": "TELKOMPSTN",
	"TELKOMIH": "SPEEDY", "PDAMSBY": "PDAMKOTA.SURABAYA", "PDAMMDN": "PDAMMEDAN", "ISPCBN": "CBN", "MFMEGA": "FNMEGA", "PBBCMH": "PBBKOT.CIMAHI",
	"PGN": "PGAS", "TVTRV": "TVTLKMV", "SHOPEEPAYOPEN": "SHOPEEPAY",
}

// Goods is a product as a supplier lists it.
type Goods struct {
	SKU, Name, Category, Brand, Type string
	// Postpaid goods have Admin and Commission instead of Price. Suppliers list open amounts as postpaid.
	Postpaid   bool
	Price      money.Rupiah
	Admin      money.Rupiah
	Commission money.Rupiah
	// Off means that the seller switched it off.
	Off bool
}

// cost is a supplier's price: a little below the list price. Each supplier is a little dearer than the one before it.
func (i *item) cost(supplier string) money.Rupiah {
	if i.Kind != catalog.Prepaid {
		return 0 // each bill has its own
	}

	cost := i.Price - i.Price.BasisPoints(60) - 90

	switch supplier {
	case SecondSupplier:
		cost += i.Price.BasisPoints(20) + 15
	case IAKSupplier:
		cost += i.Price.BasisPoints(30) + 20
	case TextSupplier:
		cost += i.Price.BasisPoints(40) + 25
	}

	return cost
}

// sku is a supplier's own code, in small letters as most write them.
func (i *item) sku(supplier string) string {
	code := strings.ToLower(i.Code)

	switch supplier {
	case SecondSupplier:
		return "b-" + code
	case IAKSupplier:
		if bill := iakBills[i.Code]; bill != "" {
			return bill
		}

		return "h" + code
	case TextSupplier:
		return "t-" + code
	}

	return code
}

// Fees of the suppliers on bills, and their share of those that stays with us.
const (
	billAdmin      = 2_500
	billCommission = 1_500
	openAdmin      = 500
	openCommission = 200
)

// SupplierPriceList is what a simulated supplier sells. It is empty for a supplier that the demo doesn't know.
func SupplierPriceList(supplier string) []Goods {
	out := []Goods{}
	made := newBook()

	for n := range made.items {
		i := &made.items[n]
		if !slices.Contains(i.suppliers(), supplier) {
			continue
		}

		g := Goods{SKU: i.sku(supplier), Name: i.Name, Category: i.category, Brand: i.brand, Type: "Umum", Price: i.cost(supplier)}

		switch i.Kind {
		case catalog.Prepaid:
		case catalog.Postpaid:
			g.Postpaid, g.Admin, g.Commission = true, billAdmin, billCommission
		case catalog.Open:
			g.Postpaid, g.Admin, g.Commission = true, openAdmin, openCommission
		}

		out = append(out, g)
	}

	return out
}

// OutOfStock gives patterns (path.Match) of the SKUs that a supplier refuses as
// out of stock before anything is created: everything of Smartfren at the
// first supplier, so that those orders fail over to the second.
func OutOfStock(supplier string) []string {
	if supplier == FirstSupplier {
		return []string{"smart*"}
	}

	return nil
}
