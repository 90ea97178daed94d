package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// The errors of this package itself.
var (
	ErrMethodNotAllowed = fault.Definition{
		Kind: fault.Invalid, Code: "MethodNotAllowedError", Message: msgMethodNotAllowed,
		Cause: "The path exists, but not with this HTTP method.",
		Mend:  "Use one of the methods in the Allow header of the answer.",
	}
	ErrTooLarge = fault.Definition{
		Kind: fault.TooLarge, Code: "PayloadTooLargeError", Message: msgTooLarge,
		Cause: "The body is longer than the operation accepts.",
		Mend:  "Send less, or split the request.",
	}
	ErrMediaType = fault.Definition{
		Kind: fault.Invalid, Code: "UnsupportedMediaTypeError", Message: msgNotJSON,
		Cause: "The Content-Type of the request is not application/json.",
		Mend:  "Send JSON with Content-Type: application/json.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrMethodNotAllowed, ErrTooLarge, ErrMediaType}
}

// Error is the body of every error.
type Error struct {
	Code      string     `json:"code" doc:"Stable name of the error; the docs list cause and mend" example:"ValidationError"`
	Message   string     `json:"message" doc:"What to show a person"`
	Fields    []Field    `json:"fields" doc:"The faulty fields of the input; empty for other errors"`
	RequestID string     `json:"requestId" doc:"Quote it to support"`
	RetryAt   *time.Time `json:"retryAt,omitempty" doc:"ThrottleRejectError and PinLockedError alone: when the same may be tried again, if waiting helps"`
	ID        string     `json:"id,omitempty" doc:"TopupOngoingError alone: the open top-up"`
	Token     string     `json:"token,omitempty" doc:"PasswordExpiredError alone: a token that may only change the password"`
	Methods   []string   `json:"methods,omitempty" doc:"StepUpRequiredError alone: what proves who uses the session, app or password"`
	TriesLeft *int       `json:"triesLeft,omitempty" doc:"InvalidPinError alone: tries that are left before the PIN is locked; 0: it is locked now"`

	Missing *int64 `json:"missing,omitempty" doc:"InsufficientBalanceError and InsufficientLimitError of an order of the client API alone: how much is missing, whole rupiah" example:"4500"`

	status     int
	retryAfter time.Duration
}

// Field is one invalid field of an input, with its name in the JSON or query.
type Field struct {
	Field   string `json:"field" doc:"Name of the faulty field" example:"amount"`
	Message string `json:"message" doc:"What is wrong with it"`
}

// newError makes the body of a fault in the language of the request's caller.
func newError(ctx context.Context, f *fault.Error) *Error {
	out := errorIn(infoOf(ctx).language, f)
	out.RequestID = RequestID(ctx)

	return out
}

func errorIn(l language.Language, f *fault.Error) *Error {
	out := &Error{
		Code: f.Code, Message: f.Message.In(l), Fields: make([]Field, len(f.Fields)), ID: f.ID, Token: f.Token, Methods: f.Methods, TriesLeft: f.TriesLeft,
		status: statusOf(f), retryAfter: f.RetryAfter,
	}

	if f.Kind == fault.Internal {
		out.Message = fault.ErrInternal.Message.In(l)
	}

	if f.Missing > 0 {
		out.Missing = &f.Missing
	}

	if f.Kind == fault.Forbidden && f.RetryAfter > 0 {
		at := time.Now().Add(f.RetryAfter + time.Second - 1).UTC().Truncate(time.Second) // rounded up, as Retry-After is
		out.RetryAt = &at
	}

	for i, one := range f.Fields {
		out.Fields[i] = Field{one.Field, one.Message.In(l)}
	}

	return out
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// GetStatus tells huma the HTTP status.
func (e *Error) GetStatus() int { return e.status }

// ContentType is application/json for errors too.
func (*Error) ContentType(string) string { return jsonType }

// GetHeaders tells huma the headers of the answer.
func (e *Error) GetHeaders() http.Header {
	h := http.Header{}

	if e.retryAfter > 0 {
		h.Set("Retry-After", seconds(e.retryAfter))
	}

	if e.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}

	return h
}

// seconds rounds up, so that a retry after this time is not too early.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}

const (
	jsonType = "application/json"

	defaultRetry = 2 * time.Second // Retry-After of a 503 without its own
)

// statusOf maps the kind of an error to its HTTP status, the only place that does.
func statusOf(f *fault.Error) int {
	switch f.Code {
	case ErrMethodNotAllowed.Code:
		return http.StatusMethodNotAllowed
	case ErrMediaType.Code:
		return http.StatusUnsupportedMediaType
	}

	return statusOfKind(f.Kind)
}

// Status is the HTTP status of a documented error.
func Status(d fault.Definition) int { return statusOf(d.New()) }

func statusOfKind(k fault.Kind) int {
	switch k {
	case fault.Invalid:
		return http.StatusBadRequest
	case fault.Unauthenticated:
		return http.StatusUnauthorized
	case fault.Forbidden:
		return http.StatusForbidden
	case fault.NotFound:
		return http.StatusNotFound
	case fault.Conflict:
		return http.StatusConflict
	case fault.TooLarge:
		return http.StatusRequestEntityTooLarge
	case fault.Unprocessable:
		return http.StatusUnprocessableEntity
	case fault.Unavailable:
		return http.StatusServiceUnavailable
	case fault.Internal:
		return http.StatusInternalServerError
	default:
		return http.StatusInternalServerError
	}
}

// statusGone is the status in access logs for callers that disconnected before the answer.
const statusGone = 499

// Translate makes the answer for an error. It logs and reports internal errors and never
// shows an inner error.
func (a *API) Translate(ctx context.Context, err error) *Error {
	f := fault.From(err)

	switch {
	case fault.ErrInternal.Is(f) && errors.Is(err, context.Canceled):
		// The caller disconnected; nobody reads this answer.
		f = fault.ErrUnavailable.Wrap(err)
	case fault.ErrInternal.Is(f) && errors.Is(err, context.DeadlineExceeded):
		f = fault.ErrUnavailable.Wrap(err)
	}

	status := statusOf(f)

	// A caller that disconnected reads no answer, so this is not reported as an error.
	gone := errors.Is(err, context.Canceled) && errors.Is(ctx.Err(), context.Canceled)
	if gone {
		status = statusGone
	}

	if status >= http.StatusInternalServerError && !fault.ErrBusy.Is(f) && !errors.Is(err, ErrWanted) { // too many requests are no fault of the server
		a.logger.LogAttrs(ctx, slog.LevelError, "request failed", slog.Int("status", status), slog.String("code", f.Code),
			slog.String("request_id", RequestID(ctx)), slog.Any("error", err))
		a.report(ctx, err)
	}

	out := newError(ctx, f)
	out.status = status

	if status == http.StatusServiceUnavailable && out.retryAfter == 0 {
		out.retryAfter = defaultRetry
	}

	return out
}

// WriteError answers a request with an error, for handlers outside huma.
func (a *API) WriteError(w http.ResponseWriter, r *http.Request, err error) {
	e := a.refusal(r.Context(), err)

	maps.Copy(w.Header(), e.GetHeaders())

	WriteJSON(w, e.status, e)
}

// WriteJSON answers with a JSON body. It ignores write errors: the caller has
// disconnected.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"code":"InternalError","message":"Something went wrong!","fields":[],"requestId":""}`)
	}

	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
