package bankside

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/clock"
)

var errReply = errors.New("bank: unexpected answer")

// Payment is a payment of a virtual account, or an inquiry before it.
type Payment struct {
	Prefix    string // company code, the first digits of the number
	AccountNo string // the whole number
	Amount    int64
	RequestID string
	Reference string
	At        time.Time
	Advise    bool // the payment was sent before
}

// serviceID is the prefix with blanks before it, as the standard wants it.
func (p Payment) serviceID() string { return fmt.Sprintf("%8s", p.Prefix) }

func (p Payment) fields(idField, amountField string) map[string]any {
	service := p.serviceID()

	return map[string]any{
		"partnerServiceId": service, "customerNo": strings.TrimPrefix(p.AccountNo, p.Prefix),
		"virtualAccountNo": service + strings.TrimPrefix(p.AccountNo, p.Prefix), idField: p.RequestID,
		amountField: map[string]string{"value": fmt.Sprintf("%d.00", p.Amount), "currency": "IDR"},
	}
}

// Body is the body of a payment call.
func (p Payment) Body() []byte {
	fields := p.fields("paymentRequestId", "paidAmount")
	fields["trxDateTime"], fields["referenceNo"] = p.At.In(clock.Jakarta()).Format(TimestampLayout), p.Reference

	if p.Advise {
		fields["flagAdvise"] = "Y"
	}

	return encode(fields)
}

// InquiryBody is the body of an inquiry call.
func (p Payment) InquiryBody() []byte { return encode(p.fields("inquiryRequestId", "amount")) }

func encode(fields map[string]any) []byte {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // texts only
	}

	return text
}
