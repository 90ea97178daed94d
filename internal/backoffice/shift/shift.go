// Package shift has what one shift of staff hands over to the next: what is open by its age, what was changed in the last hours, and notes.
package shift

import (
	"context"
	"slices"
	"time"

	"loket/internal/backoffice/decisions"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/money/invoice"
	"loket/internal/orders/complaint"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/required"
)

// mostOfAKind is how many open items of a kind are shown, the oldest ones.
const mostOfAKind = 100

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Orders     *order.Service
	Topups     *topup.Service
	Invoices   *invoice.Service
	Complaints *complaint.Service
	Decisions  *decisions.Service
	Jobs       *job.Queue
}

// Service looks at the work of staff. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service. Before the start of the queue: it has old notes deleted by a job.
func New(deps Deps) *Service {
	required.Fields(deps)

	s := &Service{deps}
	deps.Jobs.EveryPurge(purgeKind, purgeEvery, s.Purge)

	return s
}

// Kind is a kind of open items.
type Kind string

// The kinds.
const (
	Review    Kind = "review"
	Approval  Kind = "approval"
	Suspense  Kind = "suspense"
	Request   Kind = "request"   // for a top-up by hand
	Invoice   Kind = "invoice"   // overdue
	Job       Kind = "job"       // that was given up
	Complaint Kind = "complaint" // of a client
)

// Item is something that waits for a person.
type Item struct {
	Kind     Kind
	ID       string
	ClientID int64  // 0: none
	About    string // kind of the review, of the approval or of the job; reason of the complaint; number of the invoice; account of the transfer
	Amount   int64  // 0: none
	Since    time.Time
}

// Open lists what is open, the oldest first, of the kinds that the caller may act on: at most 100 of each. More are the kinds that have
// others.
func (s *Service) Open(ctx context.Context, p *identity.Principal) (items []Item, more []Kind, err error) {
	for _, look := range []struct {
		kind  Kind
		needs identity.Permission
		read  func(ctx context.Context) ([]Item, bool, error)
	}{
		{Review, identity.OrderDetail, s.reviews},
		{Complaint, identity.OrderSetStatus, s.complaints},
		{Suspense, identity.TransferManage, s.suspense},
		{Request, identity.TransferManage, s.requests},
		{Invoice, identity.InvoiceManage, s.overdue},
		{Job, identity.JobManage, s.dead},
		{Approval, 0, func(ctx context.Context) ([]Item, bool, error) { return s.approvals(ctx, p) }},
	} {
		if look.needs != 0 && p.Require(look.needs) != nil {
			continue
		}

		found, others, err := look.read(ctx)
		if err != nil {
			return nil, nil, err
		}

		items = append(items, found...)

		if others {
			more = append(more, look.kind)
		}
	}

	slices.SortStableFunc(items, func(a, b Item) int { return a.Since.Compare(b.Since) })

	return items, more, nil
}
