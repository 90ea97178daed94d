package sheets

import (
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// ErrFile is the error of a file that is not read at all. Files with faulty rows are catalog.ErrImportRefused.
var ErrFile = fault.Definition{
	Kind: fault.Invalid, Code: "ImportFileError", Message: msgFile,
	Cause: "The header row is missing or has other columns, the file is too large, has too many rows, or isn't CSV in UTF-8.",
	Mend:  "Export the same table to see its columns, mend the file and import it again. Nothing was changed.",
}

var messages = language.NewTable("catalog_sheets")

var (
	msgFile     = messages.Add("file", "The file can't be imported", "Berkas tidak dapat diimpor")
	msgHeader   = messages.Add("header", "The header row must be exactly: %s", "Baris judul harus persis: %s")
	msgTooLarge = messages.Add("too_large", "The file is larger than 32 MiB", "Berkas lebih besar dari 32 MiB")
	msgRows     = messages.Add("rows", "The file has more than %d rows", "Berkas memuat lebih dari %d baris")
)

// Definitions lists the errors of this package for the docs.
func Definitions() []fault.Definition { return []fault.Definition{ErrFile} }
