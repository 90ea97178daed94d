// Package report sends errors to a Sentry-compatible service when one is
// configured. A report has the error, the request id and the release. It has no
// bodies, headers, addresses or users.
package report

import (
	"context"
	"errors"
	"time"

	"github.com/getsentry/sentry-go"

	"loket/internal/platform/secret"
)

// Options configure a Reporter.
type Options struct {
	// DSN is the address with its key; empty turns reporting off.
	DSN secret.Text
	// Release and Environment mark the reports.
	Release     string
	Environment string
}

// Reporter sends errors in the background. The zero value sends nothing.
type Reporter struct {
	hub *sentry.Hub
}

// New makes a reporter. An invalid DSN is an error.
func New(opt Options) (*Reporter, error) {
	if opt.DSN == "" {
		return &Reporter{}, nil
	}

	client, err := sentry.NewClient(sentry.ClientOptions{
		Dsn: opt.DSN.Reveal(), Release: opt.Release, Environment: opt.Environment,
		AttachStacktrace: true, MaxBreadcrumbs: -1, ServerName: "-",
	})
	if err != nil {
		return nil, errors.New("report-dsn: is not an address such as https://key@host/1") // the cause may quote its key
	}

	return &Reporter{hub: sentry.NewHub(client, sentry.NewScope())}, nil
}

// Report queues an error to be sent; it never waits for the network.
func (r *Reporter) Report(_ context.Context, err error, requestID string) {
	if r.hub == nil || err == nil {
		return
	}

	hub := r.hub.Clone()
	hub.ConfigureScope(func(scope *sentry.Scope) { scope.SetTag("request_id", requestID) })
	hub.CaptureException(err)
}

// Close waits for the queued reports, for the given time at most.
func (r *Reporter) Close(wait time.Duration) {
	if r.hub != nil {
		r.hub.Flush(wait)
	}
}
