package topup

import (
	"context"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// maxMailed is the most transfers that a mail lists.
const maxMailed = 50

// MailSuspense tells staff by one mail what is in suspense; without anything, or without a staff address, it sends
// nothing. The daily job calls it.
func (s *Service) MailSuspense(ctx context.Context) error {
	if s.opt.StaffMail == "" {
		return nil
	}

	amount, transfers, err := s.Suspense(ctx)
	if err != nil || transfers == 0 {
		return err
	}

	list, _, err := s.ListSuspense(ctx, maxMailed)
	if err != nil {
		return err
	}

	m := mail.Message{
		// Staff read English.
		To: s.opt.StaffMail, Language: language.English, Subject: fmt.Sprintf("In suspense: %s of %d transfers", amount, transfers),
		Paragraphs: []string{
			"These transfers came late or match nothing. Credit each to a wallet or return it.",
			"loket admin topup list shows all of them. The mail comes each day until nothing is in suspense.",
		},
	}

	zone, err := clock.Zone(clock.DefaultZone) // where staff are
	if err != nil {
		return err
	}

	for _, t := range list {
		m.Facts = append(m.Facts, mail.Fact{
			Name: fmt.Sprintf("Transfer %d, %s %s", t.ID, t.BankCode, t.AccountNo), Value: fmt.Sprintf("%s since %s: %s", t.Amount, clock.DayOf(t.ReceivedAt.In(zone)), t.Why),
		})
	}

	if err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.deps.Mail.Send(ctx, tx, m) }); err != nil {
		return fmt.Errorf("mail what is in suspense: %w", err)
	}

	return nil
}
