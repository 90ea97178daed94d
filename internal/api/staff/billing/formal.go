package billing

import (
	"context"
	"mime/multipart"
	"net/http"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/platform/fault"
)

// The fields of the form.
const (
	fieldFile   = "file"
	fieldReason = "reason"
)

const maxReason = 500

// registerFormal adds the upload of the formal tax invoice.
func registerFormal(a *api.API, s Services) {
	portal.RegisterUpload(a, api.RawRoute{
		ID: "staff-attach-formal-invoice", Path: "/staff/v1/invoices/{id}/formal", Summary: "Attach the formal tax invoice", Tag: tagInvoices,
		Description: "One PDF of at most 10 MB, known by its content, which the client downloads with the invoice. Another one replaces the one before.",
		Access:      api.Needs(identity.InvoiceManage), Client: api.AnyClient, MaxBody: invoice.MaxFile + portal.UploadHeads,
		Faults:     []fault.Definition{fault.ErrNotFound, invoice.ErrScanner},
		Parameters: []*huma.Param{{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}},
	}, map[string]*huma.Schema{
		fieldFile:   {Type: huma.TypeString, Format: "binary", Description: "The PDF"},
		fieldReason: {Type: huma.TypeString, Description: "For the audit log, at most 500 characters"},
	}, []string{fieldFile, fieldReason}, s.attach)
}

func (s Services) attach(r *http.Request) (StaffInvoiceDetail, error) {
	var content, reason []byte

	err := portal.ReadForm(r, func(part *multipart.Part) (err error) {
		switch name := part.FormName(); name {
		case fieldFile:
			content, err = portal.ReadPart(part, invoice.MaxFile, func() error { return api.ErrTooLarge.New() })
		case fieldReason:
			reason, err = portal.ReadPart(part, maxReason*utf8.UTFMax, func() error { return fault.InvalidField(name, msgReason.With(maxReason)) })
		default:
			err = portal.UnknownPart(name)
		}

		return err
	})
	if err != nil {
		return StaffInvoiceDetail{}, err
	}

	if !utf8.Valid(reason) || utf8.RuneCount(reason) > maxReason {
		return StaffInvoiceDetail{}, fault.InvalidField(fieldReason, msgReason.With(maxReason))
	}

	ctx, cancel := context.WithTimeout(r.Context(), portal.UploadTime)
	defer cancel()

	i, err := s.Invoices.ByID(ctx, portal.ParseID(r.PathValue("id")))
	if err != nil {
		return StaffInvoiceDetail{}, err
	}

	if i, err = s.Invoices.Attach(ctx, i.ID, content, by(ctx, string(reason))); err != nil {
		return StaffInvoiceDetail{}, err
	}

	answer, err := s.answer(ctx, i)
	if err != nil {
		return StaffInvoiceDetail{}, err
	}

	return answer.Body, nil
}
