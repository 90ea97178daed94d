package invoice

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// sendIssued mails a new invoice to the finance address of its client.
func (s *Service) sendIssued(ctx context.Context, tx *db.Tx, i *Invoice, client identity.Client) error {
	return s.sendTx(ctx, tx, i.IssuedAt, i, issued, client)
}

// sendTx queues a mail about an invoice, once each; none about that of a sandbox.
func (s *Service) sendTx(ctx context.Context, tx *db.Tx, now time.Time, i *Invoice, st stage, client identity.Client) error {
	if clientid.IsSandbox(i.ClientID) {
		return nil
	}

	added, err := tx.Exec(ctx, "INSERT INTO invoice_mails (invoice_id, mail, sent_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		i.ID, string(st), clock.Micros(now))
	if err != nil {
		return fmt.Errorf("note a mail: %w", err)
	}

	if added == 0 {
		return nil
	}

	if err := s.deps.Mail.Send(ctx, tx, s.message(i, st, client)); err != nil {
		return fmt.Errorf("mail about invoice %d: %w", i.ID, err)
	}

	return nil
}

func (s *Service) message(i *Invoice, st stage, client identity.Client) mail.Message {
	l := client.Language
	subject, text := words(i, st, l)

	paragraphs := []string{text}
	if !s.opt.AllowOverdue && i.Status.Open() {
		paragraphs = append(paragraphs, l.Pick("From the day after the due date the settlement limit can't be used until the invoice is paid.",
			"Mulai sehari setelah jatuh tempo, limit settlement tidak dapat dipakai sampai tagihan dibayar."))
	}

	facts := []mail.Fact{
		{Name: l.Pick("Invoice", "Tagihan"), Value: i.No},
		{Name: l.Pick("Amount", "Nominal"), Value: i.Outstanding().String()},
	}

	if i.Status.Open() {
		facts = append(facts, mail.Fact{Name: l.Pick("Due date", "Jatuh tempo"), Value: longDay(i.DueOn, l)})

		if i.Account.No != "" {
			facts = append(facts, mail.Fact{Name: l.Pick("Pay to", "Bayar ke"), Value: i.Account.BankName + " " + i.Account.No + " " + i.Account.Name})
		}
	}

	return mail.Message{
		To: client.EmailFinance, Language: l, Subject: subject, Paragraphs: paragraphs, Facts: facts,
		Action: &mail.Action{Label: l.Pick("Invoices", "Tagihan"), URL: secret.Text(s.deps.Screen())},
	}
}

// words returns the subject and the text of a mail.
func words(i *Invoice, st stage, l language.Language) (subject, text string) {
	switch st {
	case before:
		return l.Pick("Invoice "+i.No+" is due in 3 days", "Tagihan "+i.No+" jatuh tempo 3 hari lagi"),
			l.Pick("This invoice is not paid yet.",
				"Tagihan ini belum dibayar.")
	case due:
		return l.Pick("Invoice "+i.No+" is due today", "Tagihan "+i.No+" jatuh tempo hari ini"),
			l.Pick("This invoice is not paid yet. Today is its due date.",
				"Tagihan ini belum dibayar. Hari ini jatuh tempo.")
	case overdue:
		return l.Pick("Invoice "+i.No+" is overdue", "Tagihan "+i.No+" lewat jatuh tempo"),
			l.Pick("This invoice was due yesterday and is not paid yet.",
				"Tagihan ini jatuh tempo kemarin dan belum dibayar.")
	case issued:
	}

	if !i.Status.Open() {
		return l.Pick("Invoice "+i.No, "Tagihan "+i.No),
			l.Pick("The settlement period has closed. Nothing is left to pay.", "Periode settlement sudah ditutup. Tidak ada yang perlu dibayar.")
	}

	return l.Pick("Invoice "+i.No, "Tagihan "+i.No),
		l.Pick("The settlement period has closed. Pay this invoice by its due date, then upload the proof of payment.",
			"Periode settlement sudah ditutup. Bayar tagihan ini paling lambat pada tanggal jatuh tempo, lalu unggah bukti pembayaran.")
}

// longDay formats a day as 21 November 2026.
func longDay(d clock.Day, l language.Language) string {
	return fmt.Sprintf("%d %s %d", d.Day, l.Month(d.Month), d.Year)
}
