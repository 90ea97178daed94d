package deposits

import "loket/internal/platform/language"

var messages = language.NewTable("portal/deposits")

var (
	msgTimeOfDay   = messages.Add("time_of_day", "is not a time of day like 14:05", "bukan jam seperti 14:05")
	msgWithheld    = messages.Add("withheld", "Top-ups of this wallet are automatically deducted with WHT 22", "Isi saldo dompet ini otomatis dipotong PPh 22")
	msgNotWithheld = messages.Add("not_withheld", "Top-ups of this wallet are not deducted with WHT 22", "Isi saldo dompet ini tidak dipotong PPh 22")
)
