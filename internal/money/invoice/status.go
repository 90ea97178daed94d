package invoice

import (
	"context"
	"fmt"
	"strings"
	"time"

	"loket/internal/money/settlement"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Staff is who of the provider's staff makes a change, and why.
type Staff struct {
	Actor   string // staff:budi
	Reason  string
	Address string // where the call came from, if known
}

// MarkPaid records that the outstanding amount of an invoice arrived. The limit of the settlement is free again in the same
// transaction. Errors: fault.ErrValidation, fault.ErrNotFound, ErrState for one that is paid.
func (s *Service) MarkPaid(ctx context.Context, id int64, by Staff) (Invoice, error) {
	return s.change(ctx, id, by, "invoice.paid", func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error) {
		if !i.Status.Open() {
			return nil, ErrState.Msg(msgPaidAlready)
		}

		outstanding := i.Outstanding()

		return map[string]any{"amount": int64(outstanding)}, s.payTx(ctx, tx, now, &i, outstanding, invoicePrefix, i.No)
	})
}

// payTx ends an open invoice as paid and frees the amount that was still outstanding. The document with the number no is the reason.
func (s *Service) payTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, amount money.Rupiah, prefix, no string) error {
	_, err := tx.Exec(ctx, "UPDATE invoice_states SET status = 'paid', paid_at = $1, remind_at = NULL WHERE invoice_id = $2 AND paid_at IS NULL",
		clock.Micros(now), i.ID)
	if err != nil {
		return fmt.Errorf("mark as paid: %w", err)
	}

	if err := event.AddTx(ctx, tx, i.event(event.InvoicePaid, s.until(now))); err != nil {
		return err
	}

	return s.releaseTx(ctx, tx, now, i, amount, prefix, no)
}

func (s *Service) releaseTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, amount money.Rupiah, prefix, no string) error {
	if err := s.deps.Limits.ReleaseTx(ctx, tx, now, releaseBy(i, amount, prefix, no)); err != nil {
		return fmt.Errorf("release the limit: %w", err)
	}

	return s.blockTx(ctx, tx, i)
}

// blockTx stores from when the open invoices of a settlement stop new orders. The settlement is locked.
func (s *Service) blockTx(ctx context.Context, tx *db.Tx, i *Invoice) error {
	from, err := s.BlockedFromTx(ctx, tx, i.SettlementID)
	if err != nil {
		return err
	}

	return s.deps.Limits.BlockTx(ctx, tx, i.ClientID, i.SettlementID, from)
}

// The prefixes of the keys of what is released.
const (
	invoicePrefix = "invoice/"
	notePrefix    = settlement.CreditNoteKey
)

// releaseBy is what the document with the number no releases.
func releaseBy(i *Invoice, amount money.Rupiah, prefix, no string) settlement.LimitRelease {
	return settlement.LimitRelease{ClientID: i.ClientID, SettlementID: i.SettlementID, Amount: amount, Key: prefix + no, DocumentNo: no}
}

// MarkDone ends a paid invoice: nothing about it is left to do, the formal tax invoice too. Errors: fault.ErrValidation,
// fault.ErrNotFound, ErrState for one that is not paid, or done.
func (s *Service) MarkDone(ctx context.Context, id int64, by Staff) (Invoice, error) {
	return s.change(ctx, id, by, "invoice.done", func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error) {
		switch i.Status {
		case Paid:
		case Done:
			return nil, ErrState.New()
		case Unpaid, Pending:
			return nil, ErrState.Msg(msgNotPaid)
		}

		_, err := tx.Exec(ctx, "UPDATE invoice_states SET status = 'done', done_at = $1 WHERE invoice_id = $2 AND status = 'paid'", clock.Micros(now), i.ID)
		if err != nil {
			return nil, fmt.Errorf("mark as done: %w", err)
		}

		return nil, nil
	})
}

// change locks an invoice, runs fn, and writes the audit log with the details that fn returns.
func (s *Service) change(
	ctx context.Context, id int64, by Staff, action string, fn func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error),
) (Invoice, error) {
	if by.Reason = strings.TrimSpace(by.Reason); by.Reason == "" {
		return Invoice{}, errReason()
	}

	var changed Invoice

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		i, err := s.lockTx(ctx, tx, id)
		if err != nil {
			return err
		}

		now, err := s.now(ctx, tx, i.ClientID)
		if err != nil {
			return err
		}

		detail, err := fn(tx, now, i)
		if err != nil {
			return err
		}

		if changed, err = s.lockTx(ctx, tx, id); err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, i.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Client: i.ClientID, Action: action, Subject: subject(id), Reason: by.Reason, Detail: detail, Address: by.Address,
		})
	})
	if err != nil {
		return Invoice{}, fmt.Errorf("%s %d: %w", action, id, err)
	}

	return changed, nil
}

// NewCreditNote is the input of IssueCreditNote.
type NewCreditNote struct {
	Staff // the client reads the reason

	InvoiceID int64
	Amount    money.Rupiah
}

// IssueCreditNote credits an amount of an invoice. An open one asks for less, and is paid when nothing is left; where it was paid, the
// next invoice is less. The amount is free in the limit again in the same transaction. Errors: fault.ErrValidation, fault.ErrNotFound,
// ErrState for an invoice that was credited whole.
func (s *Service) IssueCreditNote(ctx context.Context, n NewCreditNote) (CreditNote, error) {
	var made CreditNote

	_, err := s.change(ctx, n.InvoiceID, n.Staff, "invoice.creditnote", func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error) {
		switch left := i.Amount - i.CreditNoted; {
		case left == 0:
			return nil, ErrState.Msg(msgCreditedWhole)
		case n.Amount <= 0 || n.Amount > left:
			return nil, fault.InvalidField("amount", msgNoteAmount.With(left))
		}

		var err error
		if made, err = s.noteTx(ctx, tx, now, &i, n); err != nil {
			return nil, err
		}

		detail := map[string]any{"creditNoteNo": made.No, "amount": int64(n.Amount), "nextInvoice": made.Carried}

		switch {
		case made.Carried:
			return detail, nil
		case n.Amount == i.Outstanding():
			return detail, s.payTx(ctx, tx, now, &i, n.Amount, notePrefix, made.No)
		}

		return detail, s.releaseTx(ctx, tx, now, &i, n.Amount, notePrefix, made.No)
	})

	return made, err
}

// event is an event about the invoice.
func (i *Invoice) event(kind event.Kind, at time.Time) event.Event {
	return event.Event{ClientID: i.ClientID, Kind: kind, Subject: event.Subject(i.ID), At: at}
}
