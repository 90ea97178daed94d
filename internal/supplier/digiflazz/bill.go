package digiflazz

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"loket/internal/supplier"
)

const (
	maxDetails = 100 // lines of a bill that we keep
	maxDepth   = 4   // of what is nested in desc
)

// readBill takes the bill out of an answer; nil where there is none.
func readBill(data object) *supplier.Bill {
	name := data.text("customer_name")
	_, described := data.values["desc"]

	if name == "" && !described {
		return nil
	}

	bill := &supplier.Bill{CustomerName: name, Periods: []string{}, Details: []supplier.Detail{}}
	if admin, ok := data.rupiah("admin"); ok {
		bill.Admin = admin
	}

	// selling_price is what the customer owes; price is what leaves our deposit.
	if owed, ok := data.rupiah("selling_price"); ok {
		bill.Amount = owed
	}

	if period := data.text("periode"); period != "" {
		bill.Periods = splitPeriods(period)
	}

	flatten(bill, "", data.values["desc"], 0)

	if len(bill.Periods) == 0 {
		bill.Periods = detailPeriods(bill.Details)
	}

	bill.Parts, bill.Fine = readParts(bill.Details)

	return bill
}

func splitPeriods(text string) []string {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
	periods := make([]string, 0, len(fields))

	for _, field := range fields {
		if field = strings.TrimSpace(field); field != "" {
			periods = append(periods, field)
		}
	}

	return periods
}

func detailPeriods(details []supplier.Detail) []string {
	periods := []string{}

	for _, detail := range details {
		if detail.Key == "periode" || strings.HasSuffix(detail.Key, ".periode") {
			periods = append(periods, detail.Value)
		}
	}

	return periods
}

// flatten keeps every kind of bill without knowing its fields: desc differs from
// product to product and grows. {"detail":[{"denda":0}]} becomes "detail.1.denda".
func flatten(bill *supplier.Bill, prefix string, raw json.RawMessage, depth int) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || depth > maxDepth || len(bill.Details) >= maxDetails {
		return
	}

	switch raw[0] {
	case '{':
		fields, err := readObject(raw)
		if err != nil {
			return
		}

		for _, name := range fields.names {
			flatten(bill, join(prefix, name), fields.values[name], depth+1)
		}
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return
		}

		for i, item := range items {
			flatten(bill, join(prefix, strconv.Itoa(i+1)), item, depth+1)
		}
	default:
		if value := scalar(raw); value != "" && prefix != "" {
			bill.Details = append(bill.Details, supplier.Detail{Key: prefix, Value: value})
		}
	}
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}

	return prefix + "." + name
}
