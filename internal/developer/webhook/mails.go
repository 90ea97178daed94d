package webhook

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// The mails about an endpoint that fails, by their number.
const (
	mailFails = 1 + iota
	mailSoonOff
	mailOff
)

// dueMail is the last mail that an endpoint's state asks for; 0 for none.
func (e *Endpoint) dueMail(now time.Time) int64 {
	if e.failingSince.IsZero() && e.Active {
		return 0
	}

	switch failing := now.Sub(e.failingSince); {
	case !e.Active:
		return mailOff
	case failing >= lastMail:
		return mailSoonOff
	case failing >= firstMail:
		return mailFails
	}

	return 0
}

func text(l language.Language, number int64, reason OffReason) (subject, paragraph string) {
	switch {
	case number == mailFails:
		return l.Pick("Your webhook endpoint has not answered for an hour", "Endpoint webhook Anda tidak menjawab selama satu jam"),
			l.Pick("Events wait for it, and we go on trying. After five days without a good answer it is switched off.",
				"Peristiwa menunggunya, dan kami terus mencoba. Setelah lima hari tanpa jawaban yang baik, endpoint dimatikan.")
	case number == mailSoonOff:
		return l.Pick("Your webhook endpoint will be off in 24 hours", "Endpoint webhook Anda akan dimatikan dalam 24 jam"),
			l.Pick("It has not given a good answer for four days.", "Endpoint tidak memberi jawaban yang baik selama empat hari.")
	case reason == OffGone:
		return l.Pick("Your webhook endpoint is off", "Endpoint webhook Anda dimatikan"),
			l.Pick("It answered 410: it wants no more events. Switch it on again if that was a mistake.",
				"Endpoint menjawab 410: tidak mau menerima peristiwa lagi. Aktifkan lagi jika ini keliru.")
	}

	return l.Pick("Your webhook endpoint is off", "Endpoint webhook Anda dimatikan"),
		l.Pick("It has not given a good answer for five days. Mend it, switch it on again, and have the events since then sent.",
			"Endpoint tidak memberi jawaban yang baik selama lima hari. Perbaiki, aktifkan lagi, lalu kirim ulang peristiwa sejak itu.")
}

// tellTx mails who manages webhooks about an endpoint that fails, at most three times until it answers well again.
func (s *Service) tellTx(ctx context.Context, tx *db.Tx, e *Endpoint, now time.Time) error {
	number := e.dueMail(now)
	if number <= e.mails {
		return nil
	}

	e.mails, e.mailedAt = number, now

	readers, err := s.deps.People.ReadersTx(ctx, tx, e.ClientID, identity.WebhookManage)
	if err != nil {
		return err
	}

	for _, r := range readers {
		l := r.Language
		subject, paragraph := text(l, number, e.OffReason)

		err := s.deps.Mail.Send(ctx, tx, mail.Message{
			To: r.Address, Language: l, Subject: subject, Paragraphs: []string{paragraph},
			Facts:  []mail.Fact{{Name: l.Pick("Address", "Alamat"), Value: e.URL}},
			Action: &mail.Action{Label: l.Pick("See its log", "Lihat catatannya"), URL: secret.Text(s.deps.Screen())},
		})
		if err != nil {
			return fmt.Errorf("mail about a webhook endpoint: %w", err)
		}
	}

	return nil
}
