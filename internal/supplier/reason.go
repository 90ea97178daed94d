package supplier

import (
	"slices"

	"loket/internal/platform/language"
)

// Reason is the code of why a purchase failed, for whoever ordered. It is
// stored with the order. Suppliers word the same thing differently, in one
// language, and sometimes tell more than a client should know, such as that our
// account there is empty. Their words stay with the attempt, for staff.
//
// Where staff end an order, their own words stand in the place of a code.
type Reason string

var messages = language.NewTable("reason")

// Category says whose fault a failure is, for programs. The texts are published and never change.
type Category string

// The categories.
const (
	CategoryDestination Category = "destination" // the number can't get this product
	CategoryAmount      Category = "amount"      // the amount can't be bought
	CategoryBill        Category = "bill"        // there is nothing to pay
	CategoryProduct     Category = "product"     // not deliverable at present, whatever the number
	CategoryOperator    Category = "operator"    // the operator failed, or took the purchase back
	CategoryOther       Category = "other"
)

// Failure is what programs read of a reason.
type Failure struct {
	Code     Reason
	Category Category
	// Retryable means that a new order with the same input may succeed, at once or later.
	Retryable bool
}

// failures has all reasons in the order of the documentation.
var failures []Failure

// All reasons. ReasonFailed is for what has no better one, and for what is
// between us and the supplier alone.
var (
	ReasonFailed        = reason("failed", CategoryOther, true, "The transaction failed", "Transaksi gagal")
	ReasonTimeout       = reason("timeout", CategoryOperator, true, "The operator did not answer in time", "Operator tidak menjawab tepat waktu")
	ReasonReversed      = reason("reversed", CategoryOperator, false, "The operator reversed the transaction", "Operator membatalkan transaksi")
	ReasonNoSupplier    = reason("no_supplier", CategoryProduct, true, "No supplier could deliver", "Tidak ada pemasok yang dapat mengirim") // after all of them failed
	ReasonUnavailable   = reason("unavailable", CategoryProduct, true, "The product is not available at present", "Produk sedang tidak tersedia")
	ReasonClosed        = reason("closed", CategoryProduct, true, "The product is not sold at this hour", "Produk tidak dijual pada jam ini")
	ReasonNumberWrong   = reason("number_wrong", CategoryDestination, false, "The destination number is wrong", "Nomor tujuan salah")
	ReasonNumberBlocked = reason("number_blocked", CategoryDestination, false, "The destination number is blocked", "Nomor tujuan diblokir")
	ReasonOtherOperator = reason("other_operator", CategoryDestination, false, "The destination number belongs to another operator", "Nomor tujuan milik operator lain")
	ReasonOtherRegion   = reason("other_region", CategoryDestination, false, "The product is not sold in the region of this number", "Produk tidak dijual di wilayah nomor ini")
	ReasonOtherPackage  = reason("other_package", CategoryDestination, false, "The number has another package, which must end first",
		"Nomor ini punya paket lain yang harus dihentikan dahulu")
	ReasonPowerLimit = reason("power_limit", CategoryDestination, false, "The purchase exceeds the power limit of this meter",
		"Pembelian melebihi batas daya meter ini")
	ReasonTooOften = reason("too_often", CategoryDestination, true, "Too many transactions for this number, try again later",
		"Terlalu banyak transaksi untuk nomor ini, coba lagi nanti")
	ReasonNoBill       = reason("no_bill", CategoryBill, false, "There is no open bill for this number", "Tidak ada tagihan terbuka untuk nomor ini")
	ReasonAmount       = reason("amount", CategoryAmount, false, "The amount is not valid for this product", "Nominal tidak valid untuk produk ini")
	ReasonNotThousands = reason("not_thousands", CategoryAmount, false, "The amount must be a multiple of 1,000", "Nominal harus kelipatan 1.000")
)

// codeStaff is the code of what staff say in their own words.
const codeStaff Reason = "staff"

func reason(code string, c Category, retryable bool, english, indonesian string) Reason {
	messages.Add(code, english, indonesian)
	failures = append(failures, Failure{Reason(code), c, retryable})

	return Reason(code)
}

// Failures lists all failures with their codes, that of staff last.
func Failures() []Failure {
	return append(slices.Clone(failures), Failure{Code: codeStaff, Category: CategoryOther})
}

// Failure is what programs read of the reason.
func (r Reason) Failure() Failure {
	for _, f := range failures {
		if f.Code == r {
			return f
		}
	}

	return Failure{Code: codeStaff, Category: CategoryOther}
}

// Message is the text of a reason: of its code, else the words of staff.
func (r Reason) Message() language.Message {
	if m, known := messages.Find(string(r)); known {
		return m
	}

	return language.Literal(string(r))
}
