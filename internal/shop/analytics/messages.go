package analytics

import "loket/internal/platform/language"

var messages = language.NewTable("analytics")

// The texts of this package.
var (
	msgDay      = messages.Add("day", "is not a day like 2026-11-21", "bukan tanggal seperti 2026-11-21")
	msgNotEnded = messages.Add("not_ended", "Choose a day before today", "Pilih hari sebelum hari ini")
	msgTooEarly = messages.Add("too_early", "Choose a day from %d on", "Pilih hari mulai %d")
	msgOrder    = messages.Add("order", "must not be before the start", "tidak boleh sebelum awal")
	msgTooLong  = messages.Add("too_long", "At most %d days", "Paling lama %d hari")
	msgBatch    = messages.Add("batch", "must be a session and its events", "harus berupa sesi dan kejadiannya")
	msgSession  = messages.Add("session", "must be 22 characters of base64url", "harus 22 karakter base64url")
	msgEvents   = messages.Add("events", "must be 1 to %d events", "harus 1 sampai %d kejadian")
	msgSeq      = messages.Add("seq", "must not be negative", "tidak boleh negatif")
)
