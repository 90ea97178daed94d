// Package audit serves the audit log to staff.
package audit

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

const perPage = 50

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	DB    *db.DB
	Reads *staff.Reads
}

// Entry is a line of the audit log.
type Entry struct {
	ID       string         `json:"id"`
	At       time.Time      `json:"at"`
	Actor    string         `json:"actor" doc:"staff:ana, user:12, key:31, os:NAME, system" example:"staff:ana"`
	ClientID *int64         `json:"clientId" doc:"Whom it is about; null for the provider's own"`
	Action   string         `json:"action" example:"wallet.adjust"`
	Subject  string         `json:"subject" example:"wallet:4"`
	Reason   string         `json:"reason"`
	Detail   map[string]any `json:"detail" doc:"Further facts, such as what was before and after"`
	Address  string         `json:"address" doc:"Network address of the request; empty if unknown"`
}

// Page is a page of the log.
type Page struct {
	Data   []Entry `json:"data" nullable:"false"`
	Cursor string  `json:"cursor" doc:"Of the next page; empty after the last"`
}

// Filters narrow the log. The type is exported because huma only reads exported embedded structs.
type Filters struct {
	ClientID int64  `query:"clientId" minimum:"1" maximum:"999999999" doc:"About this client"`
	Actor    string `query:"actor" maxLength:"200" doc:"Who did it, whole" example:"staff:ana"`
	Subject  string `query:"subject" maxLength:"200" doc:"To what, whole" example:"order:2611261756270300000"`
	Action   string `query:"action" maxLength:"200" doc:"What, whole" example:"order.settle"`
}

type listEntries struct {
	staff.Days
	Filters

	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

type exportEntries struct {
	staff.Days
	Filters
}

// Register adds the calls.
func Register(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-audit", Method: http.MethodGet, Path: "/staff/v1/audit", Summary: "Who did what, newest first", Tag: "audit",
		Access: api.Needs(identity.AuditRead), Client: api.AnyClient, Cost: api.Sums,
	}, s.list)

	api.Register(a, api.Operation{
		ID: "staff-export-audit", Method: http.MethodGet, Path: "/staff/v1/audit/export", Summary: "The audit log as CSV, newest first", Tag: "audit",
		Description: "The newest 10,000 entries that match; narrow the days for older ones. Times are in WIB. The audit log keeps who exported what.",
		Access:      api.Needs(identity.AuditRead), Client: api.AnyClient, Cost: api.Bulk,
	}, s.export)
}

func (s Services) list(ctx context.Context, in *listEntries) (*portal.Body[Page], error) {
	q, err := query(in.Days, in.Filters, perPage)
	if err != nil {
		return nil, err
	}

	if q.Before, err = portal.ParseCursor("cursor", in.Cursor); err != nil {
		return nil, err
	}

	list, err := audit.List(ctx, s.DB.Reader(), q)
	if err != nil {
		return nil, err
	}

	out := Page{Data: make([]Entry, len(list))}

	for i, l := range list {
		out.Data[i] = show(l)
	}

	if len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
}

func query(days staff.Days, f Filters, limit int) (q audit.Query, err error) {
	q = audit.Query{Client: f.ClientID, Actor: f.Actor, Subject: f.Subject, Action: f.Action, Limit: limit}
	q.From, q.Until, err = days.Span()

	return q, err
}

func show(l audit.Line) Entry {
	out := Entry{
		ID: portal.FormatID(l.ID), At: l.At, Actor: l.Actor, Action: l.Action, Subject: l.Subject, Reason: l.Reason, Address: l.Address,
		ClientID: portal.OrNil(l.Client), Detail: map[string]any{},
	}

	if json.Unmarshal([]byte(l.Text), &out.Detail) != nil {
		out.Detail = map[string]any{"text": l.Text}
	}

	return out
}
