package clientfile

import (
	"context"

	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/wallet"
	"loket/internal/orders/schedule"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

const (
	// mostInvoices is how many invoices of a client are looked through for open ones, the newest first: one for each period.
	mostInvoices = 500
)

// Open is what is not finished about a client.
type Open struct {
	Orders        int          // that wait for a supplier, up to 1,000
	Reviews       int          // orders that need a decision of staff
	Balance       money.Rupiah // of all wallets
	Invoices      int          // not paid
	InvoiceAmount money.Rupiah
	LimitUsed     money.Rupiah // of the settlement, also what no invoice has yet
	Schedules     int          // scheduled orders that have not ended
	ShopOrders    int          // that shoppers have paid and that wait for the wallet
	Requests      int          // for top-ups by hand
	Approvals     int          // that wait for a second person of staff
}

// Any reports whether anything is open.
func (o Open) Any() bool { return o != Open{} }

// Open counts what is open about a client.
func (s *Service) Open(ctx context.Context, clientID int64) (out Open, err error) {
	if out.Orders, err = s.deps.Orders.CountOpen(ctx, clientID); err != nil {
		return out, err
	}

	switch st, err := s.deps.Settlements.OfClient(ctx, clientID); {
	case err == nil:
		out.LimitUsed = st.Used()
	case !fault.ErrNotFound.Is(err):
		return out, err
	}

	wallets, err := s.deps.Wallets.List(ctx, clientID)
	if err != nil {
		return out, err
	}

	for _, w := range wallets {
		out.Balance += w.Balance
	}

	invoices, err := s.deps.Invoices.OfClient(ctx, clientID, mostInvoices)
	if err != nil {
		return out, err
	}

	for _, i := range invoices {
		if i.Status.Open() {
			out.Invoices++
			out.InvoiceAmount += i.Outstanding()
		}
	}

	for _, status := range []schedule.Status{schedule.Draft, schedule.Scheduled} {
		_, n, err := s.deps.Schedules.List(ctx, clientID, schedule.Filter{Status: status, Page: 1, PerPage: 1})
		if err != nil {
			return out, err
		}

		out.Schedules += n
	}

	if out.ShopOrders, err = s.deps.PaidShopOrders(ctx, clientID); err != nil {
		return out, err
	}

	return out, s.addStaffWork(ctx, clientID, &out)
}

// addStaffWork counts what waits for staff.
func (s *Service) addStaffWork(ctx context.Context, clientID int64, out *Open) (err error) {
	if out.Reviews, err = s.deps.Orders.CountReviews(ctx, clientID); err != nil {
		return err
	}

	if out.Requests, err = s.deps.Topups.CountRequests(ctx, clientID); err != nil {
		return err
	}

	out.Approvals, err = approval.Count(ctx, s.deps.DB.Reader(), clientID)

	return err
}

// CloseInput is the input of Close.
type CloseInput struct {
	ClientID int64
	// Confirmed says that what is open was read.
	Confirmed bool
}

// Close closes a client: nobody signs in any more, its keys are refused, and its wallets are switched off, so that no run of a scheduled order
// charges them. Orders that wait still end, with their refunds. What is open must be confirmed; the audit log keeps it. Errors:
// fault.ErrNotFound, ErrClosed, ErrOpen.
func (s *Service) Close(ctx context.Context, by identity.By, in CloseInput) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.deps.Identity.LockClientTx(ctx, tx, in.ClientID)
		if err != nil {
			return err
		}

		if !c.Active {
			return ErrClosed.New()
		}

		open, err := s.Open(ctx, in.ClientID)
		if err != nil {
			return err
		}

		if open.Any() && !in.Confirmed {
			return ErrOpen.New()
		}

		_, err = s.deps.Staff.UpdateClientTx(ctx, tx, by, staff.ClientChange{ID: c.ID, Active: new(false), Detail: map[string]any{"open": open.facts()}})
		if err != nil {
			return err
		}

		return s.deps.Wallets.SwitchAllOffTx(ctx, tx, s.deps.Clock.Now(), wallet.SwitchInput{
			ClientID: c.ID, Actor: by.Actor, Reason: by.Reason, Address: by.Address,
		})
	})
}

// Reopen lets a closed client sign in and order again. Its wallets stay off until staff switch on those that it needs. Error: ErrNotClosed.
func (s *Service) Reopen(ctx context.Context, by identity.By, clientID int64) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		c, err := s.deps.Identity.LockClientTx(ctx, tx, clientID)
		if err != nil {
			return err
		}

		if c.Active {
			return ErrNotClosed.New()
		}

		_, err = s.deps.Staff.UpdateClientTx(ctx, tx, by, staff.ClientChange{ID: c.ID, Active: new(true)})

		return err
	})
}

func (o Open) facts() map[string]int64 {
	return map[string]int64{
		"orders": int64(o.Orders), "reviews": int64(o.Reviews), "balance": int64(o.Balance), "invoices": int64(o.Invoices),
		"invoiceAmount": int64(o.InvoiceAmount), "limitUsed": int64(o.LimitUsed), "schedules": int64(o.Schedules),
		"shopOrders": int64(o.ShopOrders), "requests": int64(o.Requests), "approvals": int64(o.Approvals),
	}
}
