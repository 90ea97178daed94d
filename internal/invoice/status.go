package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Staff is who of the provider's staff makes a change, and why.
type Staff struct {
	Actor  string // staff:budi
	Reason string
}

// MarkPaid records that the outstanding amount of an invoice arrived. The limit of the settlement is free again in the same
// transaction. Errors: fault.ErrValidation, fault.ErrNotFound, ErrState for one that is paid.
func (s *Service) MarkPaid(ctx context.Context, id int64, by Staff) (Invoice, error) {
	return s.change(ctx, id, by, "invoice.paid", func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error) {
		if !i.Status.Open() {
			return nil, ErrState.Msg(msgPaidAlready)
		}

		outstanding := i.Outstanding()

		return map[string]any{"amount": int64(outstanding)}, s.payTx(ctx, tx, now, &i, outstanding, "invoice/", i.No)
	})
}

// payTx ends an open invoice as paid and frees the amount that was still outstanding. The document with the number no is the reason.
func (s *Service) payTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, amount money.Rupiah, prefix, no string) error {
	_, err := tx.Exec(ctx, "UPDATE invoice_states SET status = 'paid', paid_at = $1, remind_at = NULL WHERE invoice_id = $2 AND paid_at IS NULL",
		clock.Micros(now), i.ID)
	if err != nil {
		return fmt.Errorf("mark as paid: %w", err)
	}

	return s.freeTx(ctx, tx, now, i, amount, prefix, no)
}

func (s *Service) freeTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, amount money.Rupiah, prefix, no string) error {
	err := s.Free(ctx, tx, now, Freed{
		ClientID: i.ClientID, SettlementID: i.SettlementID, PeriodID: i.PeriodID, InvoiceID: i.ID, Amount: amount,
		Key: prefix + no, Reference: no,
	})
	if err != nil {
		return fmt.Errorf("free the limit: %w", err)
	}

	return nil
}

// MarkDone ends a paid invoice: everything about it is settled, the formal tax invoice too. Errors: fault.ErrValidation,
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
	if by.Reason == "" {
		return Invoice{}, errReason()
	}

	var changed Invoice

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()

		i, err := s.lockTx(ctx, tx, id)
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

		s.Live.ChangedTx(tx, i.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Client: i.ClientID, Action: action, Subject: subject(id), Reason: by.Reason, Detail: detail,
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

// IssueCreditNote reduces what an open invoice asks for. The amount is free in the limit again in the same transaction; an
// invoice of which nothing is left is paid. Errors: fault.ErrValidation, fault.ErrNotFound, ErrState for one that is paid.
func (s *Service) IssueCreditNote(ctx context.Context, n NewCreditNote) (CreditNote, error) {
	var made CreditNote

	_, err := s.change(ctx, n.InvoiceID, n.Staff, "invoice.creditnote", func(tx *db.Tx, now time.Time, i Invoice) (map[string]any, error) {
		switch left := i.Outstanding(); {
		case !i.Status.Open():
			return nil, ErrState.Msg(msgPaidAlready)
		case n.Amount <= 0 || n.Amount > left:
			return nil, fault.InvalidField("amount", msgNoteAmount.With(left))
		}

		var err error
		if made, err = noteTx(ctx, tx, now, &i, n); err != nil {
			return nil, err
		}

		end := s.freeTx
		if n.Amount == i.Outstanding() {
			end = s.payTx
		}

		return map[string]any{"creditNoteNo": made.No, "amount": int64(n.Amount)},
			end(ctx, tx, now, &i, n.Amount, "credit-note/", made.No)
	})

	return made, err
}
