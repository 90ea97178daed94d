// Package shift serves staff's page of the shift: what is open, what was changed lately, and notes for the next shift.
package shift

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/backoffice/shift"
	"loket/internal/platform/audit"
	"loket/internal/platform/fault"
)

const tag = "shift"

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Shift *shift.Service
}

// Shift is what one shift hands over to the next.
type Shift struct {
	Open        []OpenItem      `json:"open" nullable:"false" doc:"What waits for a person, the oldest first; at most 100 of each kind, and only kinds that the caller may act on"`
	MoreOpen    []string        `json:"moreOpen" nullable:"false" enum:"review,approval,suspense,request,invoice,job,complaint" doc:"Kinds that have others"`
	Changes     []ChangeOfShift `json:"changes" nullable:"false" doc:"By staff in the last 8 hours, newest first; without permission 408 the caller's own alone"`
	MoreChanges bool            `json:"moreChanges" doc:"The audit log has others"`
	Notes       []NoteOfShift   `json:"notes" nullable:"false" doc:"The last 100, newest first; kept for 30 days"`
}

// OpenItem is something that waits for a person.
type OpenItem struct {
	Kind     string    `json:"kind" enum:"review,approval,suspense,request,invoice,job,complaint"`
	ID       string    `json:"id" doc:"Of the order, approval, transfer, request, invoice or job"`
	ClientID *int64    `json:"clientId"`
	About    string    `json:"about" doc:"Kind of the review, approval or job; number of the invoice; wallet of the request; account of the transfer" example:"reversal"`
	Amount   *int64    `json:"amount" doc:"Whole rupiah; null where it has none"`
	Since    time.Time `json:"since"`
}

// ChangeOfShift is a change by staff.
type ChangeOfShift struct {
	ID       string         `json:"id"`
	At       time.Time      `json:"at"`
	Actor    string         `json:"actor" example:"staff:ana"`
	ClientID *int64         `json:"clientId"`
	Action   string         `json:"action" example:"user.unlock"`
	Subject  string         `json:"subject" example:"user:12"`
	Reason   string         `json:"reason"`
	Detail   map[string]any `json:"detail"`
}

// NoteOfShift is a note for the next shift.
type NoteOfShift struct {
	ID     string    `json:"id"`
	Author string    `json:"author" example:"staff:ana"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// NoteOfShiftInput is a note for the next shift.
type NoteOfShiftInput struct {
	Text string `json:"text" maxLength:"2000"`
}

type addNote struct {
	Body NoteOfShiftInput
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-shift", Method: http.MethodGet, Path: "/staff/v1/shift", Summary: "What one shift hands over to the next", Tag: tag,
		Access: api.Session(), Client: api.AnyClient, Cost: api.Sums,
	}, s.get)

	api.Register(a, api.Operation{
		ID: "staff-add-shift-note", Method: http.MethodPost, Path: "/staff/v1/shift/notes", Summary: "Leave a note for the next shift", Tag: tag,
		Access: api.Session(), Client: api.AnyClient, Status: http.StatusCreated, Faults: []fault.Definition{fault.ErrThrottled},
		Example: NoteOfShiftInput{Text: "Supplier A answers slowly since 14:00; asked them in the chat"},
	}, func(ctx context.Context, in *addNote) (*portal.Body[NoteOfShift], error) {
		n, err := s.Shift.AddNote(ctx, staff.Actor(ctx), in.Body.Text)
		if err != nil {
			return nil, err
		}

		return portal.Answer(showNote(n)), nil
	})
}

func (s Services) get(ctx context.Context, _ *portal.NoInput) (*portal.Body[Shift], error) {
	out := Shift{Open: []OpenItem{}, MoreOpen: []string{}, Changes: []ChangeOfShift{}, Notes: []NoteOfShift{}}

	items, more, err := s.Shift.Open(ctx, portal.Caller(ctx))
	if err != nil {
		return nil, err
	}

	for _, i := range items {
		out.Open = append(out.Open, OpenItem{string(i.Kind), i.ID, portal.OrNil(i.ClientID), i.About, portal.OrNil(i.Amount), i.Since})
	}

	for _, kind := range more {
		out.MoreOpen = append(out.MoreOpen, string(kind))
	}

	changes, others, err := s.Shift.Changes(ctx, portal.Caller(ctx))
	if err != nil {
		return nil, err
	}

	out.MoreChanges = others
	for _, l := range changes {
		out.Changes = append(out.Changes, showChange(l))
	}

	notes, err := s.Shift.Notes(ctx)
	for _, n := range notes {
		out.Notes = append(out.Notes, showNote(n))
	}

	return portal.Answer(out), err
}

func showChange(l audit.Line) ChangeOfShift {
	out := ChangeOfShift{
		ID: portal.FormatID(l.ID), At: l.At, Actor: l.Actor, ClientID: portal.OrNil(l.Client), Action: l.Action, Subject: l.Subject, Reason: l.Reason,
		Detail: map[string]any{},
	}

	if json.Unmarshal([]byte(l.Text), &out.Detail) != nil {
		out.Detail = map[string]any{"text": l.Text}
	}

	return out
}

func showNote(n shift.Note) NoteOfShift {
	return NoteOfShift{portal.FormatID(n.ID), n.Author, n.Text, n.At}
}
