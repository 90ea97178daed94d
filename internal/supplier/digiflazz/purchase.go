package digiflazz

import (
	"context"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// repeatableFor is how long a repeat with the same reference is a status query.
// After the documented 90 days it is a new purchase. One day less allows for
// clocks and zones that differ.
const repeatableFor = 89 * 24 * time.Hour

const (
	commandInquire = "inq-pasca"
	commandPay     = "pay-pasca"
	commandStatus  = "status-pasca"
)

// transaction is the body of /transaction.
type transaction struct {
	Commands  string       `json:"commands,omitempty"`
	Username  string       `json:"username"`
	SKU       string       `json:"buyer_sku_code"`
	Customer  string       `json:"customer_no"`
	Reference string       `json:"ref_id"`
	Sign      string       `json:"sign"`
	Testing   bool         `json:"testing,omitempty"`
	MaxPrice  money.Rupiah `json:"max_price,omitempty"`
	Amount    money.Rupiah `json:"amount,omitempty"`
	AllowDot  bool         `json:"allow_dot,omitempty"`
}

// Buy implements supplier.Adapter.
func (c *Client) Buy(ctx context.Context, req supplier.Request) supplier.Answer {
	if c.late(req) {
		return tooLate()
	}

	return c.transact(ctx, req, "", firstSend)
}

// Inquire implements supplier.Adapter. For a prepaid product it is the meter check.
func (c *Client) Inquire(ctx context.Context, req supplier.Request) supplier.Answer {
	if !req.Postpaid {
		return c.checkMeter(ctx, req)
	}

	if len(req.Extra) > 0 {
		return unsent(firstSend, supplier.CodeInvalid, "This supplier takes no further fields of a bill.")
	}

	return c.transact(ctx, req, commandInquire, firstSend)
}

// Pay implements supplier.Adapter. The supplier forgets an inquiry at the end of its day.
func (c *Client) Pay(ctx context.Context, req supplier.Request) supplier.Answer {
	today := clock.DayOf(c.config.Clock.Now().In(c.zone))

	if req.InquiredAt.IsZero() || clock.DayOf(req.InquiredAt.In(c.zone)) != today {
		return supplier.Answer{
			Outcome: supplier.FailedNotCreated,
			Code:    supplier.CodeInquiryExpired,
			Message: "The bill was not inquired today.",
		}
	}

	if c.late(req) {
		return tooLate()
	}

	return c.transact(ctx, req, commandPay, firstSend)
}

// late reports whether a first send might still be in flight when NotFoundAfter is
// over. Its caller was delayed; by then another worker may take the attempt for
// not found and refund the order.
func (c *Client) late(req supplier.Request) bool {
	return !req.SentAt.IsZero() && c.config.Clock.Now().Sub(req.SentAt) >= c.config.NotFoundAfter-c.config.Timeout
}

// tooLate is the answer of a first send that was not made. A status query finds out
// whether another worker sent it.
func tooLate() supplier.Answer {
	return supplier.Answer{
		Outcome: supplier.Unknown,
		Code:    supplier.CodeTooOld,
		Message: "Held up for too long: it may have been given up or sent meanwhile.",
	}
}

// Status implements supplier.Adapter. A bill has a status query of its own. The
// status query of a prepaid purchase is the purchase again, so its age matters.
func (c *Client) Status(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Postpaid {
		return c.transact(ctx, req, commandStatus, later)
	}

	if req.SentAt.IsZero() || !repeatIsStatus(c.config.Clock.Now().Sub(req.SentAt)) {
		return supplier.Answer{
			Outcome: supplier.Unknown,
			Code:    supplier.CodeTooOld,
			Message: "Too old to be asked about: the supplier could take it as a new purchase.",
		}
	}

	return c.transact(ctx, req, "", later)
}

// repeatIsStatus reports whether Digiflazz treats a repeat of a prepaid purchase with the same reference as a status query, so
// that an attempt that may have been sent may be sent again.
func repeatIsStatus(age time.Duration) bool { return age < repeatableFor }

func (c *Client) transact(ctx context.Context, req supplier.Request, command string, when stage) supplier.Answer {
	if req.Reference == "" || req.SKU == "" || req.Destination == "" {
		return unsent(when, supplier.CodeInvalid, "Reference, product and destination are needed.")
	}

	sent := transaction{
		Commands:  command,
		Username:  c.config.Username,
		SKU:       req.SKU,
		Customer:  req.Destination,
		Reference: req.Reference,
		Sign:      c.sign(req.Reference),
		Testing:   c.config.Testing,
		MaxPrice:  maxPrice(req, command),
		Amount:    req.Amount,
		AllowDot:  strings.Contains(req.Destination, "."),
	}
	began := time.Now()

	answered, silent := c.post(ctx, "/transaction", sent)
	if silent != nil {
		answer := silent.Answer(when == firstSend)
		if silent.Sent {
			answer.Exchange = c.exchange(sent, answered, began)
		}

		return answer
	}

	answer := interpret(interpretInput{
		Reply:       answered,
		reference:   req.Reference,
		sku:         req.SKU,
		destination: req.Destination,
		when:        when,
		conclusive:  c.config.Clock.Now().Sub(req.SentAt) > c.config.NotFoundAfter && !req.SentAt.IsZero(),
	})

	// A success says all in its serial number, so the many of them cost nothing here.
	if answer.Outcome != supplier.Success {
		answer.Exchange = c.exchange(sent, answered, began)
	}

	return answer
}

// maxPrice is the price limit, which only prepaid purchases have.
func maxPrice(req supplier.Request, command string) money.Rupiah {
	if command != "" {
		return 0
	}

	return req.MaxPrice
}

// unsent is the answer of a call that was not sent. A first send that was not sent
// created nothing. An unsent status query says nothing about the first send.
func unsent(when stage, code, message string) supplier.Answer {
	outcome := supplier.FailedNotCreated
	if when == later {
		outcome = supplier.Unknown
	}

	return supplier.Answer{Outcome: outcome, Code: code, Message: message}
}

type meterCheck struct {
	Username string `json:"username"`
	Customer string `json:"customer_no"`
	Sign     string `json:"sign"`
}

// checkMeter finds the customer of an electricity meter. It creates nothing.
func (c *Client) checkMeter(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Destination == "" {
		return unsent(firstSend, supplier.CodeInvalid, "A destination is needed.")
	}

	answered, silent := c.post(ctx, "/inquiry-pln", meterCheck{Username: c.config.Username, Customer: req.Destination, Sign: c.sign(req.Destination)})
	if silent != nil {
		return silent.Answer(true)
	}

	answer := interpret(interpretInput{Reply: answered, destination: req.Destination, when: firstSend})
	if data, err := wire.ReadData(answered.Body); err == nil && answer.Outcome == supplier.Success {
		answer.Bill = readMeter(data)
	}

	return answer
}

func readMeter(data wire.Object) *supplier.Bill {
	bill := &supplier.Bill{CustomerName: data.Text("name"), Periods: []string{}, Details: []supplier.Detail{}}

	for _, name := range []string{"meter_no", "subscriber_id", "segment_power"} {
		if value := data.Text(name); value != "" {
			bill.Details = append(bill.Details, supplier.Detail{Key: name, Value: value})
		}
	}

	return bill
}
