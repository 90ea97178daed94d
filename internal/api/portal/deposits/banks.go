package deposits

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/banking/topup"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Bank is a bank as screens show it.
type Bank struct {
	ID             string `json:"id"`
	Name           string `json:"name" example:"BCA"`
	Logo           string `json:"logo" doc:"Name of the logo; empty where there is none" example:"bca"`
	Note           string `json:"note" doc:"In the caller's language; usually empty"`
	Code           string `json:"code" example:"BBCA"`
	BankSecondCode string `json:"bankSecondCode" example:"bca"`
}

// PaymentChannel is the way to pay into virtual accounts at one bank.
type PaymentChannel struct {
	ID           string `json:"id"`
	Status       string `json:"status" enum:"active,problem"`
	MinimumTopup int64  `json:"minimum_topup" doc:"Smallest payment in whole rupiah" example:"10000"`
	Fee          int64  `json:"fee" doc:"Whole rupiah taken from each payment"`
	BankID       string `json:"bank_id"`
	Bank         Bank   `json:"bank"`
}

// VirtualAccount is the number of one wallet at one bank.
type VirtualAccount struct {
	ID                 string         `json:"id"`
	AccNo              string         `json:"acc_no" example:"80770100100004"`
	DepositID          string         `json:"deposit_id"`
	PaymentChannel     string         `json:"payment_channel" enum:"virtual_account"`
	BankPaymentChannel PaymentChannel `json:"bank_payment_channel"`
}

// BankTutorials are the tutorials of one bank.
type BankTutorials struct {
	Code      string     `json:"code" example:"BBCA"`
	Name      string     `json:"name" example:"BCA"`
	Logo      string     `json:"logo" doc:"Name of the logo; empty where there is none" example:"bca"`
	Tutorials []Tutorial `json:"tutorials" nullable:"false" doc:"Ways of paying; the bank OTHER has none"`
}

// Tutorial is one way of paying.
type Tutorial struct {
	Label       string   `json:"label" example:"ATM"`
	Description []string `json:"description" nullable:"false" doc:"The steps, in order"`
	CheckedOn   string   `json:"checkedOn" format:"date" doc:"When staff last compared it with the bank"`
}

// TopupRequestInput asks staff for a top-up.
type TopupRequestInput struct {
	DepositID string `json:"depositId" maxLength:"19" doc:"Wallet" example:"4" missing:"wallet_required"`
	Amount    int64  `json:"amount" doc:"Whole rupiah" example:"1000000" missing:"nominal_required"`
	Note      string `json:"note,omitempty" maxLength:"2000" doc:"What staff should know, up to 500 characters" example:"Transferred from BCA 8880001234 today"`
}

// TopupRequest is what was asked for.
type TopupRequest struct {
	ID string `json:"id" doc:"Number of the request, for questions to staff"`
}

type requestTopup struct {
	ClientPath
	api.IdempotencyKey

	Body TopupRequestInput
}

func registerBanks(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-virtual-accounts", Method: http.MethodGet, Path: "/v1/clients/{clientId}/client-bank-payment-channels",
		Summary: "Virtual accounts of the wallets", Description: "Sorted by the bank's name.", Tag: tagTopup, Access: api.Session(), Client: api.InputsClient,
	}, func(ctx context.Context, _ *ClientPath) (*portal.Body[[]VirtualAccount], error) {
		list, err := s.Topups.VirtualAccounts(ctx, portal.Caller(ctx).ClientID, api.LanguageOf(ctx))
		if err != nil {
			return nil, fmt.Errorf("virtual accounts: %w", err)
		}

		out := make([]VirtualAccount, len(list))
		for i, v := range list {
			out[i] = VirtualAccount{
				ID: portal.FormatID(v.ID), AccNo: v.AccountNo, DepositID: portal.FormatID(v.WalletID), PaymentChannel: "virtual_account",
				BankPaymentChannel: showChannel(v.Channel),
			}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-payment-channels", Method: http.MethodGet, Path: "/v1/clients/{clientId}/bank-payment-channels",
		Summary: "Banks with virtual accounts", Description: "Sorted by the bank's name.", Tag: tagTopup, Access: api.Session(), Client: api.InputsClient,
	}, func(ctx context.Context, _ *ClientPath) (*portal.Body[[]PaymentChannel], error) {
		list, err := s.Topups.Channels(ctx, api.LanguageOf(ctx))
		if err != nil {
			return nil, fmt.Errorf("payment channels: %w", err)
		}

		out := make([]PaymentChannel, len(list))
		for i, c := range list {
			out[i] = showChannel(c)
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "list-client-banks", Method: http.MethodGet, Path: "/v1/clients/{clientId}/banks", Summary: "Banks with tutorials",
		Description: "Each once, sorted by name.", Tag: tagTopup, Access: api.Session(), Client: api.InputsClient,
	}, func(ctx context.Context, _ *ClientPath) (*portal.Body[[]Bank], error) { return s.banks(ctx) })

	api.Register(a, api.Operation{
		ID: "list-banks", Method: http.MethodGet, Path: "/v1/banks", Summary: "Banks",
		Description: "Sorted by name.", Tag: tagTopup, Access: api.Session(), Client: api.CallersClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]Bank], error) { return s.banks(ctx) })

	api.Register(a, api.Operation{
		ID: "list-bank-tutorials", Method: http.MethodGet, Path: "/v1/banks/tutorials", Summary: "How to pay at each bank",
		Description: "Sorted by the bank's name, in the language of Accept-Language.", Tag: tagTopup, Access: api.Session(), Client: api.CallersClient,
	}, s.tutorials)
}

func (s Services) banks(ctx context.Context) (*portal.Body[[]Bank], error) {
	list, err := s.Topups.Banks(ctx, api.LanguageOf(ctx))
	if err != nil {
		return nil, fmt.Errorf("banks: %w", err)
	}

	out := make([]Bank, len(list))
	for i, b := range list {
		out[i] = showBank(b)
	}

	return portal.Answer(out), nil
}

func (s Services) tutorials(ctx context.Context, _ *portal.NoInput) (*portal.Body[[]BankTutorials], error) {
	list, err := s.Topups.Tutorials(ctx, api.LanguageOf(ctx))
	if err != nil {
		return nil, fmt.Errorf("tutorials: %w", err)
	}

	out := make([]BankTutorials, len(list))

	for i, b := range list {
		out[i] = BankTutorials{Code: b.Bank.Code, Name: b.Bank.Name, Logo: b.Bank.Logo, Tutorials: make([]Tutorial, len(b.Tutorials))}
		for n, t := range b.Tutorials {
			out[i].Tutorials[n] = Tutorial{t.Label, t.Steps, t.CheckedOn.String()}
		}
	}

	return portal.Answer(out), nil
}

func registerTopupRequest(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "request-topup", Method: http.MethodPost, Path: "/v1/clients/{clientId}/topup-request", Summary: "Ask staff for a top-up by hand",
		Description: "Staff get a mail. Five requests an hour.",
		Tag:         tagTopup, Access: api.Session(), Client: api.InputsClient, Status: http.StatusCreated, Texts: topup.Texts(),
		Faults:  api.IdempotencyFaults(fault.ErrNotFound, wallet.ErrInactive, fault.ErrThrottled),
		Example: TopupRequestInput{DepositID: "4", Amount: 1_000_000, Note: "Transferred from BCA 8880001234 today"},
	}, func(ctx context.Context, in *requestTopup) (*portal.Body[TopupRequest], error) {
		id, err := walletID(in.Body.DepositID)
		if err != nil {
			return nil, err
		}

		request, err := in.Request(ctx, "request-topup", in.Body)
		if err != nil {
			return nil, err
		}

		p := portal.Caller(ctx)

		requestID, err := s.Topups.Ask(ctx, topup.NewRequest{
			Request: request, ClientID: p.ClientID, WalletID: id, Amount: money.Rupiah(in.Body.Amount), Note: strings.TrimSpace(in.Body.Note),
			Actor: api.Actor(p), Address: api.Address(ctx),
		})
		if err != nil {
			return nil, err
		}

		return portal.Answer(TopupRequest{portal.FormatID(requestID)}), nil
	})
}

func showBank(b topup.Bank) Bank {
	return Bank{ID: portal.FormatID(b.ID), Name: b.Name, Logo: b.Logo, Note: b.Note, Code: b.Code, BankSecondCode: b.ShortCode}
}

func showChannel(c topup.Channel) PaymentChannel {
	return PaymentChannel{
		ID: portal.FormatID(c.ID), Status: c.Status, MinimumTopup: int64(c.Minimum), Fee: int64(c.Fee), BankID: portal.FormatID(c.Bank.ID), Bank: showBank(c.Bank),
	}
}

func joinCodes(codes []string) string { return strings.Join(codes, ";") }
