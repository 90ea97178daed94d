package export

import "loket/internal/platform/fault"

// ErrExportRunning refuses a second export of the same client.
var ErrExportRunning = fault.Definition{
	Kind: fault.Conflict, Code: "ExportRunningError", Message: msgExportRunning,
	Cause: "A client has one export at a time, and its last one has not ended.",
	Mend:  "Wait until the running export has ended, then ask again.",
}

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrExportRunning} }
