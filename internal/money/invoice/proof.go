package invoice

import (
	"context"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// The fields of a confirmation (docs/product/invoices.md#calls).
const (
	FieldProof    = "payment_confirmation"
	FieldTransfer = "date_transfer"
)

// Confirmation is what a client sends to say that it paid.
type Confirmation struct {
	ClientID   int64
	InvoiceID  int64
	TransferOn string // YYYY-MM-DD; empty: none was chosen
	Content    []byte // empty: none was chosen
	Zone       *time.Location
	Actor      string // user:12
	Address    string
}

// MaxTransferDay is the length of TransferOn.
const MaxTransferDay = len("2026-11-21")

// Confirm stores the proof of payment of an open invoice, which is pending then until staff have found the money. Another
// proof replaces the one before, so it is safe to repeat. Errors: fault.ErrValidation, fault.ErrNotFound, ErrState for an
// invoice that is paid, ErrScanner, and those of the store.
func (s *Service) Confirm(ctx context.Context, c Confirmation) (Invoice, error) {
	day, err := s.checkConfirmation(c)
	if err != nil {
		return Invoice{}, err
	}

	clean, err := s.accept(ctx, c.ClientID, FieldProof, c.Content)
	if err != nil {
		return Invoice{}, err
	}

	i, err := s.Get(ctx, c.ClientID, c.InvoiceID)
	if err != nil {
		return Invoice{}, err
	}

	if !i.Status.Open() { // before anything is stored
		return Invoice{}, ErrState.Msg(msgPaidAlready)
	}

	if err := checkTransferDay(&i, day, c.Zone); err != nil {
		return Invoice{}, err
	}

	err = s.keep(ctx, c.ClientID, clean, func(tx *db.Tx, now time.Time, f storedFile) error {
		if i, err = s.lockTx(ctx, tx, c.InvoiceID); err != nil {
			return err
		}

		if !i.Status.Open() {
			return ErrState.Msg(msgPaidAlready)
		}

		return s.confirmTx(ctx, tx, now, &i, c, day, f)
	})
	if err != nil {
		return Invoice{}, fmt.Errorf("proof of invoice %d: %w", c.InvoiceID, err)
	}

	return s.Get(ctx, c.ClientID, c.InvoiceID)
}

// checkConfirmation reports everything that is missing at once, with the messages of docs/product/invoices.md#confirming-a-payment.
func (s *Service) checkConfirmation(c Confirmation) (clock.Day, error) {
	fields := []fault.Field{}

	day, err := clock.ParseDay(c.TransferOn)
	today := clock.DayOf(s.deps.Clock.Now().In(c.Zone))

	switch {
	case c.TransferOn == "":
		fields = append(fields, fault.Field{Field: FieldTransfer, Message: msgTransferMissing})
	case err != nil:
		fields = append(fields, fault.Field{Field: FieldTransfer, Message: msgTransferForm})
	case day.Sub(today) > 0:
		fields = append(fields, fault.Field{Field: FieldTransfer, Message: msgTransferFuture})
	}

	if len(c.Content) == 0 {
		fields = append(fields, fault.Field{Field: FieldProof, Message: msgProofMissing})
	}

	if len(fields) > 0 {
		return clock.Day{}, fault.ErrValidation.With(fields...)
	}

	return day, nil
}

// checkTransferDay refuses a transfer that was made before its invoice existed: the month or the year is mistyped, or it paid something
// else.
func checkTransferDay(i *Invoice, day clock.Day, zone *time.Location) error {
	if issued := clock.DayOf(i.IssuedAt.In(zone)); issued.Sub(day) > 0 {
		return fault.InvalidField(FieldTransfer, msgTransferEarly.With(issued.String()))
	}

	return nil
}

func (s *Service) confirmTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, c Confirmation, day clock.Day, f storedFile) error {
	id, err := insertFileTx(ctx, tx, now, i, proofFile, f, c.Actor, FieldProof)
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, "UPDATE invoice_states SET status = 'pending', transfer_on = $1, proof_id = $2 WHERE invoice_id = $3 AND paid_at IS NULL",
		day.String(), id, i.ID)
	if err != nil {
		return fmt.Errorf("mark as pending: %w", err)
	}

	s.deps.Live.ChangedTx(tx, i.ClientID, LiveTopic)

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: c.Actor, Client: i.ClientID, Action: "invoice.confirm", Subject: subject(i.ID), Address: c.Address,
		Detail: map[string]any{"transferOn": day.String(), "sha256": f.info.SHA256},
	})
}

// MoreThanOneFile refuses a confirmation with several files.
func MoreThanOneFile() error { return fault.InvalidField(FieldProof, msgProofTwice) }

// TooLarge refuses a file that is larger than MaxFile.
func TooLarge() error { return fault.InvalidField(FieldProof, msgProofLarge.With(MaxFile/megabyte)) }

// Attach stores the formal tax invoice, a PDF, for the client's download. A newer one replaces it. Errors:
// fault.ErrValidation, fault.ErrNotFound, ErrScanner, and those of the store.
func (s *Service) Attach(ctx context.Context, id int64, content []byte, by Staff) (Invoice, error) {
	if by.Reason = strings.TrimSpace(by.Reason); by.Reason == "" {
		return Invoice{}, errReason()
	}

	const field = "file"

	clean, err := s.accept(ctx, 0, field, content) // staff have a share of their own
	if err != nil {
		return Invoice{}, err
	}

	if clean.extension != pdf {
		return Invoice{}, fault.InvalidField(field, msgFormalKind)
	}

	i, err := scanInvoice(s.deps.DB.Reader().QueryRow(ctx, invoiceQuery+"WHERE i.id = $1", id))
	if err != nil {
		return Invoice{}, err
	}

	err = s.keep(ctx, i.ClientID, clean, func(tx *db.Tx, now time.Time, f storedFile) error {
		if i, err = s.lockTx(ctx, tx, id); err != nil {
			return err
		}

		fileID, err := insertFileTx(ctx, tx, now, &i, formalFile, f, by.Actor, field)
		if err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, "UPDATE invoice_states SET formal_id = $1 WHERE invoice_id = $2", fileID, id); err != nil {
			return fmt.Errorf("attach a file: %w", err)
		}

		s.deps.Live.ChangedTx(tx, i.ClientID, LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Client: i.ClientID, Action: "invoice.attach", Subject: subject(id), Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{"sha256": f.info.SHA256},
		})
	})
	if err != nil {
		return Invoice{}, fmt.Errorf("attach a file to invoice %d: %w", id, err)
	}

	return s.Get(ctx, i.ClientID, id)
}
