package invoice

import (
	"context"
	"fmt"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// StaffQuery chooses invoices of all clients but sandboxes.
type StaffQuery struct {
	ClientID int64  // 0: all
	Status   Status // empty: all that are open
	Overdue  bool   // open ones after their due day alone
	Before   int64  // the cursor of paid and done ones: only older ones
	Limit    int
}

// Page returns invoices for staff: open ones with those due first, others newest first.
func (s *Service) Page(ctx context.Context, q StaffQuery) ([]Invoice, error) {
	var w db.Where

	w.Add("i.client_id < ", int64(clientid.FirstSandbox))

	if q.ClientID != 0 {
		w.Add("i.client_id = ", q.ClientID)
	}

	if q.Status != "" {
		w.Add("s.status = ", string(q.Status))
	}

	order := " ORDER BY i.id DESC"

	if q.Status == "" || q.Status.Open() {
		order = " ORDER BY s.due_at, i.id"

		w.Condition("s.paid_at IS NULL")
	} else if q.Before != 0 {
		w.Add("i.id < ", q.Before)
	}

	if q.Overdue {
		w.Add("s.due_at <= ", clock.Micros(s.deps.Clock.Now()))
	}

	list, err := listInvoices(ctx, s.deps.DB.Reader(), invoiceQuery+"WHERE "+w.Text()+order+" LIMIT "+w.Arg(int64(q.Limit)), w.Args...)
	if err != nil {
		return nil, fmt.Errorf("list invoices: %w", err)
	}

	return list, nil
}

// ByID returns an invoice of any client but a sandbox, for staff, or fault.ErrNotFound.
func (s *Service) ByID(ctx context.Context, id int64) (Invoice, error) {
	return scanInvoice(s.deps.DB.Reader().QueryRow(ctx, invoiceQuery+"WHERE i.id = $1 AND i.client_id < $2", id, int64(clientid.FirstSandbox)))
}

// ProofFile is the proof of payment of an invoice as a download, or fault.ErrNotFound without one.
func (i *Invoice) ProofFile() (file.Link, error) {
	if i.Proof.ID == 0 {
		return file.Link{}, fault.ErrNotFound.New()
	}

	_, _, extension := i.Proof.Key.Parts()

	return file.Link{Key: i.Proof.Key, Name: i.No + "-proof." + extension}, nil
}
