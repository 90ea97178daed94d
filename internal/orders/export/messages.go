package export

import "loket/internal/platform/language"

var messages = language.NewTable("orderfile")

// The texts of this package. English texts that docs/product/orders.md quotes stay to the letter.
var (
	msgExportRunning  = messages.Add("export_running", "An export is running already", "Ekspor sedang berjalan")
	msgReceiptSuccess = messages.Add("receipt_success", "A receipt exists for success orders only", "Struk hanya ada untuk order yang berhasil")
	msgRange31Days    = messages.Add("range_31_days", "Maximum date range is 31 days", "Rentang tanggal maksimal 31 hari")
	msgRange7Days     = messages.Add("range_7_days", "Maximum date range is 7 days", "Rentang tanggal maksimal 7 hari")
	msgLatestReport   = messages.Add("latest_report", "The latest day is two days ago", "Hari terakhir yang dapat dipilih adalah dua hari yang lalu")
	msgEndBeforeStart = messages.Add("end_before_start", "The end must not be before the start", "Tanggal akhir tidak boleh sebelum tanggal awal")
	msgWholeSecond    = messages.Add("whole_second", "must be a whole second", "harus detik bulat")
	msgFuture         = messages.Add("future", "The date must not be in the future", "Tanggal tidak boleh di masa depan")
)
