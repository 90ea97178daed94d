// Package reconciliations is the call that compares a client's own books of a day with its orders, for programs and for people.
package reconciliations

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/developer/reconciliation"
	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
)

const (
	csvType      = "text/csv"
	formType     = "multipart/form-data"
	dayParameter = "day"
	filePart     = "file"

	timeLimit = 60 * time.Second
	formHeads = 64 << 10 // room for the heads of a form's parts
)

// CSV is the body of programs, for the document. Compare takes both bodies from everybody.
func CSV() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{csvType: {Schema: &huma.Schema{Type: huma.TypeString}, Example: "reference,amount,status\nINV-7,10250,success\n"}}
}

// Form is the body of browsers.
func Form() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{formType: {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{filePart},
		Properties: map[string]*huma.Schema{filePart: {Type: huma.TypeString, Format: "binary", Description: "The CSV file"}},
	}}}
}

// Route fills a route in: its parameter and its faults. The caller gives its id, path, access, result, and the body for the document.
func Route(route api.RawRoute, body map[string]*huma.MediaType) api.RawRoute {
	route.Method, route.Client, route.Cost, route.MaxBody = http.MethodPost, api.CallersClient, api.Upload, reconciliation.MaxBytes+formHeads
	route.Summary = "Compare your books of a day with your orders"
	route.Description = "The body is CSV, or a form with it as file: a line for each of your orders with its reference, amount and status (success, failed, pending), " +
		"with commas, semicolons or tabs between, and a head with these names, or without one in this order. Exports of orders are such files, too. " +
		"At most 200,000 lines and 20 MiB. It changes nothing, so it is safe to repeat. A line that can't be read is refused with its number, and then nothing is compared."
	route.Faults = []fault.Definition{api.ErrTooLarge, api.ErrMediaType}
	route.Body = &huma.RequestBody{Required: true, Content: body}
	route.Parameters = []*huma.Param{{
		Name: dayParameter, In: "query", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Format: "date"}, Example: "2026-11-25",
		Description: "The day, in Jakarta (WIB), of which all orders must be in the file",
	}}

	return route
}

// Compare reads a request and has its file compared with the orders of a client.
func Compare(s *reconciliation.Service, r *http.Request, clientID int64) (Reconciliation, error) {
	file, err := fileOf(r)
	if err != nil {
		return Reconciliation{}, refusal(err)
	}

	day, err := clock.ParseDay(r.URL.Query().Get(dayParameter))
	if err != nil {
		return Reconciliation{}, fault.InvalidField(dayParameter, msgDay)
	}

	ctx, cancel := context.WithTimeout(r.Context(), timeLimit)
	defer cancel()

	found, err := s.Reconcile(ctx, reconciliation.Request{ClientID: clientID, Day: day, File: file, Language: api.LanguageOf(ctx)})
	if err != nil {
		return Reconciliation{}, refusal(err)
	}

	return show(day.String(), found), nil
}

// fileOf finds the file of a request: it is the body, or a part of a form.
func fileOf(r *http.Request) (io.Reader, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))

	switch {
	case err == nil && kind == csvType:
		return r.Body, nil
	case err != nil || kind != formType || params["boundary"] == "":
		return nil, api.ErrMediaType.Msg(msgCSV)
	}

	form := multipart.NewReader(r.Body, params["boundary"])

	for {
		part, err := form.NextPart()

		switch {
		case err == io.EOF: // not errors.Is: a form that breaks off before its end wraps it
			return nil, fault.InvalidField(filePart, msgFile)
		case err != nil:
			return nil, brokenForm(err)
		case part.FormName() == filePart:
			return part, nil
		}
	}
}

// brokenForm is the error for a form that can't be read.
func brokenForm(err error) error {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return err
	}

	return fault.InvalidField(filePart, msgForm)
}

// refusal maps what goes wrong while a body is read.
func refusal(err error) error {
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return api.ErrTooLarge.New()
	}

	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.InvalidField(filePart, msgForm)
	}

	return err
}
