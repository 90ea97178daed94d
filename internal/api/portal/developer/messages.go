package developer

import "loket/internal/platform/language"

var messages = language.NewTable("developer")

var (
	msgResend = messages.Add("resend", "Give either ids or since", "Isi salah satu: ids atau since")
	msgCursor = messages.Add("cursor", "must be the id of a row", "harus berupa id sebuah baris")
)
