package emaillink

import "loket/internal/platform/fault"

// ErrInvalid is the one answer to a link that can't be confirmed.
var ErrInvalid = fault.Definition{
	Kind: fault.NotFound, Code: "LinkError", Message: msgInvalid,
	Cause: "An e-mailed link was used already, is older than 30 minutes, was replaced, or never existed.",
	Mend:  "Ask for a new one.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrInvalid} }
