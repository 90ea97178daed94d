package file

import "loket/internal/platform/language"

var messages = language.NewTable("file")

// The texts of this package. English texts that docs/product/README.md quotes stay to the letter.
var (
	msgLinkEnded = messages.Add("link_ended", "This link has ended or is not valid", "Tautan ini sudah berakhir atau tidak valid")
)
