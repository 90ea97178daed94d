package schedule

import (
	"context"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

const (
	// sliceOfBills is the number of bills that are inquired side by side.
	sliceOfBills = 16
	sliceOnLite  = 25
	// placeRetry is the wait after a refusal that may pass.
	placeRetry = time.Second
	// silentFor is how long a run asks for a bill while no supplier answers.
	silentFor = 15 * time.Minute
)

// outcome is what became of a line that was about to be placed: an order, or a refusal.
type outcome struct {
	line       int
	orderID    int64
	price      money.Rupiah
	state      LineState // failed or error of a refusal
	refusal    *Refusal
	moneyEnded bool
}

// todo is a line to place.
type todo struct {
	line        int
	destination string
}

// clientRefOf is the client reference of a line's order. It can't be guessed, so no order of the client API has it.
func clientRefOf(token string, line int) string { return fmt.Sprintf("%s-%d", token, line) }

// SliceOf is the number of lines that are placed together. On SQLite orders of others wait for a slice.
func SliceOf(kind catalog.Kind, engine db.Engine) int {
	switch {
	case kind != catalog.Prepaid:
		return sliceOfBills
	case engine == db.SQLite:
		return sliceOnLite
	default:
		return placing.MaxPerCall
	}
}

// place places the orders of lines and returns their outcomes. Lines without one are still to be placed, after a wait.
func (s *Service) place(ctx context.Context, o Order, lines []todo) ([]outcome, time.Duration) {
	requests := make([]placing.Request, len(lines))
	fence := s.fence(o)

	for i, l := range lines {
		requests[i] = placing.Request{
			ClientID: o.ClientID, ProductCode: o.ProductCode, DestinationNo: l.destination, ClientRef: clientRefOf(o.token, l.line), Amount: o.Amount,
			Channel: order.ChannelPortal, Fence: fence,
		}

		// An immediate order never costs more than what was confirmed with the PIN.
		if o.Immediate {
			requests[i].MaxPrice = o.UnitPrice
		}
	}

	var (
		out  = make([]outcome, 0, len(lines))
		wait time.Duration
	)

	for i, r := range s.deps.Orders.PlaceMany(ctx, requests) {
		u, again := outcomeOf(r, s.deps.Clock.Now().Sub(o.ExecutedAt))
		if again > 0 {
			wait = max(wait, again)

			continue
		}

		u.line = lines[i].line
		out = append(out, u)
	}

	return out, wait
}

// fence lets only the worker that has the run place orders. A worker that was frozen could else pay a line that another worker
// refused meanwhile, and that the client has retried.
func (s *Service) fence(o Order) *placing.Fence {
	text := "SELECT 1 FROM scheduled_orders WHERE client_id = $3 AND id = $1 AND epoch = $2"
	if s.deps.DB.Engine() == db.Postgres {
		text += " FOR SHARE"
	}

	return &placing.Fence{Query: text, Args: []any{o.ID, o.epoch, o.ClientID}, Row: o.ID}
}

// outcomeOf is what a result means for its line, or when to try again.
func outcomeOf(r placing.Result, running time.Duration) (outcome, time.Duration) {
	if r.Err == nil {
		return outcome{orderID: r.Placed.Order.ID, price: r.Placed.Order.Price}, 0
	}

	f := fault.From(r.Err)
	u := outcome{state: LineFailed, refusal: &Refusal{f.Code, f.Message}}

	switch {
	case placing.ErrSupplierUnavailable.Is(r.Err) && running >= silentFor:
		u.refusal.Message = msgSupplierSilent
	case !f.Kind.Final():
		return outcome{}, max(f.RetryAfter, placeRetry)
	case wallet.ErrInsufficientBalance.Is(r.Err):
		u.moneyEnded = true
	case placing.ErrBill.Is(r.Err) && f.Message.Code() == supplier.ReasonNoBill.Message().Code():
		u.state = LineError
	case len(f.Fields) > 0:
		u.refusal.Message = f.Fields[0].Message
	}

	return u, 0
}
