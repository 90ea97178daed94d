package billing

import "loket/internal/platform/language"

var messages = language.NewTable("staff_billing")

var msgReason = messages.Add("reason", "At most %d characters", "Maksimal %d karakter")
