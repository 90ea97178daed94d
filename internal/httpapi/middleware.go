package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"loket/internal/fault"
	"loket/internal/mail"
)

// recorder notes what was answered. It unwraps for http.ResponseController,
// so that streams can flush and move their deadlines.
type recorder struct {
	http.ResponseWriter

	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}

	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}

	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)

	return n, err //nolint:wrapcheck // a writer passes the error on as it is
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Handler is everything around the routes: request ids, headers, panics, the
// access log, metrics, and our own body for what no route matches.
func (a *API) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		i := &info{
			requestID: requestID(r), address: addressOf(r, a.options.TrustedProxies),
			language: mail.ReadLanguage(r.Header.Get("Accept-Language")),
		}
		r = r.WithContext(context.WithValue(r.Context(), infoKey, i))
		rec := &recorder{ResponseWriter: w}

		rec.Header().Set(requestIDHeader, i.requestID)
		a.securityHeaders(rec.Header())

		defer func() {
			if v := recover(); v != nil {
				a.panicked(rec, r, v)
			}

			a.finished(r, rec, i, time.Since(start))
		}()

		a.route(rec, r, i)
	})
}

// errPanic wraps what a handler panicked with, for the log and the report.
var errPanic = errors.New("panic")

func (a *API) panicked(rec *recorder, r *http.Request, v any) {
	if v == http.ErrAbortHandler { //nolint:errorlint,err113 // net/http compares it so
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
func (a *API) route(w *recorder, r *http.Request, i *info) {
	if _, pattern := a.mux.Handler(r); pattern != "" {
		i.route = pattern

		a.mux.ServeHTTP(w, r)

		return
	}

	quiet := &statusOnly{header: http.Header{}}

	a.mux.ServeHTTP(quiet, r)

	switch {
	case quiet.status == http.StatusMethodNotAllowed:
		w.Header().Set("Allow", quiet.header.Get("Allow"))
		a.WriteError(w, r, ErrMethodNotAllowed.New())
	case quiet.status >= http.StatusMultipleChoices && quiet.status < http.StatusBadRequest:
		a.mux.ServeHTTP(w, r) // a cleaned path
	default:
		a.WriteError(w, r, fault.ErrNotFound.New())
	}
}

type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) Write(b []byte) (int, error) { return len(b), nil }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }

// finished writes the access log: the route's pattern and never the path,
// query or body, which may hold what is secret.
func (a *API) finished(r *http.Request, rec *recorder, i *info, took time.Duration) {
	route := i.route
	if route == "" {
		route = "unmatched"
	}

	a.observe(r.Method, route, rec.status, took)

	if !a.logger.Enabled(r.Context(), slog.LevelInfo) {
		return
	}

	a.logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("method", r.Method), slog.String("route", route), slog.Int("status", rec.status),
		slog.Int64("bytes", rec.bytes), slog.Int64("took_us", took.Microseconds()), slog.String("request_id", i.requestID),
		slog.String("address", i.address), slog.Int64("client", i.client), slog.String("actor", i.actor))
}

// securityHeaders hold for every answer; pages loosen what they need.
func (a *API) securityHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")

	if a.options.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}
