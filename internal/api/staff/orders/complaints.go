package orders

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/orders/complaint"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

const maxComplaints = 200

// StaffComplaint is what somebody of a client complained of.
type StaffComplaint struct {
	OrderID    string     `json:"orderId"`
	Number     int64      `json:"number" doc:"Counts the complaints about the order from 1" example:"1"`
	ClientID   int64      `json:"clientId"`
	ClientName string     `json:"clientName"`
	Reason     string     `json:"reason" enum:"not_received,no_serial,serial_invalid,serial_used,token_unreadable,wrong_amount,bill_open"`
	Text       string     `json:"text"`
	OpenedBy   string     `json:"openedBy" doc:"Username"`
	Supplier   string     `json:"supplier" doc:"Of the order's last attempt when it was opened; empty: none" example:"digiflazz-a"`
	OpenedAt   time.Time  `json:"openedAt"`
	AnsweredAt *time.Time `json:"answeredAt" doc:"When it was answered first"`
	State      string     `json:"state" enum:"new,answered,replied,closed" doc:"replied: the client replied to the last answer"`
	Result     string     `json:"result,omitempty" enum:"delivered,refunded,rejected" doc:"Of a closed one"`
	ClosedAt   *time.Time `json:"closedAt" doc:"Of a closed one"`
}

// StaffComplaints are complaints over all clients.
type StaffComplaints struct {
	Data []StaffComplaint `json:"data" nullable:"false"`
	More bool             `json:"more" doc:"There are further ones"`
}

// StaffComplaintFigures are the complaints of the last 30 days by supplier, the most first.
type StaffComplaintFigures struct {
	Data []StaffSupplierComplaints `json:"data" nullable:"false"`
}

// StaffSupplierComplaints counts the complaints about the orders of one supplier.
type StaffSupplierComplaints struct {
	Supplier string `json:"supplier" doc:"Empty: orders that had none" example:"digiflazz-a"`
	Opened   int    `json:"opened"`
	Open     int    `json:"open" doc:"Of them, still open"`
	Refunded int    `json:"refunded" doc:"Of them, closed with the money back"`
	Median   int64  `json:"median" doc:"Seconds from opening to close, the median; 0 when none is closed"`
}

// StaffOrderComplaints are the complaints about one order, the newest first.
type StaffOrderComplaints struct {
	Data []StaffOrderComplaint `json:"data" nullable:"false"`
}

// StaffOrderComplaint is a complaint with its answers.
type StaffOrderComplaint struct {
	StaffComplaint

	Answers []StaffComplaintAnswer `json:"answers" nullable:"false" doc:"The oldest first"`
}

// StaffComplaintAnswer is what one of staff answered, or what a user of the client replied.
type StaffComplaintAnswer struct {
	Author string    `json:"author" doc:"One of staff, or user:12" example:"staff:ana"`
	Name   string    `json:"name" doc:"Username of who replied; empty for staff"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// AnswerComplaintInput is an answer for the client, perhaps the last one.
type AnswerComplaintInput struct {
	Text   string `json:"text" maxLength:"1000" doc:"The client reads it, and who opened the complaint gets it by mail"`
	Result string `json:"result,omitempty" enum:"delivered,refunded,rejected" doc:"Closes the complaint; it has to agree with the order"`
}

type listComplaints struct {
	State string `query:"state" enum:"open,closed" default:"open" doc:"closed: those that were opened in the last 30 days, the newest first"`
}

type answerComplaint struct {
	OrderPath

	Number int64 `path:"number" minimum:"1"`
	Body   AnswerComplaintInput
}

func registerComplaints(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-complaints", Method: http.MethodGet, Path: "/staff/v1/complaints", Summary: "Complaints of all clients, open ones the oldest first", Tag: tag,
		Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient,
	}, s.listComplaints)

	api.Register(a, api.Operation{
		ID: "staff-count-complaints", Method: http.MethodGet, Path: "/staff/v1/complaints/figures", Summary: "Complaints of the last 30 days by supplier", Tag: tag,
		Cost: api.Sums, Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient,
	}, func(ctx context.Context, _ *portal.NoInput) (*portal.Body[StaffComplaintFigures], error) {
		list, err := s.Complaints.BySupplier(ctx)
		if err != nil {
			return nil, err
		}

		out := StaffComplaintFigures{make([]StaffSupplierComplaints, len(list))}
		for i, f := range list {
			out.Data[i] = StaffSupplierComplaints{f.Supplier, f.Opened, f.Open, f.Refunded, int64(f.Median / time.Second)}
		}

		return portal.Answer(out), nil
	})

	api.Register(a, api.Operation{
		ID: "staff-list-order-complaints", Method: http.MethodGet, Path: "/staff/v1/orders/{orderId}/complaints", Summary: "Complaints about an order with their answers", Tag: tag,
		Access: api.Needs(identity.OrderDetail), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, s.orderComplaints)

	api.Register(a, api.Operation{
		ID: "staff-answer-complaint", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/complaints/{number}/answer", Summary: "Answer a complaint, and perhaps close it", Tag: tag,
		Access: api.Needs(identity.OrderSetStatus), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound, complaint.ErrState},
		Example: AnswerComplaintInput{Text: "The supplier sent the token again: it is on the order now", Result: "delivered"},
	}, func(ctx context.Context, in *answerComplaint) (*portal.Body[StaffComplaint], error) {
		o, names, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		c, err := s.Complaints.Answer(ctx, complaint.AnswerInput{
			ClientID: o.ClientID, OrderID: o.ID, Number: in.Number, Text: in.Body.Text, Result: complaint.Result(in.Body.Result), Actor: staff.Actor(ctx),
		})

		return portal.AnswerOr(showComplaint(&c, names), err)
	})
}

func (s Services) listComplaints(ctx context.Context, in *listComplaints) (*portal.Body[StaffComplaints], error) {
	names, err := s.clients(ctx)
	if err != nil {
		return nil, err
	}

	read := s.Complaints.Queue
	if in.State == "closed" {
		read = s.Complaints.Closed
	}

	list, more, err := read(ctx, maxComplaints)
	if err != nil {
		return nil, err
	}

	out := StaffComplaints{Data: make([]StaffComplaint, len(list)), More: more}
	for i := range list {
		out.Data[i] = showComplaint(&list[i], names)
	}

	return portal.Answer(out), nil
}

func (s Services) orderComplaints(ctx context.Context, in *OrderPath) (*portal.Body[StaffOrderComplaints], error) {
	o, names, err := s.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}

	list, answers, err := s.Complaints.OfOrder(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, err
	}

	out := StaffOrderComplaints{make([]StaffOrderComplaint, len(list))}

	for i := range list {
		of := answers[list[i].Number]
		out.Data[i] = StaffOrderComplaint{showComplaint(&list[i], names), make([]StaffComplaintAnswer, len(of))}

		for k, a := range of {
			out.Data[i].Answers[k] = StaffComplaintAnswer{a.Author, a.Name, a.Text, a.At}
		}
	}

	return portal.Answer(out), nil
}

func showComplaint(c *complaint.Complaint, names clientNames) StaffComplaint {
	return StaffComplaint{
		OrderID: order.FormatID(c.OrderID), Number: c.Number, ClientID: c.ClientID, ClientName: names.names[c.ClientID], Reason: string(c.Reason),
		Text: c.Text, OpenedBy: c.Username, Supplier: c.Supplier, OpenedAt: c.OpenedAt, AnsweredAt: timeOrNil(c.AnsweredAt), State: c.State(),
		Result: string(c.Result), ClosedAt: timeOrNil(c.ClosedAt),
	}
}
