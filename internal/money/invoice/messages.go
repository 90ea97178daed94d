package invoice

import "loket/internal/platform/language"

var messages = language.NewTable("invoice")

// Texts are the messages that api uses too.
func Texts() []*language.Table { return []*language.Table{messages} }

// The texts of this package. English texts that docs/product/invoices.md quotes stay to the letter.
var (
	msgTransferMissing = messages.Add("transfer_required", "Date transfer must be selected", "Tanggal transfer harus dipilih")
	msgTransferForm    = messages.Add("transfer_form", "Date transfer must be a day like 2026-11-21", "Tanggal transfer harus seperti 2026-11-21")
	msgTransferFuture  = messages.Add("transfer_future", "Date transfer must not be in the future", "Tanggal transfer tidak boleh di masa depan")
	msgTransferEarly   = messages.Add("transfer_early", "Date transfer must not be before the invoice was sent, on %s", "Tanggal transfer tidak boleh sebelum tagihan dikirim, pada %s")
	msgProofMissing    = messages.Add("proof_required", "Payment confirmation file must be selected", "Berkas konfirmasi pembayaran harus dipilih")
	msgProofLarge      = messages.Add("proof_large", "The file must have at most %d MB", "Ukuran berkas maksimal %d MB")
	msgProofKind       = messages.Add("proof_kind", "The file must be a JPEG, PNG or PDF", "Berkas harus berupa JPEG, PNG, atau PDF")
	msgProofBroken     = messages.Add("proof_broken", "The file is damaged or incomplete", "Berkas rusak atau tidak lengkap")
	msgProofActive     = messages.Add("proof_active", "The PDF contains a script or a program. Please send it without, or as a picture",
		"PDF berisi skrip atau program. Silakan kirim tanpa itu, atau sebagai gambar")
	msgProofHidden = messages.Add("proof_hidden", "The PDF is protected, so it can't be checked. Please send it without a password, or as a picture",
		"PDF terproteksi sehingga tidak dapat diperiksa. Silakan kirim tanpa kata sandi, atau sebagai gambar")
	msgProofPixels   = messages.Add("proof_pixels", "The picture must have at most %d million pixels", "Gambar maksimal %d juta piksel")
	msgProofInfected = messages.Add("proof_infected", "The file was refused by the malware scanner", "Berkas ditolak oleh pemindai malware")
	msgProofTwice    = messages.Add("proof_twice", "Give one file", "Kirim satu berkas saja")
	msgProofMany     = messages.Add("proof_many", "This invoice has %d files already. Please contact support", "Tagihan ini sudah memiliki %d berkas. Silakan hubungi bantuan")
	msgFormalKind    = messages.Add("formal_kind", "The formal invoice must be a PDF", "Faktur pajak harus berupa PDF")
	msgScanner       = messages.Add("scanner", "The file can't be checked for malware at the moment. Please try again later",
		"Berkas belum dapat diperiksa dari malware saat ini. Silakan coba lagi nanti")

	msgNoInvoice     = messages.Add("no_invoice", "There is no such invoice", "Tagihan tidak ditemukan")
	msgState         = messages.Add("state", "The invoice is not in the right state for this", "Status tagihan tidak sesuai untuk perubahan ini")
	msgPaidAlready   = messages.Add("paid_already", "The invoice is paid already", "Tagihan sudah dibayar")
	msgNotPaid       = messages.Add("not_paid", "The invoice is not paid yet", "Tagihan belum dibayar")
	msgReasonMissing = messages.Add("reason_missing", "A reason must be given", "Alasan harus diisi")
	msgCreditedWhole = messages.Add("credited_whole", "Nothing is left of this invoice to credit", "Tagihan ini sudah dikreditkan seluruhnya")
	msgNoteAmount    = messages.Add("note_amount", "The amount must be from Rp 1 to %s", "Nominal harus dari Rp 1 sampai %s")
	msgPoints        = messages.Add("points", "The rate must be from 0 to 10000 hundredths of a per cent", "Tarif harus dari 0 sampai 10000 perseratus persen")
	msgBase          = messages.Add("base", "The base must be a part such as 11/12, of at most 1000", "Dasar harus berupa bagian seperti 11/12, paling besar 1000")
)
