package account

import "loket/internal/platform/language"

var messages = language.NewTable("portal/account")

var (
	msgUserFilter      = messages.Add("user_filter", "must be api or empty", "harus api atau kosong")
	msgPasswordChanged = messages.Add("password_changed", "Password has been changed", "Kata sandi telah diganti")
)
