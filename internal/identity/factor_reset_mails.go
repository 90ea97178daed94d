package identity

import (
	"context"
	"slices"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// resetNews is what became of a reset of factors.
type resetNews int

const (
	resetStarted        resetNews = iota + 1
	resetStartedByStaff           // of the only root user
	resetCancelled
	resetDone
)

// tellOfReset mails the person and the client's root users. Only the person gets the link that cancels; root users have the list of users. A
// client with one root user has nobody else who would notice: its finance address is told, too.
func (s *Service) tellOfReset(ctx context.Context, tx *db.Tx, by Self, u User, what resetNews, at time.Time, cancel secret.Text) error {
	if err := s.notify(ctx, tx, s.noticeReset(by.in(u.reads(by.Language)), u, what, at, cancel), u.Email); err != nil {
		return err
	}

	roots, err := s.RootReadersTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	if len(roots) == 1 && slices.Contains(u.RoleIDs, ClientRootID) {
		c, err := s.ClientTx(ctx, tx, u.ClientID)
		if err != nil {
			return err
		}

		roots = WithFinance(roots, c)
	}

	for _, to := range roots {
		if to.Address == u.Email {
			continue
		}

		if err := s.notify(ctx, tx, s.noticeReset(by.in(to.Language), u, what, at, ""), to.Address); err != nil {
			return err
		}
	}

	return nil
}

func (s *Service) noticeReset(by Self, u User, what resetNews, at time.Time, cancel secret.Text) mail.Message {
	l := by.Language
	day := dayIn(l, by.Principal.TimeZone, at)

	var m mail.Message

	switch what {
	case resetStarted:
		m = message(l, l.Pick("The second factors of an account will be removed", "Faktor kedua sebuah akun akan dihapus"),
			l.Pick("A reset of all second factors of this account was started, because they were lost. On "+day+" they are removed, and a sign-in needs the password alone.",
				"Pengaturan ulang semua faktor kedua akun ini dimulai karena faktor itu hilang. Pada "+day+" semuanya dihapus, lalu kata sandi saja cukup untuk masuk."))
		m.Notes = []string{l.Pick("If this is not wanted, a root user cancels it on the profile page, in 'User Management'.",
			"Jika ini tidak diinginkan, pengguna root membatalkannya di halaman profil, bagian 'Manajemen Pengguna'.")}
	case resetStartedByStaff:
		m = message(l, l.Pick("The second factors of an account will be removed", "Faktor kedua sebuah akun akan dihapus"),
			l.Pick("Two members of our staff agreed to remove all second factors of this account, because its owner said that they are lost. On "+day+" they are removed, and a sign-in needs the password alone.",
				"Dua orang staf kami menyetujui penghapusan semua faktor kedua akun ini karena pemiliknya menyatakan faktor itu hilang. Pada "+day+" semuanya dihapus, lalu kata sandi saja cukup untuk masuk."))
		m.Notes = []string{l.Pick("If this is not wanted, cancel it by the link in the mail to the owner, or write to support at once.",
			"Jika ini tidak diinginkan, batalkan lewat tautan di email kepada pemilik akun, atau segera hubungi dukungan kami.")}
	case resetCancelled:
		m = message(l, l.Pick("The reset of second factors was cancelled", "Pengaturan ulang faktor kedua dibatalkan"),
			l.Pick("The second factors of this account stay as they are.", "Faktor kedua akun ini tetap seperti semula."))
	case resetDone:
		m = message(l, l.Pick("The second factors of an account were removed", "Faktor kedua sebuah akun telah dihapus"),
			l.Pick("All second factors of this account were removed, and its sessions have ended. Set up two-step verification again after the next sign-in.",
				"Semua faktor kedua akun ini telah dihapus dan sesinya berakhir. Siapkan verifikasi dua langkah lagi setelah masuk berikutnya."))
		m.Notes = []string{notYou(l)}
	}

	m.Facts = s.appendOrigin(by, facts(l, u))

	if cancel != "" {
		m.Action = &mail.Action{Label: l.Pick("Cancel the reset", "Batalkan"), URL: cancel}
		m.Until = at
	}

	return m
}
