package identity

import (
	"strconv"
	"time"

	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// factorChange is what happened to the second factors of a user.
type factorChange int

const (
	appAdded factorChange = iota
	appRemoved
	passkeyAdded
	passkeyRemoved
	passkeyCopied
	codesReplaced
)

// kind is the factor's kind for the audit log.
func (f factorChange) kind() string {
	if f == passkeyAdded || f == passkeyRemoved {
		return "passkey"
	}

	return "app"
}

func (f factorChange) texts(l language.Language) (subject, text string) {
	switch f {
	case appAdded:
		return l.Pick("An authenticator app was added", "Aplikasi autentikator telah ditambahkan"),
			l.Pick("An authenticator app was added to this account. From now on a sign-in asks for its code.",
				"Sebuah aplikasi autentikator telah ditambahkan ke akun ini. Mulai sekarang kodenya diminta saat masuk.")
	case appRemoved:
		return l.Pick("An authenticator app was removed", "Aplikasi autentikator telah dihapus"),
			l.Pick("An authenticator app was removed from this account. Its codes are refused from now on.",
				"Sebuah aplikasi autentikator telah dihapus dari akun ini. Kodenya kini ditolak.")
	case passkeyAdded:
		return l.Pick("A passkey was added", "Kunci sandi telah ditambahkan"),
			l.Pick("A passkey was added to this account. It signs in without the password.",
				"Sebuah kunci sandi telah ditambahkan ke akun ini. Kunci ini dapat masuk tanpa kata sandi.")
	case passkeyRemoved:
		return l.Pick("A passkey was removed", "Kunci sandi telah dihapus"),
			l.Pick("A passkey was removed from this account. It is refused from now on.",
				"Sebuah kunci sandi telah dihapus dari akun ini. Kunci itu kini ditolak.")
	case passkeyCopied:
		return l.Pick("A passkey was refused", "Sebuah kunci sandi ditolak"),
			l.Pick("A passkey of this account was used whose counter went back: another device may have a copy of it. It was refused.",
				"Kunci sandi akun ini dipakai dengan hitungan yang mundur: perangkat lain mungkin memiliki salinannya. Kunci itu ditolak.")
	case codesReplaced:
	}

	return l.Pick("New recovery codes were made", "Kode pemulihan baru telah dibuat"),
		l.Pick("New recovery codes of this account were made. Those before are refused from now on.",
			"Kode pemulihan baru untuk akun ini telah dibuat. Kode sebelumnya kini ditolak.")
}

func (s *Service) noticeFactor(by Self, u User, change factorChange) mail.Message {
	subject, text := change.texts(by.Language)
	m := message(by.Language, subject, text)
	m.Facts = s.appendOrigin(by, facts(by.Language, u))
	m.Notes = []string{notYou(by.Language)}

	return m
}

func (s *Service) noticeCodeUsed(by Self, u User, left int64) mail.Message {
	l := by.Language
	m := message(l, l.Pick("A recovery code was used", "Sebuah kode pemulihan telah dipakai"),
		l.Pick("Someone, we hope you, signed in to this account with a recovery code.",
			"Seseorang, semoga Anda sendiri, masuk ke akun ini dengan kode pemulihan."))
	m.Facts = s.appendOrigin(by, append(facts(l, u), mail.Fact{
		Name: l.Pick("Codes left", "Sisa kode"), Value: strconv.FormatInt(left, idBase),
	}))

	if left <= fewCodes {
		m.Notes = append(m.Notes, l.Pick("Few codes are left. Make new ones on your profile page, in 'Security'.",
			"Sisa kode tinggal sedikit. Buat kode baru di halaman profil, bagian 'Keamanan'."))
	}

	m.Notes = append(m.Notes, notYou(l))

	return m
}

func (s *Service) noticeWrongCodes(by Self, u User, at time.Time) mail.Message {
	l := by.Language
	m := message(l, l.Pick("A sign-in stopped at the second step", "Upaya masuk berhenti di langkah kedua"),
		l.Pick("Someone entered the right password of this account, but wrong codes at the second step. Nobody was signed in.",
			"Seseorang memasukkan kata sandi akun ini dengan benar, tetapi kode di langkah kedua salah. Tidak ada yang masuk."))
	m.Facts = appendOriginAt(by, at, facts(l, u))
	m.Notes = []string{l.Pick("If this was not you, somebody knows your password: change it now.",
		"Jika ini bukan Anda, seseorang mengetahui kata sandi Anda: segera ganti.")}

	return m
}
