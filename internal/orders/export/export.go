package export

import (
	"context"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
)

// MaxExportDays is the longest span of an export (docs/product/orders.md#exports).
const MaxExportDays = 31

// Status is the state of an export.
type Status string

// The states. Running ends as done or failed; done becomes expired when its files are deleted.
const (
	ExportRunning Status = "running"
	ExportDone    Status = "done"
	ExportFailed  Status = "failed"
	ExportExpired Status = "expired"
)

// Export is one requested file of orders in its two forms.
type Export struct {
	ID         string
	ClientID   int64
	From, To   string    // days in the client's zone; empty for a search, or a scheduled order, over all dates
	Hour       time.Time // start of one hour of the days; zero for all hours
	Filter     order.Filter
	Status     Status
	RowsTotal  int64
	RowsDone   int64
	CSV, XLSX  File
	CreatedAt  time.Time
	FinishedAt time.Time // zero while it runs
	ExpiresAt  time.Time // set when it is done
}

// File is one form of an export. The URL is signed and expires soon; it is empty when there is no
// file.
type File struct {
	file.Info

	URL string
}

// Request asks for the orders of a filter.
type Request struct {
	ClientID int64
	UserID   int64
	Zone     *time.Location // of the client: days are its days
	From, To *clock.Day     // both; with a search or a scheduled order both can be nil, which selects all dates
	Hour     *time.Time     // start of one hour of the days; nil selects all hours
	Filter   order.Filter
	Actor    string // for the audit log
	Address  string
}

func (r Request) validate(now time.Time) error {
	if r.From == nil && r.To == nil && r.Hour == nil && (r.Filter.Search != "" || r.Filter.Scheduled != 0) {
		return nil // over all dates
	}

	if r.Hour != nil && r.Hour.Nanosecond() != 0 { // ids have a precision of seconds
		return fault.InvalidField("hour", msgWholeSecond)
	}

	return dayRange{
		first: "dateStart", last: "dateEnd", most: MaxExportDays, tooLong: msgRange31Days,
		latest: clock.DayOf(now.In(r.Zone)), tooLate: msgFuture,
	}.check(r.From, r.To)
}

// dayRange holds the limits of a form's days and the names of its fields.
type dayRange struct {
	first, last string
	most        int // days from the first to the last
	tooLong     language.Message
	latest      clock.Day
	tooLate     language.Message
}

func (d dayRange) check(from, to *clock.Day) error {
	switch {
	case from == nil || to == nil:
		return order.ErrNoDays(d.first)
	case to.Sub(*from) < 0:
		return fault.InvalidField(d.last, msgEndBeforeStart)
	case to.Sub(*from) > d.most:
		return fault.InvalidField(d.last, d.tooLong)
	case to.Sub(d.latest) > 0:
		return fault.InvalidField(d.last, d.tooLate)
	}

	return nil
}

// Request starts an export. A job writes the files and mails a link to the
// client's finance address. Errors: fault.ErrValidation, ErrExportRunning,
// fault.ErrThrottled, fault.ErrBusy.
func (s *Service) Request(ctx context.Context, r Request) (Export, error) {
	now := s.deps.Clock.Now()
	if err := r.validate(now); err != nil {
		return Export{}, err
	}

	x := Export{
		ID: ids.Token(), ClientID: r.ClientID, Filter: r.Filter, Status: ExportRunning, CreatedAt: now,
	}

	if r.From != nil {
		x.From, x.To = r.From.String(), r.To.String()
	}

	if r.Hour != nil {
		x.Hour = *r.Hour
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if err := refuseFlood(ctx, tx, x, s.opt.Hourly); err != nil {
			return err
		}

		if err := insertExport(ctx, tx, x, r.UserID); err != nil {
			return err
		}

		if err := refuseCrowd(ctx, tx, s.opt.InAll); err != nil {
			return err
		}

		_, err := s.deps.Jobs.EnqueueTx(ctx, tx, job.Request{
			Kind: exportKind, Args: exportArgs{ClientID: r.ClientID, ExportID: x.ID},
		})
		if err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, r.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: r.Actor, Client: r.ClientID, Action: "order.export", Subject: "export:" + x.ID, Address: r.Address,
			Detail: x.auditDetail(),
		})
	})

	return x, err
}

// auditDetail is the filter of an export for the audit log. It doesn't hold the search, which may be a customer's
// number.
func (x *Export) auditDetail() map[string]any {
	return map[string]any{
		"from": x.From, "to": x.To, "walletType": string(x.Filter.WalletType), "status": int64(x.Filter.Status),
		"paymentType": string(x.Filter.PaymentType), "scheduledOrder": x.Filter.Scheduled, "searched": x.Filter.Search != "",
	}
}

// maxListed is the length of the list of exports.
const maxListed = 20

// List returns the newest exports of a client with new links.
func (s *Service) List(ctx context.Context, clientID int64) ([]Export, error) {
	list, err := listExports(ctx, s.deps.DB.Reader(), clientID)
	if err != nil {
		return nil, err
	}

	now := s.deps.Clock.Now()

	for i := range list {
		x := &list[i]

		switch {
		case x.Status != ExportDone:
			continue
		case !now.Before(x.ExpiresAt): // its files will be deleted soon
			x.Status = ExportExpired

			continue
		}

		until := now.Add(fileTime)
		if until.After(x.ExpiresAt) {
			until = x.ExpiresAt
		}

		if err := sign(x, until, s.deps.Links.URL); err != nil {
			return nil, err
		}
	}

	return list, nil
}

// sign sets the links to an export's files, for a screen or a mail.
func sign(x *Export, until time.Time, address func(file.Link) (string, error)) error {
	for extension, form := range map[string]*File{csvForm: &x.CSV, xlsxForm: &x.XLSX} {
		url, err := address(file.Link{Key: x.key(extension), Name: downloadName(x.From, x.To, extension), Until: until})
		if err != nil {
			return err
		}

		form.URL = url
	}

	return nil
}

// The forms of files, as their extensions.
const (
	csvForm  = "csv"
	xlsxForm = "xlsx"
)

func (x *Export) key(extension string) file.Key {
	return file.KeyOf(fileKind, x.ClientID, x.ID, extension)
}

// downloadName is the name of the saved file: orders-2026-11-01-2026-11-30.csv.
func downloadName(first, last, extension string) string {
	if first == "" {
		return "orders." + extension
	}

	if first == last {
		return "orders-" + first + "." + extension
	}

	return "orders-" + first + "-" + last + "." + extension
}

// fileTime is how long a link on a screen is valid. A screen gets new links at each load.
const fileTime = time.Hour
