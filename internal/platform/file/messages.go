package file

import "loket/internal/platform/language"

var messages = language.NewTable("file")

// The texts of this package. A text that the specification gives is used to the
// letter.
var (
	msgLinkEnded = messages.Add("link_ended", "This link has ended or is not valid", "Tautan ini sudah berakhir atau tidak valid")
)
