package deposits

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// DepositEvent is one row of a wallet's history.
type DepositEvent struct {
	ID            string    `json:"id" doc:"Names the row as a cursor" example:"1-420"`
	CreatedAt     time.Time `json:"createdAt"`
	OrderID       string    `json:"orderId" doc:"Of a payment or refund, else empty; 19 decimal digits: keep it as text" example:"2611210815300100042"`
	Reference     string    `json:"reference" doc:"The order's client reference, the bank's, or the one that the provider gave; one that starts with 0003 is a transfer with a unique amount"`
	Type          string    `json:"type" enum:"level_1,level_2,marketplace,multibiller" doc:"Wallet type"`
	Amount        int64     `json:"amount" doc:"Whole rupiah; negative for payment, topup_fee, deduct and tax_22"`
	BalanceBefore *int64    `json:"balanceBefore" nullable:"true" doc:"null without permission 302"`
	BalanceAfter  *int64    `json:"balanceAfter" nullable:"true" doc:"null without permission 302"`
	Action        string    `json:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22"`
	Bank          string    `json:"bank" doc:"Name of the bank that received a topup or topup_va; else empty" example:"BCA"`
	AccountNo     string    `json:"accountNo" doc:"Virtual account or account that received a topup or topup_va; else empty" example:"8077770100100002"`
}

// DepositEvents is a page of wallet history.
type DepositEvents struct {
	Data    []DepositEvent `json:"data"`
	Page    int            `json:"page"`
	PerPage int            `json:"perPage"`
}

// DepositFilters are the parameters of the history. An empty parameter counts as missing.
type DepositFilters struct {
	Query       string `query:"query" maxLength:"100" doc:"Order id, client reference of an order, or reference of another row, exactly"`
	Action      string `query:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22" doc:"All operations without it"`
	DepositType string `query:"depositType" enum:"level_1,level_2,marketplace,multibiller" doc:"All wallets without it"`
	DateStart   string `query:"dateStart" format:"date" doc:"First day, in the client's zone, not in the future"`
	TimeStart   string `query:"timeStart" maxLength:"5" doc:"HH:mm on the first day, in the client's zone; needs dateStart" example:"08:30"`
	DateEnd     string `query:"dateEnd" format:"date" doc:"Last day, not in the future; needs timeStart"`
	TimeEnd     string `query:"timeEnd" maxLength:"5" doc:"HH:mm on the last day, this minute included; needs dateEnd" example:"17:59"`
}

type listDepositEvents struct {
	DepositFilters

	Page   int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	Before string `query:"before" maxLength:"40" doc:"Id of a row: the rows older than it, whatever the page"`
	After  string `query:"after" maxLength:"40" doc:"Id of a row: the rows newer than it"`
}

func registerHistory(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-deposit-events", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/depositevents", Summary: "Wallet history", Tag: tagDeposits,
		Description: "Ten rows a page, newest first. A shorter page is the last.",
		Access:      api.Session(), Client: api.CallersClient,
	}, s.listDepositEvents)
}

func (s Services) listDepositEvents(ctx context.Context, in *listDepositEvents) (*portal.Body[DepositEvents], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	q := wallet.HistoryQuery{ClientID: portal.Caller(ctx).ClientID, Zone: zone, Page: max(in.Page, 1)}

	if q.HistoryFilter, err = s.historyFilter(ctx, in.DepositFilters); err != nil {
		return nil, err
	}

	if q.Before, err = wallet.ParseRowID("before", in.Before); err != nil {
		return nil, err
	}

	if q.After, err = wallet.ParseRowID("after", in.After); err != nil {
		return nil, err
	}

	if in.Before != "" && in.After != "" {
		return nil, fault.InvalidField("after", portal.MsgBeforeOrAfter)
	}

	list, err := s.Wallets.History(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("wallet history: %w", err)
	}

	shown, err := s.showDepositEvents(ctx, list)
	if err != nil {
		return nil, err
	}

	return portal.Answer(DepositEvents{Data: shown, Page: q.Page, PerPage: wallet.HistoryPageSize}), nil
}

// showDepositEvents adds to the top-ups where they arrived.
func (s Services) showDepositEvents(ctx context.Context, list []wallet.HistoryRow) ([]DepositEvent, error) {
	keys := []string{}

	for _, row := range list {
		if row.Action == wallet.Topup || row.Action == wallet.TopupVA {
			keys = append(keys, row.Key)
		}
	}

	received, err := s.Topups.CreditSources(ctx, portal.Caller(ctx).ClientID, keys)
	if err != nil {
		return nil, fmt.Errorf("banks of top-ups: %w", err)
	}

	out := make([]DepositEvent, len(list))
	for i, row := range list {
		out[i] = showDepositEvent(ctx, row)
		out[i].Bank, out[i].AccountNo = received[row.Key].Bank, received[row.Key].AccountNo
	}

	return out, nil
}

func showDepositEvent(ctx context.Context, r wallet.HistoryRow) DepositEvent {
	e := DepositEvent{
		ID: r.ID().String(), CreatedAt: r.CreatedAt, Reference: r.SourceRef, Type: string(r.Type), Amount: int64(r.Amount),
		BalanceBefore: portal.VisibleBalance(ctx, r.BalanceBefore), BalanceAfter: portal.VisibleBalance(ctx, r.BalanceAfter), Action: string(r.Action),
	}

	if r.OrderID != 0 {
		e.OrderID = order.FormatID(r.OrderID)
	}

	return e
}

// historyFilter reads the filters. The orders that a search names are found by the domain of orders.
func (s Services) historyFilter(ctx context.Context, in DepositFilters) (wallet.HistoryFilter, error) {
	f := wallet.HistoryFilter{Type: wallet.Type(in.DepositType), Action: wallet.Action(in.Action)}

	var err error
	if f.Period, err = period(in); err != nil {
		return f, err
	}

	text := strings.TrimSpace(in.Query)
	if text == "" {
		return f, nil
	}

	f.Search.Text = text

	if f.Search.OrderIDs, err = s.Orders.IDsFor(ctx, portal.Caller(ctx).ClientID, text); err != nil {
		return f, fmt.Errorf("orders of a search: %w", err)
	}

	return f, nil
}

func period(in DepositFilters) (p wallet.Period, err error) {
	if p.From, err = portal.ParseDay("dateStart", in.DateStart); err != nil {
		return p, err
	}

	if p.FromTime, err = timeOfDay("timeStart", in.TimeStart); err != nil {
		return p, err
	}

	if p.To, err = portal.ParseDay("dateEnd", in.DateEnd); err != nil {
		return p, err
	}

	p.ToTime, err = timeOfDay("timeEnd", in.TimeEnd)

	return p, err
}

func timeOfDay(name, text string) (*clock.TimeOfDay, error) {
	return portal.Optional(name, text, clock.ParseTimeOfDay, msgTimeOfDay)
}
