package moota

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"loket/internal/banking"
	"loket/internal/platform/clock"
	"loket/internal/platform/inbox"
	"loket/internal/platform/money"
	"loket/internal/platform/safetext"
)

// fields are the members of a mutation that we read. Types differ between samples, so each is read with care.
type fields struct {
	AccountNumber json.RawMessage `json:"account_number"` //nolint:tagliatelle // Moota's names
	Amount        json.RawMessage `json:"amount"`
	Type          string          `json:"type"`
	MutationID    json.RawMessage `json:"mutation_id"` //nolint:tagliatelle // as above
	Date          string          `json:"date"`
	Description   string          `json:"description"`
}

// The types of incoming and outgoing money.
const (
	credit = "CR"
	debit  = "DB"
)

const (
	maxID          = 128
	maxDescription = 500
)

// errUnreadable means that a mutation lacks what a credit needs. It is set aside for staff.
var errUnreadable = fmt.Errorf("%w: the mutation can't be read", inbox.ErrAside)

// readMutation reads one mutation. The bank is left out. Outgoing money is recognised before anything else is read: its
// amount is none of our business, and may be written in any way.
func readMutation(raw string) (banking.Mutation, error) {
	var f fields
	if err := json.Unmarshal([]byte(raw), &f); err != nil {
		return banking.Mutation{}, fmt.Errorf("%w: %w", errUnreadable, err)
	}

	m := banking.Mutation{AccountNo: scalar(f.AccountNumber), ID: scalar(f.MutationID), Description: clip(f.Description)}

	switch strings.ToUpper(strings.TrimSpace(f.Type)) {
	case credit:
		m.Credit = true
	case debit:
		return m, nil
	default:
		return m, fmt.Errorf("%w: type %.40q", errUnreadable, f.Type)
	}

	if m.AccountNo == "" || m.ID == "" || len(m.ID) > maxID {
		return m, fmt.Errorf("%w: no account or id", errUnreadable)
	}

	var err error
	if m.Amount, err = readAmount(scalar(f.Amount)); err != nil {
		return m, err
	}

	if at, err := time.ParseInLocation(time.DateTime, f.Date, clock.Jakarta()); err == nil {
		m.BookedAt = at
	}

	return m, nil
}

// scalar is a JSON string, or the digits of a JSON number as they were written.
func scalar(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return strings.TrimSpace(text)
	}

	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}

	return ""
}

// amountForm is whole rupiah, or with decimals that are zero. An amount with a fraction is never rounded: it is not
// what a person transferred.
var amountForm = regexp.MustCompile(`^([0-9]{1,15})(\.0{1,4})?$`)

func readAmount(text string) (money.Rupiah, error) {
	parts := amountForm.FindStringSubmatch(text)
	if parts == nil {
		return 0, fmt.Errorf("%w: amount %.40q", errUnreadable, text)
	}

	n, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%w: amount %.40q", errUnreadable, text)
	}

	return money.Rupiah(n), nil
}

func clip(text string) string { return safetext.ClipBytes(safetext.MakeStorable(text), maxDescription) }

// subject is what mutations of an account are about, in the inbox.
func subject(bankCode, accountNo string) string { return bankCode + "/" + accountNo }
