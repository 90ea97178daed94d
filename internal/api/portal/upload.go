package portal

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/platform/fault"
)

const (
	// UploadTime is the time limit of the work on an upload after its body was read.
	UploadTime = 60 * time.Second
	// UploadHeads is room for the heads of a form's parts and for its small fields.
	UploadHeads = 64 << 10
)

const multipartType = "multipart/form-data"

// RegisterUpload registers a route whose body is a form with these fields, all of them required. The work reads the
// form with ReadForm. It is about the caller's client, unless the route says otherwise.
func RegisterUpload[T any](a *api.API, route api.RawRoute, fields map[string]*huma.Schema, required []string, work func(*http.Request) (T, error)) {
	var result T

	route.Method, route.Result, route.Cost = http.MethodPost, result, api.Upload
	if route.Client == "" {
		route.Client = api.CallersClient
	}

	route.Faults = append(route.Faults, api.ErrTooLarge, fault.ErrThrottled, fault.ErrOutcomeUnknown)
	route.Body = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		multipartType: {Schema: &huma.Schema{Type: huma.TypeObject, Required: required, Properties: fields}},
	}}

	a.Raw(route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := work(r)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		api.WriteJSON(w, http.StatusOK, out)
	}))
}

// ReadForm calls read for each part of the form. A body that is no form has no parts: the caller reports its fields
// as missing.
func ReadForm(r *http.Request, read func(part *multipart.Part) error) error {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != multipartType || params["boundary"] == "" {
		return nil //nolint:nilerr // the fields that are missing are reported
	}

	form := multipart.NewReader(r.Body, params["boundary"])

	for {
		part, err := form.NextPart()
		if err == io.EOF { // not errors.Is: a form that breaks off before its end wraps it
			return nil
		}

		if err != nil {
			return unreadable(err)
		}

		if err := read(part); err != nil {
			return err
		}
	}
}

// ReadPart reads a part of at most limit bytes.
func ReadPart(part io.Reader, limit int, tooLong func() error) ([]byte, error) {
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
		return api.ErrTooLarge.New()
	}

	return fault.InvalidField("body", msgForm)
}

// UnknownPart is the error for a part that the form doesn't have. Its name is text of the caller, so a long one is
// left out.
func UnknownPart(name string) error {
	const most = 40
	if name == "" || len(name) > most {
		name = "body"
	}

	return fault.InvalidField(name, msgUnknownPart)
}
