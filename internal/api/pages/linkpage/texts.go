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
	}

	return t
}
