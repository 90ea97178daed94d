package requestlog

import "loket/internal/platform/language"

var messages = language.NewTable("requestlog")

var msgNone = messages.Add("none", "There is no such request", "Permintaan tidak ditemukan")
