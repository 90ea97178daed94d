package invoices

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

const tagInvoices = "invoices"

// Invoice is an invoice of a settlement.
type Invoice struct {
	ID                string    `json:"id"`
	InvoiceNo         string    `json:"invoice_no" example:"LKT-INV-2026-000042"`
	Type              string    `json:"type" enum:"settlement"`
	TransactionDate   time.Time `json:"transactionDate" doc:"End of the period that it is about"`
	SentDate          time.Time `json:"sentDate" doc:"When it was issued"`
	DueDate           string    `json:"dueDate" format:"date" doc:"Last day to pay, in the client's zone"`
	Amount            int64     `json:"amount" doc:"Whole rupiah; never changes"`
	Outstanding       int64     `json:"outstanding" doc:"What is left to pay: the amount less credit notes, 0 when it is paid"`
	AccNo             string    `json:"accNo" doc:"Account to pay to; empty: ask the provider"`
	AccName           string    `json:"accName" doc:"Holder of that account"`
	BankCode          string    `json:"bankCode" doc:"Bank of that account" example:"BBCA"`
	BankName          string    `json:"bankName" doc:"Its name" example:"BCA"`
	TransferDate      string    `json:"transferDate" doc:"Day of the transfer as the client said, YYYY-MM-DD; empty before"`
	Status            string    `json:"status" enum:"unpaid,paid,done" doc:"unpaid with a payment_confirm_file is pending confirmation"`
	Overdue           bool      `json:"overdue" doc:"Unpaid after its due day"`
	PaymentConfirm    string    `json:"payment_confirm_file" doc:"Link to the newest proof, a download; empty before"`
	InvoiceFile       string    `json:"invoice_file" doc:"Link to the page to read and print, A4"`
	FormalInvoiceFile string    `json:"formal_invoice_file" doc:"Link to the tax invoice, a PDF; empty until staff attach it"`
	FileURL           string    `json:"fileUrl" doc:"Link to the lines and their orders as CSV, for programs"`
}

// Invoices is a page of invoices.
type Invoices struct {
	Data    []Invoice `json:"data"`
	Page    int       `json:"page"`
	PerPage int       `json:"perPage"`
}

// InvoiceLine is a line of an invoice. The lines add up to its amount.
type InvoiceLine struct {
	Kind   string `json:"kind" enum:"usage,carried,refund,left" doc:"carried: credit of the period before and credit notes for paid invoices; refund: orders of earlier periods; left: credit for the next period"`
	Amount int64  `json:"amount" doc:"Signed, whole rupiah"`
}

// InvoiceVAT is the VAT that the amount contains.
type InvoiceVAT struct {
	_ struct{} `nullable:"true"`

	Points int64 `json:"points" doc:"Hundredths of a per cent of the base" example:"1200"`
	Base   int64 `json:"base"`
	Amount int64 `json:"amount"`
}

// CreditNote corrects an invoice.
type CreditNote struct {
	CreditNoteNo string    `json:"creditNoteNo" example:"LKT-CN-2026-000003"`
	Amount       int64     `json:"amount"`
	Reason       string    `json:"reason"`
	IssuedAt     time.Time `json:"issuedAt"`
	NextInvoice  bool      `json:"nextInvoice" doc:"The next invoice is less by it, since this one was paid; else this one is"`
	File         string    `json:"file" doc:"Link to the page to read and print"`
}

// InvoiceDetail is an invoice with its lines.
type InvoiceDetail struct {
	Invoice

	SettlementID string        `json:"settlementId"`
	PeriodID     string        `json:"periodId"`
	From         time.Time     `json:"from" doc:"First moment of the period"`
	To           time.Time     `json:"to" doc:"First moment after it"`
	Lines        []InvoiceLine `json:"lines" nullable:"false"`
	VAT          *InvoiceVAT   `json:"vat" doc:"null where none is shown"`
	CreditNotes  []CreditNote  `json:"creditNotes" nullable:"false"`
	PaidAt       *time.Time    `json:"paidAt"`
	DoneAt       *time.Time    `json:"doneAt"`
}

type listInvoices struct {
	Page   int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	Status string `query:"status" enum:"unpaid,pending,paid,done" doc:"All without it"`
}

type oneInvoice struct {
	ID string `path:"id" maxLength:"19"`
}

func registerList(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-invoices", Sandbox: api.InSandbox, Secret: true, Method: http.MethodGet, Path: "/v1/invoices/client", Summary: "Invoices of the settlement", Tag: tagInvoices,
		Description: "Ten a page, newest first. A shorter page is the last. Links to files serve without a token, for an hour.",
		Access:      api.Needs(identity.InvoiceList), Client: api.CallersClient,
	}, s.listInvoices)

	api.Register(a, api.Operation{
		ID: "get-invoice", Sandbox: api.InSandbox, Secret: true, Method: http.MethodGet, Path: "/v1/invoices/client/{id}", Summary: "An invoice with its lines", Tag: tagInvoices,
		Access: api.Needs(identity.InvoiceList), Client: api.CallersClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *oneInvoice) (*portal.Body[InvoiceDetail], error) {
		i, err := s.Invoices.Get(ctx, portal.Caller(ctx).ClientID, portal.ParseID(in.ID))
		if err != nil {
			return nil, err
		}

		detail, err := s.showInvoiceDetail(ctx, &i)
		if err != nil {
			return nil, err
		}

		return portal.Answer(detail), nil
	})

	registerProof(a, s)
}

func (s Services) listInvoices(ctx context.Context, in *listInvoices) (*portal.Body[Invoices], error) {
	q := invoice.Query{ClientID: portal.Caller(ctx).ClientID, Status: invoice.Status(in.Status), Page: max(in.Page, 1)}

	list, err := s.Invoices.List(ctx, q)
	if err != nil {
		return nil, err
	}

	out := Invoices{Data: make([]Invoice, len(list)), Page: q.Page, PerPage: invoice.PageSize}

	for n := range list {
		if out.Data[n], err = s.showInvoice(ctx, &list[n]); err != nil {
			return nil, err
		}
	}

	return portal.Answer(out), nil
}

func (s Services) showInvoice(ctx context.Context, i *invoice.Invoice) (Invoice, error) {
	overdue, err := s.Invoices.Overdue(ctx, i)
	if err != nil {
		return Invoice{}, err
	}

	urls, err := s.Invoices.URLs(i)
	if err != nil {
		return Invoice{}, fmt.Errorf("links of invoice %d: %w", i.ID, err)
	}

	out := Invoice{
		ID: portal.FormatID(i.ID), InvoiceNo: i.No, Type: "settlement", TransactionDate: i.To, SentDate: i.IssuedAt, DueDate: i.DueOn.String(),
		Amount: int64(i.Amount), Outstanding: int64(i.Outstanding()), AccNo: i.Account.No, AccName: i.Account.Name, BankCode: i.Account.BankCode, BankName: i.Account.BankName,
		Status: string(i.Status), Overdue: overdue,
		PaymentConfirm: urls.Proof, InvoiceFile: urls.Page, FormalInvoiceFile: urls.Formal, FileURL: urls.Lines,
	}

	if i.Status == invoice.Pending { // programs know no pending; the file tells the rest (docs/product/invoices.md#states)
		out.Status = string(invoice.Unpaid)
	}

	if i.TransferOn != (clock.Day{}) {
		out.TransferDate = i.TransferOn.String()
	}

	return out, nil
}

func (s Services) showInvoiceDetail(ctx context.Context, i *invoice.Invoice) (InvoiceDetail, error) {
	shown, err := s.showInvoice(ctx, i)
	if err != nil {
		return InvoiceDetail{}, err
	}

	out := InvoiceDetail{
		Invoice: shown, SettlementID: portal.FormatID(i.SettlementID), PeriodID: portal.FormatID(i.PeriodID), From: i.From, To: i.To,
		Lines: []InvoiceLine{}, CreditNotes: []CreditNote{},
	}

	if i.VAT.Points > 0 {
		out.VAT = &InvoiceVAT{Points: i.VAT.Points, Base: int64(i.VAT.Base), Amount: int64(i.VAT.Amount)}
	}

	if !i.PaidAt.IsZero() {
		out.PaidAt = &i.PaidAt
	}

	if !i.DoneAt.IsZero() {
		out.DoneAt = &i.DoneAt
	}

	lines, err := s.Invoices.Lines(ctx, i)
	if err != nil {
		return InvoiceDetail{}, err
	}

	for _, l := range lines {
		out.Lines = append(out.Lines, InvoiceLine{string(l.Kind), int64(l.Amount)})
	}

	notes, err := s.Invoices.CreditNotes(ctx, i)
	if err != nil {
		return InvoiceDetail{}, err
	}

	for _, n := range notes {
		url, err := s.Invoices.NoteURL(i, n)
		if err != nil {
			return InvoiceDetail{}, fmt.Errorf("link of credit note %d: %w", n.ID, err)
		}

		out.CreditNotes = append(out.CreditNotes, CreditNote{n.No, int64(n.Amount), n.Reason, n.IssuedAt, n.Carried, url})
	}

	return out, nil
}
