package reconciliation

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"loket/internal/orders/order"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/safetext"
)

// Bounds of a file.
const (
	// MaxLines is the most lines of a file.
	MaxLines = 200_000
	// MaxBytes is the longest file.
	MaxBytes     = 20 << 20
	maxReference = 200 // characters: longer than any of ours, so that a faulty one is shown as missing
	maxFaults    = 20  // that are told at once
	maxAmount    = 1_000_000_000_000_000
)

// line is what the client's file says of one order.
type line struct {
	number    int // in the file, from 1
	reference string
	amount    money.Rupiah
	status    order.Status
}

// columns are the places of the three values in a line.
type columns struct{ reference, amount, status int }

// readLines reads a client's file: CSV with commas, semicolons or tabs, with or without a head. Every line is read or refused by its
// number: nothing is left out but empty lines. Errors: fault.ErrValidation, and those of the reader.
func readLines(from io.Reader) ([]line, error) {
	in := bufio.NewReaderSize(from, 64<<10) //nolint:mnd // a buffer

	if head, _ := in.Peek(len(mark)); string(head) == mark {
		_, _ = in.Discard(len(mark))
	}

	head, err := in.Peek(4 << 10) //nolint:mnd // more than the first line
	if len(head) == 0 {
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("read a file: %w", err)
		}

		return nil, fault.InvalidField("line 1", msgEmpty)
	}

	r := csv.NewReader(in)
	r.Comma, r.FieldsPerRecord, r.ReuseRecord, r.TrimLeadingSpace = separatorOf(head), -1, true, true

	reader := lineReader{csv: r, places: columns{0, 1, 2}}

	return reader.all()
}

// mark begins UTF-8 files of spreadsheets.
const mark = "\uFEFF"

// separatorOf guesses what separates cells, by the first line.
func separatorOf(head []byte) rune {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	best, most := ',', 0

	for _, c := range []rune{',', ';', '\t'} {
		if n := bytes.Count(first, []byte(string(c))); n > most {
			best, most = c, n
		}
	}

	return best
}

type lineReader struct {
	csv    *csv.Reader
	places columns
	lines  []line
	faults []fault.Field
	begun  bool
}

func (r *lineReader) all() ([]line, error) {
	for len(r.faults) < maxFaults {
		cells, err := r.csv.Read()

		switch {
		case errors.Is(err, io.EOF):
			return r.result()
		case err != nil:
			return nil, r.unreadable(err)
		}

		number, _ := r.csv.FieldPos(0)
		r.read(number, cells)

		if len(r.lines) > MaxLines {
			return nil, fault.InvalidField(fieldOf(number), msgLines.With(money.Rupiah(MaxLines).Dotted()))
		}
	}

	return r.result()
}

func (r *lineReader) result() ([]line, error) {
	if len(r.faults) > 0 {
		return nil, fault.ErrValidation.With(r.faults...)
	}

	return r.lines, nil
}

// unreadable is the error for a text that isn't CSV, or a body that broke off.
func (r *lineReader) unreadable(err error) error {
	if broken, is := errors.AsType[*csv.ParseError](err); is {
		return fault.ErrValidation.With(append(r.faults, fault.Field{Field: fieldOf(broken.Line), Message: msgQuotes})...)
	}

	return fmt.Errorf("read a file: %w", err)
}

func fieldOf(number int) string { return "line " + strconv.Itoa(number) }

// read reads one line.
func (r *lineReader) read(number int, cells []string) {
	if strings.TrimSpace(strings.Join(cells, "")) == "" {
		return
	}

	if !r.begun {
		r.begun = true

		if places, is := headOf(cells); is {
			r.places = places

			return
		}
	}

	one, wrong := r.places.read(cells)
	if !wrong.IsZero() {
		r.faults = append(r.faults, fault.Field{Field: fieldOf(number), Message: wrong})

		return
	}

	one.number = number
	r.lines = append(r.lines, one)
}

// read reads the values of a line. The message says what is wrong.
func (c columns) read(cells []string) (line, language.Message) {
	if max(c.reference, c.amount, c.status) >= len(cells) {
		return line{}, msgColumns
	}

	one := line{reference: plainReference(cells[c.reference])}

	if n := utf8.RuneCountInString(one.reference); n == 0 || n > maxReference || !safetext.Storable(one.reference) {
		return line{}, msgReference.With(maxReference)
	}

	var ok bool

	if one.amount, ok = amountOf(cells[c.amount]); !ok {
		return line{}, msgAmount
	}

	if one.status, ok = statusOf(cells[c.status]); !ok {
		return line{}, msgStatus
	}

	return one, language.Message{}
}

// plainReference takes off what our own files put before a cell that would be a formula.
func plainReference(cell string) string {
	cell = strings.TrimSpace(cell)
	if len(cell) > 1 && cell[0] == '\'' && strings.IndexByte("=+-@", cell[1]) >= 0 {
		cell = cell[1:]
	}

	return strings.Clone(cell) // which would keep its whole line in memory
}

// headOf finds the columns in the first line, if that is a head: by our names, those of our exports, and what others call them.
func headOf(cells []string) (columns, bool) {
	found := columns{-1, -1, -1}

	for i, cell := range cells {
		name := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(cell))

		switch name {
		case "reference", "clientref", "referenceid", "ref", "referensi", "idreferensi":
			found.reference = i
		case "amount", "price", "nominal", "harga":
			found.amount = i
		case "status":
			found.status = i
		}
	}

	return found, found.reference >= 0 && found.amount >= 0 && found.status >= 0
}

// amountOf reads whole rupiah: 10250, 10250.00, 10.250, 10,250.00, Rp 10.250.
func amountOf(cell string) (money.Rupiah, bool) {
	cell = strings.TrimSpace(cell)
	if len(cell) > 2 && strings.EqualFold(cell[:2], "rp") {
		cell = strings.TrimSpace(strings.TrimPrefix(cell[2:], "."))
	}

	at := strings.LastIndexAny(cell, ".,")
	if at >= 0 && len(cell)-at <= 3 { // a decimal part, which must be zeros
		if strings.Trim(cell[at+1:], "0") != "" || len(cell)-at == 1 {
			return 0, false
		}

		cell = cell[:at]
	}

	digits, ok := ungrouped(cell)
	if !ok {
		return 0, false
	}

	n, err := strconv.ParseInt(digits, 10, 64)

	return money.Rupiah(n), err == nil && n >= 0 && n <= maxAmount
}

// ungrouped takes the separators of thousands out: one kind, before each group of three digits.
func ungrouped(text string) (string, bool) {
	const group = 3

	at := strings.IndexAny(text, ".,")
	if at < 0 {
		return text, text != "" && strings.Trim(text, "0123456789") == ""
	}

	groups := strings.Split(text, text[at:at+1])
	for i, g := range groups {
		if g == "" || strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != group || i == 0 && len(g) > group {
			return "", false
		}
	}

	return strings.Join(groups, ""), true
}

// statusOf reads a state in our words, those of our exports, and what others call it.
func statusOf(cell string) (order.Status, bool) {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "success", "succeeded", "successful", "sukses", "berhasil":
		return order.Success, true
	case "failed", "fail", "failure", "gagal", "refunded", "reversed":
		return order.Failed, true
	case "pending", "process", "processing", "proses", "diproses", "tertunda":
		return order.Pending, true
	}

	return 0, false
}
