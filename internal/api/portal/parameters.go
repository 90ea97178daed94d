package portal

import (
	"strconv"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// NoID is an id that nothing has. A filter by it finds nothing, where 0 would mean no filter.
const NoID = -1

// Optional parses a parameter that may be missing: nil then. A text that does not parse is an error of the field.
func Optional[T any](name, text string, parse func(string) (T, error), wrong language.Message) (*T, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // nothing is asked for
	}

	value, err := parse(text)
	if err != nil {
		return nil, fault.InvalidField(name, wrong)
	}

	return &value, nil
}

// ParseDay parses a day that may be missing: nil then.
func ParseDay(name, text string) (*clock.Day, error) {
	return Optional(name, text, clock.ParseDay, MsgDay)
}

// ParseCursor parses the id that a page begins after. An empty one is 0, the first page.
func ParseCursor(name, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}

	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, fault.InvalidField(name, msgOrderID)
	}

	return id, nil
}

// FormatID writes an id as answers have it.
func FormatID(id int64) string { return strconv.FormatInt(id, 10) }

// ParseID parses an id of a path. It returns 0, which nothing has, for any text that is not the one form
// of a positive id: +4 and 04 are not 4.
func ParseID(text string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 0 || FormatID(id) != text {
		return 0
	}

	return id
}

// PerPage is the number of rows of a page that names none, as of every list (docs/product/shell.md#lists).
const PerPage = 10

// ExamplePIN stands for a PIN in examples.
const ExamplePIN = "......"

// ParseTime parses a moment of a query. An empty one is zero.
func ParseTime(name, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}

	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fault.InvalidField(name, MsgTime)
	}

	return t.UTC(), nil
}
