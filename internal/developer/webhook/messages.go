package webhook

import "loket/internal/platform/language"

var messages = language.NewTable("webhook")

var (
	msgURL = messages.Add("url", "must be an https address on the public internet, with port 443 or one above 1023, without user and #",
		"harus alamat https di internet publik, dengan port 443 atau di atas 1023, tanpa pengguna dan #")
	msgType        = messages.Add("type", "%s is no type of event", "%s bukan jenis peristiwa")
	msgDescription = messages.Add("description", "has at most %d characters", "paling banyak %d karakter")
	msgLimit       = messages.Add("limit", "A client has at most %d endpoints", "Klien punya paling banyak %d endpoint")
	msgNone        = messages.Add("none", "There is no such endpoint", "Endpoint tidak ditemukan")
	msgNoDelivery  = messages.Add("no_delivery", "There is no such delivery", "Pengiriman tidak ditemukan")
	msgOverlap     = messages.Add("overlap", "must be from 0 to %d hours", "harus 0 sampai %d jam")
	msgSince       = messages.Add("since", "must be within the last 30 days", "harus dalam 30 hari terakhir")
	msgOff         = messages.Add("off", "The endpoint is off", "Endpoint tidak aktif")
)
