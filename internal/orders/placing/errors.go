package placing

import "loket/internal/platform/fault"

// The errors of placing. A refused order creates nothing and frees its
// reference.
var (
	ErrReferenceConflict = fault.Definition{
		Kind: fault.Unprocessable, Code: "ClientRefConflictError", Message: msgReferenceConflict,
		Cause: "An order with this clientRef exists and was placed with another product, destination, amount, maximum price or payment type.",
		Mend:  "Use a new clientRef for a new order. To repeat an order, send exactly what was sent first.",
	}
	ErrProductNotFound = fault.Definition{
		Kind: fault.NotFound, Code: "ProductNotFoundError", Message: msgNoProduct,
		Cause: "No product has this code.",
		Mend:  "Take the code from GET /h2h/v1/products.",
	}
	ErrProductInactive = fault.Definition{
		Kind: fault.Conflict, Code: "ProductInactiveError", Message: msgProductInactive,
		Cause: "The provider does not sell this product at present.",
		Mend:  "Choose another product, or wait until the product list shows it active.",
	}
	ErrProductProblem = fault.Definition{
		Kind: fault.Conflict, Code: "ProductProblemError", Message: msgProductProblem,
		Cause: "The suppliers of this product have a disturbance. The message says which, as problemReason of the product list.",
		Mend:  "Wait until the product list shows no problem, or choose another product.",
	}
	ErrProductCutOff = fault.Definition{
		Kind: fault.Unavailable, Code: "ProductCutOffError", Message: msgProductCutOff.With("", ""),
		Cause: "The biller is closed for a part of each day. The product list has the times, in Jakarta. Nothing was charged.",
		Mend:  "Order again after the time in Retry-After. Lines of a scheduled order and paid orders of a shop wait by themselves.",
	}
	ErrPriceAboveMaximum = fault.Definition{
		Kind: fault.Conflict, Code: "PriceChangedError", Message: msgPriceAboveMaximum,
		Cause: "The product's price, or the bill, is higher than maxPrice; or the total of a scheduled order is not expectedTotal.",
		Mend:  "Look the price up and send the order again with a maxPrice or expectedTotal that you agree to. Nothing was charged.",
	}
	ErrDuplicateOrder = fault.Definition{
		Kind: fault.Conflict, Code: "DuplicateOrderError", Message: msgDuplicate,
		Cause: "An order of the last minutes, which has not failed, bought the same product for the same number. Clients who want this refused set the minutes with their API keys. Nothing was charged.",
		Mend:  "Look the first order up. If it is meant to be bought again, send the order with allowDuplicate.",
	}
	ErrBill = fault.Definition{
		Kind: fault.Conflict, Code: "BillError", Message: msgBillRefused,
		Cause: "The supplier found no open bill for this number, it is paid already, or it takes no such number or amount. The message says which.",
		Mend:  "Check the number; look for the bill again when it is due.",
	}
	ErrSupplierUnavailable = fault.Definition{
		Kind: fault.Unavailable, Code: "SupplierUnavailableError", Message: msgSupplierUnavailable,
		Cause: "No supplier of this product answers.",
		Mend:  "Try again later; nothing was charged.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{
		ErrReferenceConflict, ErrProductNotFound, ErrProductInactive, ErrProductProblem, ErrProductCutOff,
		ErrPriceAboveMaximum, ErrDuplicateOrder, ErrBill, ErrSupplierUnavailable,
	}
}
