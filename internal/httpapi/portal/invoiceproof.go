package portal

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/invoice"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
)

const (
	// maxProofBody is a file with the other field and the heads of both.
	maxProofBody = invoice.MaxFile + 64<<10
	// Uploads at a time, on this node and of one client. Each keeps its file in memory.
	maxUploads    = 16
	clientUploads = 2
	// uploadTime is the time limit of the work on an upload after its body was read.
	uploadTime = 60 * time.Second
)

const multipartType = "multipart/form-data"

func registerInvoiceProof(a *httpapi.API, s Services) {
	places := limiter.NewShares[int64](limiter.SharesOptions{Places: maxUploads, Share: clientUploads})

	a.Raw(httpapi.RawRoute{
		ID: "confirm-invoice-payment", Method: http.MethodPost, Path: "/v1/invoices/client/{id}/confirm-payment", Summary: "Upload the proof of a payment",
		Description: "One JPEG, PNG or PDF of at most 10 MB, known by its content. Pictures are written again without their meta data. " +
			"The invoice is pending confirmation until staff have found the money. Another proof replaces the one before.",
		Tag: tagInvoices, Access: httpapi.Needs(identity.InvoiceList), Tenant: httpapi.TenantCaller, MaxBody: maxProofBody, Result: InvoiceDetail{},
		Faults: []fault.Definition{fault.ErrNotFound, httpapi.ErrTooLarge, invoice.ErrState, invoice.ErrScanner, fault.ErrThrottled, fault.ErrOutcomeUnknown},
		Parameters: []*huma.Param{
			{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
		},
		Body: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{multipartType: {
			Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{invoice.FieldProof, invoice.FieldTransfer},
				Properties: map[string]*huma.Schema{
					invoice.FieldProof:    {Type: huma.TypeString, Format: "binary", Description: "The file"},
					invoice.FieldTransfer: {Type: huma.TypeString, Format: "date", Description: "Day of the transfer, not in the future", Examples: []any{"2026-11-21"}},
				},
			},
		}}},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := caller(r.Context()).ClientID

		if !places.Take(client) {
			a.WriteError(w, r, fault.Busy(exportRetry))

			return
		}
		defer places.Release(client)

		detail, err := s.confirmPayment(r)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		httpapi.WriteJSON(w, http.StatusOK, detail)
	}))
}

func (s Services) confirmPayment(r *http.Request) (InvoiceDetail, error) {
	c, err := readConfirmation(r)
	if err != nil {
		return InvoiceDetail{}, err
	}

	ctx, cancel := context.WithTimeout(r.Context(), uploadTime)
	defer cancel()

	if c.Zone, err = clientZone(ctx); err != nil {
		return InvoiceDetail{}, err
	}

	p := caller(ctx)
	c.ClientID, c.InvoiceID, c.Actor, c.Address = p.ClientID, pathID(r.PathValue("id")), httpapi.Actor(p), httpapi.Address(ctx)

	i, err := s.Invoices.Confirm(ctx, c)
	if err != nil {
		return InvoiceDetail{}, err
	}

	return s.showInvoiceDetail(ctx, &i)
}

// readConfirmation reads the form. A body that is no form has neither field, and each is reported as missing.
func readConfirmation(r *http.Request) (invoice.Confirmation, error) {
	var c invoice.Confirmation

	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != multipartType || params["boundary"] == "" {
		return c, nil //nolint:nilerr // the fields that are missing are reported
	}

	form := multipart.NewReader(r.Body, params["boundary"])
	seen := map[string]bool{}

	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return c, nil
		}

		if err != nil {
			return c, unreadable(err)
		}

		name := part.FormName()

		switch {
		case name == invoice.FieldProof && seen[name]:
			return c, invoice.MoreThanOneFile()
		case seen[name]:
			return c, fault.InvalidField(name, msgTwice)
		case name == invoice.FieldProof:
			c.Content, err = readPart(part, invoice.MaxFile, invoice.TooLarge)
		case name == invoice.FieldTransfer:
			var text []byte

			text, err = readPart(part, invoice.MaxTransferDay, func() error { return fault.InvalidField(name, msgDay) })
			c.TransferOn = string(text)
		default:
			return c, fault.InvalidField(formField(name), msgUnknownPart)
		}

		if err != nil {
			return c, err
		}

		seen[name] = true
	}
}

// readPart reads a part of at most limit bytes.
func readPart(part io.Reader, limit int, tooLong func() error) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(part, int64(limit)+1))
	if err != nil {
		return nil, unreadable(err)
	}

	if len(text) > limit {
		return nil, tooLong()
	}

	return text, nil
}

// unreadable is the error for a form that breaks off or is too long.
func unreadable(err error) error {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return httpapi.ErrTooLarge.New()
	}

	return fault.InvalidField("body", msgForm)
}

// formField is the name of an unknown part in an error: text of the caller, cut.
func formField(name string) string {
	const most = 40
	if name == "" || len(name) > most {
		return "body"
	}

	return name
}
