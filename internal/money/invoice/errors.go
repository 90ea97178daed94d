package invoice

import "loket/internal/platform/fault"

// The errors of invoices.
var (
	ErrState = fault.Definition{
		Kind: fault.Conflict, Code: "InvoiceStateError", Message: msgState,
		Cause: "The invoice is paid already, or it is not paid yet, so that the change does not fit.",
		Mend:  "Load the invoice again to see where it stands.",
	}
	ErrScanner = fault.Definition{
		Kind: fault.Unavailable, Code: "FileScannerError", Message: msgScanner,
		Cause: "The deployment checks files for malware, and the scanner doesn't answer. Nothing was stored.",
		Mend:  "Upload the file again later.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrState, ErrScanner} }

// errReason refuses a change by staff without a reason.
func errReason() error { return fault.InvalidField("reason", msgReasonMissing) }
