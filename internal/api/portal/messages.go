package portal

import "loket/internal/platform/language"

var messages = language.NewTable("portal")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	msgBeforeOrAfter = messages.Add("before_or_after", "Give either before or after", "Isi salah satu: before atau after")
	msgDay           = messages.Add("day", "is not a day like 2026-11-21", "bukan tanggal seperti 2026-11-21")
	msgTime          = messages.Add("time", "is not a time like 2026-11-21T14:00:00+07:00", "bukan waktu seperti 2026-11-21T14:00:00+07:00")
	msgTimeOfDay     = messages.Add("time_of_day", "is not a time of day like 14:05", "bukan jam seperti 14:05")
	msgOrderID       = messages.Add("order_id", "is not an order id", "bukan ID order")
	msgTwice         = messages.Add("twice", "was given more than once", "diberikan lebih dari sekali")
	msgUnknownPart   = messages.Add("unknown_part", "is not a field of this form", "bukan isian formulir ini")
	msgForm          = messages.Add("form", "is not a complete form", "bukan formulir yang lengkap")
	msgLanguage      = messages.Add("language", "is not en or id", "bukan en atau id")
	msgBoolean       = messages.Add("boolean", "is not true or false", "bukan true atau false")
	msgUserFilter    = messages.Add("user_filter", "must be api or empty", "harus api atau kosong")
	msgOnePricing    = messages.Add("one_pricing", "Give one of recommended, marginPercentCSP, marginAmountCSP and committedSellPrice",
		"Isi salah satu: recommended, marginPercentCSP, marginAmountCSP, committedSellPrice")
	msgFixedPricing    = messages.Add("fixed_pricing", "must be true with committedSellPrice, and only then", "harus true bersama committedSellPrice, dan hanya saat itu")
	msgPercentForm     = messages.Add("percent_form", "must be a number with at most two decimals", "harus angka dengan paling banyak dua desimal")
	msgUnseenVersion   = messages.Add("unseen_version", "No version was named, so this change replaced whatever was there", "Versi tidak disebutkan, sehingga perubahan ini menimpa apa pun yang ada")
	msgWithheld        = messages.Add("withheld", "Top-ups of this wallet are automatically deducted with WHT 22", "Isi saldo dompet ini otomatis dipotong PPh 22")
	msgNotWithheld     = messages.Add("not_withheld", "Top-ups of this wallet are not deducted with WHT 22", "Isi saldo dompet ini tidak dipotong PPh 22")
	msgPasswordChanged = messages.Add("password_changed", "Password has been changed", "Kata sandi telah diganti")
)
