package catalog

import "loket/internal/platform/language"

var messages = language.NewTable("catalog")

// The texts of this package. English texts that docs/product/products.md quotes stay to the letter.
var (
	msgImportRefused = messages.Add("import_refused", "The file has faulty rows, so nothing was imported",
		"Berkas memuat baris yang salah, jadi tidak ada yang diimpor")
	msgProblemReason   = messages.Add("problem_reason", "The text has at most %d characters and no control characters", "Teks maksimal %d karakter, tanpa karakter kontrol")
	msgNoProblemReason = messages.Add("no_problem_reason", "Say what the problem is", "Jelaskan gangguannya")
	msgPriceLate       = messages.Add("price_late", "The moment of a price has passed", "Waktu berlaku harga sudah lewat")
)
