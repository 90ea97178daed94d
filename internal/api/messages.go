package api

import "loket/internal/platform/language"

var messages = language.NewTable("http")

// The texts of this package. English texts that docs/product/README.md quotes stay to the letter.
var (
	// Of the documented errors.
	msgMethodNotAllowed = messages.Add("method_not_allowed", "Method not allowed", "Metode tidak diizinkan")
	msgTooLarge         = messages.Add("too_large", "The request is too large", "Permintaan terlalu besar")
	msgNotJSON          = messages.Add("not_json", "Send the body as JSON with the header Content-Type: application/json", "Kirim isi berupa JSON dengan header Content-Type: application/json")

	// Of whole bodies.
	msgBodyLate     = messages.Add("body_late", "The body did not arrive in time", "Isi permintaan tidak tiba tepat waktu")
	msgBodyRequired = messages.Add("body_required", "a JSON body is required", "isi berupa JSON wajib ada")
	msgInvalidJSON  = messages.Add("invalid_json", "is not valid JSON", "bukan JSON yang valid")

	// Of fields and parameters; they go on from the name of the field.
	msgRequired         = messages.Add("required", "is required", "wajib diisi")
	msgUnknownField     = messages.Add("unknown_field", "is not a known field", "bukan isian yang dikenal")
	msgUnknownParameter = messages.Add("unknown_parameter", "is not a known parameter", "bukan parameter yang dikenal")
	msgDuplicate        = messages.Add("duplicate", "was given more than once", "diisi lebih dari sekali")
	msgInvalid          = messages.Add("invalid", "is not valid", "tidak valid")
	msgDateOrTime       = messages.Add("date_or_time", "must be a date or time", "harus berupa tanggal atau waktu")
	msgDate             = messages.Add("date", "must be a date such as 2026-11-21", "harus berupa tanggal seperti 2026-11-21")
	msgTime             = messages.Add("time", "must be a time such as 2026-11-21T14:30:00+07:00", "harus berupa waktu seperti 2026-11-21T14:30:00+07:00")
	msgList             = messages.Add("list", "must be a list", "harus berupa daftar")
	msgNumber           = messages.Add("number", "must be a number", "harus berupa angka")
	msgText             = messages.Add("text", "must be a text", "harus berupa teks")
	msgWholeNumber      = messages.Add("whole_number", "must be a whole number", "harus berupa bilangan bulat")
	msgObject           = messages.Add("object", "must be an object", "harus berupa objek")
	msgBoolean          = messages.Add("boolean", "must be true or false", "harus true atau false")
	msgUnique           = messages.Add("unique", "must not hold the same twice", "tidak boleh memuat yang sama dua kali")
	msgConstant         = messages.Add("constant", "must be %s", "harus %s")
	msgOneOf            = messages.Add("one_of", "must be one of %s", "harus salah satu dari %s")
	msgMinimum          = messages.Add("minimum", "must be at least %s", "minimal %s")
	msgMaximum          = messages.Add("maximum", "must be at most %s", "maksimal %s")
	msgAbove            = messages.Add("above", "must be more than %s", "harus lebih dari %s")
	msgBelow            = messages.Add("below", "must be less than %s", "harus kurang dari %s")
	msgMultipleOf       = messages.Add("multiple_of", "must be a multiple of %s", "harus kelipatan %s")
	msgMinLength        = messages.Add("min_length", "must have %s or more characters", "minimal %s karakter")
	msgMaxLength        = messages.Add("max_length", "must have at most %s characters", "maksimal %s karakter")
	msgPattern          = messages.Add("pattern", "must match the pattern %s", "harus sesuai dengan pola %s")
	msgMinItems         = messages.Add("min_items", "must have %s or more items", "minimal %s butir")
	msgMaxItems         = messages.Add("max_items", "must have at most %s items", "maksimal %s butir")
	msgMinFields        = messages.Add("min_fields", "must have %s or more fields", "minimal %s isian")
	msgMaxFields        = messages.Add("max_fields", "must have at most %s fields", "maksimal %s isian")
	msgOutOfRange       = messages.Add("out_of_range", "has the wrong type or is out of range", "salah jenis atau di luar batas")
	msgTooManyKeys      = messages.Add("too_many_keys", "has an object with too many keys", "memuat objek dengan terlalu banyak kunci")
	msgNUL              = messages.Add("nul", "holds a NUL character", "memuat karakter NUL")
	msgNotUTF8          = messages.Add("not_utf8", "is not UTF-8", "bukan UTF-8")
	msgNotUTF8OrNUL     = messages.Add("not_utf8_or_nul", "is not UTF-8 or holds a NUL character", "bukan UTF-8 atau memuat karakter NUL")
	msgUnreadable       = messages.Add("unreadable", "can't be read", "tidak dapat dibaca")
	msgKeyInPortal      = messages.Add("key_in_portal", "An API key serves the client API alone, under /h2h/. This call needs a login", "Kunci API hanya berlaku untuk API klien, di /h2h/. Panggilan ini memerlukan login")
	msgNotInSandbox     = messages.Add("not_in_sandbox", "this call does not work in the sandbox", "panggilan ini tidak tersedia di sandbox")
	msgNoSandbox        = messages.Add("no_sandbox", "There is no sandbox yet: make a test key", "Belum ada sandbox: buat kunci uji")
	msgMode             = messages.Add("mode", "must be test", "harus test")
)
