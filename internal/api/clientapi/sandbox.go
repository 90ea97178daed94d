package clientapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"

	"loket/internal/api"
	"loket/internal/developer/sandbox"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	rules "loket/internal/supplier/sandbox"
)

// MoneyInput adds test money.
type MoneyInput struct {
	WalletType string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Amount     int64  `json:"amount" minimum:"1" maximum:"1000000000" doc:"Whole rupiah" example:"5000000"`
}

// EndInput ends an order.
type EndInput struct {
	ClientRef string `json:"clientRef" minLength:"1" maxLength:"64" example:"INV-7"`
	As        string `json:"as" enum:"success,failed,reversed" doc:"success and failed end an order that is pending; reversed is a success that is taken back: failed, and refunded"`
}

// SandboxReset answers a reset.
type SandboxReset struct {
	Reset bool `json:"reset" doc:"The sandbox is empty again" example:"true"`
}

func registerSandbox(a *api.API, s Services) {
	own := api.Operation{Tag: tag, Access: api.WithAPIKey(identity.OrdersWrite), Client: api.CallersClient, Method: http.MethodPost}
	registerSandboxClock(a, s, own)

	add := own
	add.ID, add.Path, add.Summary = "add-test-money", "/h2h/v1/sandbox/money", "Add test money to a wallet of the sandbox"
	add.Description = "As a bank transfer does: with the event of a top-up, and with the tax of level 2."
	add.Faults = []fault.Definition{sandbox.ErrNotSandbox}
	add.Example = MoneyInput{WalletType: "level_1", Amount: 5_000_000} //nolint:mnd // an example
	api.Register(a, add, func(ctx context.Context, in *struct{ Body MoneyInput }) (*body[Balance], error) {
		w, err := s.Sandbox.AddMoney(ctx, clientID(ctx), wallet.Type(in.Body.WalletType), money.Rupiah(in.Body.Amount))
		if err != nil {
			return nil, err
		}

		return answer(Balance{strconv.FormatInt(w.ID, 10), string(w.Type), int64(w.Balance), w.Active}), nil
	})

	end := own
	end.ID, end.Path, end.Summary = "end-test-order", "/h2h/v1/sandbox/orders/end", "End an order of the sandbox"
	end.Description = "For an order that is pending, such as one for a number that ends in 3000. Its event follows as always."
	end.Faults = []fault.Definition{sandbox.ErrNotSandbox, fault.ErrNotFound, order.ErrState, order.ErrInFlight}
	end.Example = EndInput{ClientRef: "INV-7", As: "failed"}
	api.Register(a, end, func(ctx context.Context, in *struct{ Body EndInput }) (*body[Order], error) {
		o, err := s.Sandbox.EndOrder(ctx, sandbox.EndInput{
			SandboxID: clientID(ctx), ClientRef: in.Body.ClientRef, As: sandbox.As(in.Body.As), Actor: api.Actor(api.Principal(ctx)),
		})
		if err != nil {
			return nil, err
		}

		return answer(show(ctx, o)), nil
	})

	reset := own
	reset.ID, reset.Path, reset.Summary = "reset-sandbox", "/h2h/v1/sandbox/reset", "Begin the sandbox anew"
	reset.Description = "New wallets, no orders, no events and no endpoints of webhooks; references can be used again. The keys stay valid. It can't be undone. At most 50 times within 24 hours."
	reset.Faults = []fault.Definition{sandbox.ErrNotSandbox, fault.ErrThrottled}
	api.Register(a, reset, func(ctx context.Context, _ *struct{}) (*body[SandboxReset], error) {
		by := identity.By{Actor: api.Actor(api.Principal(ctx)), Reason: "reset", Address: api.Address(ctx)}
		if err := s.Sandbox.Reset(ctx, by, clientID(ctx)); err != nil {
			return nil, err
		}

		return answer(SandboxReset{Reset: true}), nil
	})
}

// sandboxEffect does what the destination of a new order of a sandbox asks for: an error in place of the answer, or an answer that comes late.
func (s Services) sandboxEffect(ctx context.Context, placed placing.PlacedOrder) error {
	o := placed.Order
	if placed.Repeat || !clientid.IsSandbox(o.ClientID) {
		return nil
	}

	switch rules.RuleOf(o.DestinationNo).Effect {
	case rules.AnswerError:
		return fmt.Errorf("order %s: %w", o.ClientRef, fault.ErrInternal.Wrap(api.ErrWanted))
	case rules.PushFirst:
		s.Sandbox.HoldUntilPushed(ctx, o)
	case rules.None, rules.PushTwice:
	}

	return nil
}

// sandboxEffects is sandboxEffect for all orders of a call: it is answered when the last event was pushed, or with an error when one asks for it.
func (s Services) sandboxEffects(ctx context.Context, results []placing.Result) error {
	if !clientid.IsSandbox(clientID(ctx)) {
		return nil
	}

	waits, cancel := context.WithTimeout(ctx, sandbox.MaxHold)
	defer cancel()

	var failure error

	for i := range results {
		if results[i].Err != nil {
			continue
		}

		failure = cmp.Or(failure, s.sandboxEffect(waits, results[i].Placed))
	}

	return failure
}
