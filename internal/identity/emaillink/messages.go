package emaillink

import "loket/internal/platform/language"

var messages = language.NewTable("emaillink")

var msgInvalid = messages.Add("invalid", "This link is no longer valid", "Tautan ini tidak berlaku lagi")
