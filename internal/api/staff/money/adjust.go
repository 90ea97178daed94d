// Package money serves staff's calls about wallets.
package money

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity *identity.Service
	Wallets  *wallet.Service
}

// AdjustWalletInput changes a balance by hand.
type AdjustWalletInput struct {
	Amount    int64  `json:"amount" doc:"Whole rupiah, above 0; the operation says whether it comes or goes" minimum:"1" maximum:"1000000000000000" example:"150000"`
	Action    string `json:"action" enum:"topup,deduct,topup_fee,topup_penalty" doc:"topup: money received or a correction; deduct: a correction; topup_fee: a fee, taken; topup_penalty: a compensation, given"`
	Reason    string `json:"reason" maxLength:"500" doc:"For the file"`
	Reference string `json:"reference,omitempty" maxLength:"64" doc:"What the client reads beside it" example:"Letter 12/2026"`
}

// AdjustedWallet is the wallet after an adjustment, or the approval that it waits for.
type AdjustedWallet struct {
	staff.Waiting

	DepositID string `json:"depositId" example:"4"`
	Balance   int64  `json:"balance" doc:"Now"`
}

type adjustWallet struct {
	DepositID string `path:"depositId" maxLength:"19" example:"4"`
	Key       string `header:"Idempotency-Key" maxLength:"200" doc:"The same one of the same caller adjusts once"`
	Body      AdjustWalletInput
}

type adjustAnswer struct {
	Status int
	Body   AdjustedWallet
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-adjust-wallet", Method: http.MethodPost, Path: "/staff/v1/wallets/{depositId}/adjust", Summary: "Change a balance by hand", Tag: "money",
		Description: "Above a limit for one change, and above a limit of the caller for a day, it waits for a second person.",
		Access:      api.Needs(identity.WalletAdjust), Client: api.AnyClient, StepUp: true, Status: http.StatusOK,
		Also:    map[int]string{http.StatusAccepted: "It waits for a second person, and nothing has changed yet"},
		Faults:  []fault.Definition{fault.ErrNotFound, fault.ErrIdempotencyConflict, wallet.ErrInactive, wallet.ErrInsufficientBalance},
		Example: AdjustWalletInput{Amount: 150000, Action: "topup", Reason: "Transfer of 12 November", Reference: "Letter 12/2026"},
	}, s.adjust)
}

func (s Services) adjust(ctx context.Context, in *adjustWallet) (*adjustAnswer, error) {
	w, err := s.find(ctx, portal.ParseID(in.DepositID))
	if err != nil {
		return nil, err
	}

	key := in.Key
	if key == "" {
		key = ids.Token()
	}

	a := wallet.Adjustment{
		ClientID: w.ClientID, Type: w.Type, Action: wallet.Action(in.Body.Action), Amount: money.Rupiah(in.Body.Amount), Contra: wallet.Adjustments,
		Key: staff.Actor(ctx) + ":" + key, SourceReference: in.Body.Reference, Actor: staff.Actor(ctx), Reason: in.Body.Reason,
	}

	if a.Action == wallet.Deduct || a.Action == wallet.TopupFee {
		a.Amount = -a.Amount
	}

	if a.Action == wallet.TopupFee {
		a.Contra = wallet.Fees
	}

	made, err := s.Wallets.Adjust(ctx, a)
	if err != nil {
		return nil, err
	}

	out := &adjustAnswer{http.StatusOK, AdjustedWallet{DepositID: in.DepositID, Balance: int64(w.Balance)}}

	switch {
	case made.Waiting != nil:
		out.Status, out.Body.ApprovalID = http.StatusAccepted, portal.FormatID(made.Waiting.ID)
	case len(made.Entries) > 0:
		out.Body.Balance = int64(made.Entries[len(made.Entries)-1].BalanceAfter)
	}

	return out, nil
}

// find returns a wallet of any client by its id.
func (s Services) find(ctx context.Context, id int64) (wallet.Wallet, error) {
	clients, err := s.Identity.Clients(ctx)
	if err != nil {
		return wallet.Wallet{}, err
	}

	for _, c := range clients {
		list, err := s.Wallets.List(ctx, c.ID)
		if err != nil {
			return wallet.Wallet{}, err
		}

		for _, w := range list {
			if w.ID == id {
				return w, nil
			}
		}
	}

	return wallet.Wallet{}, fault.ErrNotFound.New()
}
