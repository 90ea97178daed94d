package storefront

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// redirectsPayments reports whether shoppers' payments would go elsewhere: the payment link of a shop that has one, or was published once.
// The first link of a new shop takes nothing away from anybody.
func (s Shop) redirectsPayments(to Content) bool {
	return s.Content.PaymentLink != to.PaymentLink && (s.Content.PaymentLink != "" || s.Published != nil)
}

func errNeedsPassword(err error) bool { return identity.ErrPasswordNeeded.Is(err) }

// tellRedirectTx tells the root users and the finance address that payments go elsewhere, so that the owner learns of a thief's change.
func (s *Service) tellRedirectTx(ctx context.Context, tx *db.Tx, now time.Time, by By, before, after string) error {
	if s.deps.Mail == nil {
		return nil
	}

	readers, err := s.deps.Identity.RootReadersTx(ctx, tx, by.ClientID)
	if err != nil {
		return err
	}

	client, err := s.deps.Identity.ClientTx(ctx, tx, by.ClientID)
	if err != nil {
		return fmt.Errorf("finance address of client %d: %w", by.ClientID, err)
	}

	zone, err := clock.Zone(client.TimeZone)
	if err != nil {
		return fmt.Errorf("time zone of client %d: %w", by.ClientID, err)
	}

	for _, r := range identity.WithFinance(readers, client) {
		if err := s.deps.Mail.Send(ctx, tx, s.redirectMail(r, zone, now, by, before, after)); err != nil {
			return fmt.Errorf("mail about a payment link: %w", err)
		}
	}

	return nil
}

func (s *Service) redirectMail(r identity.Reader, zone *time.Location, now time.Time, by By, before, after string) mail.Message {
	l := r.Language
	m := mail.Message{
		To: r.Address, Language: l,
		Subject:    l.Pick("The payment link of your shop was changed", "Tautan pembayaran toko Anda diubah"),
		Paragraphs: []string{l.Pick("From now on shoppers of your shop are sent to another payment page.", "Mulai sekarang pembeli di toko Anda diarahkan ke halaman pembayaran lain.")},
		Facts: []mail.Fact{
			{Name: l.Pick("Before", "Sebelumnya"), Value: orNone(l, before)},
			{Name: l.Pick("Now", "Sekarang"), Value: orNone(l, after)},
			{Name: l.Pick("Changed by", "Diubah oleh"), Value: by.Name},
			{Name: l.Pick("Time", "Waktu"), Value: l.Moment(now, zone)},
			{Name: l.Pick("Network address", "Alamat jaringan"), Value: by.Address},
		},
		Notes: []string{l.Pick("If you don't know of this change, correct the link at once and change the password of the user that is named above.",
			"Jika Anda tidak mengetahui perubahan ini, segera perbaiki tautannya dan ganti kata sandi pengguna yang disebut di atas.")},
	}

	if s.deps.PaymentScreen != nil {
		m.Action = &mail.Action{Label: "Payment Integration", URL: secret.Text(s.deps.PaymentScreen())}
	}

	return m
}

func orNone(l language.Language, link string) string {
	if link == "" {
		return l.Pick("none", "tidak ada")
	}

	return link
}
