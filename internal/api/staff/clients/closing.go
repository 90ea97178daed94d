package clients

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/clientfile"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// ClientOpenItems is what is not finished about a client.
type ClientOpenItems struct {
	Any           bool  `json:"any" doc:"Closing needs confirmed"`
	Orders        int   `json:"orders" doc:"Attempts that wait for a supplier; counted up to 1,000"`
	Reviews       int   `json:"reviews" doc:"Orders that need a decision"`
	Balance       int64 `json:"balance" doc:"Of all wallets, whole rupiah"`
	Invoices      int   `json:"invoices" doc:"Not paid"`
	InvoiceAmount int64 `json:"invoiceAmount" doc:"Their sum, whole rupiah"`
	LimitUsed     int64 `json:"limitUsed" doc:"What is used of the limit of the settlement, also what no invoice has yet; whole rupiah"`
	Schedules     int   `json:"schedules" doc:"Scheduled orders that have not ended"`
	ShopOrders    int   `json:"shopOrders" doc:"Paid by shoppers, waiting for the wallet"`
	Requests      int   `json:"requests" doc:"For top-ups by hand"`
	Approvals     int   `json:"approvals" doc:"That wait for a second person"`
}

// CloseClientInput closes a client.
type CloseClientInput struct {
	Confirmed bool   `json:"confirmed,omitempty" doc:"What is open was read"`
	Reason    string `json:"reason" maxLength:"500"`
}

// ReasonInput says why.
type ReasonInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type closeClient struct {
	ClientPath

	Body CloseClientInput
}

type reopenClient struct {
	ClientPath

	Body ReasonInput
}

func registerClosing(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-open-of-client", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/open", Summary: "What is not finished about a client", Tag: tag,
		Access: api.Needs(identity.ClientCreate), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound}, Cost: api.Sums,
	}, func(ctx context.Context, in *ClientPath) (*portal.Body[ClientOpenItems], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		o, err := s.Files.Open(ctx, c.ID)
		if err != nil {
			return nil, err
		}

		return portal.Answer(ClientOpenItems{
			o.Any(), o.Orders, o.Reviews, int64(o.Balance), o.Invoices, int64(o.InvoiceAmount), int64(o.LimitUsed), o.Schedules, o.ShopOrders, o.Requests, o.Approvals,
		}), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-close-client", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/close", Summary: "Close a client", Tag: tag,
		Description: "Nobody of it signs in any more, its keys are refused, and its wallets are switched off. Orders that wait still end, with their refunds. What is open must be confirmed.",
		Access:      api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Cost: api.Sums,
		Faults:  []fault.Definition{fault.ErrNotFound, clientfile.ErrClosed, clientfile.ErrOpen},
		Example: CloseClientInput{Confirmed: true, Reason: "Contract ended, letter 15/2026"},
	}, func(ctx context.Context, in *closeClient) (*portal.Body[portal.Empty], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Files.Close(ctx, staff.By(ctx, in.Body.Reason), clientfile.CloseInput{ClientID: c.ID, Confirmed: in.Body.Confirmed}))
	})

	api.Register(a, api.Operation{
		ID: "staff-reopen-client", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/reopen", Summary: "Let a closed client sign in and order again", Tag: tag,
		Description: "Its wallets stay off until they are switched on, one by one.",
		Access:      api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, clientfile.ErrNotClosed},
		Example: ReasonInput{Reason: "New contract 16/2026"},
	}, func(ctx context.Context, in *reopenClient) (*portal.Body[portal.Empty], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		return portal.EmptyAnswer(s.Files.Reopen(ctx, staff.By(ctx, in.Body.Reason), c.ID))
	})
}
