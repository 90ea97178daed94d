package statement

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

// Deps are the dependencies of the service; all are required.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Jobs  *job.Queue
	Log   *slog.Logger
	Mail  mail.Sender
}

// Service imports statements and compares them.
type Service struct {
	deps      Deps
	staffMail string
}

const (
	reconcileKind  = "bank.reconcile"
	reconcileEvery = 24 * time.Hour
	reconcileTime  = 5 * time.Minute
	// Looked is how many days back the daily comparison goes.
	Looked = 35
)

// New makes the service and registers its daily job. staffMail is the address of staff that gets the differences; without
// one they are logged alone.
func New(deps Deps, staffMail string) *Service {
	required.Fields(deps)

	s := &Service{deps, staffMail}
	s.deps.Jobs.Handle(reconcileKind, job.KindOptions{Workers: 1, Timeout: reconcileTime}, func(ctx context.Context, _ job.Job) error {
		return s.Report(ctx)
	})
	s.deps.Jobs.Every(reconcileKind, reconcileEvery, reconcileKind)

	return s
}

// maxMailed is the most differences that a mail lists.
const maxMailed = 50

// Report logs each difference of the last days and mails them to staff, one mail for all. The daily job calls it.
func (s *Service) Report(ctx context.Context) error {
	list, err := s.Differences(ctx, Looked)
	if err != nil || len(list) == 0 {
		return err
	}

	for _, d := range list {
		s.deps.Log.WarnContext(ctx, "a bank statement differs from what banks reported", "bank", d.Bank, "account", d.AccountNo, "day", d.Day,
			"amount", int64(d.Amount), "difference", string(d.Kind), "where", d.Where)
	}

	if s.staffMail == "" {
		return nil
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.deps.Mail.Send(ctx, tx, s.message(list)) })
	if err != nil {
		return fmt.Errorf("mail the differences: %w", err)
	}

	return nil
}

// message lists the differences for staff, who read English.
func (s *Service) message(list []Difference) mail.Message {
	m := mail.Message{
		To: s.staffMail, Language: language.English, Subject: fmt.Sprintf("Bank statements: %d differences", len(list)),
		Paragraphs: []string{
			fmt.Sprintf("The statements of the last %d days and what banks reported differ. The mail comes each day until nothing differs.", Looked),
			"loket admin bank differences lists all of them.",
		},
	}

	for _, d := range list[:min(len(list), maxMailed)] {
		m.Facts = append(m.Facts, mail.Fact{
			Name: fmt.Sprintf("%s %s, %s", d.Bank, d.AccountNo, d.Day), Value: fmt.Sprintf("%s, %s (%s)", d.Amount, d.Kind, d.Where),
		})
	}

	return m
}

// Import is a statement of one of our accounts that staff import.
type Import struct {
	Bank, AccountNo string
	Name            string // of the file
	Lines           []Line
	Actor, Reason   string
	Address         string // of the call, if there was one
}

// Import stores the lines that were not imported before, all or none, and returns their number. Equal lines of a day are
// counted in the file, so a file must have whole days.
func (s *Service) Import(ctx context.Context, in Import) (added int, err error) {
	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		added = 0
		now := s.deps.Clock.Now()

		ours, err := topup.HasAccount(ctx, tx, in.Bank, in.AccountNo)
		if err != nil {
			return err
		}

		if !ours {
			return fmt.Errorf("%w: account %s of %s is none of ours", ErrFile, in.AccountNo, in.Bank)
		}

		if added, err = storeTx(ctx, tx, in, now); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: in.Actor, Action: "statement.import", Subject: "account:" + in.Bank + "/" + in.AccountNo, Reason: in.Reason, Address: in.Address,
			Detail: map[string]any{"file": in.Name, "lines": len(in.Lines), "new": added},
		})
	})

	return added, err
}

// storeTx stores the lines that are new and returns their number. Each is a statement of its own: a Citus counts what INSERT ... SELECT has
// read, not what it has stored.
func storeTx(ctx context.Context, tx *db.Tx, in Import, now time.Time) (added int, err error) {
	occurrences := make(map[Line]int64, len(in.Lines))

	for _, l := range in.Lines {
		key := l
		key.Number = 0
		occurrences[key]++

		n, err := tx.Exec(ctx, `INSERT INTO bank_statement_lines
				(bank_code, account_no, day, credit, amount, description, occurrence, source, imported_by, imported_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
			in.Bank, in.AccountNo, l.Day.String(), l.Credit, int64(l.Amount), l.Description, occurrences[key],
			fmt.Sprintf("%s:%d", in.Name, l.Number), in.Actor, clock.Micros(now))
		if err != nil {
			return 0, fmt.Errorf("store a line of a statement: %w", err)
		}

		added += int(n)
	}

	return added, nil
}
