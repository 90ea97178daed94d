// Package invoice issues invoices for what settlements used, follows each until it is paid, and keeps the files about them.
package invoice

import (
	"context"
	"log/slog"
	"time"

	"loket/internal/identity"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/picture"
	"loket/internal/platform/required"
)

// LiveTopic is the topic of live updates about the invoices of a client.
const LiveTopic live.Topic = "invoices"

// Status says where an invoice stands.
type Status string

// The statuses, in the order in which they follow each other.
const (
	Unpaid  Status = "unpaid"
	Pending Status = "pending" // unpaid, and the client uploaded a proof that staff have not confirmed
	Paid    Status = "paid"
	Done    Status = "done"
)

// Open reports whether the invoice still has to be paid.
func (s Status) Open() bool { return s == Unpaid || s == Pending }

// Party is one side of an invoice, as it was at the issue.
type Party struct {
	Name      string `json:"name"`
	Address   string `json:"address,omitempty"`
	TaxNumber string `json:"taxNumber,omitempty"`
}

// Account is the bank account to which invoices are paid.
type Account struct {
	BankCode string // BBCA
	BankName string // BCA; the code of a bank that is not known
	No       string
	Name     string
}

// Invoice is an invoice with where it stands.
type Invoice struct {
	ID           int64
	ClientID     int64
	SettlementID int64
	PeriodID     int64
	No           string
	From, To     time.Time // the period
	IssuedAt     time.Time
	DueOn        clock.Day // in the client's zone
	DueAt        time.Time // end of DueOn: overdue from then
	Used         money.Rupiah
	Credited     money.Rupiah
	Amount       money.Rupiah // Used less Credited
	VAT          VAT
	Seller       Party
	Buyer        Party
	Account      Account

	Status      Status
	TransferOn  clock.Day // as the client says; zero before a proof
	Proof       File
	Formal      File
	PaidAt      time.Time // zero before
	DoneAt      time.Time // zero before
	CreditNoted money.Rupiah

	entity, token string
}

// Outstanding is what still has to be paid.
func (i *Invoice) Outstanding() money.Rupiah {
	if !i.Status.Open() {
		return 0
	}

	return i.Amount - i.CreditNoted
}

// Overdue reports whether the invoice is open after its due day.
func (i *Invoice) Overdue(now time.Time) bool { return i.Status.Open() && !now.Before(i.DueAt) }

// File is a stored file about an invoice. ID is 0 if there is none.
type File struct {
	ID  int64
	Key file.Key
}

// LineKind is the kind of a line.
type LineKind string

// The kinds of lines. Refunds and carried credit are negative.
const (
	Usage   LineKind = "usage"
	Refunds LineKind = "refund"  // of orders of earlier periods
	Carried LineKind = "carried" // credit that the period before left, and credit notes for paid invoices
	Left    LineKind = "left"    // credit for the next period, since this one used less
)

// Line is one line of an invoice. The lines add up to its amount.
type Line struct {
	Kind   LineKind
	Amount money.Rupiah
}

// CreditNote corrects an invoice, which never changes itself.
type CreditNote struct {
	ID       int64
	No       string
	Amount   money.Rupiah
	VAT      money.Rupiah // 0 while it is carried: the next invoice has less VAT
	Reason   string
	IssuedAt time.Time
	Carried  bool // the invoice was paid, so the next one is less

	token string
}

// Limits are the limits that invoices are about. settlement.Service implements it; tests of invoices alone keep limits in
// memory.
type Limits interface {
	ReleaseTx(ctx context.Context, tx *db.Tx, now time.Time, r settlement.LimitRelease) error
	CarryTx(ctx context.Context, tx *db.Tx, now time.Time, r settlement.LimitRelease) (periodID int64, err error)
	BlockTx(ctx context.Context, tx *db.Tx, clientID, settlementID int64, from time.Time) error
	StreamOrders(ctx context.Context, clientID, periodID int64, each func(o settlement.PeriodOrder) error) error
}

// Scanner checks a file for malware (package scan). It returns scan.ErrInfected or an error of its own.
type Scanner interface {
	Scan(ctx context.Context, content []byte) error
}

// Deps are the dependencies of the service; all but Scanner are required.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Limits  Limits
	Jobs    *job.Queue
	Mail    mail.Sender
	Live    *live.Hub
	Files   file.Store
	Links   *file.Links
	Log     *slog.Logger
	// Scanner checks uploaded files. A deployment may have none: then files are not scanned.
	Scanner Scanner `optional:"true"`
	// Screen returns the URL of the screen with invoices.
	Screen func() string
}

// Options are the settings of the service.
type Options struct {
	// Entity is the code of the provider's legal entity, which begins every number: LKT-INV-2026-000001.
	Entity string
	// Seller is that entity.
	Seller Party
	// Account is where clients pay.
	Account Account
	// AllowOverdue lets a client with an overdue invoice go on using the limit.
	AllowOverdue bool
}

// DefaultEntity is the entity of a deployment that sets none.
const DefaultEntity = "LKT"

// Service has the use cases of invoices. It implements settlement.Invoices.
type Service struct {
	deps     Deps
	opt      Options
	pictures *picture.Decoder
}

// NewService makes the service and registers its jobs.
func NewService(deps Deps, opt Options) *Service {
	required.Fields(deps)

	if opt.Entity == "" {
		opt.Entity = DefaultEntity
	}

	s := &Service{deps, opt, picture.NewDecoder()}
	s.registerJobs()

	return s
}
