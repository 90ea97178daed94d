package httpapi

import (
	"context"
	"slices"

	"loket/internal/fault"
	"loket/internal/mail"
)

// indonesian has what people see of errors in Indonesian, by the English text
// that the domains write. Codes and names of fields are the same in every
// language. A text that is missing here stays English; every definition that
// routes.Faults lists is here.
//
//nolint:gochecknoglobals,gosec // a constant table; words about passwords are none
var indonesian = map[string]string{
	// fault and this package
	"The input is not valid": "Isian tidak valid",
	"Not found":              "Tidak ditemukan",
	"Something went wrong!":  "Terjadi kesalahan!",
	"The service is not available now, try again later": "Layanan sedang tidak tersedia, coba lagi nanti",
	"It is not known whether the request took effect; repeat it with the same key or reference": "Belum diketahui apakah permintaan berhasil; " +
		"ulangi dengan kunci atau referensi yang sama",
	"This path does not answer this method":            "Alamat ini tidak melayani metode ini",
	"The request is too large":                         "Permintaan terlalu besar",
	"The body must be JSON":                            "Isi permintaan harus JSON",
	"The body did not arrive in time":                  "Isi permintaan tidak tiba tepat waktu",
	"The signature does not match":                     "Tanda tangan tidak cocok",
	"is required":                                      "wajib diisi",
	"is not a known field":                             "bukan isian yang dikenal",
	"is not a known parameter":                         "bukan parameter yang dikenal",
	"is not valid":                                     "tidak valid",
	"must be a date or time":                           "harus berupa tanggal atau waktu",
	"must be a date such as 2026-11-21":                "harus berupa tanggal seperti 2026-11-21",
	"must be a time such as 2026-11-21T14:30:00+07:00": "harus berupa waktu seperti 2026-11-21T14:30:00+07:00",
	"must be a list":                                   "harus berupa daftar",
	"must be a number":                                 "harus berupa angka",
	"must be a text":                                   "harus berupa teks",
	"must be a whole number":                           "harus berupa bilangan bulat",
	"must be an object":                                "harus berupa objek",
	"must be true or false":                            "harus true atau false",
	"must not be given twice":                          "tidak boleh diisi dua kali",

	// access
	"Token expired, please login again":                      "Token kedaluwarsa, silakan masuk lagi",
	"The API key is missing, unknown or revoked":             "Kunci API tidak ada, tidak dikenal, atau sudah dicabut",
	"Client ID, username or password is wrong":               "ID Klien, nama pengguna, atau kata sandi salah",
	"Password expired, please change your password":          "Kata sandi kedaluwarsa, silakan ganti kata sandi Anda",
	"Unauthorized Action!":                                   "Tindakan tidak diizinkan!",
	"Too many request, try again later":                      "Terlalu banyak permintaan, coba lagi nanti",
	"This link is no longer valid":                           "Tautan ini tidak berlaku lagi",
	"Client ID must be filled":                               "ID Klien harus diisi",
	"Username must be filled":                                "Nama pengguna harus diisi",
	"Password must be filled":                                "Kata sandi harus diisi",
	"Please input at least 8 characters":                     "Masukkan minimal 8 karakter",
	"Please input at most 256 characters":                    "Masukkan maksimal 256 karakter",
	"Password is not valid text":                             "Kata sandi bukan teks yang valid",
	"Password must have a lowercase letter":                  "Kata sandi harus memuat huruf kecil",
	"Password must have an uppercase letter":                 "Kata sandi harus memuat huruf besar",
	"Password must have a number":                            "Kata sandi harus memuat angka",
	"Password is too common":                                 "Kata sandi terlalu umum",
	"Password must not hold your own names":                  "Kata sandi tidak boleh memuat nama Anda sendiri",
	"Please choose a password that you have not used before": "Pilih kata sandi yang belum pernah Anda gunakan",
	"Both passwords must be identical!":                      "Kedua kata sandi harus sama!",
	"Two passwords that you enter is inconsistent!":          "Dua kata sandi yang Anda masukkan tidak sama!",
	"Please input the correct password.":                     "Masukkan kata sandi yang benar.",
	"Password is required.":                                  "Kata sandi wajib diisi.",
	"Please enter a valid email address.":                    "Masukkan alamat email yang valid.",
	"Please enter a valid finance email address.":            "Masukkan alamat email keuangan yang valid.",
	"Please enter valid email address":                       "Masukkan alamat email yang valid",
	"Neither address is a new one":                           "Kedua alamat tidak berubah",
	"Username is not valid, minimum 2 characters, use . or _ instead of space": "Nama pengguna tidak valid, minimal 2 karakter, gunakan . atau _ " +
		"sebagai pengganti spasi",
	"Must be filled":     "Harus diisi",
	"Must be plain text": "Harus berupa teks biasa",
	"Must be [8]":        "Harus [8]",

	// PINs, users and keys
	"PIN is wrong":                           "PIN salah",
	"PIN is locked":                          "PIN dikunci",
	"PIN is disabled, reset it":              "PIN dinonaktifkan, atur ulang PIN Anda",
	"Set your PIN first":                     "Buat PIN Anda terlebih dahulu",
	"PIN must be exactly 6 characters long!": "PIN harus tepat 6 karakter!",
	"PIN is too easy to guess":               "PIN terlalu mudah ditebak",
	"Please input your current PIN!":         "Masukkan PIN Anda saat ini!",
	"The two PINs you entered do not match!": "Dua PIN yang Anda masukkan tidak sama!",
	"There are 2 API keys already":           "Sudah ada 2 kunci API",
	"This name is taken":                     "Nama ini sudah dipakai",
	"You can't delete yourself":              "Anda tidak dapat menghapus diri sendiri",
	"The last root user can't be deleted":    "Pengguna root terakhir tidak dapat dihapus",
	"The built-in roles can't be changed":    "Peran bawaan tidak dapat diubah",

	// wallets
	"The wallet's balance is too low":                           "Saldo dompet tidak mencukupi",
	"The wallet is not active":                                  "Dompet tidak aktif",
	"There is no wallet of the type that pays for this product": "Tidak ada dompet dari jenis yang membayar produk ini",
	"This key was used before with another input":               "Kunci ini pernah dipakai dengan isian lain",
	"There is no such wallet":                                   "Dompet tidak ditemukan",
	"There is no such wallet type":                              "Jenis dompet tidak ditemukan",

	// products
	"The file can't be imported":                                 "Berkas tidak dapat diimpor",
	"The file has faulty rows, so nothing was imported":          "Berkas memuat baris yang salah, jadi tidak ada yang diimpor",
	"Destination number must be filled":                          "Nomor tujuan harus diisi",
	"Destination number must be at most 64 printable characters": "Nomor tujuan maksimal 64 karakter yang dapat dicetak",

	// orders, and why suppliers could not deliver
	"No supplier could deliver":                              "Tidak ada pemasok yang dapat mengirim",
	"The transaction failed":                                 "Transaksi gagal",
	"The operator did not answer in time":                    "Operator tidak menjawab tepat waktu",
	"The operator took the transaction back":                 "Operator membatalkan transaksi",
	"The product is not available at present":                "Produk sedang tidak tersedia",
	"The product is not sold at this hour":                   "Produk tidak dijual pada jam ini",
	"The destination number is wrong":                        "Nomor tujuan salah",
	"The destination number is blocked":                      "Nomor tujuan diblokir",
	"The destination number belongs to another operator":     "Nomor tujuan milik operator lain",
	"The product is not sold in the region of this number":   "Produk tidak dijual di wilayah nomor ini",
	"The number has another package, which must end first":   "Nomor ini punya paket lain yang harus dihentikan dahulu",
	"The purchase exceeds the power limit of this meter":     "Pembelian melebihi batas daya meter ini",
	"Too many transactions for this number, try again later": "Terlalu banyak transaksi untuk nomor ini, coba lagi nanti",
	"There is no open bill for this number":                  "Tidak ada tagihan terbuka untuk nomor ini",
	"The amount is not valid for this product":               "Nominal tidak valid untuk produk ini",
	"The amount must be a multiple of 1,000":                 "Nominal harus kelipatan 1.000",
	"This clientRef was used for another order":              "clientRef ini sudah dipakai untuk order lain",
	"There is no such product":                               "Produk tidak ditemukan",
	"The product is not active":                              "Produk tidak aktif",
	"The product has a problem at present":                   "Produk sedang bermasalah",
	"The price is above the maximum that was given":          "Harga melebihi batas yang diberikan",
	"The bill can't be paid":                                 "Tagihan tidak dapat dibayar",
	"The bill can't be looked up now, try again later":       "Tagihan tidak dapat diperiksa sekarang, coba lagi nanti",
	"The order's state does not allow this":                  "Status order tidak memungkinkan ini",
	"An export is running already":                           "Ekspor sedang berjalan",
	"This link has ended or is not valid":                    "Tautan ini sudah berakhir atau tidak valid",
	"There is no such order":                                 "Order tidak ditemukan",
	"There is no order with this reference":                  "Tidak ada order dengan referensi ini",
	"A receipt exists for success orders only":               "Struk hanya tersedia untuk order yang sukses",
	"Both dates must be given":                               "Kedua tanggal harus diisi",
	"The end must not be before the start":                   "Tanggal akhir tidak boleh sebelum tanggal awal",
	"The date must not be in the future":                     "Tanggal tidak boleh di masa depan",
	"The latest day is two days ago":                         "Hari terakhir yang dapat dipilih adalah dua hari yang lalu",
	"Please select the date range":                           "Silakan pilih rentang tanggal",
	"Maximum date range is 2 days":                           "Rentang tanggal maksimal 2 hari",
	"Maximum date range is 31 days":                          "Rentang tanggal maksimal 31 hari",
	"Maximum date range is 7 days":                           "Rentang tanggal maksimal 7 hari",
}

// InIndonesian gives a sentence of ours in Indonesian, if there is one.
func InIndonesian(message string) (string, bool) {
	text, known := indonesian[message]

	return text, known
}

// Say puts a sentence of ours into the language of the request's caller.
func Say(ctx context.Context, sentence string) string {
	return inLanguage(infoOf(ctx).language, sentence)
}

func inLanguage(l mail.Language, sentence string) string {
	if l != mail.Indonesian {
		return sentence
	}

	if text, known := InIndonesian(sentence); known {
		return text
	}

	return sentence
}

// speak puts an error into the language of its reader. It changes the error,
// which is no one else's, and copies the fields, which may be.
func (e *Error) speak(l mail.Language) {
	e.Message = inLanguage(l, e.Message)
	e.Fields = slices.Clone(e.Fields)

	for i, f := range e.Fields {
		e.Fields[i] = fault.Field{Field: f.Field, Message: inLanguage(l, f.Message)}
	}
}
