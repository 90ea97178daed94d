package orders

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

// StaffOrderDetail is an order with all that is known of it.
type StaffOrderDetail struct {
	StaffOrder

	SerialNumber string           `json:"serialNumber" doc:"Proof of delivery; empty until success. A token or voucher code is shown by its last four characters"`
	NextCheckAt  *time.Time       `json:"nextCheckAt" doc:"When the supplier of a pending order is asked next; null when it has ended, is sent at present, or waits for staff"`
	Attempts     []StaffAttempt   `json:"attempts" nullable:"false" doc:"Calls of suppliers, the first one first"`
	History      []StaffOrderStep `json:"history" nullable:"false" doc:"From the first event to the last, as the client sees it"`
	Notes        []StaffNote      `json:"notes" nullable:"false" doc:"Oldest first"`
}

// StaffAttempt is one purchase at a supplier.
type StaffAttempt struct {
	Number     int        `json:"number"`
	Supplier   string     `json:"supplier" example:"digiflazz-a"`
	SKU        string     `json:"sku"`
	Reference  string     `json:"reference" doc:"Ours, which the supplier knows it by" example:"1001-2611261756270300000-1"`
	State      string     `json:"state" enum:"prepared,sending,answered"`
	Outcome    string     `json:"outcome" doc:"Of an answered one" example:"success"`
	Code       string     `json:"code" doc:"The supplier's"`
	Message    string     `json:"message" doc:"The supplier's words"`
	PreparedAt time.Time  `json:"preparedAt"`
	SentAt     *time.Time `json:"sentAt"`
	AnsweredAt *time.Time `json:"answeredAt"`
	Checks     int        `json:"checks" doc:"Status queries so far"`
}

// StaffOrderStep is one step of an order.
type StaffOrderStep struct {
	Event   string    `json:"event"`
	At      time.Time `json:"at"`
	Attempt int       `json:"attempt,omitempty"`
	Outcome string    `json:"outcome,omitempty"`
	Amount  *int64    `json:"amount,omitempty" doc:"Of charged and refunded: signed, whole rupiah"`
}

// StaffNote is what a member of staff wrote about an order.
type StaffNote struct {
	Number int64     `json:"number"`
	Author string    `json:"author" example:"staff:ana"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// StaffNoteInput is a note.
type StaffNoteInput struct {
	Text string `json:"text" maxLength:"8000" example:"The supplier asks for a picture of the meter"`
}

// OrderPath names an order. It is exported because huma only reads exported embedded structs.
type OrderPath struct {
	OrderID string `path:"orderId" maxLength:"19" example:"2611261756270300000"`
}

type addNote struct {
	OrderPath

	Body StaffNoteInput
}

func registerDetail(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-order", Secret: true, Method: http.MethodGet, Path: "/staff/v1/orders/{orderId}", Summary: "An order with all that is known of it", Tag: tag,
		Description: "The audit log keeps who read it.",
		Access:      api.Needs(identity.OrderDetail), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *OrderPath) (*portal.Body[StaffOrderDetail], error) {
		o, names, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		if err := s.Reads.Record(ctx, o.ClientID, "order:"+in.OrderID, nil); err != nil {
			return nil, err
		}

		return s.detail(ctx, o, names)
	})

	api.Register(a, api.Operation{
		ID: "staff-add-note", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/notes", Summary: "Note something about an order, for other staff", Tag: tag,
		Access: api.Needs(identity.OrderDetail), Client: api.AnyClient, Status: http.StatusCreated, Faults: []fault.Definition{fault.ErrNotFound},
		Example: StaffNoteInput{Text: "The supplier asks for a picture of the meter"},
	}, func(ctx context.Context, in *addNote) (*portal.Body[StaffNote], error) {
		o, _, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		n, err := s.Orders.AddNote(ctx, o.ClientID, o.ID, api.Actor(portal.Caller(ctx)), in.Body.Text)
		if err != nil {
			return nil, err
		}

		return portal.Answer(StaffNote{n.Number, n.Author, n.Text, n.At}), nil
	})
}

func (s Services) detail(ctx context.Context, o order.Order, names clientNames) (*portal.Body[StaffOrderDetail], error) {
	d, err := s.Orders.Detail(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, fmt.Errorf("order for staff: %w", err)
	}

	attempts, err := s.Orders.Attempts(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, err
	}

	notes, err := s.Orders.Notes(ctx, o.ClientID, o.ID)
	if err != nil {
		return nil, err
	}

	out := StaffOrderDetail{
		StaffOrder: show(ctx, d.Order, names), SerialNumber: masked(d.SerialNumber),
		Attempts: []StaffAttempt{}, History: []StaffOrderStep{}, Notes: []StaffNote{},
	}

	if !d.NextCheckAt.IsZero() {
		out.NextCheckAt = &d.NextCheckAt
	}

	for _, a := range attempts {
		out.Attempts = append(out.Attempts, showAttempt(a))
	}

	for _, step := range d.Steps {
		shown := StaffOrderStep{Event: string(step.Event), At: step.At, Attempt: step.Attempt, Outcome: step.Outcome}
		if step.Amount != 0 {
			shown.Amount = new(int64(step.Amount))
		}

		out.History = append(out.History, shown)
	}

	for _, n := range notes {
		out.Notes = append(out.Notes, StaffNote{n.Number, n.Author, n.Text, n.At})
	}

	return portal.Answer(out), nil
}

func showAttempt(a order.Attempt) StaffAttempt {
	out := StaffAttempt{
		Number: a.Number, Supplier: a.Supplier, SKU: a.SKU, Reference: a.Reference, State: a.State, Code: a.Code, Message: a.Message,
		PreparedAt: a.PreparedAt, Checks: a.Checks,
	}

	if a.State != order.StatePrepared && a.State != order.StateSending {
		out.Outcome = a.Outcome.String()
	}

	if a.SentAt.Unix() > 0 {
		out.SentAt = &a.SentAt
	}

	if a.AnsweredAt.Unix() > 0 {
		out.AnsweredAt = &a.AnsweredAt
	}

	return out
}

// masked leaves the last four characters of what may be worth money: a token or a voucher code.
func masked(serial string) string {
	const shown = 4

	if len(serial) <= shown {
		return serial
	}

	return strings.Repeat("•", shown) + serial[len(serial)-shown:]
}
