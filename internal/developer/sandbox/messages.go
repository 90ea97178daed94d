package sandbox

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

var messages = language.NewTable("sandbox")

var (
	msgOnly    = messages.Add("only", "Only in the sandbox: use a key that begins with lk_test_", "Hanya di sandbox: gunakan kunci yang diawali lk_test_")
	msgNone    = messages.Add("none", "There is no sandbox yet: make a test key", "Belum ada sandbox: buat kunci uji")
	msgAmount  = messages.Add("amount", "must be from 1 to %s", "harus dari 1 sampai %s")
	msgBalance = messages.Add("balance", "A wallet of the sandbox holds at most %s", "Dompet sandbox memuat paling banyak %s")
	msgReverse = messages.Add("reverse", "The order has succeeded: end it as reversed", "Order sudah sukses: akhiri sebagai reversed")
	msgMove    = messages.Add("move", "From an hour to 40 days, forward", "Dari satu jam sampai 40 hari, ke depan")
	msgEnded   = messages.Add("ended", "The order has ended already", "Order sudah berakhir")
)

// ErrNotSandbox refuses what only a sandbox may do.
var ErrNotSandbox = fault.Definition{
	Kind: fault.Conflict, Code: "NotSandboxError", Message: msgOnly,
	Cause: "The call is for the sandbox, and came with a key of the real account.",
	Mend:  "Send it with a test key, which begins with `lk_test_`.",
}

// Definitions lists the errors of this package for the documentation.
func Definitions() []fault.Definition { return []fault.Definition{ErrNotSandbox} }
