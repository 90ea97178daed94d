package sheet

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// byteOrderMark begins each file: without it Excel takes UTF-8 for the code page of the machine.
const byteOrderMark = "\uFEFF"

// flushSize is the buffer size in bytes.
const flushSize = 64 << 10

// CSV writes RFC 4180: a byte order mark, commas, CRLF, quotes where needed. Times are written as
// 2006-01-02 15:04:05 without an offset, which spreadsheets read as dates. The
// column's name must say the zone.
type CSV struct {
	out   io.Writer
	buf   []byte
	zone  offsets
	first bool // the next cell is the first of its row
	err   error
	day   int64 // the day in dayText
	text  [len("2006-01-02 ")]byte
}

// NewCSV begins a table and writes its header row.
func NewCSV(out io.Writer, zone *time.Location, columns []Column) (*CSV, error) {
	c := &CSV{out: out, buf: make([]byte, 0, flushSize+flushSize/4), zone: offsets{zone: zone}, first: true, day: -1 << 62}
	c.buf = append(c.buf, byteOrderMark...)

	for _, column := range columns {
		c.Text(column.Name)
	}

	return c, c.EndRow()
}

func (c *CSV) comma() {
	if !c.first {
		c.buf = append(c.buf, ',')
	}

	c.first = false
}

// Text implements Writer.
func (c *CSV) Text(text string) {
	c.comma()

	if plain(text) {
		c.buf = append(c.buf, text...)

		return
	}

	text = disarmed(valid(text))
	if text == "" || !strings.ContainsAny(text, ",\"\r\n") && text[0] != ' ' && text[len(text)-1] != ' ' {
		c.buf = append(c.buf, text...)

		return
	}

	c.buf = append(c.buf, '"')
	c.buf = append(c.buf, strings.ReplaceAll(text, `"`, `""`)...)
	c.buf = append(c.buf, '"')
}

// Bytes implements Writer.
func (c *CSV) Bytes(text []byte) {
	if !plain(text) {
		c.Text(string(text))

		return
	}

	c.comma()
	c.buf = append(c.buf, text...)
}

// plain reports in one pass whether a text needs no quotes and no other change, as
// most cells do.
func plain[T string | []byte](text T) bool {
	if len(text) == 0 {
		return true
	}

	if armed(text) || text[0] == ' ' || text[len(text)-1] == ' ' {
		return false
	}

	for i := range len(text) {
		if b := text[i]; b >= 0x80 || b < 0x20 || b == ',' || b == '"' || b == ';' {
			return false
		}
	}

	return true
}

// separators are characters that a spreadsheet may take for the end of a cell, even
// inside quotes. Where the comma is the decimal sign, as in Indonesia, cells are
// separated by semicolons.
const separators = ";\t\r\n"

// signed reports whether a text begins with the sign of a formula, perhaps after
// quotes and spaces.
func signed(text string) bool {
	return startsFormula(strings.TrimLeftFunc(text, func(r rune) bool {
		return r == '"' || invisible(r) && !strings.ContainsRune(separators, r)
	}))
}

// disarmed puts an apostrophe before everything in a text that a spreadsheet could
// take for the start of a formula.
func disarmed(text string) string {
	out := make([]byte, 0, len(text)+1)

	for i := range len(text) {
		start := i == 0 || strings.IndexByte(separators, text[i-1]) >= 0
		if start && signed(text[i:]) || i == 0 && armed(text) {
			out = append(out, '\'')
		}

		out = append(out, text[i])
	}

	return string(out)
}

// Int implements Writer. A negative number starts with a minus sign but is no
// formula.
func (c *CSV) Int(n int64) {
	c.comma()
	c.buf = strconv.AppendInt(c.buf, n, 10)
}

// Time implements Writer.
func (c *CSV) Time(micros int64) {
	c.comma()

	const daySeconds = 24 * secondsPerHour

	local := c.zone.local(micros)
	day := floorDiv(local, daySeconds)

	if day != c.day {
		c.day = day
		time.Unix(day*daySeconds, 0).UTC().AppendFormat(c.text[:0], "2006-01-02 ")
	}

	c.buf = append(c.buf, c.text[:]...)
	c.buf = appendClock(c.buf, local-day*daySeconds)
}

// appendClock appends the seconds of a day as 15:04:05.
func appendClock(buf []byte, seconds int64) []byte {
	const minute = 60

	hours, minutes, rest := seconds/secondsPerHour, seconds/minute%minute, seconds%minute

	return append(buf, byte('0'+hours/10), byte('0'+hours%10), ':', byte('0'+minutes/10), byte('0'+minutes%10), ':', //nolint:gosec // decimal digits
		byte('0'+rest/10), byte('0'+rest%10))
}

// EndRow implements Writer.
func (c *CSV) EndRow() error {
	c.buf = append(c.buf, '\r', '\n')
	c.first = true

	if len(c.buf) >= flushSize {
		c.flush()
	}

	return c.err
}

func (c *CSV) flush() {
	if c.err == nil {
		if _, err := c.out.Write(c.buf); err != nil {
			c.err = fmt.Errorf("write a table: %w", err)
		}
	}

	c.buf = c.buf[:0]
}

// Close implements Writer.
func (c *CSV) Close() error {
	c.flush()

	return c.err
}
