package topups

import "loket/internal/platform/language"

var messages = language.NewTable("staff_topups")

var (
	msgMissing = messages.Add("missing", "must be given", "harus diisi")
	msgLong    = messages.Add("long", "is too long", "terlalu panjang")
	msgFile    = messages.Add("file", "This statement can't be imported: %s", "Mutasi ini tidak dapat diimpor: %s")
)
