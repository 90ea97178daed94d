package digiflazz

import (
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// interpretInput is an answer with the facts needed to interpret it.
type interpretInput struct {
	wire.Reply

	// reference, sku and destination are ours; "" where the call has none (the meter check has no
	// reference and no SKU), or where the caller compares them (notices).
	reference   string
	sku         string
	destination string
	when        stage
	// conclusive: the first send can no longer be in flight.
	conclusive bool
}

// interpret turns an answer into an outcome. It is a pure function. Whatever it
// doesn't understand is Unknown.
func interpret(h interpretInput) supplier.Answer {
	if !usableStatus(h.Status) {
		return supplier.Answer{
			Outcome: supplier.Unknown,
			Code:    supplier.CodeHTTPStatus,
			Message: "The supplier answered with HTTP status " + strconv.Itoa(h.Status) + ".",
		}
	}

	data, err := wire.ReadData(h.Body)
	if err != nil {
		return unreadable()
	}

	return interpretData(h, data)
}

// usableStatus reports whether the body of an answer with this HTTP status counts.
// Refusals come with 200, or with 4xx and a readable body. A 5xx may come from a
// proxy, whatever its body says.
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

func interpretData(h interpretInput, data wire.Object) supplier.Answer {
	code := data.Text("rc")
	status := data.Text("status")

	if code == "" && status == "" {
		return unreadable()
	}

	answer := supplier.Answer{
		Outcome:      judge(code, status, h.when, h.conclusive),
		Code:         code,
		Message:      data.Text("message"),
		WrongInput:   code == codeNotThousand,
		SerialNumber: data.Text("sn"),
		Bill:         readBill(data),
	}

	if price, ok := data.Rupiah("price"); ok {
		answer.Price = price
	}

	if why := contradiction(h, data, answer.Outcome); why != "" {
		return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeContradiction, Message: why}
	}

	if code == codeTooDear && answer.Outcome == supplier.FailedNotCreated {
		answer.Code, answer.Message = supplier.CodePriceAbove, code+" "+answer.Message
	}

	return answer
}

// contradiction says, for staff, why an answer can't be about our call: it has another
// reference, SKU or number, or a success or pending status with an HTTP error. It returns
// "" for all others. A refusal before creation may have no reference.
func contradiction(h interpretInput, data wire.Object, outcome supplier.Outcome) string {
	if h.Status >= http.StatusBadRequest && (outcome == supplier.Success || outcome == supplier.Pending) {
		return fmt.Sprintf("The supplier answered %s with HTTP status %d.", outcome, h.Status)
	}

	if h.reference != "" && data.Text("ref_id") == "" && outcome != supplier.FailedNotCreated && outcome != supplier.Unknown {
		return "The supplier answered without a reference."
	}

	for _, field := range []struct{ key, name, ours string }{
		{"ref_id", "reference", h.reference},
		{"buyer_sku_code", "SKU", h.sku},
		{"customer_no", "number", h.destination},
	} {
		if told := data.Text(field.key); told != "" && field.ours != "" && told != field.ours {
			return fmt.Sprintf("The supplier answered about another %s: %.100s", field.name, told)
		}
	}

	return ""
}
