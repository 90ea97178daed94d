package reconciliations

import "loket/internal/platform/language"

var messages = language.NewTable("reconciliations")

var (
	msgCSV  = messages.Add("csv", "Send the file with the header Content-Type: text/csv, or as file in a form", "Kirim berkas dengan header Content-Type: text/csv, atau sebagai file dalam formulir")
	msgDay  = messages.Add("day", "must be a day such as 2026-11-21", "harus berupa tanggal seperti 2026-11-21")
	msgFile = messages.Add("file", "Choose a CSV file", "Pilih berkas CSV")
	msgForm = messages.Add("form", "is not a complete form", "bukan formulir yang lengkap")
)
