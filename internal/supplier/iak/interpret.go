package iak

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// question is what an answer must be about. Texts are "" where the call has none, or where the caller compares them.
type question struct {
	reference, sku, destination string

	timing timing
}

// codeMalformed is the prepaid code of a malformed request, which may also come as HTTP status 400 without a code.
const codeMalformed = "107"

// readAnswer unwraps an answer. Status 200 and 400 have a meaning; every other one says nothing about the attempt, as the manual says. The
// second result is the answer where nothing can be read.
func readAnswer(answered wire.Reply) (wire.Object, *supplier.Answer) {
	if answered.Status != http.StatusOK && answered.Status != http.StatusBadRequest {
		return wire.Object{}, &supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeHTTPStatus, Message: "The supplier answered with HTTP status " + strconv.Itoa(answered.Status) + ".",
		}
	}

	data, err := wire.ReadData(answered.Body)
	if err != nil {
		return wire.Object{}, new(unreadable())
	}

	return data, nil
}

func unreadable() supplier.Answer {
	return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeUnreadable, Message: "The supplier's answer could not be read."}
}

func contradictory(why string) supplier.Answer {
	return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeContradiction, Message: why}
}

// interpretGoods turns an answer about a prepaid purchase into an outcome. Whatever it doesn't understand is Unknown.
func interpretGoods(answered wire.Reply, q question) supplier.Answer {
	data, fault := readAnswer(answered)
	if fault != nil {
		return *fault
	}

	code, status := data.Text("rc"), data.Text("status")

	if answered.Status == http.StatusBadRequest && code == "" {
		code, status = codeMalformed, statusFailed
	}

	if code == "" && status == "" {
		return unreadable()
	}

	meaning := goodsCode(code)
	answer := supplier.Answer{
		Outcome: meaning.class.judge(q.timing), Code: code, Message: message(data), WrongInput: meaning.wrongInput, SerialNumber: serialNumber(data),
	}

	if price, ok := data.Rupiah("price"); ok {
		answer.Price = price
	}

	if why := meaning.class.disagreement(code, status, meaning.class.goodsStatus(), &answer); why != "" {
		return contradictory(why)
	}

	if why := q.contradiction(answered.Status, data, answer.Outcome, [3]string{"ref_id", "product_code", "customer_id"}); why != "" {
		return contradictory(why)
	}

	return answer
}

// disagreement says why a code and a status can't belong to one answer. Without a status the answer proves nothing: it becomes Unknown.
func (c class) disagreement(code, status, want string, answer *supplier.Answer) string {
	switch {
	case status == "":
		answer.Outcome = supplier.Unknown
	case c != classUnlisted && status != want:
		return fmt.Sprintf("The supplier answered code %.20s with status %.20s.", code, status)
	}

	return ""
}

// message is for staff. Of a malformed request the details say more.
func message(data wire.Object) string {
	details := wire.Details(data.Values["error_details"])
	parts := make([]string, 1, 1+len(details))
	parts[0] = data.Text("message")

	for _, d := range details {
		parts = append(parts, d.Key+": "+d.Value)
	}

	return strings.TrimSpace(strings.Join(parts, " "))
}

// contradiction says, for staff, why an answer can't be about our call: it has another reference, SKU or number, or it is good news with an
// HTTP error. It returns "" for all others. A refusal before creation may have no reference. names are those of the three fields.
func (q question) contradiction(status int, data wire.Object, outcome supplier.Outcome, names [3]string) string {
	if status != http.StatusOK && outcome != supplier.FailedNotCreated && outcome != supplier.Unknown {
		return fmt.Sprintf("The supplier answered %s with HTTP status %d.", outcome, status)
	}

	if q.reference != "" && data.Text(names[0]) == "" && outcome != supplier.FailedNotCreated && outcome != supplier.Unknown {
		return "The supplier answered without a reference."
	}

	for i, field := range []struct{ name, ours string }{{"reference", q.reference}, {"SKU", q.sku}, {"number", q.destination}} {
		if told := data.Text(names[i]); told != "" && field.ours != "" && told != field.ours {
			return fmt.Sprintf("The supplier answered about another %s: %.100s", field.name, told)
		}
	}

	return ""
}

// serialNumber is the proof of delivery. Some vouchers have a PIN beside it, and eSIMs an activation code.
func serialNumber(data wire.Object) string {
	parts := []string{}

	for _, name := range []string{"sn", "pin", "activation_code"} {
		if value := data.Text(name); value != "" {
			parts = append(parts, value)
		}
	}

	if len(parts) == 1 {
		return token(parts[0])
	}

	return strings.Join(parts, " / ")
}

// token brings the serial number of an electricity token into the common form token/name/tariff/power/energy. Here tariff and power are one
// part that has a slash itself, "R1 /000001300", and names may have slashes too: so it is read from both ends. Any other text is returned as
// it is.
func token(sn string) string {
	const (
		digits = 20
		least  = 5 // parts
	)

	parts := strings.Split(sn, "/")
	number := strings.NewReplacer("-", "", " ", "").Replace(parts[0])

	if len(parts) < least || len(number) != digits || strings.Trim(number, "0123456789") != "" {
		return sn
	}

	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}

	last := len(parts) - 1
	name := strings.Join(parts[1:last-2], " ")
	power := strings.TrimLeft(parts[last-1], "0")

	return strings.Join([]string{parts[0], name, parts[last-2], power, parts[last]}, "/")
}
