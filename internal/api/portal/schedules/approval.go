package schedules

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// RejectScheduled rejects an order that waits for its approval.
type RejectScheduled struct {
	Reason string `json:"reason,omitempty" maxLength:"800" doc:"For the maker's mail"`
}

type rejectScheduledOrder struct {
	ID   string `path:"id" maxLength:"19" doc:"Scheduled order" example:"1"`
	Body RejectScheduled
}

// ScheduledApprovalLimit is the total above which a second user approves.
type ScheduledApprovalLimit struct {
	Amount  *int64                         `json:"amount" doc:"Whole rupiah, of all orders of a user and day that nobody approved; null: no order needs an approval"`
	Pending *PendingScheduledApprovalLimit `json:"pending" doc:"A change that protects less and waits for another user"`
	Spent   int64                          `json:"spentToday" doc:"What the caller's own orders of this day add up to, of those that nobody approved"`
}

// PendingScheduledApprovalLimit is a change that waits for another user.
type PendingScheduledApprovalLimit struct {
	_ struct{} `nullable:"true"`

	Amount      *int64    `json:"amount" doc:"null: no order would need an approval"`
	RequestedBy string    `json:"requestedBy" doc:"Full name"`
	RequestedAt time.Time `json:"requestedAt"`
	ExpiresAt   time.Time `json:"expiresAt"`
	Own         bool      `json:"own" doc:"The caller asked for it, so another user decides"`
}

// OneScheduledApprovalLimit is the answer about the limit.
type OneScheduledApprovalLimit struct {
	Data ScheduledApprovalLimit `json:"data"`
}

// NewScheduledApprovalLimit sets the limit.
type NewScheduledApprovalLimit struct {
	Amount *int64 `json:"amount" nullable:"true" doc:"Whole rupiah; null: no order needs an approval"`
	PIN    string `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
}

// DecideScheduledApprovalLimit decides about the change that the user saw.
type DecideScheduledApprovalLimit struct {
	Amount *int64 `json:"amount" nullable:"true" doc:"pending.amount as the user saw it. Refused with 409 when another change waits now"`
}

// ApproveScheduledApprovalLimit approves the change that the user saw.
type ApproveScheduledApprovalLimit struct {
	DecideScheduledApprovalLimit

	PIN string `json:"pin" maxLength:"100" format:"password" doc:"Six digits" missing:"pin"`
}

type setScheduledApproval struct{ Body NewScheduledApprovalLimit }

// registerApprovals registers the calls by which a second user decides.
func registerApprovals(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "approve-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/approve", Summary: "Approve an order of another user",
		Description: "An order above the client's limit waits as a draft (waitsFor is approval) until another user approves it with their own PIN. " +
			"It waits for 3 days, and at most until a day after its moment. Its price must still be the one that its maker confirmed.",
		Tag: tagScheduled, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Texts: schedule.Texts(),
		Faults: pinFaults(fault.ErrNotFound, schedule.ErrOwnApproval, schedule.ErrNotWaiting, placing.ErrProductNotFound, placing.ErrProductInactive,
			placing.ErrPriceAboveMaximum, wallet.ErrInactive, wallet.ErrInsufficientBalance),
		Example: DecideScheduled{PIN: portal.ExamplePIN, ExpectedTotal: new(int64(3_075_000))},
	}, s.approveScheduledOrder)

	api.Register(a, api.Operation{
		ID: "reject-scheduled-order", Method: http.MethodPost, Path: "/v1/scheduled-orders/{id}/reject", Summary: "Reject an order of another user",
		Description: "The order is canceled and stays in the list.",
		Tag:         tagScheduled, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Faults:  []fault.Definition{fault.ErrNotFound, schedule.ErrOwnApproval, schedule.ErrNotWaiting},
		Example: RejectScheduled{Reason: "Last month's list"},
	}, s.rejectScheduledOrder)

	api.Register(a, api.Operation{
		ID: "get-scheduled-approval", Method: http.MethodGet, Path: "/v1/scheduled-orders/approval", Summary: "From which total a second user approves",
		Tag: tagScheduled, Access: api.Needs(identity.ScheduledOrderList), Feature: identity.Corporate, Client: api.CallersClient,
	}, func(ctx context.Context, _ *struct{}) (*portal.Body[OneScheduledApprovalLimit], error) {
		return s.scheduledApproval(ctx)
	})

	api.Register(a, api.Operation{
		ID: "set-scheduled-approval", Method: http.MethodPut, Path: "/v1/scheduled-orders/approval", Summary: "Set from which total a second user approves",
		Description: "Orders whose estimated total, with what their maker ordered on the same day, is above it wait for another user; bills, whose total nobody knows before, " +
			"always do. A change that protects less waits as pending until another user approves it, 3 days at most; everybody concerned is mailed. Refused while the client has no second user who may create scheduled orders. Orders that wait stay as they are.",
		Tag: tagScheduled, Access: api.Needs(identity.UserCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Texts: schedule.Texts(), Faults: pinFaults(), Example: NewScheduledApprovalLimit{Amount: new(int64(5_000_000)), PIN: portal.ExamplePIN},
	}, s.setScheduledApproval)

	api.Register(a, api.Operation{
		ID: "approve-scheduled-approval", Method: http.MethodPost, Path: "/v1/scheduled-orders/approval/approve", Summary: "Let a waiting change of the limit hold",
		Description: "It names the change that the user saw. A change that replaced it meanwhile is shown and asked about again.",
		Tag:         tagScheduled, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Texts: schedule.Texts(), Faults: pinFaults(schedule.ErrOwnApproval, schedule.ErrNotWaiting, schedule.ErrChangeReplaced),
		Example: ApproveScheduledApprovalLimit{DecideScheduledApprovalLimit{new(int64(5_000_000))}, portal.ExamplePIN},
	}, func(ctx context.Context, in *struct{ Body ApproveScheduledApprovalLimit }) (*portal.Body[OneScheduledApprovalLimit], error) {
		return s.decideScheduledLimit(ctx, schedule.LimitJudgement{
			Judgement: schedule.Judgement{PIN: secret.Text(in.Body.PIN)}, Approve: true, Seen: (*money.Rupiah)(in.Body.Amount),
		})
	})

	api.Register(a, api.Operation{
		ID: "reject-scheduled-approval", Method: http.MethodPost, Path: "/v1/scheduled-orders/approval/reject", Summary: "Reject a waiting change of the limit",
		Description: "It names the change that the user saw, as the approval does.",
		Tag:         tagScheduled, Access: api.Needs(identity.ScheduledOrderCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Faults:  []fault.Definition{schedule.ErrOwnApproval, schedule.ErrNotWaiting, schedule.ErrChangeReplaced},
		Example: DecideScheduledApprovalLimit{new(int64(5_000_000))},
	}, func(ctx context.Context, in *struct{ Body DecideScheduledApprovalLimit }) (*portal.Body[OneScheduledApprovalLimit], error) {
		return s.decideScheduledLimit(ctx, schedule.LimitJudgement{Seen: (*money.Rupiah)(in.Body.Amount)})
	})
}

// pinFaults are the errors of a call with a PIN.
func pinFaults(own ...fault.Definition) []fault.Definition {
	return append(own, identity.ErrInvalidPIN, identity.ErrPINLocked, identity.ErrPINNotSet)
}

func judgement(ctx context.Context, id string) schedule.Judgement {
	p := portal.Caller(ctx)

	return schedule.Judgement{
		Decision: schedule.Decision{ClientID: p.ClientID, ID: portal.ParseID(id), Actor: api.Actor(p), Address: api.Address(ctx)}, UserID: p.UserID,
	}
}

func (s Services) approveScheduledOrder(ctx context.Context, in *decideScheduledOrder) (*portal.Body[OneScheduledOrder], error) {
	j := judgement(ctx, in.ID)
	j.PIN, j.ExpectedTotal = secret.Text(in.Body.PIN), (*money.Rupiah)(in.Body.ExpectedTotal)

	o, err := s.Schedules.Approve(ctx, j)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) rejectScheduledOrder(ctx context.Context, in *rejectScheduledOrder) (*portal.Body[OneScheduledOrder], error) {
	j := judgement(ctx, in.ID)
	j.Reason = in.Body.Reason

	o, err := s.Schedules.Reject(ctx, j)
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneScheduledOrder{showScheduled(&o)}), nil
}

func (s Services) scheduledApproval(ctx context.Context) (*portal.Body[OneScheduledApprovalLimit], error) {
	p := portal.Caller(ctx)

	above, err := s.Schedules.ApprovalAbove(ctx, p.ClientID)
	if err != nil {
		return nil, err
	}

	zone, err := api.ClientZone(ctx)
	if err != nil {
		return nil, err
	}

	spent, err := s.Schedules.SpentToday(ctx, p.ClientID, p.UserID, zone)
	if err != nil {
		return nil, err
	}

	out := ScheduledApprovalLimit{Amount: (*int64)(above), Spent: int64(spent)}

	c, err := s.Schedules.PendingLimit(ctx, p.ClientID)
	if err != nil {
		return nil, err
	}

	if c != nil {
		out.Pending = &PendingScheduledApprovalLimit{
			Amount: (*int64)(c.Above), RequestedBy: c.RequestedBy, RequestedAt: c.RequestedAt, ExpiresAt: c.ExpiresAt, Own: c.UserID == p.UserID,
		}
	}

	return portal.Answer(OneScheduledApprovalLimit{out}), nil
}

func (s Services) decideScheduledLimit(ctx context.Context, j schedule.LimitJudgement) (*portal.Body[OneScheduledApprovalLimit], error) {
	p := portal.Caller(ctx)
	j.Decision = schedule.Decision{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx)}
	j.UserID = p.UserID

	if err := s.Schedules.DecideLimit(ctx, j); err != nil {
		return nil, err
	}

	return s.scheduledApproval(ctx)
}

func (s Services) setScheduledApproval(ctx context.Context, in *setScheduledApproval) (*portal.Body[OneScheduledApprovalLimit], error) {
	p := portal.Caller(ctx)

	err := s.Schedules.SetApprovalAbove(ctx, schedule.ApprovalLimit{
		ClientID: p.ClientID, UserID: p.UserID, PIN: secret.Text(in.Body.PIN), Above: (*money.Rupiah)(in.Body.Amount), Actor: api.Actor(p),
		Address: api.Address(ctx),
	})
	if err != nil {
		return nil, err
	}

	return s.scheduledApproval(ctx)
}
