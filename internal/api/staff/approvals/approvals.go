// Package approvals serves what members of staff asked for and another one decides.
package approvals

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/decisions"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/approval"
	"loket/internal/platform/fault"
)

const (
	tag     = "approvals"
	perPage = 50

	// approvedReason stands for the reason of who approves and says nothing more.
	approvedReason = "approved"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Decisions *decisions.Service
}

// Approval is a request that a second member of staff decides.
type Approval struct {
	ID          string         `json:"id" example:"17"`
	Kind        string         `json:"kind" example:"order.refund"`
	ClientID    *int64         `json:"clientId" doc:"Whom it is about; null for no single client"`
	Input       map[string]any `json:"input" doc:"What was asked for; its fields depend on the kind. Numbers of more than 15 digits are texts"`
	Status      string         `json:"status" enum:"waiting,approved,rejected"`
	RequestedBy string         `json:"requestedBy" example:"staff:budi"`
	Reason      string         `json:"reason"`
	RequestedAt time.Time      `json:"requestedAt"`
	DecidedBy   string         `json:"decidedBy" doc:"Empty while it waits"`
	Decision    string         `json:"decision" doc:"Reason of who decided"`
	DecidedAt   *time.Time     `json:"decidedAt"`
}

// ApprovalPage is a page of requests.
type ApprovalPage struct {
	Data   []Approval `json:"data" nullable:"false"`
	Cursor string     `json:"cursor" doc:"Of the next page; empty after the last"`
}

// DecisionInput says why.
type DecisionInput struct {
	Reason string `json:"reason,omitempty" maxLength:"500"`
}

type listApprovals struct {
	Status string `query:"status" enum:"waiting,approved,rejected" doc:"All without it"`
	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

type decide struct {
	ID   string `path:"id" maxLength:"19" example:"17"`
	Body *DecisionInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-approvals", Method: http.MethodGet, Path: "/staff/v1/approvals", Summary: "What waits for a second person, and what was decided", Tag: tag,
		Description: "Newest first. Requests about what the caller may not see are left out, so a page may have fewer than 50.",
		Access:      api.Session(), Client: api.AnyClient,
	}, s.list)

	faults := []fault.Definition{
		fault.ErrNotFound, approval.ErrDecided, approval.ErrChanged, approval.ErrSamePerson, order.ErrState, order.ErrInFlight, wallet.ErrInactive, wallet.ErrInsufficientBalance,
		staffs.ErrSelf, staffs.ErrLastOwner, identity.ErrFactorReset,
	}

	for _, way := range []struct {
		id, path, summary string
		approve           bool
	}{
		{"staff-approve", "approve", "Approve what another member of staff asked for; it is done at once", true},
		{"staff-reject", "reject", "Reject what another member of staff asked for", false},
	} {
		api.Register(a, api.Operation{
			ID: way.id, Method: http.MethodPost, Path: "/staff/v1/approvals/{id}/" + way.path, Summary: way.summary, Tag: tag,
			Description: "The caller sees the object, holds the right to decide, and did not ask for it.",
			Access:      api.Needs(identity.ApprovalDecide), Client: api.AnyClient, StepUp: true, Faults: faults,
			Example: DecisionInput{Reason: "Compared with the chat"},
		}, func(ctx context.Context, in *decide) (*portal.Body[Approval], error) {
			d := approval.Decision{ID: portal.ParseID(in.ID), Approve: way.approve, Actor: staff.Actor(ctx)}
			if in.Body != nil {
				d.Reason = in.Body.Reason
			}

			if way.approve {
				d.Reason = cmp.Or(d.Reason, approvedReason)
			}

			made, err := s.Decisions.Decide(ctx, portal.Caller(ctx), d)
			if err != nil {
				return nil, err
			}

			return portal.Answer(show(made)), nil
		})
	}
}

func (s Services) list(ctx context.Context, in *listApprovals) (*portal.Body[ApprovalPage], error) {
	before, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	list, last, err := s.Decisions.List(ctx, portal.Caller(ctx), approval.Query{Status: in.Status, Before: before, Limit: perPage})
	if err != nil {
		return nil, err
	}

	out := ApprovalPage{Data: make([]Approval, len(list))}
	for i, one := range list {
		out.Data[i] = show(one)
	}

	if last != 0 {
		out.Cursor = portal.FormatID(last)
	}

	return portal.Answer(out), nil
}

func show(a approval.Approval) Approval {
	out := Approval{
		ID: portal.FormatID(a.ID), Kind: a.Kind, ClientID: portal.OrNil(a.ClientID), Status: a.Status, RequestedBy: a.RequestedBy, Reason: a.Reason,
		RequestedAt: a.RequestedAt, DecidedBy: a.DecidedBy, Decision: a.Decision, Input: map[string]any{},
	}

	if !a.DecidedAt.IsZero() {
		out.DecidedAt = &a.DecidedAt
	}

	if out.Input = readInput(a.Input); out.Input == nil {
		out.Input = map[string]any{"items": json.RawMessage(a.Input)} // a list, of price changes
	}

	return out
}

// readInput is what was asked for, nil if it is no object. Numbers beyond those that programs in JavaScript hold exactly, such as an order's id,
// are texts.
func readInput(text string) map[string]any {
	var out map[string]any

	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()

	if decoder.Decode(&out) != nil {
		return nil
	}

	const exact = 15 // digits

	for name, value := range out {
		if number, ok := value.(json.Number); ok && len(number.String()) > exact {
			out[name] = number.String()
		}
	}

	return out
}
