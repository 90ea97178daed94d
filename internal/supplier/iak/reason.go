package iak

import (
	"strings"

	"loket/internal/supplier"
)

// billMark begins the code of an answer about a bill: bills and prepaid products have tables of their own, in which the same number can mean
// different things.
const billMark = "bill-"

// Reason implements supplier.Adapter, by the tables of codes.go. Faults of our own account are not told to clients: for them the product is
// not available.
func (*Client) Reason(code string) supplier.Reason {
	if number, bill := strings.CutPrefix(code, billMark); bill {
		return orFailed(billCode(number).reason)
	}

	if code == codeNotListed {
		return supplier.ReasonUnavailable
	}

	return orFailed(goodsCode(code).reason)
}

func orFailed(r supplier.Reason) supplier.Reason {
	if r == "" { // a code of success or pending
		return supplier.ReasonFailed
	}

	return r
}
