package clientapi

import "loket/internal/platform/language"

var messages = language.NewTable("clientapi")

var (
	msgOrderID     = messages.Add("order_id", "is not an order id", "bukan ID order")
	msgRefOrPeriod = messages.Add("ref_or_period", "Send clientRef for one order or createdFrom for a list", "Kirim clientRef untuk satu order atau createdFrom untuk daftar")
	msgNotWithRef  = messages.Add("not_with_ref", "Not beside clientRef, which names one order", "Tidak bersama clientRef, yang menyebut satu order")
)
