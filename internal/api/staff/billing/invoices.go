package billing

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

const (
	tagInvoices = "invoices"
	// perPage are paid invoices on a page, maxOpen open ones, which have no pages.
	perPage = 25
	maxOpen = 200
)

// StaffInvoice is an invoice of a client.
type StaffInvoice struct {
	ID           string    `json:"id"`
	InvoiceNo    string    `json:"invoiceNo" example:"LKT-INV-2026-000042"`
	ClientID     int64     `json:"clientId" example:"1001"`
	ClientName   string    `json:"clientName"`
	Status       string    `json:"status" enum:"unpaid,pending,paid,done" doc:"pending: the client sent a proof of payment"`
	Overdue      bool      `json:"overdue" doc:"Open after its due day"`
	Amount       int64     `json:"amount" doc:"Whole rupiah; never changes"`
	Outstanding  int64     `json:"outstanding" doc:"What is left to pay: the amount less credit notes, 0 when it is paid"`
	IssuedAt     time.Time `json:"issuedAt"`
	DueDate      string    `json:"dueDate" format:"date" doc:"Last day to pay, in the client's zone"`
	DueAt        time.Time `json:"dueAt" doc:"End of that day"`
	TransferDate string    `json:"transferDate" doc:"Day of the transfer as the client said, YYYY-MM-DD; empty before"`
	Proof        string    `json:"proof" enum:"none,picture,pdf" doc:"Kind of the newest proof of payment"`
	Formal       bool      `json:"formal" doc:"The formal tax invoice is attached"`
}

// StaffInvoicePage are invoices.
type StaffInvoicePage struct {
	Data   []StaffInvoice `json:"data" nullable:"false"`
	Cursor string         `json:"cursor" doc:"Of the next page of paid or done ones; empty after the last"`
	More   bool           `json:"more" doc:"There are further open ones than these 200"`
}

// StaffInvoiceLine is a line of an invoice. The lines add up to its amount.
type StaffInvoiceLine struct {
	Kind   string `json:"kind" enum:"usage,carried,refund,left"`
	Amount int64  `json:"amount" doc:"Signed, whole rupiah"`
}

// StaffCreditNote corrects an invoice.
type StaffCreditNote struct {
	CreditNoteNo string    `json:"creditNoteNo" example:"LKT-CN-2026-000003"`
	Amount       int64     `json:"amount"`
	Reason       string    `json:"reason" doc:"The client reads it"`
	IssuedAt     time.Time `json:"issuedAt"`
	NextInvoice  bool      `json:"nextInvoice" doc:"The next invoice is less by it, since this one was paid; else this one is"`
}

// StaffInvoiceDetail is an invoice with its lines and credit notes.
type StaffInvoiceDetail struct {
	StaffInvoice

	From        time.Time          `json:"from" doc:"First moment of the period"`
	To          time.Time          `json:"to" doc:"First moment after it"`
	Account     string             `json:"account" doc:"Ours, to which it is paid" example:"BCA 8880010021"`
	Lines       []StaffInvoiceLine `json:"lines" nullable:"false"`
	CreditNotes []StaffCreditNote  `json:"creditNotes" nullable:"false"`
	Creditable  int64              `json:"creditable" doc:"What was not credited by notes yet, whole rupiah"`
	PaidAt      *time.Time         `json:"paidAt"`
	DoneAt      *time.Time         `json:"doneAt"`
}

type listInvoices struct {
	Status   string `query:"status" enum:"open,unpaid,pending,overdue,paid,done" default:"open" doc:"open: unpaid and pending"`
	ClientID int64  `query:"clientId" minimum:"1" maximum:"999999999" doc:"All without it"`
	Cursor   string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

// InvoicePath names an invoice. It is exported because huma only reads exported embedded structs.
type InvoicePath struct {
	ID string `path:"id" maxLength:"19" example:"42"`
}

func registerInvoices(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-invoices", Method: http.MethodGet, Path: "/staff/v1/invoices", Summary: "Invoices of all clients", Tag: tagInvoices,
		Description: "Open ones with those due first, at most 200; paid and done ones newest first, 25 a page.",
		Access:      api.Needs(identity.InvoiceManage), Client: api.AnyClient,
	}, s.listInvoices)

	api.Register(a, api.Operation{
		ID: "staff-get-invoice", Method: http.MethodGet, Path: "/staff/v1/invoices/{id}", Summary: "An invoice with its lines and credit notes", Tag: tagInvoices,
		Access: api.Needs(identity.InvoiceManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *InvoicePath) (*portal.Body[StaffInvoiceDetail], error) {
		i, err := s.Invoices.ByID(ctx, portal.ParseID(in.ID))
		if err != nil {
			return nil, err
		}

		return s.answer(ctx, i)
	})
}

func (s Services) listInvoices(ctx context.Context, in *listInvoices) (*portal.Body[StaffInvoicePage], error) {
	before, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	q := invoice.StaffQuery{ClientID: in.ClientID, Overdue: in.Status == "overdue", Before: before, Limit: maxOpen + 1}

	switch in.Status {
	case "unpaid", "pending":
		q.Status = invoice.Status(in.Status)
	case "paid", "done":
		q.Status, q.Limit = invoice.Status(in.Status), perPage
	}

	list, err := s.Invoices.Page(ctx, q)
	if err != nil {
		return nil, err
	}

	clients, err := s.Identity.Clients(ctx)
	if err != nil {
		return nil, err
	}

	names := make(map[int64]string, len(clients))
	for _, c := range clients {
		names[c.ID] = c.Name
	}

	out := StaffInvoicePage{Data: []StaffInvoice{}}

	if len(list) > maxOpen {
		list, out.More = list[:maxOpen], true
	}

	for n := range list {
		out.Data = append(out.Data, s.show(&list[n], names[list[n].ClientID]))
	}

	if q.Limit == perPage && len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), nil
}

func (s Services) show(i *invoice.Invoice, client string) StaffInvoice {
	out := StaffInvoice{
		ID: portal.FormatID(i.ID), InvoiceNo: i.No, ClientID: i.ClientID, ClientName: client, Status: string(i.Status), Overdue: i.Overdue(s.Clock.Now()),
		Amount: int64(i.Amount), Outstanding: int64(i.Outstanding()), IssuedAt: i.IssuedAt, DueDate: i.DueOn.String(), DueAt: i.DueAt,
		Proof: "none", Formal: i.Formal.ID != 0,
	}

	if i.TransferOn != (clock.Day{}) {
		out.TransferDate = i.TransferOn.String()
	}

	if i.Proof.ID != 0 {
		out.Proof = "picture"
		if _, _, extension := i.Proof.Key.Parts(); extension == "pdf" {
			out.Proof = extension
		}
	}

	return out
}

// answer is an invoice with its details.
func (s Services) answer(ctx context.Context, i invoice.Invoice) (*portal.Body[StaffInvoiceDetail], error) {
	c, err := s.Identity.Client(ctx, i.ClientID)
	if err != nil {
		return nil, err
	}

	out := StaffInvoiceDetail{
		StaffInvoice: s.show(&i, c.Name), From: i.From, To: i.To, Lines: []StaffInvoiceLine{}, CreditNotes: []StaffCreditNote{},
		Creditable: int64(i.Amount - i.CreditNoted), PaidAt: portal.OrNil(i.PaidAt), DoneAt: portal.OrNil(i.DoneAt),
	}

	if i.Account.No != "" {
		out.Account = fmt.Sprintf("%s %s", i.Account.BankName, i.Account.No)
	}

	lines, err := s.Invoices.Lines(ctx, &i)
	if err != nil {
		return nil, err
	}

	for _, l := range lines {
		out.Lines = append(out.Lines, StaffInvoiceLine{string(l.Kind), int64(l.Amount)})
	}

	notes, err := s.Invoices.CreditNotes(ctx, &i)
	for _, n := range notes {
		out.CreditNotes = append(out.CreditNotes, StaffCreditNote{n.No, int64(n.Amount), n.Reason, n.IssuedAt, n.Carried})
	}

	return portal.Answer(out), err
}
