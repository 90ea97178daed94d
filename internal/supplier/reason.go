package supplier

import "loket/internal/platform/language"

// Reason is the code of why a purchase failed, for whoever ordered. It is
// stored with the order. Suppliers word the same thing differently, in one
// language, and sometimes tell more than a client should know, such as that our
// account there is empty. Their words stay with the attempt, for staff.
//
// Where staff end an order, their own words stand in the place of a code.
type Reason string

var messages = language.NewTable("reason")

// All reasons. ReasonFailed is for what has no better one, and for what is
// between us and the supplier alone.
var (
	ReasonFailed        = reason("failed", "The transaction failed", "Transaksi gagal")
	ReasonTimeout       = reason("timeout", "The operator did not answer in time", "Operator tidak menjawab tepat waktu")
	ReasonReversed      = reason("reversed", "The operator reversed the transaction", "Operator membatalkan transaksi")
	ReasonNoSupplier    = reason("no_supplier", "No supplier could deliver", "Tidak ada pemasok yang dapat mengirim") // after all of them failed
	ReasonUnavailable   = reason("unavailable", "The product is not available at present", "Produk sedang tidak tersedia")
	ReasonClosed        = reason("closed", "The product is not sold at this hour", "Produk tidak dijual pada jam ini")
	ReasonNumberWrong   = reason("number_wrong", "The destination number is wrong", "Nomor tujuan salah")
	ReasonNumberBlocked = reason("number_blocked", "The destination number is blocked", "Nomor tujuan diblokir")
	ReasonOtherOperator = reason("other_operator", "The destination number belongs to another operator", "Nomor tujuan milik operator lain")
	ReasonOtherRegion   = reason("other_region", "The product is not sold in the region of this number", "Produk tidak dijual di wilayah nomor ini")
	ReasonOtherPackage  = reason("other_package", "The number has another package, which must end first",
		"Nomor ini punya paket lain yang harus dihentikan dahulu")
	ReasonPowerLimit   = reason("power_limit", "The purchase exceeds the power limit of this meter", "Pembelian melebihi batas daya meter ini")
	ReasonTooOften     = reason("too_often", "Too many transactions for this number, try again later", "Terlalu banyak transaksi untuk nomor ini, coba lagi nanti")
	ReasonNoBill       = reason("no_bill", "There is no open bill for this number", "Tidak ada tagihan terbuka untuk nomor ini")
	ReasonAmount       = reason("amount", "The amount is not valid for this product", "Nominal tidak valid untuk produk ini")
	ReasonNotThousands = reason("not_thousands", "The amount must be a multiple of 1,000", "Nominal harus kelipatan 1.000")
)

func reason(code, english, indonesian string) Reason {
	messages.Add(code, english, indonesian)

	return Reason(code)
}

// Message is the text of a reason: of its code, else the words of staff.
func (r Reason) Message() language.Message {
	if m, known := messages.Find(string(r)); known {
		return m
	}

	return language.Literal(string(r))
}
