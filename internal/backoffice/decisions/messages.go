package decisions

import "loket/internal/platform/language"

var messages = language.NewTable("decisions")

var msgReason = messages.Add("reason", "A reason must be given", "Alasan harus diisi")
