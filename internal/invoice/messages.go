package invoice

import "loket/internal/platform/language"

var messages = language.NewTable("invoice")

// Texts are the messages that the edge uses too.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. A text that the specification gives is used to the letter.
var (
	msgScanner = messages.Add("scanner", "The file can't be checked for malware at the moment. Please try again later",
		"Berkas belum dapat diperiksa dari malware saat ini. Silakan coba lagi nanti")

	msgNoInvoice     = messages.Add("no_invoice", "There is no such invoice", "Tagihan tidak ditemukan")
	msgState         = messages.Add("state", "The invoice is not in the right state for this", "Status tagihan tidak sesuai untuk perubahan ini")
	msgPaidAlready   = messages.Add("paid_already", "The invoice is paid already", "Tagihan sudah dibayar")
	msgNotPaid       = messages.Add("not_paid", "The invoice is not paid yet", "Tagihan belum dibayar")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")
	msgNoteAmount    = messages.Add("note_amount", "The amount must be from Rp 1 to %s", "Jumlah harus dari Rp 1 sampai %s")
	msgPoints        = messages.Add("points", "The rate must be from 0 to 10000 hundredths of a per cent", "Tarif harus dari 0 sampai 10000 perseratus persen")
	msgBase          = messages.Add("base", "The base must be a part such as 11/12, of at most 1000", "Dasar harus berupa bagian seperti 11/12, paling besar 1000")
)
