package fault

import "loket/internal/platform/language"

var messages = language.NewTable("fault")

// The texts of this package. English texts that docs/product/README.md quotes stay to the letter.
var (
	msgInvalid             = messages.Add("invalid", "The input is not valid", "Isian tidak valid")
	msgNotFound            = messages.Add("not_found", "Not found", "Tidak ditemukan")
	msgInternal            = messages.Add("internal", "Something went wrong!", "Terjadi kesalahan!")
	msgUnavailable         = messages.Add("unavailable", "The service is not available now, try again later", "Layanan sedang tidak tersedia, coba lagi nanti")
	msgBusy                = messages.Add("busy", "Too much is waiting or in flight, try again later", "Terlalu banyak yang sedang menunggu atau diproses, coba lagi nanti")
	msgIdempotencyConflict = messages.Add("idempotency_conflict", "This key was used before with another input", "Kunci ini pernah dipakai dengan isian lain")
	msgOutcomeUnknown      = messages.Add("outcome_unknown", "It is not known whether the request took effect; repeat it with the same key or reference",
		"Belum diketahui apakah permintaan berhasil; ulangi dengan kunci atau referensi yang sama")
	msgFeatureOff = messages.Add("feature_off", "This feature is not available here", "Fitur ini tidak tersedia di sini")
	msgThrottled  = messages.Add("throttled", "Too many request, try again later", "Terlalu banyak permintaan, coba lagi nanti")
)
