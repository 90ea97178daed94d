package catalog

import "slices"

// Kind is the way a product is bought and charged.
type Kind string

// The kinds. A prepaid product has a price. A postpaid one is a bill that is inquired
// first; its price is our fee on top. For an open one the buyer gives the amount; its
// price is our fee on top.
const (
	Prepaid  Kind = "prepaid"
	Postpaid Kind = "postpaid"
	Open     Kind = "open"
)

// OperatorType is a product group with its label.
type OperatorType struct {
	Code  string
	Label string
	Kind  Kind
}

// operatorTypes are the groups of docs/product/products.md#groups, in the order of
// the screens. `ewallet_inquiry` is only
// in the open one, since the buyer gives the amount.
var operatorTypes = []OperatorType{
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

// OperatorTypes lists all operator types.
func OperatorTypes() []OperatorType { return slices.Clone(operatorTypes) }

// TypeOf finds an operator type by its code.
func TypeOf(code string) (OperatorType, bool) {
	i := slices.IndexFunc(operatorTypes, func(t OperatorType) bool { return t.Code == code })
	if i < 0 {
		return OperatorType{}, false
	}

	return operatorTypes[i], true
}

// WalletTypes are the types of wallets that may pay for a product.
func WalletTypes() []string { return []string{"level_1", "level_2", "marketplace", "multibiller"} }
