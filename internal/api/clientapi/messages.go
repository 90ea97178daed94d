package clientapi

import "loket/internal/platform/language"

var messages = language.NewTable("clientapi")

var (
	msgOrderID       = messages.Add("order_id", "is not an order id", "bukan ID order")
	msgRefOrPeriod   = messages.Add("ref_or_period", "Send clientRef for one order, createdFrom or changedFrom for a list", "Kirim clientRef untuk satu order, createdFrom atau changedFrom untuk daftar")
	msgNotWithPeriod = messages.Add("not_with_period", "Not beside createdFrom and createdTo: a list is by one of the two times", "Tidak bersama createdFrom dan createdTo: daftar menurut salah satu waktu")
	msgNotWithRef    = messages.Add("not_with_ref", "Not beside clientRef, which names one order", "Tidak bersama clientRef, yang menyebut satu order")
)
