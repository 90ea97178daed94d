package emaillink

import "loket/internal/platform/fault"

// ErrInvalid is the error of every link that can't be confirmed, whatever the reason.
var ErrInvalid = fault.Definition{
	Kind: fault.NotFound, Code: "LinkError", Message: msgInvalid,
	Cause: "An e-mailed link was used already, is older than 30 minutes, was replaced, or never existed.",
	Mend:  "Ask for a new one.",
}

// Definitions lists the errors of this package for the documentation.
func Definitions() []fault.Definition { return []fault.Definition{ErrInvalid} }
