package orders

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/orders/complaint"
	"loket/internal/platform/fault"
)

// OrderComplaints are the complaints about an order, and whether another one can be opened.
type OrderComplaints struct {
	Data     []Complaint `json:"data" nullable:"false" doc:"The newest first"`
	Possible bool        `json:"possible" doc:"A complaint can be opened at present"`
	From     time.Time   `json:"from" doc:"From when on a complaint can be opened, if the order doesn't fail"`
	Until    time.Time   `json:"until" doc:"Until when"`
}

// Complaint is what somebody complained of, with the answers.
type Complaint struct {
	Number   int64             `json:"number" doc:"Counts the complaints about the order from 1" example:"1"`
	Reason   string            `json:"reason" enum:"not_received,no_serial,serial_invalid,serial_used,token_unreadable,wrong_amount,bill_open"`
	Text     string            `json:"text"`
	OpenedBy string            `json:"openedBy" doc:"Username"`
	OpenedAt time.Time         `json:"openedAt"`
	State    string            `json:"state" enum:"new,answered,replied,closed" doc:"replied: to an answer, and the provider didn't answer since"`
	Result   string            `json:"result,omitempty" enum:"delivered,refunded,rejected" doc:"Of a closed one"`
	ClosedAt *time.Time        `json:"closedAt" doc:"Of a closed one"`
	Answers  []ComplaintAnswer `json:"answers" nullable:"false" doc:"The oldest first"`
}

// ComplaintAnswer is what the provider answered, or what the client replied.
type ComplaintAnswer struct {
	By   string    `json:"by" doc:"Username of who replied; empty: the provider"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

// OpenComplaintInput says what is wrong with an order.
type OpenComplaintInput struct {
	Reason string `json:"reason" enum:"not_received,no_serial,serial_invalid,serial_used,token_unreadable,wrong_amount,bill_open"`
	Text   string `json:"text,omitempty" maxLength:"1000" doc:"What else helps to find the fault"`
}

type openComplaint struct {
	OrderID string `path:"orderId" maxLength:"19"`
	Body    OpenComplaintInput
}

// ReplyComplaintInput is a reply to an answer.
type ReplyComplaintInput struct {
	Text string `json:"text" maxLength:"1000"`
}

type replyComplaint struct {
	OrderID string `path:"orderId" maxLength:"19"`
	Number  int64  `path:"number" minimum:"1"`
	Body    ReplyComplaintInput
}

type openedComplaint struct {
	Body Complaint
}

func registerComplaints(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-complaints", Method: http.MethodGet, Path: "/v1/orders/{orderId}/complaints", Summary: "Complaints about an order", Tag: tagOrders,
		Access: api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.complaints)

	api.Register(a, api.Operation{
		ID: "open-complaint", Method: http.MethodPost, Path: "/v1/orders/{orderId}/complaints", Summary: "Complain about an order", Tag: tagOrders,
		Description: "From 10 minutes to 7 days after it was placed, unless it failed; one open complaint for each order. Answers come by mail to who opened it.",
		Access:      api.Session(), Client: api.CallersClient, Status: http.StatusCreated, Faults: []fault.Definition{fault.ErrNotFound, complaint.ErrState},
		Example: OpenComplaintInput{Reason: "not_received", Text: "The buyer has called twice"},
	}, func(ctx context.Context, in *openComplaint) (*openedComplaint, error) {
		id, err := orderID(in.OrderID)
		if err != nil {
			return nil, err
		}

		p := portal.Caller(ctx)

		c, err := s.Complaints.Open(ctx, complaint.OpenInput{
			By: p, OrderID: id, Reason: complaint.Reason(in.Body.Reason), Text: in.Body.Text, Actor: api.Actor(p), Address: api.Address(ctx),
		})
		if err != nil {
			return nil, fmt.Errorf("open a complaint: %w", err)
		}

		return &openedComplaint{showComplaint(&c, nil)}, nil
	})

	api.Register(a, api.Operation{
		ID: "reply-to-complaint", Method: http.MethodPost, Path: "/v1/orders/{orderId}/complaints/{number}/reply", Summary: "Reply to an answer about a complaint", Tag: tagOrders,
		Description: "Once to each answer, while the complaint is open.",
		Access:      api.Session(), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound, complaint.ErrState},
		Example: ReplyComplaintInput{Text: "The token is still unreadable"},
	}, s.reply)
}

func (s Services) reply(ctx context.Context, in *replyComplaint) (*portal.Body[OrderComplaints], error) {
	id, err := orderID(in.OrderID)
	if err != nil {
		return nil, err
	}

	p := portal.Caller(ctx)

	_, err = s.Complaints.Reply(ctx, complaint.ReplyInput{
		By: p, OrderID: id, Number: in.Number, Text: in.Body.Text, Actor: api.Actor(p), Address: api.Address(ctx),
	})
	if err != nil {
		return nil, fmt.Errorf("reply to an answer: %w", err)
	}

	return s.complaints(ctx, &oneOrder{OrderID: in.OrderID})
}

func (s Services) complaints(ctx context.Context, in *oneOrder) (*portal.Body[OrderComplaints], error) {
	id, err := orderID(in.OrderID)
	if err != nil {
		return nil, err
	}

	o, err := s.Orders.Get(ctx, portal.Caller(ctx).ClientID, id)
	if err != nil {
		return nil, fmt.Errorf("order of complaints: %w", err)
	}

	list, answers, err := s.Complaints.OfOrder(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, err
	}

	out := OrderComplaints{
		Data: make([]Complaint, len(list)), Possible: s.Complaints.MayOpen(o) == nil && (len(list) == 0 || !list[0].Open()),
		From: o.CreatedAt.Add(complaint.Earliest), Until: o.CreatedAt.Add(complaint.Latest),
	}

	for i := range list {
		out.Data[i] = showComplaint(&list[i], answers[list[i].Number])
	}

	return portal.Answer(out), nil
}

func showComplaint(c *complaint.Complaint, answers []complaint.Answer) Complaint {
	out := Complaint{
		Number: c.Number, Reason: string(c.Reason), Text: c.Text, OpenedBy: c.Username, OpenedAt: c.OpenedAt, State: c.State(), Result: string(c.Result),
		ClosedAt: portal.OrNil(c.ClosedAt), Answers: make([]ComplaintAnswer, len(answers)),
	}

	for i, a := range answers {
		out.Answers[i] = ComplaintAnswer{a.Name, a.Text, a.At}
	}

	return out
}
