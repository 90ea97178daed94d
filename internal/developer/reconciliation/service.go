// Package reconciliation compares what a client's own books say of its orders with ours.
package reconciliation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/required"
	"loket/internal/platform/sheet"
)

const (
	fileKind = file.Kind("reconciliations")

	extension = "csv"
	cleanKind = "reconciliation.files"
	// Kept is how long a file of results is kept.
	Kept        = 7 * 24 * time.Hour
	cleanEvery  = time.Hour
	partialLife = 24 * time.Hour
	lookUp      = 1000 // references of one query
	// MaxShown is the most rows of a kind that an answer has itself.
	MaxShown = 100
)

// Deps are the service's dependencies; all are required.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Orders *order.Service
	Files  file.Store
	Links  *file.Links
	Jobs   *job.Queue
}

// Service compares files with orders.
type Service struct{ deps Deps }

// NewService makes the service and registers its job.
func NewService(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps: deps}

	deps.Jobs.Handle(cleanKind, job.KindOptions{Workers: 1}, s.clean)
	deps.Jobs.Every(cleanKind, cleanEvery, cleanKind)

	return s
}

// clean deletes files whose links have ended.
func (s *Service) clean(ctx context.Context, _ job.Job) error {
	now := s.deps.Clock.Now()

	return s.deps.Files.Sweep(ctx, fileKind, now.Add(-partialLife), now.Add(-Kept-time.Hour))
}

// Request is a client's file about a day.
type Request struct {
	ClientID int64
	Day      clock.Day // in Jakarta: which of our orders the file must have
	File     io.Reader
	Language language.Language // of the result's head
}

// Kind is how a line and an order differ.
type Kind string

// The kinds. The texts are published and never change.
const (
	Missing   Kind = "missing"   // a line without an order
	Different Kind = "different" // another amount or status
	Duplicate Kind = "duplicate" // a further line with the same reference
	OursOnly  Kind = "oursOnly"  // an order of the day without a line
)

// Row is one difference.
type Row struct {
	Kind      Kind
	Line      int // of the file; 0 of an order without one
	Reference string
	Amount    int64
	Status    order.Status // of the line; 0 without one

	OrderID   int64 // 0 without an order
	OurAmount int64
	OurStatus order.Status
	CreatedAt time.Time
}

// Result is what a comparison found.
type Result struct {
	Lines, Same, Missing, Different, Duplicates, OursOnly int64

	Rows      []Row // the first ones, MaxShown of each kind at most
	URL       string
	Size      int64
	ExpiresAt time.Time
}

// Reconcile compares a file with the client's orders: each of its lines with the order of its reference, whenever that was placed, and the
// orders of the day with the lines. It changes nothing, so it is safe to repeat. Errors: fault.ErrValidation, with the numbers of the lines.
func (s *Service) Reconcile(ctx context.Context, r Request) (Result, error) {
	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return Result{}, fmt.Errorf("zone of reconciliations: %w", err)
	}

	now := s.deps.Clock.Now()
	if r.Day.Sub(clock.DayOf(now.In(zone))) > 0 {
		return Result{}, fault.InvalidField("day", msgDay)
	}

	lines, err := readLines(r.File)
	if err != nil {
		return Result{}, err
	}

	key := file.KeyOf(fileKind, r.ClientID, ids.Token(), extension)

	out, err := s.deps.Files.Create(ctx, key)
	if err != nil {
		return Result{}, err
	}
	defer func() { _ = out.Abort() }() // after Commit it does nothing

	table, err := sheet.NewCSV(out, zone, heads(r.Language, zone))
	if err != nil {
		return Result{}, err
	}

	c := comparison{s: s, client: r.ClientID, table: table, shown: map[Kind]int{}, result: Result{Lines: int64(len(lines)), ExpiresAt: now.Add(Kept)}}

	if err := errors.Join(c.compareLines(ctx, lines), c.addOursOnly(ctx, r.Day.Start(zone), r.Day.End(zone)), table.Close()); err != nil {
		return Result{}, err
	}

	written, err := out.Commit()
	if err != nil {
		return Result{}, err
	}

	c.result.Size = written.Size
	c.result.URL, err = s.deps.Links.MailURL(file.Link{Key: key, Name: "reconciliation-" + r.Day.String() + "." + extension, Until: c.result.ExpiresAt})

	return c.result, err
}
