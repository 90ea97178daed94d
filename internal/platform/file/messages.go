package file

import "loket/internal/platform/language"

var messages = language.NewTable("file")

// The texts of this package. What they say where specification or decisions
// give the words is theirs to the letter.
var (
	msgLinkEnded = messages.Add("link_ended", "This link has ended or is not valid", "Tautan ini sudah berakhir atau tidak valid")
)
