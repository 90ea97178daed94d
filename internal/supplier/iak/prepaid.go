package iak

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// forgottenAfter is the age of a reference from which it is not asked about: how long the supplier remembers one is not documented.
const forgottenAfter = 30 * 24 * time.Hour

// codeNotListed: the supplier's price list doesn't have the product, so its price is not known. Nothing was sent.
const codeNotListed = "not-listed"

type topUp struct {
	Username  string `json:"username"`
	Reference string `json:"ref_id"`
	Customer  string `json:"customer_id"`
	SKU       string `json:"product_code"`
	Sign      string `json:"sign"`
}

type statusQuery struct {
	Username  string `json:"username"`
	Reference string `json:"ref_id"`
	Sign      string `json:"sign"`
}

// Buy implements supplier.Adapter. The protocol has no highest price, so the price of the last list is compared before anything is sent.
func (c *Client) Buy(ctx context.Context, req supplier.Request) supplier.Answer {
	if incomplete(req) {
		return invalid(firstSend, "Reference, product and destination are needed.")
	}

	if refused, ok := c.refusePrice(ctx, req); ok {
		return refused
	}

	if c.late(req) { // reading the list may have taken its time
		return tooLate()
	}

	sent := topUp{
		Username: c.config.Username, Reference: req.Reference, Customer: customerID(req.Destination), SKU: req.SKU, Sign: c.sign(req.Reference),
	}
	answer := c.transact(ctx, "/api/top-up", sent, req, firstSend)
	c.goods.learn(req.SKU, answer.Price)

	return answer
}

// refusePrice refuses a purchase whose price is above the limit, or not known.
func (c *Client) refusePrice(ctx context.Context, req supplier.Request) (supplier.Answer, bool) {
	if req.MaxPrice <= 0 {
		return supplier.Answer{}, false
	}

	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()

	price, listed, err := c.goods.price(ctx, req.SKU)

	switch {
	case err != nil:
		// Of a supplier that tells no prices nothing can be bought without the risk of a loss. As with one that can't be reached,
		// the order waits or goes to another supplier.
		return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeNotConnected, Message: "Nothing was sent: " + err.Error()}, true
	case !listed:
		return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: codeNotListed, Message: "Nothing was sent: the price list has no price of this product."}, true
	case price > req.MaxPrice:
		return supplier.Answer{
			Outcome: supplier.FailedNotCreated, Code: supplier.CodePriceAbove,
			Message: fmt.Sprintf("Nothing was sent: the price list says %d.", price), Price: price,
		}, true
	default:
		return supplier.Answer{}, false
	}
}

// Status implements supplier.Adapter. It asks, and never buys.
func (c *Client) Status(ctx context.Context, req supplier.Request) supplier.Answer {
	switch {
	case incomplete(req):
		return invalid(later, "Reference, product and destination are needed.")
	case req.SentAt.IsZero() || c.config.Clock.Now().Sub(req.SentAt) >= forgottenAfter:
		return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeTooOld, Message: "Too old to be asked about: the supplier may have forgotten it."}
	case req.Postpaid:
		return c.billStatus(ctx, req)
	}

	answer := c.transact(ctx, "/api/check-status", statusQuery{c.config.Username, req.Reference, c.sign(req.Reference)}, req, later)
	c.goods.learn(req.SKU, answer.Price)

	return answer
}

func incomplete(req supplier.Request) bool {
	return req.Reference == "" || req.SKU == "" || req.Destination == ""
}

// transact sends a purchase or its status query.
func (c *Client) transact(ctx context.Context, path string, sent any, req supplier.Request, when stage) supplier.Answer {
	began := time.Now()
	answered, silent := wire.Post(ctx, c.http, wire.Call{URL: c.prepaid + path, Payload: sent, Timeout: c.config.Timeout, Limit: wire.MaxAnswer})

	var answer supplier.Answer
	if silent != nil {
		answer = silent.Answer(when == firstSend)
	} else {
		answer = interpretGoods(answered, question{
			reference: req.Reference, sku: req.SKU, destination: customerID(req.Destination),
			timing: timing{when: when, conclusive: c.conclusive(req)},
		})
	}

	// A success says all in its serial number, so the many of them cost nothing here.
	if (silent == nil || silent.Sent) && answer.Outcome != supplier.Success {
		answer.Exchange = c.exchange(sent, answered, began)
	}

	return answer
}

// exchange is a call as staff may read it: without the signature, the account's name, and serial numbers.
func (c *Client) exchange(sent any, answered wire.Reply, began time.Time) *supplier.Exchange {
	mask := c.mask()

	switch s := sent.(type) {
	case topUp:
		s.Username, s.Sign = mask.Name(), wire.Hidden
		sent = s
	case statusQuery:
		s.Username, s.Sign = mask.Name(), wire.Hidden
		sent = s
	case billCall:
		s.Username, s.Sign = mask.Name(), wire.Hidden

		if s.Identity != "" {
			s.Identity = wire.Hidden
		}

		sent = s
	}

	return mask.Exchange(sent, answered, time.Since(began))
}

// customerID is a destination as the supplier wants it: the parts of a player are joined by a bar. Only the name of a Riot ID,
// name#tag, has blanks of its own.
func customerID(destination string) string {
	if name, tag, riot := strings.Cut(destination, "#"); riot {
		return name + "|" + tag
	}

	return strings.ReplaceAll(destination, " ", "|")
}

type meterCheck struct {
	Username string `json:"username"`
	Customer string `json:"customer_id"`
	Sign     string `json:"sign"`
}

// Inquire implements supplier.Adapter. For a prepaid product it finds the customer of an electricity meter, which creates nothing.
func (c *Client) Inquire(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Postpaid {
		return c.inquireBill(ctx, req)
	}

	if req.Destination == "" {
		return invalid(firstSend, "A destination is needed.")
	}

	answered, silent := wire.Post(ctx, c.http, wire.Call{
		URL:     c.prepaid + "/api/inquiry-pln",
		Payload: meterCheck{c.config.Username, req.Destination, c.sign(req.Destination)},
		Timeout: c.config.Timeout,
		Limit:   wire.MaxAnswer,
	})
	if silent != nil {
		return silent.Answer(true)
	}

	return readMeter(answered, req.Destination)
}

func readMeter(answered wire.Reply, destination string) supplier.Answer {
	data, fault := readAnswer(answered)
	if fault != nil {
		return *fault
	}

	code := data.Text("rc")
	meaning := goodsCode(code)
	answer := supplier.Answer{
		Outcome: meaning.class.judgeInquiry(), Code: code, Message: data.Text("message"), WrongInput: meaning.wrongInput,
	}

	if status := data.Text("status"); answered.Status == http.StatusOK && status != meaning.class.goodsStatus() {
		return contradictory("The supplier answered code " + code + " with status " + status + ".")
	}

	if told := data.Text("customer_id"); told != "" && told != destination {
		return contradictory(fmt.Sprintf("The supplier answered about another number: %.100s", told))
	}

	if answer.Outcome != supplier.Success {
		return answer
	}

	answer.Bill = &supplier.Bill{CustomerName: data.Text("name"), Periods: []string{}, Details: []supplier.Detail{}}

	for _, name := range []string{"meter_no", "subscriber_id", "segment_power"} {
		if value := data.Text(name); value != "" {
			answer.Bill.Details = append(answer.Bill.Details, supplier.Detail{Key: name, Value: value})
		}
	}

	return answer
}
