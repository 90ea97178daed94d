package password

import "loket/internal/platform/language"

var messages = language.NewTable("password")

// Texts returns the table of this package's messages. See identity.Texts.
func Texts() *language.Table { return messages }

var (
	msgShort     = messages.Add("password_short", "Please input at least 8 characters", "Masukkan minimal 8 karakter")
	msgLong      = messages.Add("password_long", "Please input at most 256 characters", "Masukkan maksimal 256 karakter")
	msgNotText   = messages.Add("password_not_text", "Password is not valid text", "Kata sandi bukan teks yang valid")
	msgLowercase = messages.Add("password_lowercase", "Password must have a lowercase letter", "Kata sandi harus memuat huruf kecil")
	msgUppercase = messages.Add("password_uppercase", "Password must have an uppercase letter", "Kata sandi harus memuat huruf besar")
	msgNumber    = messages.Add("password_number", "Password must have a number", "Kata sandi harus memuat angka")
	msgCommon    = messages.Add("password_common", "Password is too common", "Kata sandi terlalu umum")
	msgNames     = messages.Add("password_names", "Password must not hold your own names", "Kata sandi tidak boleh memuat nama Anda sendiri")
	msgPINDigits = messages.Add("pin_digits", "A PIN has digits only", "PIN hanya berisi angka")
	msgPINLength = messages.Add("pin_length", "PIN must be exactly 6 characters long!", "PIN harus tepat 6 karakter!")
	msgPINEasy   = messages.Add("pin_easy", "PIN is too easy to guess", "PIN terlalu mudah ditebak")
)
