package clientapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

// WalletRow is one change of a balance.
type WalletRow struct {
	ID            string    `json:"id" doc:"Of the row, for ever; as cursor: the rows after it" example:"1-420"`
	CreatedAt     time.Time `json:"createdAt" doc:"Never before that of the row before"`
	Action        string    `json:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22"`
	Amount        int64     `json:"amount" doc:"Whole rupiah; negative for payment, topup_fee, deduct and tax_22" example:"-10250"`
	BalanceBefore int64     `json:"balanceBefore" doc:"The balanceAfter of the row before"`
	BalanceAfter  int64     `json:"balanceAfter"`
	OrderID       string    `json:"orderId" doc:"Of a payment or refund, else empty" example:"2611210815300100042"`
	Reference     string    `json:"reference" doc:"The clientRef of the order, the bank's reference, or the one that the provider gave" example:"INV-7"`
}

// WalletRows is a page of the history of a wallet.
type WalletRows struct {
	Data []WalletRow `json:"data" nullable:"false" doc:"The oldest first"`
	Next *string     `json:"next" doc:"cursor of the next page; null on the last one"`
}

// WalletTotal sums up one action.
type WalletTotal struct {
	Action string `json:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22"`
	Rows   int64  `json:"rows"`
	Amount int64  `json:"amount" doc:"Whole rupiah, with the sign of the action"`
}

// WalletStatement sums up a month of a wallet.
type WalletStatement struct {
	WalletType  string        `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Month       string        `json:"month" example:"2026-10"`
	CreatedFrom time.Time     `json:"createdFrom" doc:"The first moment of the month in your company's zone: with createdTo, the period of its rows in the history"`
	CreatedTo   time.Time     `json:"createdTo" doc:"The end of the month, not included"`
	Opening     int64         `json:"opening" doc:"Balance before the month, whole rupiah"`
	Credits     int64         `json:"credits" doc:"Sum of what came in, whole rupiah"`
	Debits      int64         `json:"debits" doc:"Sum of what went out, positive: opening + credits - debits is closing"`
	Closing     int64         `json:"closing" doc:"Balance at the end of the month, or now"`
	Rows        int64         `json:"rows" doc:"Of the history"`
	Totals      []WalletTotal `json:"totals" nullable:"false" doc:"Actions with rows"`
	MadeAt      time.Time     `json:"madeAt"`
}

// WalletPath names a wallet. It is exported because huma only reads exported embedded structs.
type WalletPath struct {
	Type string `path:"type" enum:"level_1,level_2,marketplace,multibiller" example:"level_1"`
}

type listWalletRows struct {
	WalletPath

	CreatedFrom time.Time `query:"createdFrom" doc:"The first moment; from the oldest row if absent" example:"2026-11-01T00:00:00+07:00"`
	CreatedTo   time.Time `query:"createdTo" doc:"The end, not included; all if absent" example:"2026-12-01T00:00:00+07:00"`
	Cursor      string    `query:"cursor" maxLength:"40" doc:"next of the page before, or the id of any row: the rows after it" example:"1-420"`
	Limit       int       `query:"limit" minimum:"1" maximum:"1000" doc:"Rows of a page; 100 if absent"`
}

type walletStatement struct {
	WalletPath

	Month string `query:"month" required:"true" maxLength:"7" doc:"In your company's zone, not in the future" example:"2026-10"`
}

type walletRowsAnswer struct {
	Body WalletRows
}

func registerWallets(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-wallet-history", Method: http.MethodGet, Path: "/h2h/v1/wallets/{type}/history", Summary: "What changed a balance", Tag: tag,
		Description: "Each change of the balance once, the oldest first: go on with next until it is null, and later with the id of the last row. No row is ever skipped, changed or deleted.",
		Access:      api.WithAPIKey(identity.HistoryRead), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listWalletRows)

	api.Register(a, api.Operation{
		ID: "get-wallet-statement", Method: http.MethodGet, Path: "/h2h/v1/wallets/{type}/statement", Summary: "Figures of a month of a wallet", Tag: tag,
		Description: "Computed from the history, until now for the current month. Its rows are the history from createdFrom to createdTo.",
		Cost:        api.Sums, Access: api.WithAPIKey(identity.HistoryRead), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.walletStatement)
}

func (s Services) listWalletRows(ctx context.Context, in *listWalletRows) (*walletRowsAnswer, error) {
	after, err := wallet.ParseRowID("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	page, err := s.Wallets.Rows(ctx, wallet.RowsQuery{
		ClientID: clientID(ctx), Type: wallet.Type(in.Type), From: in.CreatedFrom, To: in.CreatedTo, After: after, Limit: cmp.Or(in.Limit, pageSize),
	})
	if err != nil {
		return nil, fmt.Errorf("history of a wallet: %w", err)
	}

	out := WalletRows{Data: make([]WalletRow, len(page.Rows))}
	for i, r := range page.Rows {
		out.Data[i] = showWalletRow(r)
	}

	if page.More {
		out.Next = new(out.Data[len(out.Data)-1].ID)
	}

	return &walletRowsAnswer{out}, nil
}

func showWalletRow(r wallet.HistoryRow) WalletRow {
	out := WalletRow{
		ID: r.ID().String(), CreatedAt: r.CreatedAt, Action: string(r.Action), Amount: int64(r.Amount),
		BalanceBefore: int64(r.BalanceBefore), BalanceAfter: int64(r.BalanceAfter), Reference: r.SourceRef,
	}

	if r.OrderID != 0 {
		out.OrderID = order.FormatID(r.OrderID)
	}

	return out
}

func (s Services) walletStatement(ctx context.Context, in *walletStatement) (*body[WalletStatement], error) {
	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	month, err := wallet.ParseMonth(in.Month)
	if err != nil {
		return nil, err
	}

	st, err := s.Wallets.Statement(ctx, clientID(ctx), wallet.Type(in.Type), month, zone)
	if err != nil {
		return nil, fmt.Errorf("statement of a wallet: %w", err)
	}

	out := WalletStatement{
		WalletType: string(st.Wallet.Type), Month: st.Month.String(), Opening: int64(st.Opening), Closing: int64(st.Closing), Rows: st.Rows,
		Totals: make([]WalletTotal, len(st.Totals)), MadeAt: st.MadeAt,
	}

	out.CreatedFrom, out.CreatedTo = st.Month.Bounds(zone)

	for i, o := range st.Totals {
		out.Totals[i] = WalletTotal{string(o.Action), o.Rows, int64(o.Amount)}

		if o.Amount > 0 { // an action has one sign
			out.Credits += int64(o.Amount)
		} else {
			out.Debits -= int64(o.Amount)
		}
	}

	return answer(out), nil
}
