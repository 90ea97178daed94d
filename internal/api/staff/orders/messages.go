package orders

import "loket/internal/platform/language"

var messages = language.NewTable("staff_orders")

var msgSupplierText = messages.Add("supplier_text",
	"Please tell us what became of this purchase.\nOur reference: %s\nProduct: %s\nNumber: %s\nSent: %s\nYour last answer: %s\nIf it was delivered, please send the serial number.",
	"Mohon info status transaksi ini.\nReferensi kami: %s\nProduk: %s\nNomor: %s\nDikirim: %s\nJawaban terakhir: %s\nJika sudah berhasil, mohon kirim nomor serinya (SN).")
