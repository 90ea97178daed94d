package identity

import (
	"context"

	"loket/internal/identity/password"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// UnreadPassword is a password that nobody has read yet, with its hash. It is hashed before the transaction that gives it.
type UnreadPassword struct {
	text secret.Text
	hash string
}

// MakePassword makes a password for GiveFirstPasswordTx.
func (s *Service) MakePassword(ctx context.Context) (UnreadPassword, error) {
	made := password.Make()
	hash, err := s.hasher.Hash(ctx, made)

	return UnreadPassword{made, hash}, err
}

// GiveFirstPasswordTx gives one of staff a password that only a mail to the user's address has, and removes all factors: whoever knew the password
// before has neither it nor a factor that they set up. It serves for FirstPassword.
func (s *Service) GiveFirstPasswordTx(ctx context.Context, tx *db.Tx, u User, p UnreadPassword) error {
	for _, table := range []string{"authenticator_apps", "passkeys"} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE client_id = $1 AND user_id = $2`, u.ClientID, u.ID); err != nil {
			return wrap(err, "remove the factors of a user")
		}
	}

	if err := s.forgetFactorsTx(ctx, tx, u.ClientID, u.ID); err != nil {
		return err
	}

	if err := s.ReplacePasswordTx(ctx, tx, u, p.hash, FirstPassword); err != nil {
		return err
	}

	m := mailStaffAccount(u.reads(language.English), u, p.text)
	m.Until = s.clk.Now().Add(FirstPassword)

	return s.notify(ctx, tx, m, u.Email)
}

// mailStaffAccount has no link: the address of staff's portal is not for mails.
func mailStaffAccount(l language.Language, u User, password secret.Text) mail.Message {
	m := message(l, l.Pick("Your account at Loket's portal of staff", "Akun Anda di portal staf Loket"),
		l.Pick("Your role was approved. Sign in at the portal of staff with this one-time password; then choose a password of your own and set up an authenticator app.",
			"Peran Anda telah disetujui. Masuklah ke portal staf dengan kata sandi sekali pakai ini, lalu buat kata sandi Anda sendiri dan pasang aplikasi autentikator."))
	m.Facts = facts(l, u)
	m.Code = password
	m.Notes = []string{l.Pick("The password works for 7 days.", "Kata sandi ini berlaku selama 7 hari."), neverShare(l)}

	return m
}
