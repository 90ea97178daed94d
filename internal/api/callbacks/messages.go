package callbacks

import "loket/internal/platform/language"

var messages = language.NewTable("callback")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	msgSignature = messages.Add("signature", "The signature does not match", "Tanda tangan tidak cocok")
)
