package clients

import (
	"context"
	"net/http"
	"slices"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

// CreateWalletInput makes a wallet.
type CreateWalletInput struct {
	Type   string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Reason string `json:"reason" maxLength:"500"`
}

// SwitchWalletInput switches a wallet on or off.
type SwitchWalletInput struct {
	Active bool   `json:"active"`
	Reason string `json:"reason" maxLength:"500"`
}

// WalletRow is a row of the history of a wallet.
type WalletRow struct {
	ID            string    `json:"id" doc:"Names the row as a cursor" example:"1-420"`
	CreatedAt     time.Time `json:"createdAt"`
	Action        string    `json:"action" enum:"payment,refund,topup,topup_va,topup_fee,deduct,topup_penalty,tax_22"`
	OrderID       string    `json:"orderId" doc:"Of a payment or refund, else empty"`
	Reference     string    `json:"reference" doc:"What the client reads beside it"`
	Amount        int64     `json:"amount" doc:"Whole rupiah; negative where it was taken"`
	BalanceBefore int64     `json:"balanceBefore"`
	BalanceAfter  int64     `json:"balanceAfter"`
	Contra        string    `json:"contra" doc:"The other account of the books" example:"sales"`
}

// WalletHistory is a page of the history of a wallet, newest first.
type WalletHistory struct {
	Data   []WalletRow `json:"data" nullable:"false"`
	Cursor string      `json:"cursor" doc:"Of the next page; empty after the last"`
}

type createWallet struct {
	ClientPath

	Body CreateWalletInput
}

// WalletPath names a wallet of a client. It is exported because huma only reads exported embedded structs.
type WalletPath struct {
	ClientPath

	DepositID string `path:"depositId" maxLength:"19" example:"4"`
}

type switchWallet struct {
	WalletPath

	Body SwitchWalletInput
}

type walletHistory struct {
	WalletPath
	HistoryFilters

	Cursor string `query:"cursor" maxLength:"40" doc:"As an answer gives it"`
}

func registerWallets(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-create-wallet", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/wallets", Summary: "Make a wallet with balance 0", Tag: tag,
		Access: api.Needs(identity.ClientCreate), Client: api.AnyClient, Status: http.StatusCreated, Faults: []fault.Definition{fault.ErrNotFound},
		Example: CreateWalletInput{Type: "level_1", Reason: "Contract 12/2026"},
	}, func(ctx context.Context, in *createWallet) (*portal.Body[StaffWallet], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		w, err := s.Wallets.Create(ctx, wallet.CreateInput{ClientID: c.ID, Type: wallet.Type(in.Body.Type), Actor: staff.Actor(ctx), Reason: in.Body.Reason})
		if err != nil {
			return nil, err
		}

		return portal.Answer(showWallet(w)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-switch-wallet", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/wallets/{depositId}/switch", Summary: "Switch a wallet on or off", Tag: tag,
		Description: "One that is off pays for no order and takes no money but refunds. Its balance stays.",
		Access:      api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound},
		Example: SwitchWalletInput{Active: false, Reason: "Suspicion of fraud, ticket 311"},
	}, func(ctx context.Context, in *switchWallet) (*portal.Body[StaffWallet], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		w, err := s.Wallets.Switch(ctx, wallet.SwitchInput{
			ClientID: c.ID, WalletID: portal.ParseID(in.DepositID), Active: in.Body.Active, Actor: staff.Actor(ctx), Reason: in.Body.Reason, Address: api.Address(ctx),
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(showWallet(w)), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-list-wallet-history", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/wallets/{depositId}/history", Summary: "History of a wallet, newest first", Tag: tag,
		Description: "The audit log keeps who read it.",
		Access:      api.Needs(identity.DepositClient), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.history)

	registerExport(a, s)
}

func (s Services) history(ctx context.Context, in *walletHistory) (*portal.Body[WalletHistory], error) {
	c, w, err := s.findWallet(ctx, in.WalletPath)
	if err != nil {
		return nil, err
	}

	zone, err := clock.Zone(c.TimeZone)
	if err != nil {
		return nil, err
	}

	filter, err := in.filter(w)
	if err != nil {
		return nil, err
	}

	q := wallet.HistoryQuery{HistoryFilter: filter, ClientID: c.ID, Zone: zone, Page: 1}
	if q.Before, err = wallet.ParseRowID("cursor", in.Cursor); err != nil {
		return nil, err
	}

	list, err := s.Wallets.History(ctx, q)
	if err != nil {
		return nil, err
	}

	out := WalletHistory{Data: make([]WalletRow, len(list))}
	for i, r := range list {
		out.Data[i] = showRow(r)
	}

	if len(list) == wallet.HistoryPageSize {
		out.Cursor = list[len(list)-1].ID().String()
	}

	return portal.Answer(out), s.Reads.Record(ctx, c.ID, identity.Subject("wallet", w.ID), nil)
}

func showRow(r wallet.HistoryRow) WalletRow {
	out := WalletRow{
		ID: r.ID().String(), CreatedAt: r.CreatedAt, Action: string(r.Action), Reference: r.SourceRef, Amount: int64(r.Amount),
		BalanceBefore: int64(r.BalanceBefore), BalanceAfter: int64(r.BalanceAfter), Contra: string(r.Contra),
	}
	if r.OrderID != 0 {
		out.OrderID = portal.FormatID(r.OrderID)
	}

	return out
}

func (s Services) findWallet(ctx context.Context, in WalletPath) (identity.Client, wallet.Wallet, error) {
	c, err := s.find(ctx, in.client())
	if err != nil {
		return c, wallet.Wallet{}, err
	}

	list, err := s.Wallets.List(ctx, c.ID)
	if err != nil {
		return c, wallet.Wallet{}, err
	}

	i := slices.IndexFunc(list, func(w wallet.Wallet) bool { return portal.FormatID(w.ID) == in.DepositID })
	if i < 0 {
		return c, wallet.Wallet{}, wallet.NoSuchWallet()
	}

	return c, list[i], nil
}
