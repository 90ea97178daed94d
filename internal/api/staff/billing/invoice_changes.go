package billing

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/money"
)

// ChangeInvoiceInput says why an invoice is changed.
type ChangeInvoiceInput struct {
	Reason string `json:"reason" maxLength:"500"`
}

// CreditNoteInput is a new credit note.
type CreditNoteInput struct {
	Amount int64  `json:"amount" doc:"Whole rupiah, at most what was not credited yet" minimum:"1" maximum:"1000000000000000" example:"150000"`
	Reason string `json:"reason" maxLength:"500" doc:"The client reads it"`
}

type changeInvoice struct {
	InvoicePath

	Body ChangeInvoiceInput
}

type addCreditNote struct {
	InvoicePath

	Body CreditNoteInput
}

func by(ctx context.Context, reason string) invoice.Staff {
	return invoice.Staff{Actor: staff.Actor(ctx), Reason: reason, Address: api.Address(ctx)}
}

func registerInvoiceChanges(a *api.API, s Services) {
	change := func(id, path, summary, description string, apply func(ctx context.Context, id int64, by invoice.Staff) (invoice.Invoice, error)) {
		api.Register(a, api.Operation{
			ID: id, Method: http.MethodPost, Path: "/staff/v1/invoices/{id}/" + path, Summary: summary, Tag: tagInvoices, Description: description,
			Access: api.Needs(identity.InvoiceManage), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, invoice.ErrState},
			Example: ChangeInvoiceInput{Reason: "Transfer of 21 November, seen at BCA"},
		}, func(ctx context.Context, in *changeInvoice) (*portal.Body[StaffInvoiceDetail], error) {
			i, err := s.Invoices.ByID(ctx, portal.ParseID(in.ID))
			if err != nil {
				return nil, err
			}

			if i, err = apply(ctx, i.ID, by(ctx, in.Body.Reason)); err != nil {
				return nil, err
			}

			return s.answer(ctx, i)
		})
	}

	change("staff-mark-invoice-paid", "paid", "Record that an invoice was paid whole", "The limit of the client is free again at once.",
		func(ctx context.Context, id int64, by invoice.Staff) (invoice.Invoice, error) {
			return s.Invoices.MarkPaid(ctx, id, by)
		})
	change("staff-mark-invoice-done", "done", "End a paid invoice", "Nothing about it is left to do, the formal tax invoice too.",
		func(ctx context.Context, id int64, by invoice.Staff) (invoice.Invoice, error) {
			return s.Invoices.MarkDone(ctx, id, by)
		})

	api.Register(a, api.Operation{
		ID: "staff-add-credit-note", Method: http.MethodPost, Path: "/staff/v1/invoices/{id}/credit-notes", Summary: "Correct an invoice by a credit note", Tag: tagInvoices,
		Description: "An open invoice asks for less, and is paid when nothing is left; after a paid one the next invoice is less.",
		Access:      api.Needs(identity.InvoiceManage), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, invoice.ErrState},
		Example: CreditNoteInput{Amount: 150000, Reason: "Orders of 20 November that the operator took back"},
	}, func(ctx context.Context, in *addCreditNote) (*portal.Body[StaffInvoiceDetail], error) {
		i, err := s.Invoices.ByID(ctx, portal.ParseID(in.ID))
		if err != nil {
			return nil, err
		}

		_, err = s.Invoices.IssueCreditNote(ctx, invoice.NewCreditNote{Staff: by(ctx, in.Body.Reason), InvoiceID: i.ID, Amount: money.Rupiah(in.Body.Amount)})
		if err != nil {
			return nil, err
		}

		if i, err = s.Invoices.ByID(ctx, i.ID); err != nil {
			return nil, err
		}

		return s.answer(ctx, i)
	})
}

// registerProof adds the download of a proof of payment, which the page shows beside the invoice.
func registerProof(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "staff-get-payment-proof", Method: http.MethodGet, Path: "/staff/v1/invoices/{id}/proof", Summary: "The newest proof of payment of an invoice", Tag: tagInvoices,
		Description: "A JPEG, PNG or PDF. The audit log keeps who read it.",
		Access:      api.Needs(identity.InvoiceManage), Client: api.AnyClient, Cost: api.Download, Produces: "application/octet-stream",
		Faults:     []fault.Definition{fault.ErrNotFound, file.ErrLink, fault.ErrUnavailable},
		Parameters: []*huma.Param{{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.serveProof(w, r); err != nil {
			a.WriteError(w, r, err)
		}
	}))
}

func (s Services) serveProof(w http.ResponseWriter, r *http.Request) error {
	i, err := s.Invoices.ByID(r.Context(), portal.ParseID(r.PathValue("id")))
	if err != nil {
		return err
	}

	link, err := i.ProofFile()
	if err != nil {
		return err
	}

	if err := s.Reads.RecordLook(r.Context(), i.ClientID, "proof of invoice:"+portal.FormatID(i.ID)); err != nil {
		return err
	}

	return file.Serve(w, r, s.Files, link)
}
