// Package sheet writes tables as CSV and XLSX, row by row, in memory that does
// not grow with them. No cell is ever a live formula.
package sheet

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Column is the head of a column.
type Column struct {
	Name  string
	Width int // of its cells in characters, for XLSX
}

// Writer writes a table cell by cell; EndRow ends each row. What goes wrong on
// the way is told by EndRow and Close. It is not safe for several goroutines.
type Writer interface {
	// Text writes a text as it is, but for what would make it a formula.
	Text(text string)
	// Bytes is Text of what the caller uses again.
	Bytes(text []byte)
	// Int writes a whole number; amounts of money are such.
	Int(n int64)
	// Time writes a moment, given in microseconds since 1970, as the clock of
	// the writer's zone shows it, to the second.
	Time(micros int64)
	EndRow() error
	// Close ends the table. It does not close what is written to.
	Close() error
}

// formulaStarts are the characters that make a spreadsheet run a cell.
const formulaStarts = "=+-@\t\r\n"

// armed tells that a spreadsheet would run a text.
func armed[T string | []byte](text T) bool {
	return len(text) > 0 && strings.IndexByte(formulaStarts, text[0]) >= 0
}

// valid is a text that every reader takes: UTF-8 without NUL.
func valid(text string) string {
	if utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 {
		return text
	}

	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

const (
	microsPerSecond = 1_000_000
	secondsPerHour  = 3600
)

// offsets remembers the zone's offset of the last hour: rows come in the order
// of time, and a look into the zone's table costs more than a cell.
type offsets struct {
	zone   *time.Location
	hour   int64
	offset int64
	known  bool
}

// local is the clock of the zone at a moment, as seconds since 1970 there.
func (o *offsets) local(micros int64) int64 {
	seconds := floorDiv(micros, microsPerSecond)
	hour := floorDiv(seconds, secondsPerHour)

	if !o.known || hour != o.hour {
		_, offset := time.Unix(seconds, 0).In(o.zone).Zone()
		o.hour, o.offset, o.known = hour, int64(offset), true
	}

	return seconds + o.offset
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}

	return q
}
