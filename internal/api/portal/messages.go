package portal

import "loket/internal/platform/language"

var messages = language.NewTable("portal")

// The texts that several rooms use. English texts that docs/product/README.md quotes stay to the letter.
var (
	MsgBeforeOrAfter = messages.Add("before_or_after", "Give either before or after", "Isi salah satu: before atau after")
	MsgDay           = messages.Add("day", "is not a day like 2026-11-21", "bukan tanggal seperti 2026-11-21")
	MsgTime          = messages.Add("time", "is not a time like 2026-11-21T14:00:00+07:00", "bukan waktu seperti 2026-11-21T14:00:00+07:00")

	msgOrderID     = messages.Add("order_id", "is not an order id", "bukan ID order")
	msgUnknownPart = messages.Add("unknown_part", "is not a field of this form", "bukan isian formulir ini")
	msgForm        = messages.Add("form", "is not a complete form", "bukan formulir yang lengkap")
)
