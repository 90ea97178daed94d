package topup

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// SuspenseQuery chooses transfers in suspense.
type SuspenseQuery struct {
	Bank   string // code; empty: all
	Search string // an amount, or a part of the description
	Before int64  // the cursor: only older ones
	Limit  int
}

// PageSuspense returns transfers in suspense, newest first.
func (s *Service) PageSuspense(ctx context.Context, q SuspenseQuery) ([]Transfer, error) {
	var w db.Where

	w.Condition("t.status = 'suspense'")

	if q.Bank != "" {
		w.Add("t.bank_code = ", q.Bank)
	}

	if q.Before != 0 {
		w.Add("t.id < ", q.Before)
	}

	if text := strings.TrimSpace(q.Search); text != "" {
		found := w.Containing("lower(t.description)", text)
		if amount, ok := searchedAmount(text); ok {
			found = "(" + found + " OR t.amount = " + w.Arg(int64(amount)) + ")"
		}

		w.Condition(found)
	}

	rows, err := s.deps.DB.Reader().Query(ctx, transferQuery+"WHERE "+w.Text()+" ORDER BY t.id DESC LIMIT "+w.Arg(int64(q.Limit)), w.Args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Transfer, error) { return scanTransfer(row) })
	if err != nil {
		return nil, fmt.Errorf("list what is in suspense: %w", err)
	}

	return list, nil
}

// searchedAmount reads an amount as people write it: 5000123, 5.000.123, Rp 5.000.123.
func searchedAmount(text string) (money.Rupiah, bool) {
	digits := strings.NewReplacer(".", "", ",", "", " ", "").Replace(strings.TrimPrefix(strings.ToLower(text), "rp"))
	amount, err := strconv.ParseInt(digits, 10, 64)

	return money.Rupiah(amount), err == nil && amount > 0
}

// OldestSuspense is when the oldest transfer in suspense was received; zero without one.
func (s *Service) OldestSuspense(ctx context.Context) (time.Time, error) {
	list, _, err := s.ListSuspense(ctx, 1)
	if err != nil || len(list) == 0 {
		return time.Time{}, err
	}

	return list[0].ReceivedAt, nil
}

// StaffLimit is the largest transfer in suspense that one member of staff assigns or returns alone; 0 is any.
func (s *Service) StaffLimit() money.Rupiah { return s.opt.StaffLimit }

// WaitingAction is the request about a transfer that waits for a second person; 0 without one.
func (s *Service) WaitingAction(ctx context.Context, transferID int64) (approvalID int64, err error) {
	return approval.WaitingID(ctx, s.deps.DB.Reader(), TransferApprovalKind, strconv.FormatInt(transferID, 10)+"/")
}

// TransferNote is the input of Note.
type TransferNote struct {
	TransferID int64
	Text       string
	Actor      string
	Address    string
}

// Note writes why a transfer is held in suspense, in place of the note before, which the audit log keeps. Errors:
// fault.ErrValidation, fault.ErrNotFound, ErrNotInSuspense.
func (s *Service) Note(ctx context.Context, n TransferNote) (Transfer, error) {
	n.Text = oneLine(n.Text, maxNote+1)

	switch {
	case n.Text == "":
		return Transfer{}, fault.InvalidField("text", msgNoteMissing)
	case utf8.RuneCountInString(n.Text) > maxNote:
		return Transfer{}, fault.InvalidField("text", msgNoteLong.With(maxNote))
	}

	var t Transfer

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		now := s.deps.Clock.Now()

		if t, err = s.lockHeld(ctx, tx, n.TransferID); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, "UPDATE bank_transfers SET note = $1, noted_by = $2, noted_at = $3 WHERE id = $4", n.Text, n.Actor, clock.Micros(now), t.ID)
		if err != nil {
			return fmt.Errorf("store a note: %w", err)
		}

		t.Note, t.NotedBy, t.NotedAt = n.Text, n.Actor, now

		return auditTransfer(ctx, tx, now, t, audit.Entry{Actor: n.Actor, Client: t.ClientID, Action: "transfer.note", Reason: n.Text, Address: n.Address})
	})
	if err != nil {
		return Transfer{}, fmt.Errorf("note something about transfer %d: %w", n.TransferID, err)
	}

	return t, nil
}
