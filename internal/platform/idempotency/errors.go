package idempotency

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

var messages = language.NewTable("idempotency")

var msgRunning = messages.Add("running", "The first request with this key is still running", "Permintaan pertama dengan kunci ini masih diproses")

// The errors of keys.
var (
	ErrConflict = fault.ErrIdempotencyConflict
	ErrRunning  = fault.Definition{
		Kind: fault.Conflict, Code: "IdempotencyRunningError", Message: msgRunning,
		Cause: "A request with the same Idempotency-Key was sent while the first one still ran.",
		Mend:  "Wait a second and send the request again with the same key: it gets the first one's answer.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrConflict, ErrRunning} }
