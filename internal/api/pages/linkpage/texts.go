package linkpage

import (
	"loket/internal/identity/emaillink"
	"loket/internal/platform/language"
)

// pageTexts holds the texts of one page.
type pageTexts struct{ Title, Lead, Button, Back, Note string }

func questionTexts(l language.Language, p emaillink.Purpose) pageTexts {
	t := pageTexts{
		Button: l.Pick("Confirm", "Konfirmasi"),
		Note: l.Pick("If you did not ask for this, close this page: nothing changes.",
			"Jika Anda tidak memintanya, tutup halaman ini: tidak ada yang berubah."),
	}

	switch p {
	case emaillink.Password:
		t.Title = l.Pick("Confirm your new password", "Konfirmasi kata sandi baru")
		t.Lead = l.Pick("We send a new one-time password to the email address of the account. Its old password stops working and its sessions end.",
			"Kami mengirim kata sandi sekali pakai yang baru ke alamat email akun. Kata sandi lama tidak berlaku lagi dan semua sesi berakhir.")
	case emaillink.PIN:
		t.Title = l.Pick("Confirm your new PIN", "Konfirmasi PIN baru")
		t.Lead = l.Pick("We send a new PIN to the email address of the account.", "Kami mengirim PIN baru ke alamat email akun.")
	case emaillink.Email, emaillink.FinanceEmail:
		t.Title = l.Pick("Confirm this email address", "Konfirmasi alamat email ini")
		t.Lead = l.Pick("From now on, messages for the account go to this address.", "Mulai sekarang, pesan untuk akun dikirim ke alamat ini.")
	case emaillink.FactorReset:
		t.Title = l.Pick("Keep your second factors", "Pertahankan faktor kedua Anda")
		t.Lead = l.Pick("The reset is cancelled: your passkeys and authenticator apps stay as they are.",
			"Pengaturan ulang dibatalkan: kunci sandi dan aplikasi autentikator Anda tetap seperti semula.")
		t.Button = l.Pick("Cancel the reset", "Batalkan pengaturan ulang")
		t.Note = l.Pick("If you lost them, close this page: they are removed when the wait is over.",
			"Jika Anda kehilangannya, tutup halaman ini: semuanya dihapus setelah masa tunggu berakhir.")
	}

	return t
}

// failureTexts is the text after an error of the server.
func failureTexts(l language.Language) pageTexts {
	return pageTexts{
		Title:  l.Pick("Something went wrong", "Terjadi kesalahan"),
		Lead:   l.Pick("The fault is ours, not your link's. Please try again in a moment.", "Kesalahan ada pada kami, bukan pada tautan Anda. Coba lagi sebentar lagi."),
		Button: l.Pick("Try again", "Coba lagi"),
		Note: l.Pick("If it fails again, contact our support. The link works for 30 minutes.",
			"Jika gagal lagi, hubungi layanan bantuan kami. Tautan berlaku selama 30 menit."),
	}
}

// nextPath is the target of the link on a result page: Loket, or the form that requests a new
// link.
func nextPath(p emaillink.Purpose, ok bool) string {
	switch {
	case ok:
		return "/external/"
	case p == emaillink.PIN:
		return "/external/profile/pin"
	default:
		return "/external/profile"
	}
}

func resultTexts(l language.Language, p emaillink.Purpose, ok bool) pageTexts {
	t := pageTexts{Back: l.Pick("Open Loket", "Buka Loket")}

	if !ok {
		t.Title = l.Pick("This link is no longer valid", "Tautan ini tidak berlaku lagi")
		t.Lead = l.Pick("It was used already, is older than 30 minutes, was replaced, or is not complete. Ask for a new one on your profile page.",
			"Tautan ini sudah dipakai, lebih dari 30 menit, sudah diganti, atau tidak lengkap. Mintalah yang baru di halaman profil Anda.")

		if p == emaillink.FactorReset {
			t.Lead = l.Pick("It was used already, or the reset is cancelled or done.", "Tautan ini sudah dipakai, atau pengaturan ulang sudah dibatalkan atau selesai.")
		}

		t.Back = l.Pick("Open my profile", "Buka profil saya")

		return t
	}

	switch p {
	case emaillink.PIN:
		t.Title = l.Pick("Your new PIN is on its way", "PIN baru sedang dikirim")
		t.Lead = l.Pick("It was sent to your email address. Do not share it.", "PIN dikirim ke alamat email Anda. Jangan dibagikan.")
	case emaillink.Password:
		t.Title = l.Pick("Your new password is on its way", "Kata sandi baru sedang dikirim")
		t.Lead = l.Pick("It was sent to your email address. Do not share it.", "Kata sandi dikirim ke alamat email Anda. Jangan dibagikan.")
	case emaillink.Email, emaillink.FinanceEmail:
		t.Title = l.Pick("The email address was changed", "Alamat email telah diubah")
		t.Lead = l.Pick("Messages go to the new address from now on.", "Mulai sekarang pesan dikirim ke alamat baru.")
	case emaillink.FactorReset:
		t.Title = l.Pick("The reset was cancelled", "Pengaturan ulang dibatalkan")
		t.Lead = l.Pick("Your second factors stay as they are. If you did not ask for it, tell a root user of your company.",
			"Faktor kedua Anda tetap seperti semula. Jika Anda tidak memintanya, beri tahu pengguna root perusahaan Anda.")
	}

	return t
}
