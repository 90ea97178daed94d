// Package sheet writes tables as CSV and XLSX row by row, in constant memory. No
// cell is ever a live formula.
package sheet

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Column is one column of a table.
type Column struct {
	Name  string
	Width int // in characters, for XLSX
}

// Writer writes a table cell by cell; EndRow ends each row. EndRow and Close return
// the errors of the writes before them. A Writer is not safe for concurrent use.
type Writer interface {
	// Text writes a text. A text that would be a formula gets an apostrophe.
	Text(text string)
	// Bytes is Text for a buffer that the caller reuses.
	Bytes(text []byte)
	// Int writes a whole number, such as an amount of money.
	Int(n int64)
	// Time writes a time, given in microseconds since 1970, as local time of the
	// writer's zone to the second.
	Time(micros int64)
	EndRow() error
	// Close ends the table. It doesn't close the underlying writer.
	Close() error
}

// armed reports whether a spreadsheet could run the text as a formula: it starts with the sign
// of one, perhaps after spaces, or with a tab or line end.
func armed[T string | []byte](text T) bool {
	if len(text) == 0 {
		return false
	}

	switch first := text[0]; {
	case first == '\t' || first == '\r' || first == '\n':
		return true
	case first > ' ' && first < utf8.RuneSelf: // most texts
		return strings.IndexByte(formulaSigns, first) >= 0
	default:
		return startsFormula(strings.TrimLeftFunc(string(text), invisible))
	}
}

// formulaSigns are the characters that begin a formula. Spreadsheets of East Asia take the
// full-width ones too.
const formulaSigns = "=+-@＝＋－＠"

func startsFormula(text string) bool {
	first, size := utf8.DecodeRuneInString(text)

	return size > 0 && strings.ContainsRune(formulaSigns, first)
}

// invisible reports whether a spreadsheet may skip a character before a formula: spaces, such
// as the no-break space, and marks without a width.
func invisible(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// valid returns the text as valid UTF-8 without NUL characters.
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

// offsets caches the zone's offset of the last hour. Rows come in the order of
// time, and a look-up in the zone's table costs more than writing a cell.
type offsets struct {
	zone   *time.Location
	hour   int64
	offset int64
	known  bool
}

// local is the local time of the zone at a moment, as seconds since 1970.
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

// ZoneHead names a zone in the head of a column. The zones of Indonesia have one offset all year. Of another zone the
// offset may change within a file, so it has its IANA name.
func ZoneHead(zone *time.Location) string {
	switch name := zone.String(); name {
	case "Asia/Jakarta", "Asia/Pontianak":
		return "WIB UTC+07:00"
	case "Asia/Makassar":
		return "WITA UTC+08:00"
	case "Asia/Jayapura":
		return "WIT UTC+09:00"
	default:
		return name
	}
}
