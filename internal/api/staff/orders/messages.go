package orders

import "loket/internal/platform/language"

var messages = language.NewTable("staff_orders")

var msgDays = messages.Add("days", "At most %d days at a time, unless you name a client", "Paling lama %d hari sekaligus, kecuali untuk satu klien")

var msgSupplierText = messages.Add("supplier_text",
	"Please tell us what became of this purchase.\nOur reference: %s\nProduct: %s\nNumber: %s\nSent: %s\nYour last answer: %s\nIf it was delivered, please send the serial number.",
	"Mohon info status transaksi ini.\nReferensi kami: %s\nProduk: %s\nNomor: %s\nDikirim: %s\nJawaban terakhir: %s\nJika sudah berhasil, mohon kirim nomor serinya (SN).")
