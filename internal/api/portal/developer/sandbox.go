package developer

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/developer/sandbox"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	rules "loket/internal/supplier/sandbox"
)

// Sandbox is the sandbox of a client.
type Sandbox struct {
	Open       bool               `json:"open" doc:"Whether there is one: the first test key opens it"`
	Keys       []portal.KeyRow    `json:"keys" nullable:"false" doc:"Its keys; empty without permission 14"`
	Wallets    []SandboxWallet    `json:"wallets" nullable:"false"`
	Waiting    []WaitingOrder     `json:"waiting" nullable:"false" doc:"The newest orders that are pending, of the last three days: 10 at most"`
	Clock      SandboxClock       `json:"clock"`
	Settlement *SandboxSettlement `json:"settlement" doc:"null without one"`
	Unpaid     []SandboxInvoice   `json:"unpaid" nullable:"false" doc:"The newest invoices that are not paid: 10 at most"`
	Numbers    []SandboxNumber    `json:"numbers" nullable:"false" doc:"What becomes of an order by the last four digits of its destination; all others succeed at once"`
}

// SandboxWallet is a wallet of the sandbox.
type SandboxWallet struct {
	Type    string `json:"type" enum:"level_1,level_2,marketplace,multibiller"`
	Balance int64  `json:"balance" doc:"Whole rupiah of test money"`
}

// WaitingOrder is a pending order of the sandbox.
type WaitingOrder struct {
	ClientRef     string    `json:"clientRef" example:"INV-7"`
	ProductCode   string    `json:"productCode" example:"TSEL10"`
	DestinationNo string    `json:"destinationNo" example:"081234563000"`
	Amount        int64     `json:"amount" doc:"What it was charged, in whole rupiah"`
	CreatedAt     time.Time `json:"createdAt"`
}

// SandboxNumber is a rule of the sandbox.
type SandboxNumber struct {
	First  string `json:"first" doc:"Last four digits of the destination" example:"2000"`
	Last   string `json:"last" doc:"The same as first, or the end of a range" example:"2059"`
	Kind   string `json:"kind" enum:"success,refused,fails_later,success_later,never,reversed,pushed_twice,pushed_first,answer_error"`
	Reason string `json:"reason" doc:"Why the order fails, in the language of the call; else empty"`
}

// SandboxMoney adds test money.
type SandboxMoney struct {
	WalletType string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Amount     int64  `json:"amount" minimum:"1" maximum:"1000000000" doc:"Whole rupiah" example:"5000000"`
}

// SandboxEnd ends an order.
type SandboxEnd struct {
	ClientRef string `json:"clientRef" minLength:"1" maxLength:"64" example:"INV-7"`
	As        string `json:"as" enum:"success,failed,reversed" doc:"success and failed end an order that is pending; reversed is a success that is taken back: failed, and refunded"`
}

// NewTestKey is a new test key.
type NewTestKey struct {
	APIKey string `json:"apiKey" doc:"Shown this once" example:"lk_test_..."`
}

func (s Services) showSandbox(ctx context.Context) (Sandbox, error) {
	p := portal.Caller(ctx)

	state, err := s.Sandbox.State(ctx, p.ClientID)
	if err != nil {
		return Sandbox{}, err
	}

	out := Sandbox{
		Open: state.Open, Keys: []portal.KeyRow{}, Wallets: make([]SandboxWallet, len(state.Wallets)), Waiting: make([]WaitingOrder, len(state.Waiting)),
		Clock: showClock(state.Clock), Unpaid: make([]SandboxInvoice, len(state.Unpaid)),
	}

	if state.Settlement != nil {
		out.Settlement = new(showLimit(*state.Settlement))
	}

	for i := range state.Unpaid {
		one := &state.Unpaid[i]
		out.Unpaid[i] = SandboxInvoice{one.No, int64(one.Outstanding()), one.DueOn.String(), one.Overdue(state.Clock.Now)}
	}

	if p.Require(identity.APIKeyManage) == nil {
		for i := range state.Keys {
			out.Keys = append(out.Keys, portal.ShowKey(&state.Keys[i]))
		}
	}

	for i, w := range state.Wallets {
		out.Wallets[i] = SandboxWallet{string(w.Type), int64(w.Balance)}
	}

	for i := range state.Waiting {
		o := &state.Waiting[i]
		out.Waiting[i] = WaitingOrder{o.ClientRef, o.ProductCode, o.DestinationNo, int64(o.Price), o.CreatedAt}
	}

	for _, r := range rules.Rules() {
		n := SandboxNumber{First: fmt.Sprintf("%04d", r.First), Last: fmt.Sprintf("%04d", r.Last), Kind: string(r.Kind())}
		if r.Reason() != "" {
			n.Reason = api.Say(ctx, r.Reason().Message())
		}

		out.Numbers = append(out.Numbers, n)
	}

	return out, nil
}

func registerSandbox(a *api.API, s Services) {
	own := api.Operation{
		Tag: "sandbox", Sandbox: api.SameInSandbox, Access: api.Needs(identity.WebhookManage), Client: api.CallersClient,
	}

	get := own
	get.ID, get.Method, get.Path, get.Summary = "get-sandbox", http.MethodGet, "/v1/sandbox", "The sandbox of the client"
	get.Secret = true // it has a part of keys
	api.Register(a, get, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[Sandbox], error) {
		out, err := s.showSandbox(ctx)
		if err != nil {
			return nil, err
		}

		return portal.Answer(out), nil
	})

	registerTestKeys(a, s, own)
	registerSandboxClock(a, s, own)

	own.Method, own.Faults = http.MethodPost, []fault.Definition{fault.ErrNotFound}

	add := own
	add.ID, add.Path, add.Summary = "add-money-to-sandbox", "/v1/sandbox/money", "Add test money to a wallet of the sandbox"
	add.Description = "As a bank transfer does: with the event of a top-up, and with the tax of level 2."
	add.Example = SandboxMoney{WalletType: "level_1", Amount: 5_000_000} //nolint:mnd // an example
	api.Register(a, add, func(ctx context.Context, in *struct{ Body SandboxMoney }) (*portal.Body[SandboxWallet], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		w, err := s.Sandbox.AddMoney(ctx, id, wallet.Type(in.Body.WalletType), money.Rupiah(in.Body.Amount))
		if err != nil {
			return nil, err
		}

		return portal.Answer(SandboxWallet{string(w.Type), int64(w.Balance)}), nil
	})

	end := own
	end.ID, end.Path, end.Summary = "end-order-of-sandbox", "/v1/sandbox/orders/end", "End an order of the sandbox"
	end.Faults = append(end.Faults, order.ErrState, order.ErrInFlight)
	end.Example = SandboxEnd{ClientRef: "INV-7", As: "failed"}
	api.Register(a, end, func(ctx context.Context, in *struct{ Body SandboxEnd }) (*portal.Body[portal.Empty], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		_, err = s.Sandbox.EndOrder(ctx, sandbox.EndInput{
			SandboxID: id, ClientRef: in.Body.ClientRef, As: sandbox.As(in.Body.As), Actor: api.Actor(portal.Caller(ctx)),
		})

		return portal.EmptyAnswer(err)
	})

	reset := own
	reset.ID, reset.Path, reset.Summary = "begin-sandbox-anew", "/v1/sandbox/reset", "Begin the sandbox anew"
	reset.Description = "New wallets, no orders, no events and no endpoints of webhooks; references can be used again. The keys stay valid. It can't be undone. At most 50 times within 24 hours."
	reset.Faults = append(reset.Faults, fault.ErrThrottled)
	api.Register(a, reset, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[portal.Empty], error) {
		id, err := s.Sandbox.Of(ctx, portal.Caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		by := identity.By{Actor: api.Actor(portal.Caller(ctx)), Reason: "reset", Address: api.Address(ctx)}

		return portal.EmptyAnswer(s.Sandbox.Reset(ctx, by, id))
	})
}

func registerTestKeys(a *api.API, s Services, own api.Operation) {
	own.Access = api.Needs(identity.APIKeyManage)

	makeIt := own
	makeIt.ID, makeIt.Method, makeIt.Path, makeIt.Summary = "make-test-key", http.MethodPost, "/v1/sandbox/keys", "Make a test key"
	makeIt.Description = "The first one opens the sandbox; there are at most two. The key is shown this once."
	makeIt.Secret, makeIt.Status, makeIt.Faults = true, http.StatusCreated, []fault.Definition{identity.ErrKeyLimit}
	api.Register(a, makeIt, func(ctx context.Context, in *struct {
		portal.Language

		Body *portal.KeyChoices `required:"false"`
	},
	) (*portal.Body[NewTestKey], error) {
		_, key, err := s.Sandbox.MakeKey(ctx, in.Self(ctx), in.Body.Input())
		if err != nil {
			return nil, err
		}

		return portal.Answer(NewTestKey{key.Reveal()}), nil
	})

	remove := own
	remove.ID, remove.Method, remove.Path, remove.Summary = "delete-test-key", http.MethodDelete, "/v1/sandbox/keys/{id}", "Delete a test key"
	remove.Description = "It is refused at once."
	remove.Faults = []fault.Definition{fault.ErrNotFound}
	api.Register(a, remove, func(ctx context.Context, in *struct {
		portal.Language

		ID string `path:"id" maxLength:"20" example:"31"`
	},
	) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Sandbox.RemoveKey(ctx, in.Self(ctx), portal.ParseID(in.ID)))
	})
}
