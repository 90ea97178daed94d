package settlement

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// tellRaisedTx mails a raised limit to the root users and the finance address of the client: it is the company's debt.
func (s *Service) tellRaisedTx(ctx context.Context, tx *db.Tx, now time.Time, in TopupInput, from, to money.Rupiah) error {
	client, err := s.deps.Clients.ClientTx(ctx, tx, in.ClientID)
	if err != nil {
		return fmt.Errorf("client of a limit: %w", err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("zone of a client: %w", err)
	}

	readers, err := s.deps.Clients.RootReadersTx(ctx, tx, in.ClientID)
	if err != nil {
		return fmt.Errorf("root users: %w", err)
	}

	for _, r := range identity.WithFinance(readers, client) {
		l := r.Language
		m := mail.Message{
			To: r.Address, Language: l, Subject: l.Pick("The settlement limit was raised to "+to.String(), "Limit settlement dinaikkan menjadi "+to.String()),
			Paragraphs: []string{l.Pick("A user of your company raised the limit within which orders are paid later. If this was not intended, contact us.",
				"Seorang pengguna perusahaan Anda menaikkan limit untuk order yang dibayar kemudian. Jika ini tidak disengaja, hubungi kami.")},
			Facts: []mail.Fact{
				{Name: l.Pick("Before", "Sebelumnya"), Value: from.String()},
				{Name: l.Pick("Added", "Ditambahkan"), Value: in.Amount.String()},
				{Name: l.Pick("Limit now", "Limit sekarang"), Value: to.String()},
				{Name: l.Pick("By", "Oleh"), Value: in.Username},
				{Name: l.Pick("Time", "Waktu"), Value: l.Moment(now, zone)},
			},
		}

		m.Action = &mail.Action{Label: "Settlement", URL: secret.Text(s.deps.Screen())}

		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return fmt.Errorf("mail about a limit: %w", err)
		}
	}

	return nil
}
