package catalog

import "loket/internal/platform/fault"

// The errors of this package.
var (
	ErrImportFile = fault.Definition{
		Kind: fault.Invalid, Code: "ImportFileError", Message: msgImportFile,
		Cause: "The header row is missing or has other columns, the file is too large, has too many rows, or isn't CSV in UTF-8.",
		Mend:  "Export the same table to see its columns, mend the file and import it again. Nothing was changed.",
	}
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
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition {
	return []fault.Definition{ErrImportFile, ErrImportRefused, ErrLate}
}
