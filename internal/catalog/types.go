package catalog

import "slices"

// Kind says how a product is bought and charged.
type Kind string

// The kinds. A prepaid product has its price; a postpaid one is a bill that is
// inquired first, its price is our fee on top; an open one takes the amount
// that the buyer names, its price is our fee on top.
const (
	Prepaid  Kind = "prepaid"
	Postpaid Kind = "postpaid"
	Open     Kind = "open"
)

// OperatorType is one product group with the label that people read.
type OperatorType struct {
	Code  string
	Label string
	Kind  Kind
}

// operatorTypes is the grouping of the specification (2, section 3), in the
// order that screens list them. `ewallet_inquiry` stands in two groups there;
// here it is open alone, since the amount decides how it is charged.
func operatorTypes() []OperatorType {
	return []OperatorType{
		{"mobile", "Mobile Credit", Prepaid},
		{"data", "Mobile Data", Prepaid},
		{"electricity", "Electricity Token", Prepaid},
		{"ewallet", "E-Wallet", Prepaid},
		{"ewallet_inquiry", "E-Wallet (Open Amount)", Open},
		{"emoney", "E-Money", Prepaid},
		{"game", "Game", Prepaid},
		{"game_close_amount", "Game (Fixed Amount)", Prepaid},
		{"voucher", "Voucher", Prepaid},
		{"mobile_international", "International Mobile Credit", Prepaid},
		{"electricity_postpaid", "Electricity Bill", Postpaid},
		{"pdam", "Water Bill (PDAM)", Postpaid},
		{"bpjs", "BPJS", Postpaid},
		{"mobile_postpaid", "Mobile Bill", Postpaid},
		{"telephone_postpaid", "Telephone and Internet Bill", Postpaid},
		{"tv_postpaid", "TV Bill", Postpaid},
		{"gas_postpaid", "Gas Bill", Postpaid},
		{"multifinance", "Instalment (Multifinance)", Postpaid},
		{"insurance", "Insurance", Postpaid},
		{"credit_card", "Credit Card Bill", Postpaid},
		{"pbb", "Property Tax (PBB)", Postpaid},
		{"vehicle_tax", "Vehicle Tax", Postpaid},
		{"esamsat", "Vehicle Tax (e-Samsat)", Postpaid},
		{"samolnas", "Vehicle Tax (Samolnas)", Postpaid},
		{"spp", "School Fees (SPP)", Postpaid},
		{"ipl", "Neighbourhood Fees (IPL)", Postpaid},
	}
}

// OperatorTypes lists every product group that the program knows.
func OperatorTypes() []OperatorType { return operatorTypes() }

// TypeOf finds a product group by its code.
func TypeOf(code string) (OperatorType, bool) {
	all := operatorTypes()

	i := slices.IndexFunc(all, func(t OperatorType) bool { return t.Code == code })
	if i < 0 {
		return OperatorType{}, false
	}

	return all[i], true
}

// walletTypes that may pay for a product (decisions, section 3).
func walletTypes() []string { return []string{"level_1", "level_2", "marketplace", "multibiller"} }
