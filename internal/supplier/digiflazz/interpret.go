package digiflazz

import (
	"net/http"
	"strconv"

	"loket/internal/supplier"
)

// heard is an answer with what one must know to understand it.
type heard struct {
	reply

	// reference is ours; "" where the call has none (the meter check).
	reference string
	when      stage
	// settled: the first send can no longer be on its way.
	settled bool
}

// interpret is pure: the same bytes always mean the same. Whatever it does not
// understand is Unknown.
func interpret(h heard) supplier.Answer {
	if !usableStatus(h.status) {
		return supplier.Answer{
			Outcome: supplier.Unknown,
			Code:    supplier.CodeHTTPStatus,
			Message: "The supplier answered with HTTP status " + strconv.Itoa(h.status) + ".",
		}
	}

	data, err := readData(h.body)
	if err != nil {
		return unreadable()
	}

	return interpretData(h, data)
}

// usableStatus: refusals come with 200 or with a 4xx and a readable body. A 5xx
// may come from a proxy in between, whatever its body says.
func usableStatus(status int) bool {
	return (status >= http.StatusOK && status < http.StatusMultipleChoices) ||
		(status >= http.StatusBadRequest && status < http.StatusInternalServerError)
}

func unreadable() supplier.Answer {
	return supplier.Answer{
		Outcome: supplier.Unknown,
		Code:    supplier.CodeUnreadable,
		Message: "The supplier's answer could not be read.",
	}
}

func interpretData(h heard, data object) supplier.Answer {
	code := data.text("rc")
	status := data.text("status")

	if code == "" && status == "" {
		return unreadable()
	}

	answer := supplier.Answer{
		Outcome:      judge(code, status, h.when, h.settled),
		Code:         code,
		Message:      data.text("message"),
		WrongInput:   code == codeNotThousand,
		SerialNumber: data.text("sn"),
		Bill:         readBill(data),
	}

	if price, ok := data.rupiah("price"); ok {
		answer.Price = price
	}

	if contradicts(h, data, answer.Outcome) {
		answer.Outcome = supplier.Unknown
		answer.Code = supplier.CodeContradiction
		answer.SerialNumber = ""
	}

	return answer
}

// contradicts finds what the code alone can't: another reference, or good news
// under an HTTP error. Refusals before creation may come without a reference.
func contradicts(h heard, data object, outcome supplier.Outcome) bool {
	if h.status >= http.StatusBadRequest && (outcome == supplier.Success || outcome == supplier.Pending) {
		return true
	}

	if h.reference == "" {
		return false
	}

	told := data.text("ref_id")
	if told == "" {
		return outcome != supplier.FailedNotCreated && outcome != supplier.Unknown
	}

	return told != h.reference
}
