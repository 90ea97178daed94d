package orders

import "loket/internal/platform/language"

var messages = language.NewTable("portal/orders")

var (
	msgLanguage = messages.Add("language", "is not en or id", "bukan en atau id")
	msgBoolean  = messages.Add("boolean", "is not true or false", "bukan true atau false")
)
