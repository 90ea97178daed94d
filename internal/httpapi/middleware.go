package httpapi

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

// recorder notes what was answered. It unwraps for http.ResponseController,
// so that streams can flush and move their deadlines.
type recorder struct {
	http.ResponseWriter

	request *http.Request
	status  int
	bytes   int64
	// refused is what the mux itself answers to a request without a route. It
	// is held back: our body takes the place of the mux's plain text.
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

	return n, err
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Handler is everything around the routes: request ids, headers, panics, the
// access log, metrics, and our own body for what no route matches.
func (a *API) Handler() http.Handler {
	always := securityHeaders(a.options.Secure)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		i := &info{
			requestID: requestID(r), address: addressOf(r, a.options.TrustedProxies),
			language: language.FromHeader(r.Header.Get("Accept-Language")),
		}
		r = r.WithContext(context.WithValue(r.Context(), infoKey, i))
		rec := &recorder{ResponseWriter: w, request: r}

		maps.Copy(w.Header(), always)

		if len(r.TransferEncoding) > 0 {
			// A body in chunks may have come with a length as well, which net/http
			// drops (RFC 9112, 6.1). A proxy that went by the length would take what
			// follows for somebody else's request: nothing follows.
			w.Header()["Connection"] = []string{"close"}
		}

		w.Header()[requestIDHeader] = []string{i.requestID}

		// The last to run: an answer that breaks off panics on, and is logged too.
		defer func() { a.finished(r, rec, i, time.Since(start)) }()

		defer func() {
			if v := recover(); v != nil {
				a.panicked(rec, r, v)
			}
		}()

		a.route(rec, r)
	})
}

// errPanic wraps what a handler panicked with, for the log and the report.
var errPanic = errors.New("panic")

func (a *API) panicked(rec *recorder, r *http.Request, v any) {
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

	_ = a.Translate(r.Context(), err) // too late to answer: log and report alone

	panic(http.ErrAbortHandler)
}

// route serves the matching route, or our body for the mux's plain 404 and
// 405.
func (a *API) route(w *recorder, r *http.Request) {
	a.mux.ServeHTTP(w, r)

	switch w.refused {
	case 0:
	case http.StatusMethodNotAllowed:
		a.WriteError(w, r, ErrMethodNotAllowed.New()) // the mux has set Allow
	default:
		a.WriteError(w, r, fault.ErrNotFound.New())
	}
}

// finished writes the access log: the route's pattern and never the path,
// query or body, which may hold what is secret.
func (a *API) finished(r *http.Request, rec *recorder, i *info, took time.Duration) {
	route := r.Pattern
	if route == "" {
		route = "unmatched"
	}

	method := knownMethod(r.Method)
	status := cmp.Or(rec.status, http.StatusOK) // what net/http answers for a handler that writes nothing

	a.observe(method, route, status, took)

	if !a.logger.Enabled(r.Context(), slog.LevelInfo) {
		return
	}

	var (
		client int64
		actor  string
	)

	if i.principal != nil {
		client, actor = i.principal.ClientID, Actor(i.principal)
	}

	a.logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("method", method), slog.String("route", route), slog.Int("status", status),
		slog.Int64("bytes", rec.bytes), slog.Int64("took_us", took.Microseconds()), slog.String("request_id", i.requestID),
		slog.String("address", i.address), slog.Int64("client", client), slog.String("actor", actor))
}

// knownMethod gives one name to all methods that nobody needs: each name that a
// caller made up would be a measure of its own, kept for ever.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	default:
		return "OTHER"
	}
}

// securityHeaders hold for every answer; pages loosen what they need, by
// replacing values. Requests share the slices, which have no room to append.
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
