package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// noteTx writes a credit note. Its VAT is the share of the invoice's. A note for a paid invoice is carried to the next one, which shows
// less VAT then, so that it has none of its own.
func (s *Service) noteTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, n NewCreditNote) (CreditNote, error) {
	note := CreditNote{Amount: n.Amount, Reason: n.Reason, IssuedAt: now, Carried: !i.Status.Open(), token: ids.Token()}
	if !note.Carried {
		note.VAT = money.Rupiah(share(int64(i.VAT.Amount), int64(n.Amount), int64(i.Amount)))
	}

	var err error
	if note.ID, err = db.NextSequence(ctx, tx, "credit_notes"); err != nil {
		return CreditNote{}, err
	}

	year, number, no, err := nextNumber(ctx, tx, now, i.entity, noteSequence, noteSeries)
	if err != nil {
		return CreditNote{}, err
	}

	note.No = no

	var period *int64

	if note.Carried {
		id, err := s.deps.Limits.CarryTx(ctx, tx, now, releaseBy(i, n.Amount, notePrefix, no))
		if err != nil {
			return CreditNote{}, fmt.Errorf("carry a credit note: %w", err)
		}

		if err := s.blockTx(ctx, tx, i); err != nil {
			return CreditNote{}, err
		}

		period = &id
	}

	_, err = tx.Exec(ctx, `INSERT INTO credit_notes (id, invoice_id, client_id, entity, year, number, note_no, token, amount, vat, reason, created_by, issued_at, period_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
		note.ID, i.ID, i.ClientID, i.entity, int64(year), number, note.No, note.token, int64(note.Amount), int64(note.VAT), note.Reason,
		n.Actor, clock.Micros(now), period)
	if err != nil {
		return CreditNote{}, fmt.Errorf("write a credit note: %w", err)
	}

	return note, nil
}
