package callback

import "loket/internal/platform/language"

var messages = language.NewTable("callback")

// The texts of this package. What they say where specification or decisions
// give the words is theirs to the letter.
var (
	msgSignature = messages.Add("signature", "The signature does not match", "Tanda tangan tidak cocok")
)
