package catalog

import "loket/internal/platform/fault"

// The errors of this package.
var (
	ErrImportRefused = fault.Definition{
		Kind: fault.Invalid, Code: "ImportRefusedError", Message: msgImportRefused,
		Cause: "At least one row is not valid; the report names each with its line and reason.",
		Mend:  "Mend the rows that the report names and import the whole file again: rows that are right already count as unchanged.",
	}
	ErrLate = fault.Definition{
		Kind: fault.Conflict, Code: "PriceLateError", Message: msgPriceLate,
		Cause: "Prices below cost were to be approved after the moment from which they hold.",
		Mend:  "Reject the request and import the changes again with a moment to come.",
	}
	// ErrPreview is the error of a change whose preview says something else now.
	ErrPreview = fault.Definition{
		Kind: fault.Conflict, Code: "PreviewChangedError", Message: msgPreview,
		Cause: "The catalogue or the file changed since the preview.",
		Mend:  "Look at the new preview and confirm that one. Nothing was changed.",
	}
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrImportRefused, ErrLate, ErrPreview}
}
