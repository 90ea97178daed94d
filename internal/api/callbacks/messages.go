package callbacks

import "loket/internal/platform/language"

var messages = language.NewTable("callback")

// The texts of this package. English texts that docs/product/README.md quotes stay to the letter.
var (
	msgSignature = messages.Add("signature", "The signature does not match", "Tanda tangan tidak cocok")
)
