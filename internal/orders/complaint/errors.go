package complaint

import "loket/internal/platform/fault"

// ErrState refuses what the order or the complaint doesn't allow now.
var ErrState = fault.Definition{
	Kind: fault.Conflict, Code: "ComplaintStateError", Message: msgState,
	Cause: "The order failed, is younger than 10 minutes or older than 7 days, or has an open complaint; or the complaint is closed, has no answer to reply to, or the order doesn't agree with the result.",
	Mend:  "Read the message. A complaint that is closed can be followed by another one within the 7 days.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrState} }
