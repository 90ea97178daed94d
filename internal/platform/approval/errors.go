package approval

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

var messages = language.NewTable("approval")

var (
	msgDecided    = messages.Add("decided", "Someone has decided about this already", "Permintaan ini sudah diputuskan")
	msgChanged    = messages.Add("changed", "This was changed since it was asked for: reject it and ask again", "Hal ini sudah berubah sejak diminta: tolak lalu ajukan lagi")
	msgSamePerson = messages.Add("same_person", "Another member of staff must decide about this", "Staf lain yang harus memutuskan permintaan ini")
)

// The errors of approvals. Only staff see them.
var (
	ErrConflict = fault.ErrIdempotencyConflict
	ErrDecided  = fault.Definition{
		Kind: fault.Conflict, Code: "ApprovalDecidedError", Message: msgDecided,
		Cause: "The request was approved or rejected before. Only staff see this error.",
		Mend:  "List what waits for approval again.",
	}
	ErrChanged = fault.Definition{
		Kind: fault.Conflict, Code: "ApprovalChangedError", Message: msgChanged,
		Cause: "What the request is about was changed after it was asked for. Only staff see this error.",
		Mend:  "Reject the request, and ask for what is wanted now.",
	}
	ErrSamePerson = fault.Definition{
		Kind: fault.Forbidden, Code: "ApprovalSamePersonError", Message: msgSamePerson,
		Cause: "Who asks for something above a limit can't approve it. Only staff see this error.",
		Mend:  "Ask another member of staff.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrConflict, ErrDecided, ErrChanged, ErrSamePerson}
}
