package sheet

import (
	"io"
	"time"
)

// Format is the form of a file.
type Format string

// The forms of files.
const (
	FormatCSV  Format = "csv"
	FormatXLSX Format = "xlsx"
)

// MediaType is the content type of the form.
func (f Format) MediaType() string {
	if f == FormatXLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}

	return "text/csv; charset=utf-8"
}

// New begins a table in the form: XLSX if asked for, else CSV. The title is the name of an XLSX sheet.
func New(out io.Writer, f Format, zone *time.Location, title string, columns []Column) (Writer, error) {
	if f == FormatXLSX {
		return NewXLSX(out, zone, title, columns)
	}

	return NewCSV(out, zone, columns)
}
