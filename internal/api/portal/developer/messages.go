package developer

import "loket/internal/platform/language"

var messages = language.NewTable("developer")

var msgCursor = messages.Add("cursor", "must be the id of a row", "harus berupa id sebuah baris")
