package catalog

import "loket/internal/platform/language"

var messages = language.NewTable("catalog")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	msgImportFile    = messages.Add("import_file", "The file can't be imported", "Berkas tidak dapat diimpor")
	msgImportRefused = messages.Add("import_refused", "The file has faulty rows, so nothing was imported",
		"Berkas memuat baris yang salah, jadi tidak ada yang diimpor")
	msgProblemReason   = messages.Add("problem_reason", "The text has at most %d characters and no control characters", "Teks maksimal %d karakter, tanpa karakter kontrol")
	msgNoProblemReason = messages.Add("no_problem_reason", "Say what the problem is", "Jelaskan gangguannya")
	msgPriceLate       = messages.Add("price_late", "The moment of a price has passed", "Waktu berlaku harga sudah lewat")
	msgImportHeader    = messages.Add("import_header", "The header row must be exactly: %s", "Baris judul harus persis: %s")
	msgImportTooLarge  = messages.Add("import_too_large", "The file is larger than 32 MiB", "Berkas lebih besar dari 32 MiB")
	msgImportRows      = messages.Add("import_rows", "The file has more than %d rows", "Berkas memuat lebih dari %d baris")
)
