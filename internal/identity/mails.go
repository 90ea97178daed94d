package identity

import (
	"slices"
	"strconv"
	"time"

	"loket/internal/identity/emaillink"
	"loket/internal/platform/clock"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// The texts of this package's mails, in both languages.

func message(l language.Language, subject string, paragraphs ...string) mail.Message {
	return mail.Message{Language: l, Subject: subject, Paragraphs: paragraphs}
}

func facts(l language.Language, u User) []mail.Fact {
	return []mail.Fact{
		{Name: l.Pick("Client ID", "ID Klien"), Value: strconv.FormatInt(u.ClientID, idBase)},
		{Name: l.Pick("Username", "Nama Pengguna"), Value: u.Username},
	}
}

func clientFacts(l language.Language, c Client) []mail.Fact {
	return []mail.Fact{
		{Name: l.Pick("Client ID", "ID Klien"), Value: strconv.FormatInt(c.ID, idBase)}, {Name: l.Pick("Client", "Klien"), Value: c.Name},
	}
}

// appendOrigin appends the time and the network address of a change to a mail's facts.
func (s *Service) appendOrigin(by Self, list []mail.Fact) []mail.Fact {
	return appendOriginAt(by, s.clk.Now(), list)
}

func appendOriginAt(by Self, at time.Time, list []mail.Fact) []mail.Fact {
	zone, err := clock.Zone(by.Principal.TimeZone)
	if err != nil || by.Principal.TimeZone == "" {
		zone = time.UTC
	}

	list = append(list, mail.Fact{
		Name: by.Language.Pick("Time", "Waktu"), Value: at.In(zone).Format("2006-01-02 15:04 MST"),
	})

	if by.Address != "" {
		list = append(list, mail.Fact{Name: by.Language.Pick("Network address", "Alamat jaringan"), Value: by.Address})
	}

	return list
}

func ignore(l language.Language) string {
	return l.Pick("If you did not ask for this, ignore this message: nothing changes.",
		"Jika Anda tidak memintanya, abaikan pesan ini: tidak ada yang berubah.")
}

func notYou(l language.Language) string {
	return l.Pick("If this was not you, reset your password now with 'Forgot Password' on the sign-in page and write to support.",
		"Jika ini bukan Anda, segera atur ulang kata sandi lewat 'Lupa Kata Sandi' di halaman masuk dan hubungi dukungan kami.")
}

func linkNote(l language.Language) string {
	return l.Pick("The link works once and ends after 30 minutes.", "Tautan ini berlaku satu kali dan berakhir setelah 30 menit.")
}

func serves(l language.Language, english, indonesian string) string {
	return l.Pick("The password works for "+english+". After that, ask for a new one with 'Forgot Password' on the sign-in page.",
		"Kata sandi ini berlaku selama "+indonesian+". Setelah itu, mintalah yang baru lewat 'Lupa Kata Sandi' di halaman masuk.")
}

func neverShare(l language.Language) string {
	return l.Pick("Do not share it with anyone.", "Jangan berikan kepada siapa pun.")
}

func mailResetPassword(l language.Language, u User, url secret.Text) mail.Message {
	m := message(l, l.Pick("Confirm your new password", "Konfirmasi kata sandi baru"),
		l.Pick("Someone, we hope you, asked for a new password for this account. Confirm it on the page behind the button, and we "+
			"send you a new one-time password.",
			"Seseorang, semoga Anda sendiri, meminta kata sandi baru untuk akun ini. Konfirmasikan di halaman berikut, lalu kami kirimkan "+
				"kata sandi sekali pakai yang baru."))
	m.Facts = facts(l, u)
	m.Action = &mail.Action{Label: l.Pick("Confirm", "Konfirmasi"), URL: url}
	m.Notes = []string{linkNote(l), ignore(l)}

	return m
}

func mailNewPassword(l language.Language, u User, password, signIn secret.Text) mail.Message {
	m := message(l, l.Pick("Your new password", "Kata sandi baru Anda"),
		l.Pick("This is your new one-time password. All your sessions have ended; sign in with it, and choose a password of your own then.",
			"Berikut kata sandi sekali pakai Anda yang baru. Semua sesi Anda telah berakhir; masuklah dengannya, lalu buat kata sandi Anda sendiri."))
	m.Facts = facts(l, u)
	m.Code = password
	m.Action = &mail.Action{Label: l.Pick("Sign in", "Masuk"), URL: signIn}
	m.Notes = []string{serves(l, "24 hours", "24 jam"), neverShare(l)}

	return m
}

func mailWelcome(l language.Language, u User, password, signIn secret.Text) mail.Message {
	m := message(l, l.Pick("Your Loket account", "Akun Loket Anda"),
		l.Pick("An account was made for you. Sign in with this one-time password, and choose a password of your own then.",
			"Sebuah akun telah dibuat untuk Anda. Masuklah dengan kata sandi sekali pakai ini, lalu buat kata sandi Anda sendiri."))
	m.Facts = facts(l, u)
	m.Code = password
	m.Action = &mail.Action{Label: l.Pick("Sign in", "Masuk"), URL: signIn}
	m.Notes = []string{serves(l, "7 days", "7 hari"), neverShare(l)}

	return m
}

func mailResetPIN(l language.Language, u User, url secret.Text) mail.Message {
	m := message(l, l.Pick("Confirm your new PIN", "Konfirmasi PIN baru"),
		l.Pick("You asked for a new PIN. Confirm it on the page behind the button, and we send it to you.",
			"Anda meminta PIN baru. Konfirmasikan di halaman berikut, lalu kami kirimkan kepada Anda."))
	m.Facts = facts(l, u)
	m.Action = &mail.Action{Label: l.Pick("Confirm", "Konfirmasi"), URL: url}
	m.Notes = []string{linkNote(l), ignore(l)}

	return m
}

// mailStartPIN is the mail of a link that a root user started for another user.
func mailStartPIN(l language.Language, u User, url secret.Text) mail.Message {
	m := mailResetPIN(l, u, url)
	m.Paragraphs = []string{l.Pick("A root user of your company started a new PIN for you. Confirm it on the page behind the button, and we send it to you. Nobody else reads it.",
		"Pengguna root perusahaan Anda memulai PIN baru untuk Anda. Konfirmasikan di halaman berikut, lalu kami kirimkan kepada Anda. Tidak ada orang lain yang membacanya.")}

	return m
}

func mailNewPIN(l language.Language, u User, pin secret.Text) mail.Message {
	text := l.Pick("This is your new PIN. You can change it on your profile page.", "Berikut PIN Anda yang baru. Anda dapat mengubahnya di halaman profil.")
	if !slices.Contains(u.RoleIDs, ClientRootID) {
		text = l.Pick("This is your new PIN. A root user of your company can start another one.",
			"Berikut PIN Anda yang baru. Pengguna root perusahaan Anda dapat memulai PIN lain.")
	}

	m := message(l, l.Pick("Your new PIN", "PIN baru Anda"), text)
	m.Facts = facts(l, u)
	m.Code = pin
	m.Notes = []string{neverShare(l), notYou(l)}

	return m
}

func which(l language.Language, p emaillink.Purpose) string {
	if p == emaillink.FinanceEmail {
		return l.Pick("finance email", "email keuangan")
	}

	return l.Pick("main email", "email utama")
}

func mailConfirmEmail(l language.Language, u User, p emaillink.Purpose, url secret.Text) mail.Message {
	m := message(l, l.Pick("Confirm this email address", "Konfirmasi alamat email ini"),
		l.Pick("This address is to become the "+which(l, p)+" of this account. It does once you confirm it on the page behind the button.",
			"Alamat ini akan menjadi "+which(l, p)+" akun berikut, setelah Anda mengonfirmasinya di halaman berikut."))
	m.Facts = facts(l, u)
	m.Action = &mail.Action{Label: l.Pick("Confirm", "Konfirmasi"), URL: url}
	m.Notes = []string{linkNote(l), ignore(l)}

	return m
}

func (s *Service) noticeEmailAsked(by Self, u User, p emaillink.Purpose, to string) mail.Message {
	l := by.Language
	m := message(l, l.Pick("A change of email was requested", "Permintaan perubahan email"),
		l.Pick("Someone, we hope you, wants to replace this address as the "+which(l, p)+" of this account. It changes once the new address "+
			"is confirmed.",
			"Seseorang, semoga Anda sendiri, ingin mengganti alamat ini sebagai "+which(l, p)+" akun berikut. Perubahan berlaku setelah alamat "+
				"baru dikonfirmasi."))
	m.Facts = s.appendOrigin(by, append(facts(l, u), mail.Fact{Name: l.Pick("New address", "Alamat baru"), Value: to}))
	m.Notes = []string{l.Pick("If this was not you, change your password now: that cancels it.",
		"Jika ini bukan Anda, segera ubah kata sandi Anda: permintaan ini akan batal.")}

	return m
}

func (s *Service) noticeEmailChanged(by Self, u User, p emaillink.Purpose, to string) mail.Message {
	l := by.Language
	m := message(l, l.Pick("The email address was changed", "Alamat email telah diubah"),
		l.Pick("The "+which(l, p)+" of this account is another one now.", "Alamat "+which(l, p)+" akun berikut telah diganti."))
	m.Facts = s.appendOrigin(by, append(facts(l, u), mail.Fact{Name: l.Pick("New address", "Alamat baru"), Value: to}))
	m.Notes = []string{notYou(l)}

	return m
}

func (s *Service) noticePassword(by Self, u User) mail.Message {
	l := by.Language
	m := message(l, l.Pick("Your password was changed", "Kata sandi Anda telah diubah"),
		l.Pick("The password of this account was changed, and its other sessions have ended.",
			"Kata sandi akun ini telah diubah, dan sesi lainnya telah berakhir."))
	m.Facts = s.appendOrigin(by, facts(l, u))
	m.Notes = []string{notYou(l)}

	return m
}

func (s *Service) noticePIN(by Self, u User) mail.Message {
	l := by.Language
	m := message(l, l.Pick("Your PIN was changed", "PIN Anda telah diubah"),
		l.Pick("The PIN of this account was changed.", "PIN akun ini telah diubah."))
	m.Facts = s.appendOrigin(by, facts(l, u))
	m.Notes = []string{notYou(l)}

	return m
}

func (s *Service) noticePINLocked(u User, c Client, disabled bool) mail.Message {
	l := u.reads(c.Language)

	text := l.Pick("A wrong PIN was entered too often: it is locked for 30 minutes.",
		"PIN salah dimasukkan terlalu sering: PIN dikunci selama 30 menit.")
	if disabled {
		text = l.Pick("A wrong PIN was entered too often: it is disabled until you reset it on your profile page.",
			"PIN salah dimasukkan terlalu sering: PIN dinonaktifkan sampai Anda mengatur ulang di halaman profil.")
	}

	m := message(l, l.Pick("Your PIN is locked", "PIN Anda dikunci"), text)
	m.Facts = s.appendOrigin(Self{Principal: Principal{TimeZone: c.TimeZone}, Language: l}, facts(l, u))
	m.Notes = []string{notYou(l)}

	return m
}
