package clientevent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"loket/internal/catalog"
	"loket/internal/money/invoice"
	"loket/internal/money/wallet"
	"loket/internal/orders/complaint"
	"loket/internal/orders/order"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// renderer writes bodies for one client. It reads what several of them need once.
type renderer struct {
	deps     *Deps
	client   int64
	language language.Language

	orders  map[string]order.Order // by subject
	wallets map[string]wallet.Wallet
	prices  *catalog.Snapshot
}

// render writes what each fact tells, in their order.
func (r *renderer) render(ctx context.Context, list []event.Event) ([]bodyRow, error) {
	if len(list) == 0 {
		return nil, nil
	}

	c, err := r.deps.Clients.Client(ctx, r.client)
	if err != nil {
		return nil, fmt.Errorf("client of events: %w", err)
	}

	r.language = c.Language

	if err := r.readOrders(ctx, list); err != nil {
		return nil, err
	}

	out := make([]bodyRow, len(list))

	for i := range list {
		e := &list[i]
		out[i].subject = e.Subject

		data, err := r.data(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("body of %s at %d: %w", e.Kind, e.Position, err)
		}

		if data == nil {
			continue
		}

		text, err := json.Marshal(data)
		if err != nil {
			return nil, fmt.Errorf("body of %s at %d: %w", e.Kind, e.Position, err)
		}

		out[i].data = new(string(text))

		switch d := data.(type) {
		case OrderEvent:
			out[i].subject = d.ClientRef
		case ComplaintEvent:
			out[i].subject = d.ClientRef
		}
	}

	return out, nil
}

// readOrders reads all orders that facts are about, in one query.
func (r *renderer) readOrders(ctx context.Context, list []event.Event) error {
	var ids []string

	for i := range list {
		switch list[i].Kind { //nolint:exhaustive // those of orders
		case event.OrderSucceeded, event.OrderFailed, event.OrderReversed, event.ComplaintAnswered:
			ids = append(ids, list[i].Subject)
		}
	}

	if len(ids) == 0 {
		return nil
	}

	found, err := r.deps.Orders.ByIDs(ctx, r.client, ids)
	if err != nil {
		return fmt.Errorf("orders of events: %w", err)
	}

	r.orders = make(map[string]order.Order, len(found))
	for _, o := range found {
		r.orders[event.Subject(o.ID)] = o
	}

	return nil
}

// data is what an event tells; nil if the fact is no news for the client.
func (r *renderer) data(ctx context.Context, e *event.Event) (any, error) {
	switch e.Kind {
	case event.OrderSucceeded, event.OrderFailed, event.OrderReversed:
		o, found := r.orders[e.Subject]
		if !found {
			return nil, nil //nolint:nilnil // orders are never deleted
		}

		return afterEvent(o, e, r.language), nil
	case event.ComplaintAnswered:
		return r.complaint(e)
	case event.TopupCredited, event.BalanceBelowThreshold:
		return r.walletData(ctx, e)
	case event.ScheduledOrderDone:
		return r.scheduledOrder(ctx, e)
	case event.InvoiceIssued, event.InvoicePaid, event.InvoiceOverdue:
		return r.invoice(ctx, e)
	case event.ShopOrderPaid, event.ShopOrderDelivered, event.ShopOrderFailed:
		return r.storefrontOrder(ctx, e)
	case event.PriceChanged, event.ProductDisturbed, event.ProductFine:
		return r.product(ctx, e)
	case event.APIChanged:
		return r.apiChanges(e)
	case event.OrderCosted: // what suppliers take is no news for clients
	}

	return nil, nil //nolint:nilnil // of no kind that clients get
}

// complaint is about an answer of staff.
func (r *renderer) complaint(e *event.Event) (any, error) {
	o, found := r.orders[e.Subject]
	if !found {
		return nil, nil //nolint:nilnil // orders are never deleted
	}

	var said complaint.AnswerNote
	if err := json.Unmarshal([]byte(e.Data), &said); err != nil {
		return nil, fmt.Errorf("read what the fact says: %w", err)
	}

	return ComplaintEvent{
		OrderID: order.FormatID(o.ID), ClientRef: o.ClientRef, Number: said.Number, Reason: string(said.Reason), Answer: said.Text, Result: string(said.Result),
	}, nil
}

// walletData is about a top-up or a low balance.
func (r *renderer) walletData(ctx context.Context, e *event.Event) (any, error) {
	if r.wallets == nil {
		list, err := r.deps.Wallets.List(ctx, r.client)
		if err != nil {
			return nil, err
		}

		r.wallets = map[string]wallet.Wallet{}
		for _, w := range list {
			r.wallets[event.Subject(w.ID)] = w
		}
	}

	var said struct {
		Amount    int64 `json:"amount"`
		Balance   int64 `json:"balance"`
		Threshold int64 `json:"threshold"`
	}
	if err := json.Unmarshal([]byte(e.Data), &said); err != nil {
		return nil, fmt.Errorf("read what the fact says: %w", err)
	}

	t := string(r.wallets[e.Subject].Type)

	if e.Kind == event.TopupCredited {
		return TopupEvent{e.Subject, t, said.Amount}, nil
	}

	return WalletEvent{e.Subject, t, said.Balance, said.Threshold}, nil
}

func (r *renderer) scheduledOrder(ctx context.Context, e *event.Event) (any, error) {
	id, err := e.ID()
	if err != nil {
		return nil, err
	}

	o, err := r.deps.Schedules.Progress(ctx, r.client, id)
	if err != nil {
		return noneFound(err)
	}

	return ScheduledOrderEvent{
		ID: e.Subject, Name: o.Name, ProductCode: o.ProductCode, Success: o.Counts.Success, Failed: o.Counts.Failed, Error: o.Counts.Error,
		Canceled: o.Counts.Canceled, Charged: int64(o.Charged), ExecutedAt: timeOrNil(o.ExecutedAt), EndedAt: timeOrNil(o.EndedAt),
	}, nil
}

func (r *renderer) invoice(ctx context.Context, e *event.Event) (any, error) {
	id, err := e.ID()
	if err != nil {
		return nil, err
	}

	i, err := r.deps.Invoices.Get(ctx, r.client, id)
	if err != nil {
		return noneFound(err)
	}

	data := InvoiceEvent{
		ID: strconv.FormatInt(i.ID, 10), InvoiceNo: i.No, Status: string(invoice.Unpaid), Amount: int64(i.Amount), IssuedAt: i.IssuedAt, DueAt: i.DueAt,
	}

	switch e.Kind { //nolint:exhaustive // those of invoices
	case event.InvoicePaid:
		data.Status, data.PaidAt = string(invoice.Paid), &e.At
	case event.InvoiceOverdue:
		data.Status = "overdue"
	}

	return data, nil
}

func (r *renderer) storefrontOrder(ctx context.Context, e *event.Event) (any, error) {
	id, err := e.ID()
	if err != nil {
		return nil, err
	}

	o, err := r.deps.ShopOrders.Get(ctx, r.client, id)
	if err != nil {
		return noneFound(err)
	}

	return ShowStorefrontOrder(afterStorefrontEvent(o, e), r.language), nil
}

func (r *renderer) product(ctx context.Context, e *event.Event) (any, error) {
	if r.prices == nil {
		var err error
		if r.prices, err = r.deps.Catalog.Committed(ctx); err != nil {
			return nil, err
		}
	}

	p, found := r.prices.Product(e.Subject)
	if !found {
		return nil, nil //nolint:nilnil // nobody can buy it any more
	}

	price := r.prices.PriceOf(r.client, &p)
	if e.Kind == event.PriceChanged && e.ClientID == 0 && price != p.Price {
		return nil, nil //nolint:nilnil // the client has a price of its own
	}

	data := ProductEvent{
		Code: p.Code, Name: p.Name, Price: int64(price), Active: p.Active, Problem: p.Problem, ProblemReason: p.ProblemReason(r.language),
	}

	switch e.Kind { //nolint:exhaustive // those of products
	case event.ProductDisturbed:
		data.Problem = true
	case event.ProductFine:
		data.Problem, data.ProblemReason = false, ""
	}

	return data, nil
}

// noneFound leaves an event out whose subject was deleted. Other errors stay.
func noneFound(err error) (any, error) {
	if fault.ErrNotFound.Is(err) {
		return nil, nil //nolint:nilnil // there is nothing to tell
	}

	return nil, err
}

func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}

	return &t
}
