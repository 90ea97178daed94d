package order

import "loket/internal/platform/language"

var messages = language.NewTable("order")

// The texts of this package. English texts that docs/product/orders.md quotes stay to the letter.
var (
	// Of the documented errors.
	msgState         = messages.Add("state", "The order's state does not allow this", "Status order tidak memungkinkan ini")
	msgInFlight      = messages.Add("in_flight", "A call to a supplier is in flight for this order", "Order ini sedang dikirim ke pemasok")
	msgEnded         = messages.Add("ended", "The order is %s already", "Order sudah %s")
	msgPending       = messages.Add("pending", "The order is pending: settle or refund it", "Order masih tertunda: selesaikan atau kembalikan dananya")
	msgNothingWaits  = messages.Add("nothing_waits", "Nothing about the order waits for staff", "Tidak ada hal tentang order ini yang menunggu staf")
	msgResolvedAs    = messages.Add("settled_as", "An order is settled as success or failed", "Order diselesaikan sebagai berhasil atau gagal")
	msgSupplierSaid  = messages.Add("supplier_said", "Ask the supplier what became of it, and say so here", "Tanyakan hasilnya kepada pemasok, lalu nyatakan di sini")
	msgSerialMissing = messages.Add("serial_missing", "A delivered order has a serial number: ask the supplier for it", "Order yang terkirim punya nomor seri: tanyakan kepada pemasok")
	msgNeverSent     = messages.Add("never_sent", "The order was not sent to a supplier yet", "Order belum dikirim ke pemasok")
	msgChangedSince  = messages.Add("changed_since", "The order is %s by now: reject this and look again", "Order kini %s: tolak permintaan ini dan periksa lagi")
	msgClientReason  = messages.Add("client_reason", "is not a reason that clients can read", "bukan alasan yang dapat dibaca klien")
	msgNoteText      = messages.Add("note_text", "A note has 1 to %d characters", "Catatan terdiri dari 1 sampai %d karakter")
	msgTooSoon       = messages.Add("too_soon", "The supplier was asked a moment ago", "Pemasok baru saja ditanya")
	msgAskedAlready  = messages.Add("asked_already", "A refund of this order waits for approval already", "Pengembalian dana order ini sudah menunggu persetujuan")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")

	// Of lists and look-ups.
	msgNoOrder        = messages.Add("no_order", "There is no such order", "Order tidak ditemukan")
	msgNoReference    = messages.Add("no_reference", "There is no order with this reference", "Tidak ada order dengan referensi ini")
	msgBothDates      = messages.Add("both_dates", "Both dates must be given", "Kedua tanggal harus diisi")
	msgEndBeforeStart = messages.Add("end_before_start", "The end must not be before the start", "Tanggal akhir tidak boleh sebelum tanggal awal")
	msgFuture         = messages.Add("future", "The date must not be in the future", "Tanggal tidak boleh di masa depan")
	msgNoRange        = messages.Add("no_range", "Please select the date range", "Silakan pilih rentang tanggal")
	msgRange31Days    = messages.Add("range_31_days", "Maximum date range is 31 days", "Rentang tanggal maksimal 31 hari")
	msgRange2Days     = messages.Add("range_2_days", "Maximum date range is 2 days", "Rentang tanggal maksimal 2 hari")
	msgWholeSecond    = messages.Add("whole_second", "must be a whole second", "harus detik bulat")
)
