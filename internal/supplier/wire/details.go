package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"loket/internal/supplier"
)

const (
	maxDetails = 100 // lines of a bill that we keep
	maxDepth   = 4   // of what is nested in them
)

// SplitPeriods takes "202601,202602" apart.
func SplitPeriods(text string) []string {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
	periods := make([]string, 0, len(fields))

	for _, field := range fields {
		if field = strings.TrimSpace(field); field != "" {
			periods = append(periods, field)
		}
	}

	return periods
}

// DetailPeriods are the periods among the lines of a bill.
func DetailPeriods(details []supplier.Detail) []string {
	periods := []string{}

	for _, detail := range details {
		if detail.Key == "periode" || strings.HasSuffix(detail.Key, ".periode") {
			periods = append(periods, detail.Value)
		}
	}

	return periods
}

// Details keeps every kind of bill without knowing its fields: they differ from
// product to product and grow. {"detail":[{"denda":0}]} becomes "detail.1.denda".
func Details(raw json.RawMessage) []supplier.Detail {
	details := []supplier.Detail{}
	flatten(&details, "", raw, 0)

	return details
}

func flatten(details *[]supplier.Detail, prefix string, raw json.RawMessage, depth int) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || depth > maxDepth || len(*details) >= maxDetails {
		return
	}

	switch raw[0] {
	case '{':
		fields, err := ReadObject(raw)
		if err != nil {
			return
		}

		for _, name := range fields.Names {
			flatten(details, join(prefix, name), fields.Values[name], depth+1)
		}
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return
		}

		for i, item := range items {
			flatten(details, join(prefix, strconv.Itoa(i+1)), item, depth+1)
		}
	default:
		if value := Scalar(raw); value != "" && prefix != "" {
			*details = append(*details, supplier.Detail{Key: prefix, Value: value})
		}
	}
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}

	return prefix + "." + name
}
