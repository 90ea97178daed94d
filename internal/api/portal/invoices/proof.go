package invoices

import (
	"context"
	"mime/multipart"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/platform/fault"
)

func registerProof(a *api.API, s Services) {
	portal.RegisterUpload(a, api.RawRoute{
		ID: "confirm-invoice-payment", Path: "/v1/invoices/client/{id}/confirm-payment", Summary: "Upload the proof of a payment", Tag: tagInvoices,
		Description: "One JPEG, PNG or PDF of at most 10 MB, known by its content. Pictures are written again without their meta data; a PDF with scripts, " +
			"programs or objects that can't be read is refused. " +
			"The invoice is pending confirmation until staff have found the money. Another proof replaces the one before.",
		Access: api.Needs(identity.InvoiceList), MaxBody: invoice.MaxFile + portal.UploadHeads,
		Faults: []fault.Definition{fault.ErrNotFound, invoice.ErrState, invoice.ErrScanner},
		Parameters: []*huma.Param{
			{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}, map[string]*huma.Schema{
		invoice.FieldProof:    {Type: huma.TypeString, Format: "binary", Description: "The file"},
		invoice.FieldTransfer: {Type: huma.TypeString, Format: "date", Description: "Day of the transfer: from the day on which the invoice was sent to today, in the client's zone", Examples: []any{"2026-11-21"}},
	}, []string{invoice.FieldProof, invoice.FieldTransfer}, s.confirmPayment)
}

func (s Services) confirmPayment(r *http.Request) (InvoiceDetail, error) {
	c, err := readConfirmation(r)
	if err != nil {
		return InvoiceDetail{}, err
	}

	ctx, cancel := context.WithTimeout(r.Context(), portal.UploadTime)
	defer cancel()

	if c.Zone, err = api.ClientZone(ctx); err != nil {
		return InvoiceDetail{}, err
	}

	p := portal.Caller(ctx)
	c.ClientID, c.InvoiceID, c.Actor, c.Address = p.ClientID, portal.ParseID(r.PathValue("id")), api.Actor(p), api.Address(ctx)

	i, err := s.Invoices.Confirm(ctx, c)
	if err != nil {
		return InvoiceDetail{}, err
	}

	return s.showInvoiceDetail(ctx, &i)
}

func readConfirmation(r *http.Request) (invoice.Confirmation, error) {
	var c invoice.Confirmation

	seen := map[string]bool{}

	err := portal.ReadForm(r, func(part *multipart.Part) (err error) {
		name := part.FormName()

		switch {
		case name == invoice.FieldProof && seen[name]:
			return invoice.MoreThanOneFile()
		case seen[name]:
			return fault.InvalidField(name, msgTwice)
		case name == invoice.FieldProof:
			c.Content, err = portal.ReadPart(part, invoice.MaxFile, invoice.TooLarge)
		case name == invoice.FieldTransfer:
			var text []byte

			text, err = portal.ReadPart(part, invoice.MaxTransferDay, func() error { return fault.InvalidField(name, portal.MsgDay) })
			c.TransferOn = string(text)
		default:
			return portal.UnknownPart(name)
		}

		seen[name] = true

		return err
	})

	return c, err
}
