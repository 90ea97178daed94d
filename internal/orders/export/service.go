// Package export writes files about orders: receipts, exports and daily reports.
package export

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

// Clients reads clients (package identity).
type Clients interface {
	Client(ctx context.Context, id int64) (identity.Client, error)
	// ReportClients returns the active clients that have a user with the option of daily reports.
	ReportClients(ctx context.Context) ([]identity.Client, error)
}

// fileKind is the kind of all files of this package.
const fileKind file.Kind = "orders"

// LiveTopic is the topic of live updates about the exports of a client.
const LiveTopic live.Topic = "exports"

// Deps are the service's dependencies; all but Live are required.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Jobs    *job.Queue
	Files   file.Store
	Links   *file.Links
	Mail    mail.Sender
	Clients Clients
	Log     *slog.Logger
	// Live may be left out, and then no screen hears of an export.
	Live *live.Hub `optional:"true"`
}

// Options are the settings of the service; a zero value takes the default.
type Options struct {
	// Chunk is how many orders one query reads; see order.Selection.
	Chunk int
	// Progress is the least time between two stored counts; 1 second by default.
	Progress time.Duration
	// Hourly is how many exports a client may request in an hour; 60 by default. Each sends a mail
	// and writes files.
	Hourly int
	// InAll is how many exports of all clients may be running or waiting; 1,000 by default.
	InAll int
}

const (
	defaultProgress = time.Second
	defaultHourly   = 60
	defaultInAll    = 1000
)

// Service writes exports and daily reports.
type Service struct {
	deps Deps

	opt Options
}

// NewService makes the service and registers its jobs.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	if opt.Progress == 0 {
		opt.Progress = defaultProgress
	}

	if opt.Hourly == 0 {
		opt.Hourly = defaultHourly
	}

	if opt.InAll == 0 {
		opt.InAll = defaultInAll
	}

	s := &Service{deps: deps, opt: opt}
	s.registerJobs()

	return s
}
