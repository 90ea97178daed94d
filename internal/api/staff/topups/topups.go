// Package topups serves staff's calls about money that comes in: transfers in suspense with their probable owners, top-ups of all
// clients, requests for a top-up by hand, and virtual accounts.
package topups

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/banking/statement"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

const (
	tag     = "topups"
	perPage = 25
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Identity   *identity.Service
	Topups     *topup.Service
	Statements *statement.Service
	Reads      *staff.Reads
}

// StaffTopup is a top-up by bank transfer.
type StaffTopup struct {
	ID         string     `json:"id"`
	ClientID   int64      `json:"clientId" example:"1001"`
	ClientName string     `json:"clientName"`
	WalletType string     `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Bank       string     `json:"bank" doc:"Code" example:"BBCA"`
	AccountNo  string     `json:"accountNo" doc:"Of ours"`
	Amount     int64      `json:"amount" doc:"Whole rupiah, with the unique digits"`
	Status     string     `json:"status" enum:"pending,cancelled,expired,done"`
	CreatedBy  string     `json:"createdBy" example:"user:12"`
	CreatedAt  time.Time  `json:"createdAt"`
	ExpiresAt  time.Time  `json:"expiresAt"`
	EndedAt    *time.Time `json:"endedAt" doc:"null while it is open"`
}

// StaffTopupPage is a page of top-ups.
type StaffTopupPage struct {
	Data   []StaffTopup `json:"data" nullable:"false"`
	Cursor string       `json:"cursor" doc:"Of the next page; empty after the last"`
}

type listTopups struct {
	Status   string `query:"status" enum:"pending,cancelled,expired,done" doc:"All without it"`
	ClientID int64  `query:"clientId" minimum:"1" maximum:"999999999" doc:"All without it"`
	Cursor   string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

// TopupRequest is a request of a client for a top-up by hand.
type TopupRequest struct {
	ID         string    `json:"id"`
	ClientID   int64     `json:"clientId" example:"1001"`
	ClientName string    `json:"clientName"`
	WalletType string    `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Amount     int64     `json:"amount" doc:"Whole rupiah"`
	Note       string    `json:"note" doc:"Of the client"`
	CreatedBy  string    `json:"createdBy" example:"user:12"`
	CreatedAt  time.Time `json:"createdAt"`
}

// TopupRequests are the oldest open requests, at most 500.
type TopupRequests struct {
	Data []TopupRequest `json:"data" nullable:"false"`
}

// CloseRequestInput says what was done about a request.
type CloseRequestInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

type closeRequest struct {
	ID   string `path:"id" maxLength:"19" example:"12"`
	Body CloseRequestInput
}

// CreditRequestInput is what was received for a request.
type CreditRequestInput struct {
	Amount    int64  `json:"amount" minimum:"1" maximum:"1000000000000000" doc:"Received, whole rupiah" example:"2500000"`
	Reference string `json:"reference,omitempty" maxLength:"64" doc:"What the client reads beside it" example:"Slip 412"`
	Reason    string `json:"reason" maxLength:"500" doc:"For the file"`
}

// CreditedRequest is the balance after a credit, or the approval that it waits for.
type CreditedRequest struct {
	staff.Waiting

	Balance int64 `json:"balance" doc:"After it; 0 while it waits"`
}

type creditRequest struct {
	ID   string `path:"id" maxLength:"19" example:"12"`
	Body CreditRequestInput
}

type creditAnswer struct {
	Status int
	Body   CreditedRequest
}

// StaffVirtualAccount is the number of a wallet at a bank.
type StaffVirtualAccount struct {
	DepositID  string `json:"depositId" doc:"The wallet" example:"4"`
	WalletType string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Bank       string `json:"bank" example:"BCA"`
	AccountNo  string `json:"accountNo"`
	Status     string `json:"status" enum:"active,problem" doc:"Of the bank's channel. Payments are credited in both"`
	Minimum    int64  `json:"minimum" doc:"Smallest payment, whole rupiah"`
	Fee        int64  `json:"fee" doc:"Taken from each payment, whole rupiah"`
}

// StaffVirtualAccounts are the numbers of a client.
type StaffVirtualAccounts struct {
	Data []StaffVirtualAccount `json:"data" nullable:"false"`
}

type listNumbers struct {
	ID int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	registerSuspense(a, s)
	registerStatements(a, s)

	api.Register(a, api.Operation{
		ID: "staff-list-topups", Method: http.MethodGet, Path: "/staff/v1/topups", Summary: "Top-ups by bank transfer of all clients, newest first", Tag: tag,
		Access: api.Needs(identity.DepositTopup), Client: api.AnyClient,
	}, s.listTopups)

	api.Register(a, api.Operation{
		ID: "staff-list-topup-requests", Method: http.MethodGet, Path: "/staff/v1/topup-requests", Summary: "Requests of clients for a top-up by hand, oldest first", Tag: tag,
		Access: api.Needs(identity.TransferManage), Client: api.AnyClient,
	}, s.listRequests)

	api.Register(a, api.Operation{
		ID: "staff-close-topup-request", Method: http.MethodPost, Path: "/staff/v1/topup-requests/{id}/close", Summary: "Take a request off the list", Tag: tag,
		Description: "It moves no money: the money is credited by a transfer in suspense or by an adjustment.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
		Example: CloseRequestInput{Reason: "Credited by adjustment, slip 412"},
	}, func(ctx context.Context, in *closeRequest) (*portal.Body[portal.Empty], error) {
		return portal.EmptyAnswer(s.Topups.CloseRequest(ctx, portal.ParseID(in.ID), staff.Actor(ctx), in.Body.Reason))
	})

	api.Register(a, api.Operation{
		ID: "staff-credit-topup-request", Method: http.MethodPost, Path: "/staff/v1/topup-requests/{id}/credit", Summary: "Credit a request and take it off the list", Tag: tag,
		Description: "Credited once, whoever repeats it. Above the limits of one person it waits for a second one: the approval takes the place of the request.",
		Access:      api.Needs(identity.WalletAdjust), Client: api.AnyClient, StepUp: true, Status: http.StatusOK,
		Also:    map[int]string{http.StatusAccepted: "It waits for a second person, and nothing has changed yet"},
		Faults:  []fault.Definition{fault.ErrNotFound, fault.ErrIdempotencyConflict, approval.ErrConflict, wallet.ErrInactive},
		Example: CreditRequestInput{Amount: 2500000, Reference: "Slip 412", Reason: "Cash at the counter, slip 412"},
	}, s.credit)

	api.Register(a, api.Operation{
		ID: "staff-list-virtual-accounts", Method: http.MethodGet, Path: "/staff/v1/clients/{id}/virtual-accounts", Summary: "Virtual accounts of a client", Tag: tag,
		Access: api.Needs(identity.DepositTopup), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.listNumbers)
}

// names are the names of all clients.
func (s Services) names(ctx context.Context) (map[int64]string, error) {
	clients, err := s.Identity.Clients(ctx)
	names := make(map[int64]string, len(clients))

	for _, c := range clients {
		names[c.ID] = c.Name
	}

	return names, err
}

func (s Services) listTopups(ctx context.Context, in *listTopups) (*portal.Body[StaffTopupPage], error) {
	before, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	list, err := s.Topups.Page(ctx, topup.OrderQuery{ClientID: in.ClientID, Status: topup.Status(in.Status), Before: before, Limit: perPage})
	if err != nil {
		return nil, err
	}

	names, err := s.names(ctx)
	if err != nil {
		return nil, err
	}

	out := StaffTopupPage{Data: make([]StaffTopup, len(list))}
	for i, o := range list {
		out.Data[i] = StaffTopup{
			portal.FormatID(o.ID), o.ClientID, names[o.ClientID], string(o.WalletType), o.Bank.Code, o.AccountNo, int64(o.Amount), string(o.Status),
			o.CreatedBy, o.CreatedAt, o.ExpiresAt, portal.OrNil(o.EndedAt),
		}
	}

	if len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
}

func (s Services) listRequests(ctx context.Context, _ *portal.NoInput) (*portal.Body[TopupRequests], error) {
	list, err := s.Topups.Requests(ctx)
	if err != nil {
		return nil, err
	}

	names, err := s.names(ctx)
	if err != nil {
		return nil, err
	}

	out := TopupRequests{Data: make([]TopupRequest, len(list))}
	for i, r := range list {
		out.Data[i] = TopupRequest{
			portal.FormatID(r.ID), r.ClientID, names[r.ClientID], string(r.WalletType), int64(r.Amount), r.Note, r.Actor, r.CreatedAt,
		}
	}

	return portal.Answer(out), nil
}

func (s Services) credit(ctx context.Context, in *creditRequest) (*creditAnswer, error) {
	made, err := s.Topups.CreditRequest(ctx, topup.CreditRequestInput{
		ID: portal.ParseID(in.ID), Amount: money.Rupiah(in.Body.Amount), Reference: in.Body.Reference, Actor: staff.Actor(ctx), Reason: in.Body.Reason,
	})
	if err != nil {
		return nil, err
	}

	out := &creditAnswer{Status: http.StatusOK}

	switch {
	case made.Waiting != nil:
		out.Status, out.Body.ApprovalID = http.StatusAccepted, portal.FormatID(made.Waiting.ID)
	case len(made.Entries) > 0:
		out.Body.Balance = int64(made.Entries[len(made.Entries)-1].BalanceAfter)
	}

	return out, nil
}

func (s Services) listNumbers(ctx context.Context, in *listNumbers) (*portal.Body[StaffVirtualAccounts], error) {
	if in.ID == clientid.Provider {
		return nil, fault.ErrNotFound.New()
	}

	c, err := s.Identity.Client(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	list, err := s.Topups.VirtualAccounts(ctx, c.ID, language.English)
	if err != nil {
		return nil, err
	}

	out := StaffVirtualAccounts{Data: make([]StaffVirtualAccount, len(list))}
	for i, v := range list {
		out.Data[i] = StaffVirtualAccount{
			portal.FormatID(v.WalletID), string(v.WalletType), v.Channel.Bank.Name, v.AccountNo, v.Channel.Status, int64(v.Channel.Minimum), int64(v.Channel.Fee),
		}
	}

	return portal.Answer(out), nil
}
