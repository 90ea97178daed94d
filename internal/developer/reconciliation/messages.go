package reconciliation

import "loket/internal/platform/language"

var messages = language.NewTable("reconciliation")

var (
	msgEmpty     = messages.Add("empty", "The file is empty: its first line is reference,amount,status", "Berkas kosong: baris pertamanya reference,amount,status")
	msgColumns   = messages.Add("columns", "A line has a reference, an amount and a status", "Satu baris memuat referensi, nominal, dan status")
	msgReference = messages.Add("reference", "The reference must have 1 to %d characters, in UTF-8", "Referensi harus 1 sampai %d karakter, dalam UTF-8")
	msgAmount    = messages.Add("amount", "The amount must be whole rupiah, such as 10250 or 10.250", "Nominal harus rupiah bulat, seperti 10250 atau 10.250")
	msgStatus    = messages.Add("status", "The status must be success, failed or pending", "Status harus success, failed, atau pending")
	msgQuotes    = messages.Add("quotes", "The line is not CSV: a quote is not closed, or stands within a cell", "Baris ini bukan CSV: tanda kutip tidak ditutup, atau ada di dalam sel")
	msgLines     = messages.Add("lines", "A file has at most %s lines", "Satu berkas maksimal %s baris")
	msgDay       = messages.Add("day", "must be a day such as 2026-11-21, not in the future", "harus berupa tanggal seperti 2026-11-21, tidak di masa depan")
)
