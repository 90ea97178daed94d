package webhook

import "loket/internal/platform/fault"

// The errors of this package.
var (
	ErrLimit = fault.Definition{
		Kind: fault.Conflict, Code: "WebhookLimitError", Message: msgLimit.With(MaxEndpoints),
		Cause: "The client has as many webhook endpoints as it may have.",
		Mend:  "Delete one, or let one endpoint get more types of events.",
	}
	ErrOff = fault.Definition{
		Kind: fault.Conflict, Code: "WebhookOffError", Message: msgOff,
		Cause: "The webhook endpoint is off, so nothing is sent to it.",
		Mend:  "Switch it on first.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrLimit, ErrOff} }
