// Package statement compares the statements of our bank accounts with the transfers and payments that banks reported.
package statement

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// Line is one line of a statement.
type Line struct {
	Number      int // in the file
	Day         clock.Day
	Credit      bool // money came in
	Amount      money.Rupiah
	Description string
}

// Limits of a file.
const (
	// MaxFile is the greatest size of a file, in bytes.
	MaxFile = 16 << 20

	maxLines       = 200_000
	maxDescription = 500
)

// ErrFile means that a file can't be imported. It is joined with the fault of each line.
var ErrFile = errors.New("the statement can't be imported")

func columnNames() []string { return []string{"date", "description", "amount", "type"} }

// Read reads a statement: CSV with the columns date (YYYY-MM-DD or DD/MM/YYYY), description, amount (whole rupiah, also
// as 1,000,000.00) and type (CR or DB, C or D), in any order; others are ignored. The error lists all faults.
func Read(from io.Reader) ([]Line, error) {
	limited := &io.LimitedReader{R: from, N: MaxFile + 1}
	reader := csv.NewReader(limited)
	reader.FieldsPerRecord = -1

	header, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}

	at, err := columnsOf(header)
	if err != nil {
		return nil, err
	}

	lines, found := []Line{}, []error{}

	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}

		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}

		if len(lines) == maxLines || limited.N == 0 {
			return nil, fmt.Errorf("%w: more than %d lines or %d MiB", ErrFile, maxLines, MaxFile>>20) //nolint:mnd // bytes of a MiB
		}

		number, _ := reader.FieldPos(0)

		line, err := readLine(record, at)
		if err != nil {
			found = append(found, fmt.Errorf("%w: line %d: %w", ErrFile, number, err))
		}

		line.Number = number
		lines = append(lines, line)
	}

	return lines, errors.Join(found...)
}

func columnsOf(header []string) (map[string]int, error) {
	at := map[string]int{}

	for i, name := range header {
		at[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")))] = i
	}

	for _, name := range columnNames() {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("%w: there is no column %q", ErrFile, name)
		}
	}

	return at, nil
}

var (
	errColumns = errors.New("columns are missing")
	errText    = errors.New("the description is not UTF-8, or too long")
	errType    = errors.New("the type is none of CR, DB, C, D")
	errDate    = errors.New("the date is neither YYYY-MM-DD nor DD/MM/YYYY")
	errAmount  = errors.New("the amount is not whole rupiah above zero")
)

func readLine(record []string, at map[string]int) (Line, error) {
	cell := func(name string) string { return strings.TrimSpace(record[at[name]]) }

	for _, name := range columnNames() {
		if at[name] >= len(record) {
			return Line{}, errColumns
		}
	}

	l := Line{Description: cell("description")}
	if !utf8.ValidString(l.Description) || strings.ContainsRune(l.Description, 0) || len(l.Description) > maxDescription {
		return Line{}, errText
	}

	var err error

	l.Day, err = readDay(cell("date"))
	if err != nil {
		return Line{}, err
	}

	switch kind := strings.ToUpper(cell("type")); {
	case slices.Contains([]string{"CR", "C"}, kind):
		l.Credit = true
	case slices.Contains([]string{"DB", "D"}, kind):
	default:
		return Line{}, errType
	}

	l.Amount, err = readAmount(cell("amount"))

	return l, err
}

func readDay(text string) (clock.Day, error) {
	for _, layout := range []string{time.DateOnly, "02/01/2006"} {
		if at, err := time.Parse(layout, text); err == nil {
			return clock.DayOf(at), nil
		}
	}

	return clock.Day{}, errDate
}

// amountForm has groups of three digits or none, and decimals that are zero or none.
var amountForm = regexp.MustCompile(`^([0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.00?)?$`)

func readAmount(text string) (money.Rupiah, error) {
	parts := amountForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, errAmount
	}

	n, err := strconv.ParseInt(strings.ReplaceAll(parts[1], ",", ""), 10, 64)
	if err != nil || n == 0 {
		return 0, errAmount
	}

	return money.Rupiah(n), nil
}
