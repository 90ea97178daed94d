package deposits

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

const tagTopup = "topup"

// UniqueAmount is a top-up by bank transfer. Its amount is recognised by the last three digits.
type UniqueAmount struct {
	ID           string     `json:"id" doc:"19 decimal digits: keep it as text" example:"2611210815300100042"`
	Reference    string     `json:"reference" doc:"Reference of the credit in the wallet's history; starts with 0003" example:"00032611210815300100042"`
	Status       string     `json:"status" enum:"pending,cancelled,expired,done"`
	Amount       int64      `json:"amount" doc:"Whole rupiah to transfer, with the unique amount in the last three digits" example:"1000123"`
	BaseAmount   int64      `json:"base_amount" doc:"What was asked for" example:"1000000"`
	UniqueAmount int64      `json:"unique_amount" doc:"1 to 999; shown with three digits" example:"123"`
	BankID       string     `json:"bank_id"`
	Bank         Bank       `json:"bank"`
	AccNo        string     `json:"acc_no" doc:"Account to transfer to"`
	AccName      string     `json:"acc_name" doc:"Holder of that account"`
	DepositID    string     `json:"deposit_id"`
	DepositType  string     `json:"deposit_type" enum:"level_1,level_2,marketplace,multibiller"`
	CreatedAt    time.Time  `json:"created_at"`
	ExpiredAt    time.Time  `json:"expired_at" doc:"A transfer that is reported later is not credited by itself"`
	EndedAt      *time.Time `json:"ended_at" doc:"null while it is pending"`
	Cancellable  bool       `json:"cancellable" doc:"Whether the caller may cancel it: it is pending, and the caller made it or has permission 302"`
}

// HeldTransfer is a transfer of the client that was not credited by itself.
type HeldTransfer struct {
	ID          string     `json:"id"`
	TopupID     string     `json:"topup_id" doc:"The top-up that it was meant for" example:"2611210815300100042"`
	Amount      int64      `json:"amount" doc:"Whole rupiah that came in"`
	Why         string     `json:"why" enum:"late,amount,wallet_inactive" doc:"late: the top-up had ended; amount: it differs from that of the top-up; wallet_inactive: the wallet was closed"`
	Status      string     `json:"status" enum:"held,credited,returned" doc:"held: staff check it"`
	DepositType string     `json:"deposit_type" enum:"level_1,level_2,marketplace,multibiller" doc:"Of the credit, else of the top-up"`
	ReceivedAt  time.Time  `json:"received_at"`
	SettledAt   *time.Time `json:"settled_at" doc:"null while it is held"`
}

// HeldTransfers are transfers that were not credited by themselves.
type HeldTransfers struct {
	Data []HeldTransfer `json:"data" doc:"Newest first, at most 20"`
}

// UniqueAmountDetail is one top-up with the transfers that were meant for it and did not pay it.
type UniqueAmountDetail struct {
	UniqueAmount

	Transfers []HeldTransfer `json:"transfers" doc:"First received first, at most 20"`
}

// OneUniqueAmountDetail is one top-up by bank transfer.
type OneUniqueAmountDetail struct {
	Data UniqueAmountDetail `json:"data"`
}

// UniqueAmounts are top-ups by bank transfer.
type UniqueAmounts struct {
	Data []UniqueAmount `json:"data"`
}

// OneUniqueAmount is one top-up by bank transfer.
type OneUniqueAmount struct {
	Data UniqueAmount `json:"data"`
}

// UniqueAmountInput asks for a top-up by bank transfer.
type UniqueAmountInput struct {
	Amount        int64  `json:"amount" doc:"Whole rupiah, a multiple of 1,000 from 10,000 to the maximum" example:"1000000" missing:"nominal_required"`
	BankShortCode string `json:"bankShortCode" maxLength:"20" doc:"One of the codes of the settings, in any case; the code of the bank works too" example:"BCA" missing:"bank_required"`
	DepositID     string `json:"depositId" maxLength:"19" doc:"Wallet" example:"4" missing:"wallet_required"`
}

// UniqueAmountSettings are what the form needs to know.
type UniqueAmountSettings struct {
	Active        bool   `json:"unique_amount_active" doc:"Whether the provider offers it at all"`
	Banks         string `json:"unique_amount_bank" doc:"Codes of the banks, divided by semicolons" example:"BCA;MANDIRI"`
	InProblem     string `json:"unique_amount_bank_in_problem" doc:"Codes of those that take no transfer now, divided by semicolons"`
	ClientEnabled bool   `json:"unique_amount_for_client_enabled" doc:"Whether the client has the feature"`
	Maximum       int64  `json:"unique_amount_max_limit" doc:"Largest nominal in whole rupiah" example:"500000000"`
}

// PendingTopup says whether a top-up by bank transfer is open.
type PendingTopup struct {
	IsPending bool   `json:"isPending"`
	ID        string `json:"id" doc:"Id of the open one, else empty"`
}

type listUniqueAmounts struct {
	Status   string `query:"status" enum:"pending,cancelled,expired,done" default:"pending"`
	ClientID int64  `query:"clientId" doc:"The caller's own" minimum:"0" maximum:"9007199254740991" example:"1001"`
	Before   string `query:"before" maxLength:"19" doc:"Id: those older than it"`
}

// NamedClientID implements api.NamesClient.
func (in *listUniqueAmounts) NamedClientID() int64 { return in.ClientID }

// ClientPath is the path of calls that name their client. The type is exported because huma only reads exported
// embedded structs.
type ClientPath struct {
	ClientID int64 `path:"clientId" doc:"The caller's own" minimum:"1" maximum:"9007199254740991" example:"1001"`
}

// NamedClientID implements api.NamesClient.
func (in *ClientPath) NamedClientID() int64 { return in.ClientID }

// Resolve implements huma.Resolver. A number that isn't written as an id, as +1001, names no client.
func (in *ClientPath) Resolve(ctx huma.Context) []error {
	if ctx.Param("clientId") != portal.FormatID(in.ClientID) {
		in.ClientID = -1
	}

	return nil
}

type createUniqueAmount struct {
	ClientPath
	api.IdempotencyKey

	Body UniqueAmountInput
}

type uniqueAmountPath struct {
	ID string `path:"depositId" maxLength:"19" doc:"Id of the top-up" example:"2611210815300100042"`
}

func registerTopup(a *api.API, s Services) {
	registerUniqueAmounts(a, s)
	registerUniqueAmountChanges(a, s)
	registerBanks(a, s)
	registerTopupRequest(a, s)
}

func registerUniqueAmounts(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-unique-amounts", Method: http.MethodGet, Path: "/v1/unique-amount", Summary: "Top-ups by bank transfer", Tag: tagTopup,
		Description: "Ten with the status, newest first. At most one is pending.",
		Access:      api.Session(), Client: api.InputsClient,
	}, func(ctx context.Context, in *listUniqueAmounts) (*portal.Body[UniqueAmounts], error) {
		before, err := portal.ParseCursor("before", in.Before)
		if err != nil {
			return nil, err
		}

		list, err := s.Topups.List(ctx, portal.Caller(ctx).ClientID, topup.Status(in.Status), before)
		if err != nil {
			return nil, fmt.Errorf("top-ups: %w", err)
		}

		out := UniqueAmounts{Data: make([]UniqueAmount, len(list))}
		for i, o := range list {
			out.Data[i] = showTopup(ctx, o)
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "get-unique-amount-settings", Method: http.MethodGet, Path: "/v1/unique-amount/whitelist", Summary: "Settings of top-ups by bank transfer",
		Tag: tagTopup, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[UniqueAmountSettings], error) {
		set, err := s.Topups.Settings(ctx)
		if err != nil {
			return nil, fmt.Errorf("settings of top-ups: %w", err)
		}

		return portal.Answer(UniqueAmountSettings{
			Active: set.Active, Banks: joinCodes(set.Banks), InProblem: joinCodes(set.InProblem),
			ClientEnabled: portal.Caller(ctx).Features.Has(identity.UniqueAmount), Maximum: int64(set.Maximum),
		}), nil
	})

	api.Register(a, api.Operation{
		ID: "get-unique-amount", Method: http.MethodGet, Path: "/v1/unique-amount/{depositId}", Summary: "One top-up by bank transfer", Tag: tagTopup,
		Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.getTopup)

	api.Register(a, api.Operation{
		ID: "list-held-transfers", Method: http.MethodGet, Path: "/v1/unique-amount/transfers", Summary: "Transfers that were not credited by themselves",
		Description: "Transfers that came late or with another amount and are certainly the client's: those that staff check, and those that they settled in the last seven days.",
		Tag:         tagTopup, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[HeldTransfers], error) {
		list, err := s.Topups.OwnTransfers(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(HeldTransfers{showTransfers(list)}), nil
	})

	api.Register(a, api.Operation{
		ID: "get-pending-topup", Method: http.MethodGet, Path: "/v1/is-pending", Summary: "Whether a top-up by bank transfer is open", Tag: tagTopup,
		Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[PendingTopup], error) {
		o, open, err := s.Topups.Open(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, fmt.Errorf("open top-up: %w", err)
		}

		if !open {
			return portal.Answer(PendingTopup{}), nil
		}

		return portal.Answer(PendingTopup{true, portal.FormatID(o.ID)}), nil
	})
}

func registerUniqueAmountChanges(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "create-unique-amount", Method: http.MethodPost, Path: "/v1/clients/{clientId}/unique-amount", Summary: "Ask for a top-up by bank transfer",
		Description: "A client has one open top-up. The same input again is answered with it (200); other input is TopupOngoingError with its id.",
		Tag:         tagTopup, Access: api.Session(), Feature: identity.UniqueAmount, Client: api.InputsClient,
		Status: http.StatusCreated, Also: map[int]string{http.StatusOK: "The open top-up of the same input"}, Texts: topup.Texts(),
		Faults: api.IdempotencyFaults(fault.ErrNotFound, wallet.ErrInactive, topup.ErrOngoing, topup.ErrOff, topup.ErrBankProblem, topup.ErrCodesUsed,
			fault.ErrThrottled),
		Example: UniqueAmountInput{Amount: 1_000_000, BankShortCode: "BCA", DepositID: "4"},
	}, func(ctx context.Context, in *createUniqueAmount) (*portal.CreatedAnswer[OneUniqueAmount], error) {
		id, err := walletID(in.Body.DepositID)
		if err != nil {
			return nil, err
		}

		request, err := in.Request(ctx, "create-unique-amount", in.Body)
		if err != nil {
			return nil, err
		}

		p := portal.Caller(ctx)

		result, err := s.Topups.Create(ctx, topup.CreateInput{
			Request: request, ClientID: p.ClientID, WalletID: id, Bank: in.Body.BankShortCode, Nominal: money.Rupiah(in.Body.Amount),
			Actor: api.Actor(p), Address: api.Address(ctx),
		})
		if err != nil {
			return nil, err
		}

		out := &portal.CreatedAnswer[OneUniqueAmount]{Status: http.StatusCreated, Body: OneUniqueAmount{showTopup(ctx, result.Order)}}
		if result.Existing {
			out.Status = http.StatusOK
		}

		return out, nil
	})

	api.Register(a, api.Operation{
		ID: "cancel-unique-amount", Method: http.MethodPatch, Path: "/v1/unique-amount/{depositId}", Summary: "Cancel a pending top-up by bank transfer",
		Description: "By the user who made it, or one with permission 302. A transfer that comes later is not credited by itself.",
		Tag:         tagTopup, Access: api.Session(), Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound, topup.ErrNotMaker, topup.ErrEnded},
	}, func(ctx context.Context, in *uniqueAmountPath) (*portal.Body[OneUniqueAmount], error) {
		p := portal.Caller(ctx)

		o, err := s.Topups.Cancel(ctx, topup.Cancellation{
			ClientID: p.ClientID, OrderID: portal.ParseID(in.ID), Actor: api.Actor(p), Any: portal.SeesBalances(ctx), Address: api.Address(ctx),
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(OneUniqueAmount{showTopup(ctx, o)}), nil
	})
}

// walletID parses the wallet of an input. An empty one is 0, which the domain refuses.
func walletID(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}

	id := portal.ParseID(text)
	if id == 0 {
		return 0, wallet.NoSuchWallet()
	}

	return id, nil
}

func (s Services) getTopup(ctx context.Context, in *uniqueAmountPath) (*portal.Body[OneUniqueAmountDetail], error) {
	clientID, id := portal.Caller(ctx).ClientID, portal.ParseID(in.ID)

	o, err := s.Topups.Get(ctx, clientID, id)
	if err != nil {
		return nil, err
	}

	list, err := s.Topups.TransfersOf(ctx, clientID, id)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneUniqueAmountDetail{UniqueAmountDetail{showTopup(ctx, o), showTransfers(list)}}), nil
}

func showTransfers(list []topup.OwnTransfer) []HeldTransfer {
	out := make([]HeldTransfer, len(list))

	for i, t := range list {
		out[i] = HeldTransfer{
			ID: portal.FormatID(t.ID), TopupID: portal.FormatID(t.OrderID), Amount: int64(t.Amount), Why: t.Why, Status: string(t.State), DepositType: string(t.WalletType),
			ReceivedAt: t.ReceivedAt,
		}

		if t.Why == topup.WhyUnmatched {
			out[i].Why = "amount"
		}

		if !t.EndedAt.IsZero() {
			out[i].SettledAt = &t.EndedAt
		}
	}

	return out
}

func showTopup(ctx context.Context, o topup.Order) UniqueAmount {
	out := UniqueAmount{
		ID: portal.FormatID(o.ID), Reference: o.No, Status: string(o.Status), Amount: int64(o.Amount), BaseAmount: int64(o.Nominal), UniqueAmount: o.Code,
		BankID: portal.FormatID(o.Bank.ID), Bank: showBank(o.Bank), AccNo: o.AccountNo, AccName: o.AccountName,
		DepositID: portal.FormatID(o.WalletID), DepositType: string(o.WalletType), CreatedAt: o.CreatedAt, ExpiredAt: o.ExpiresAt,
	}

	if !o.EndedAt.IsZero() {
		out.EndedAt = &o.EndedAt
	}

	out.Cancellable = o.Status == topup.Pending && (o.CreatedBy == api.Actor(portal.Caller(ctx)) || portal.SeesBalances(ctx))

	return out
}
