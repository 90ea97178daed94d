package digiflazz

import (
	"context"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// repeatableFor is shorter than the documented 90 days, after which a repeat of a
// reference is a new purchase: clocks differ, and days may be counted in another zone.
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
	if req.Kind == supplier.Prepaid {
		return c.checkMeter(ctx, req)
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

// late tells that a first send would not surely have ended when NotFoundAfter is
// over. Its caller was held up: by then others take it for something that never
// came and refund it.
func (c *Client) late(req supplier.Request) bool {
	return !req.SentAt.IsZero() && c.config.Clock.Now().Sub(req.SentAt) >= c.config.NotFoundAfter-c.config.Timeout
}

// tooLate leaves it to a question to find out whether others sent it.
func tooLate() supplier.Answer {
	return supplier.Answer{
		Outcome: supplier.Unknown,
		Code:    supplier.CodeTooOld,
		Message: "Held up for too long: it may have been given up or sent meanwhile.",
	}
}

// Status implements supplier.Adapter. Of a bill it is a question; of a prepaid
// purchase it is the purchase again, which is why its age matters.
func (c *Client) Status(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Kind == supplier.Postpaid {
		return c.transact(ctx, req, commandStatus, later)
	}

	if req.SentAt.IsZero() || !c.RepeatIsStatus(req.Kind, c.config.Clock.Now().Sub(req.SentAt)) {
		return supplier.Answer{
			Outcome: supplier.Unknown,
			Code:    supplier.CodeTooOld,
			Message: "Too old to be asked about: the supplier could take it as a new purchase.",
		}
	}

	return c.transact(ctx, req, "", later)
}

// RepeatIsStatus implements supplier.Adapter.
func (c *Client) RepeatIsStatus(kind supplier.Kind, age time.Duration) bool {
	return kind == supplier.Prepaid && age < repeatableFor
}

func (c *Client) transact(ctx context.Context, req supplier.Request, command string, when stage) supplier.Answer {
	if req.Reference == "" || req.SKU == "" || req.Destination == "" {
		return unsent(when, supplier.CodeInvalid, "Reference, product and destination are needed.")
	}

	answered, silent := c.post(ctx, call{
		path: "/transaction",
		payload: transaction{
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
		},
		timeout: c.config.Timeout,
		limit:   maxAnswer,
	})
	if silent != nil {
		return c.silenceAnswer(silent, when)
	}

	return interpret(heard{
		reply:     answered,
		reference: req.Reference,
		when:      when,
		settled:   c.config.Clock.Now().Sub(req.SentAt) > c.config.NotFoundAfter && !req.SentAt.IsZero(),
	})
}

// maxPrice is a field of the prepaid purchase alone.
func maxPrice(req supplier.Request, command string) money.Rupiah {
	if command != "" {
		return 0
	}

	return req.MaxPrice
}

func (c *Client) silenceAnswer(silent *silence, when stage) supplier.Answer {
	if !silent.sent {
		return unsent(when, silent.code, silent.message)
	}

	return supplier.Answer{Outcome: supplier.Unknown, Code: silent.code, Message: silent.message}
}

// unsent: a first call that never left us created nothing. A question that never
// left us says nothing about the call before it.
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

// checkMeter finds the customer behind an electricity meter. Nothing is created by it.
func (c *Client) checkMeter(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Destination == "" {
		return unsent(firstSend, supplier.CodeInvalid, "A destination is needed.")
	}

	answered, silent := c.post(ctx, call{
		path:    "/inquiry-pln",
		payload: meterCheck{Username: c.config.Username, Customer: req.Destination, Sign: c.sign(req.Destination)},
		timeout: c.config.Timeout,
		limit:   maxAnswer,
	})
	if silent != nil {
		return c.silenceAnswer(silent, firstSend)
	}

	answer := interpret(heard{reply: answered, when: firstSend})
	if data, err := readData(answered.body); err == nil && answer.Outcome == supplier.Success {
		answer.Bill = readMeter(data)
	}

	return answer
}

func readMeter(data object) *supplier.Bill {
	bill := &supplier.Bill{CustomerName: data.text("name"), Periods: []string{}, Details: []supplier.Detail{}}

	for _, name := range []string{"meter_no", "subscriber_id", "segment_power"} {
		if value := data.text(name); value != "" {
			bill.Details = append(bill.Details, supplier.Detail{Key: name, Value: value})
		}
	}

	return bill
}
