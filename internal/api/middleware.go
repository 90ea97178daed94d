package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"time"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// recorder records the status of the answer. It has Unwrap for http.ResponseController, so
// that streams can flush and move their deadlines.
type recorder struct {
	http.ResponseWriter

	request *http.Request
	info    *info
	status  int
	bytes   int64
	// bodyBy is when the body must have arrived; zero without a body.
	bodyBy time.Time
	// refused is the status of a request without a route. The mux's plain text is discarded,
	// and our own error body is sent instead.
	refused int
}

func (r *recorder) WriteHeader(status int) {
	if r.refused == 0 && r.request.Pattern == "" && status >= http.StatusBadRequest {
		r.refused = status

		return
	}

	if r.status == 0 {
		r.status = status
	}

	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		if r.refused != 0 {
			return len(p), nil
		}

		r.status = http.StatusOK
	}

	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)

	if call := r.info.call; call != nil {
		call.answer.add(p[:n])
	}

	return n, err
}

// SetReadDeadline is called by huma before it reads a body, with a time that fits the longest
// body of the operation, and with zero after it.
func (r *recorder) SetReadDeadline(at time.Time) error {
	if r.bodyBy.Before(at) && !r.bodyBy.IsZero() {
		at = r.bodyBy
	}

	return http.NewResponseController(r.ResponseWriter).SetReadDeadline(at)
}

// Times for bodies.
const (
	bodyGrace   = 5 * time.Second
	chunkedBody = defaultBody // a chunked body has no length before its end
)

// limitBody bounds the time for the body: some seconds, and more for a long one.
func (r *recorder) limitBody(start time.Time) {
	length := r.request.ContentLength

	if length == 0 {
		return // a read has begun already, which notices when the caller disconnects
	}

	if length < 0 {
		length = chunkedBody
	}

	r.bodyBy = start.Add(min(bodyGrace+atLeastRate(min(length, defaultBody)), readTimeout))
	_ = http.NewResponseController(r.ResponseWriter).SetReadDeadline(r.bodyBy) // an error means that the connection is gone
}

// longestBody is the time limit of a body, however long it is.
const longestBody = 3 * time.Minute

// extend gives a longer body its time, once its caller is admitted: until then nobody holds a connection for long. The
// answer gets its time after it.
func (r *recorder) extend(maxBody int64) {
	length := r.request.ContentLength
	if length < 0 {
		length = maxBody
	}

	if length = min(length, maxBody); length <= defaultBody {
		return
	}

	r.bodyBy = time.Now().Add(min(bodyGrace+atLeastRate(length), longestBody))
	conn := http.NewResponseController(r.ResponseWriter)

	// An error means that the connection is gone.
	_ = conn.SetReadDeadline(r.bodyBy)
	_ = conn.SetWriteDeadline(r.bodyBy.Add(writeTimeout))
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Handler wraps the routes with request ids, security headers, recovery from panics, the
// access log, metrics, and our error body for unknown routes.
func (a *API) Handler() http.Handler {
	always := securityHeaders(a.options.Secure)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		i := &info{requestID: requestID(r), language: language.FromHeader(r.Header.Get("Accept-Language"))}
		i.source, i.address = addressOf(r, a.options.TrustedProxies)
		r = r.WithContext(a.options.Traces.WithRequest(context.WithValue(r.Context(), infoKey, i)))
		rec := &recorder{ResponseWriter: w, request: r, info: i}
		rec.limitBody(start)

		maps.Copy(w.Header(), always)

		if len(r.TransferEncoding) > 0 {
			// A chunked request may also have had a Content-Length, which net/http
			// drops (RFC 9112, 6.1). A proxy that used the length could take the rest
			// for another request, so the connection is closed.
			w.Header()["Connection"] = []string{"close"}
		}

		w.Header()[requestIDHeader] = []string{i.requestID}

		// Runs last, so an aborted answer, which panics again, is logged too.
		defer func() { //nolint:contextcheck // it is the request's context
			took := time.Since(start)
			a.logRequest(r, rec, i, took)
			a.logKeyCall(r, rec, i, took)
			a.options.Traces.EndRequest(r.Context(), i.requestID, knownMethod(r.Method), r.Pattern, cmp.Or(rec.status, http.StatusOK), start)
		}()

		defer func() {
			if v := recover(); v != nil {
				a.handlePanic(rec, r, v)
			}
		}()

		if !a.sources.Take(i.source) {
			w.Header()["Connection"] = []string{"close"} // the body is not read
			rec.refused = http.StatusServiceUnavailable
			a.WriteError(rec, r, fault.Busy(busyRetry))

			return
		}
		defer a.sources.Release(i.source)

		defer func() {
			if i.key != 0 {
				a.keys.Release(i.key)
			}
		}()

		a.route(rec, r)
	})
}

// busyRetry is the Retry-After of callers that have their share of the requests in flight.
const busyRetry = 2 * time.Second

// errPanic wraps the value of a handler's panic, for the log and the report.
var errPanic = errors.New("panic")

func (a *API) handlePanic(rec *recorder, r *http.Request, v any) {
	if v == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
		panic(v)
	}

	a.logger.LogAttrs(r.Context(), slog.LevelError, "handler panicked", slog.String("request_id", RequestID(r.Context())),
		slog.String("stack", string(debug.Stack())))

	err := fault.ErrInternal.Wrap(fmt.Errorf("%w: %v", errPanic, v))
	if rec.status == 0 {
		a.WriteError(rec, r, err)

		return
	}

	_ = a.Translate(r.Context(), err) // too late to answer: only log and report

	panic(http.ErrAbortHandler)
}

// route serves the matching route, the fallback, or our error body for a 404 or 405 of the mux.
func (a *API) route(w *recorder, r *http.Request) {
	a.mux.ServeHTTP(w, r)

	switch w.refused {
	case 0:
	case http.StatusMethodNotAllowed:
		a.WriteError(w, r, ErrMethodNotAllowed.New()) // the mux has set Allow
	default:
		if !a.fellBack(w, r) {
			a.WriteError(w, r, fault.ErrNotFound.New())
		}
	}
}

// logRequest writes the access log. It logs the route's pattern and never the path, query or
// body, which may contain secrets.
func (a *API) logRequest(r *http.Request, rec *recorder, i *info, took time.Duration) {
	route := cmp.Or(r.Pattern, "unmatched")
	method := knownMethod(r.Method)
	status := cmp.Or(rec.status, http.StatusOK) // net/http answers 200 for a handler that writes nothing

	a.observe(method, route, status, took)

	level := slog.LevelInfo
	if a.probes[r.Pattern] && status < http.StatusBadRequest {
		level = slog.LevelDebug
	}

	if !a.logger.Enabled(r.Context(), level) {
		return
	}

	var (
		client int64
		actor  string
	)

	if i.principal != nil {
		client, actor = i.principal.ClientID, Actor(i.principal)
	}

	a.logger.LogAttrs(r.Context(), level, "request",
		slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("bytes", rec.bytes), slog.Int64("took_us", took.Microseconds()), slog.String("request_id", i.requestID),
		slog.String("address", i.address), slog.Int64("client", client), slog.String("actor", actor))
}

// knownMethod replaces unknown methods by one name. Otherwise callers could create any
// number of metric series.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "OTHER"
	}
}

// securityHeaders are set on every answer. Pages replace values where they need less strict
// ones. Requests share the slices, which have no capacity to append.
func securityHeaders(secure bool) http.Header {
	h := http.Header{
		"Cache-Control":                {"no-store"},
		"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
		"Referrer-Policy":              {"strict-origin-when-cross-origin"},
		"X-Content-Type-Options":       {"nosniff"},
		"X-Frame-Options":              {"DENY"},
	}

	if secure {
		h["Strict-Transport-Security"] = []string{"max-age=31536000; includeSubDomains"}
	}

	return h
}
