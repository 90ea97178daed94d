package sheets

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/catalog"
	"loket/internal/platform/money"
)

// cells reads the values of a row in the order of its columns. It keeps the first
// error.
type cells struct {
	columns []string
	values  []string
	next    int
	err     error
}

// Limits of single values.
const (
	maxCode        = 32
	maxName        = catalog.MaxName
	maxDescription = catalog.MaxDescription
	maxSKU         = 64
	maxRupiah      = int64(catalog.MaxAmount)
	maxPreference  = 1_000
)

var (
	codePattern     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	supplierPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
)

var (
	errCode     = errors.New("must be 1 to 32 letters, digits, dots, dashes or underscores")
	errSupplier = errors.New("must be 1 to 32 small letters, digits or dashes")
	errText     = errors.New("must not have line breaks or other control characters")
	errEmpty    = errors.New("must be filled")
	errAmount   = errors.New("must be whole rupiah without dots, at most 1000000000000")
	errNumber   = errors.New("must be a whole number from 1")
	errMoment   = errors.New("must be a day and time in Jakarta as 2026-12-01 00:00")
	errFlag     = errors.New("must be true or false")
)

func (c *cells) take() string {
	v := strings.TrimSpace(c.values[c.next])
	c.next++

	return v
}

func (c *cells) fail(err error) {
	if c.err == nil {
		c.err = fmt.Errorf("%s %w", c.columns[c.next-1], err)
	}
}

func (c *cells) code() string {
	v := c.take()
	if len(v) > maxCode || !codePattern.MatchString(v) {
		c.fail(errCode)
	}

	return v
}

func (c *cells) supplier() string {
	v := c.take()
	if !supplierPattern.MatchString(v) {
		c.fail(errSupplier)
	}

	return v
}

func (c *cells) text(longest int) string {
	v := c.take()
	if utf8.RuneCountInString(v) > longest {
		c.fail(fmt.Errorf("must have at most %d characters", longest)) // a reason for people
	}

	if strings.ContainsFunc(v, unicode.IsControl) {
		c.fail(errText)
	}

	return v
}

func (c *cells) requiredText(longest int) string {
	v := c.text(longest)
	if v == "" {
		c.fail(errEmpty)
	}

	return v
}

func (c *cells) oneOf(choices []string) string {
	v := c.take()
	if !slices.Contains(choices, v) {
		c.fail(errors.New("must be one of " + strings.Join(choices, ", "))) // a reason for people
	}

	return v
}

// amount reads whole rupiah; given is false for an empty cell.
func (c *cells) amount() (v money.Rupiah, given bool) {
	text := c.take()
	if text == "" {
		return 0, false
	}

	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxRupiah || strings.Trim(text, "0123456789") != "" {
		c.fail(errAmount)

		return 0, true
	}

	return money.Rupiah(n), true
}

func (c *cells) requiredAmount() money.Rupiah {
	v, given := c.amount()
	if !given {
		c.fail(errEmpty)
	}

	return v
}

func (c *cells) optionalAmount() money.Rupiah {
	v, _ := c.amount()

	return v
}

// moment reads a day and time in Jakarta.
func (c *cells) moment(zone *time.Location) time.Time {
	at, err := time.ParseInLocation(momentForm, c.take(), zone)
	if err != nil {
		c.fail(errMoment)
	}

	return at
}

// momentForm is the form of moments in files.
const momentForm = "2006-01-02 15:04"

// client reads the number of a client; 0 for an empty cell.
func (c *cells) client() int64 {
	if strings.TrimSpace(c.values[c.next]) == "" {
		c.take()

		return 0
	}

	return c.number(maxRupiah)
}

func (c *cells) number(highest int64) int64 {
	n, err := strconv.ParseInt(c.take(), 10, 64)
	if err != nil || n < 1 || n > highest {
		c.fail(errNumber)
	}

	return n
}

func (c *cells) flag() bool {
	switch strings.ToLower(c.take()) {
	case "true":
		return true
	case "false":
		return false
	default:
		c.fail(errFlag)

		return false
	}
}
