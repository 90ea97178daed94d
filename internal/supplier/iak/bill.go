package iak

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

const (
	billPath = "/api/v1/bill/check"

	commandInquire = "inq-pasca"
	commandPay     = "pay-pasca"
	commandStatus  = "checkstatus"

	// settledAfter is the time from a payment to the moment at which "paid already" is the biller's last word, when status queries before
	// have said the same.
	settledAfter = 20 * time.Minute
)

// billCall is the body of every call about a bill.
type billCall struct {
	Commands  string     `json:"commands"`
	Username  string     `json:"username"`
	Code      string     `json:"code,omitempty"`
	Customer  string     `json:"hp,omitempty"`
	Reference string     `json:"ref_id,omitempty"`
	Handle    string     `json:"tr_id,omitempty"`
	Month     string     `json:"month,omitempty"`
	Year      string     `json:"year,omitempty"`
	Identity  string     `json:"nomor_identitas,omitempty"`
	Desc      *billInput `json:"desc,omitempty"`
	Sign      string     `json:"sign"`
}

type billInput struct {
	Amount money.Rupiah `json:"amount"`
}

// BillReference is our reference as the supplier takes it for bills: letters and digits only.
func BillReference(reference string) string { return strings.ReplaceAll(reference, "-", "x") }

func (c *Client) inquireBill(ctx context.Context, req supplier.Request) supplier.Answer {
	if incomplete(req) {
		return invalid(firstSend, "Reference, product and destination are needed.")
	}

	reference := BillReference(req.Reference)
	sent := billCall{
		Commands: commandInquire, Code: req.SKU, Customer: req.Destination, Reference: reference, Sign: c.sign(reference),
	}

	if req.Amount > 0 {
		sent.Desc = &billInput{req.Amount}
	}

	if wrong := c.addExtra(&sent, req.Extra); wrong != "" {
		return invalid(firstSend, wrong)
	}

	answer := c.postBill(ctx, sent, firstSend, func(answered wire.Reply) supplier.Answer {
		return interpretInquiry(answered, question{reference: reference, sku: req.SKU, destination: req.Destination})
	})

	return answer
}

// addExtra adds the fields that some bills need beside the customer's number, and says what is wrong with them. Health insurance
// is paid for one month, and a tax for this year, unless the request says otherwise.
func (c *Client) addExtra(sent *billCall, extra map[string]string) string {
	taken := ""

	switch code := strings.ToUpper(sent.Code); {
	case code == "BPJS" || code == "BPJSTK":
		taken, sent.Month = supplier.ExtraMonths, cmp.Or(extra[supplier.ExtraMonths], "1")
	case strings.HasPrefix(code, "PBB"):
		taken, sent.Year = supplier.ExtraYear, cmp.Or(extra[supplier.ExtraYear], strconv.Itoa(c.config.Clock.Now().In(c.zone).Year()))
	case strings.HasPrefix(code, "ESAMSAT"):
		taken, sent.Identity = supplier.ExtraIdentity, extra[supplier.ExtraIdentity]
		if sent.Identity == "" {
			return "This bill needs the number of an identity card."
		}
	}

	for name := range extra {
		if name != taken {
			return "This bill doesn't take the field " + name + "."
		}
	}

	return ""
}

// Pay implements supplier.Adapter. A bill may only be paid on the day of its inquiry, whose handle names it. What a second payment of one
// handle does is not documented, so it is sent once.
func (c *Client) Pay(ctx context.Context, req supplier.Request) supplier.Answer {
	today := clock.DayOf(c.config.Clock.Now().In(c.zone))

	switch {
	case req.InquiredAt.IsZero() || clock.DayOf(req.InquiredAt.In(c.zone)) != today:
		return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeInquiryExpired, Message: "The bill was not inquired today."}
	case incomplete(req) || req.Handle == "":
		return invalid(firstSend, "Reference, product, destination and the handle of the inquiry are needed.")
	case c.late(req):
		return tooLate()
	}

	return c.postBill(ctx, billCall{Commands: commandPay, Handle: req.Handle, Sign: c.sign(req.Handle)}, firstSend, func(answered wire.Reply) supplier.Answer {
		return interpretPayment(answered, req.Handle, question{
			reference: BillReference(req.Reference), sku: req.SKU, destination: req.Destination, timing: timing{when: firstSend},
		})
	})
}

// billStatus asks about a payment. Its signature is the same for every reference.
func (c *Client) billStatus(ctx context.Context, req supplier.Request) supplier.Answer {
	reference := BillReference(req.Reference)
	sent := billCall{Commands: commandStatus, Reference: reference, Sign: c.sign(subjectBillStatus)}

	return c.postBill(ctx, sent, later, func(answered wire.Reply) supplier.Answer {
		return interpretBillStatus(answered, question{
			reference: reference, sku: req.SKU, destination: req.Destination,
			timing: timing{when: later, conclusive: c.conclusive(req), settled: c.config.Clock.Now().Sub(req.SentAt) >= settledAfter},
		})
	})
}

func (c *Client) postBill(ctx context.Context, sent billCall, when stage, read func(wire.Reply) supplier.Answer) supplier.Answer {
	sent.Username = c.config.Username
	began := time.Now()
	answered, silent := wire.Post(ctx, c.http, wire.Call{URL: c.postpaid + billPath, Payload: sent, Timeout: c.config.Timeout, Limit: wire.MaxAnswer})

	var answer supplier.Answer
	if silent != nil {
		answer = silent.Answer(when == firstSend)
	} else {
		answer = read(answered)
	}

	if (silent == nil || silent.Sent) && answer.Outcome != supplier.Success {
		answer.Exchange = c.exchange(sent, answered, began)
	}

	return answer
}

// readBillAnswer reads what all answers about bills have. The second result is set where nothing can be read.
func readBillAnswer(answered wire.Reply) (data wire.Object, code string, fault *supplier.Answer) {
	data, fault = readAnswer(answered)
	if fault != nil {
		return data, "", fault
	}

	if code = data.Text("response_code"); code == "" {
		code = data.Text("rc")
	}

	if answered.Status == http.StatusBadRequest && code == "" {
		code = codeMalformed
	}

	if code == "" {
		return data, "", new(unreadable())
	}

	return data, code, nil
}

func billAnswer(data wire.Object, code string, outcome supplier.Outcome) supplier.Answer {
	answer := supplier.Answer{
		Outcome: outcome, Code: billMark + code, Message: message(data), WrongInput: billCode(code).wrongInput, Bill: readBill(data),
	}

	// The names mislead: price is what the customer owes, selling_price is what leaves our deposit.
	if cost, ok := data.Rupiah("selling_price"); ok {
		answer.Price = cost
	}

	return answer
}

var billFields = [3]string{"ref_id", "code", "hp"}

// interpretInquiry turns the answer to an inquiry into an outcome. A found bill needs its handle and its amounts.
func interpretInquiry(answered wire.Reply, q question) supplier.Answer {
	data, code, fault := readBillAnswer(answered)
	if fault != nil {
		return *fault
	}

	answer := billAnswer(data, code, billCode(code).class.judgeInquiry())

	if why := q.contradiction(http.StatusOK, data, answer.Outcome, billFields); why != "" && answer.Outcome == supplier.Success {
		return contradictory(why)
	}

	if answer.Outcome != supplier.Success {
		answer.Bill = nil

		return answer
	}

	answer.Handle = handleOf(data)
	if answered.Status != http.StatusOK || answer.Handle == "" || answer.Price <= 0 || answer.Bill == nil || answer.Bill.Amount <= 0 {
		return unreadable()
	}

	return answer
}

// handleOf is the supplier's number of an inquiry; "" where it is none.
func handleOf(data wire.Object) string {
	handle := data.Text("tr_id")
	if len(handle) > supplier.MaxHandle || strings.Trim(handle, "0123456789") != "" {
		return ""
	}

	return handle
}

// interpretPayment turns the answer to a payment, which has no status, into an outcome.
func interpretPayment(answered wire.Reply, handle string, q question) supplier.Answer {
	data, code, fault := readBillAnswer(answered)
	if fault != nil {
		return *fault
	}

	answer := billAnswer(data, code, billCode(code).class.judge(q.timing))
	answer.SerialNumber = data.Text("noref")

	if told := data.Text("tr_id"); told != "" && told != handle {
		return contradictory(fmt.Sprintf("The supplier answered about another payment: %.100s", told))
	}

	if why := q.contradiction(answered.Status, data, answer.Outcome, billFields); why != "" {
		return contradictory(why)
	}

	return answer
}

// interpretBillStatus turns the answer to a status query into an outcome. It alone has a status, which must agree with the code.
func interpretBillStatus(answered wire.Reply, q question) supplier.Answer {
	data, code, fault := readBillAnswer(answered)
	if fault != nil {
		return *fault
	}

	class := billCode(code).class
	answer := billAnswer(data, code, class.judge(q.timing))
	answer.SerialNumber = data.Text("noref")

	if why := class.disagreement(code, data.Text("status"), class.billStatus(), &answer); why != "" {
		return contradictory(why)
	}

	if why := q.contradiction(answered.Status, data, answer.Outcome, billFields); why != "" {
		return contradictory(why)
	}

	return answer
}

// partNames are the names of the parts of water bills, by those of the others.
var partNames = strings.NewReplacer(".period", ".periode", ".bill_amount", ".nilai_tagihan", ".penalty", ".denda")

// readBill takes the bill out of an answer; nil where there is none.
func readBill(data wire.Object) *supplier.Bill {
	name := data.Text("tr_name")
	_, described := data.Values["desc"]

	if name == "" && !described {
		return nil
	}

	bill := &supplier.Bill{CustomerName: name, Periods: []string{}, Details: wire.Details(data.Values["desc"])}
	if admin, ok := data.Rupiah("admin"); ok {
		bill.Admin = admin
	}

	if owed, ok := data.Rupiah("price"); ok {
		bill.Amount = owed
	}

	lines := make([]supplier.Detail, len(bill.Details))

	for i, d := range bill.Details {
		lines[i] = d

		if rest, ok := strings.CutPrefix(d.Key, "tagihan."); ok {
			lines[i].Key = rest
		} else if rest, ok := strings.CutPrefix(d.Key, "bill."); ok {
			lines[i].Key = partNames.Replace(rest)
		}
	}

	if period := data.Text("period"); period != "" {
		bill.Periods = wire.SplitPeriods(period)
	} else {
		bill.Periods = wire.DetailPeriods(lines)
	}

	bill.Parts, bill.Fine = wire.ReadParts(lines)

	return bill
}
