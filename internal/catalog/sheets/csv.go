package sheets

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an imported file. They are far above any real catalogue and stop a
// wrong file from using up the memory.
const (
	maxFileBytes = 32 << 20
	maxFileRows  = 200_000
)

// line is one row of a file, as read.
type line struct {
	number int // line in the file; the header is line 1
	cells  []string
	broken string // why the row can't be parsed
}

var errTooLarge = errors.New("the file is larger than 32 MiB")

// limitReader is an io.LimitReader that returns an error at its limit.
type limitReader struct {
	from io.Reader
	left int64
}

func (l *limitReader) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, errTooLarge
	}

	n, err := l.from.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)

	return n, err // io.EOF must stay itself
}

// readLines reads a whole file: a header row with exactly these columns, then
// rows. It accepts a byte order mark and CRLF, which spreadsheets write. It stops
// at a row with a broken quote, since the start of the next row is not known; that
// row is the last one returned. Errors are ErrFile.
func readLines(from io.Reader, columns []string) ([]line, error) {
	buffered := bufio.NewReader(&limitReader{from, maxFileBytes})
	if mark, _ := buffered.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = buffered.Discard(len(byteOrderMark))
	}

	r := csv.NewReader(buffered)
	r.FieldsPerRecord = -1 // counted per row, so that the report can name it

	head, err := r.Read()
	if err != nil {
		return nil, ErrFile.Wrap(fmt.Errorf("read the header row: %w", err))
	}

	if !slices.Equal(head, columns) {
		return nil, ErrFile.Msg(msgHeader.With(strings.Join(columns, ",")))
	}

	lines := []line{}

	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}

		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			return append(lines, line{number: parse.StartLine, broken: "the quotes are broken; the rest of the file was not read"}), nil
		}

		if errors.Is(err, errTooLarge) {
			return nil, ErrFile.Msg(msgTooLarge)
		}

		if err != nil {
			return nil, ErrFile.Wrap(fmt.Errorf("read the file: %w", err))
		}

		if len(lines) == maxFileRows {
			return nil, ErrFile.Msg(msgRows.With(maxFileRows))
		}

		number, _ := r.FieldPos(0)
		lines = append(lines, newLine(number, cells, len(columns)))
	}
}

const byteOrderMark = "\uFEFF"

func newLine(number int, cells []string, want int) line {
	l := line{number: number, cells: cells}

	if len(cells) != want {
		l.broken = fmt.Sprintf("the row has %d columns instead of %d", len(cells), want)
	}

	for i, c := range cells {
		if !utf8.ValidString(c) {
			l.broken = "the row is not UTF-8"
		}

		cells[i] = removeApostrophe(c)
	}

	return l
}

// label is what the report shows for a row that has no code.
func (l line) label() string {
	const shown = 40

	if len(l.cells) == 0 {
		return ""
	}

	clean := []rune(strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return -1
		}

		return c
	}, l.cells[0]))

	return string(clean[:min(len(clean), shown)])
}

// formulaStarts are the characters that make a spreadsheet run a cell.
const formulaStarts = "=+-@\t\r"

// isFormula reports whether a spreadsheet would run the text as a formula.
func isFormula(s string) bool { return s != "" && strings.ContainsRune(formulaStarts, rune(s[0])) }

// escapeFormula puts an apostrophe before a text that a spreadsheet would run.
func escapeFormula(s string) string {
	if isFormula(s) {
		return "'" + s
	}

	return s
}

// removeApostrophe removes the apostrophe of escapeFormula, so an exported file can be imported
// again unchanged.
func removeApostrophe(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && isFormula(rest) {
		return rest
	}

	return s
}
