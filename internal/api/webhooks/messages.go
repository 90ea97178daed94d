package webhooks

import "loket/internal/platform/language"

var messages = language.NewTable("webhooks")

var msgResend = messages.Add("resend", "Give either ids or since", "Isi salah satu: ids atau since")
