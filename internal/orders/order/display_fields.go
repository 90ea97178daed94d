package order

import (
	"encoding/json"
	"maps"
	"strings"

	"loket/internal/supplier"
)

// NameKey is the key of the customer's name in the reference of a bill's order.
const NameKey = "name"

// EncodeDisplayFields returns the stored form of the fields that are shown beside a product: a JSON object.
func EncodeDisplayFields(values map[string]string) string {
	text, err := json.Marshal(values)
	if err != nil || values == nil {
		return "{}" // a map of strings always marshals
	}

	return string(text)
}

// BillFields is the part of a bill that the order list shows.
func BillFields(b *supplier.Bill) map[string]string {
	out := map[string]string{}

	if b.CustomerName != "" {
		out[NameKey] = b.CustomerName
	}

	if len(b.Periods) > 0 {
		out["period"] = strings.Join(b.Periods, ", ")
	}

	return out
}

// DeliveredFields adds the customer's data from a serial number to an order's reference.
// Serial numbers of electricity have the form token/name/segment/power.
func DeliveredFields(o Order, answer supplier.Answer) map[string]string {
	out := map[string]string{}
	maps.Copy(out, o.DisplayFields)

	if answer.Bill != nil {
		maps.Copy(out, BillFields(answer.Bill))
	}

	parts := strings.Split(answer.SerialNumber, "/")
	if _, electricity := o.DisplayFields["electricity"]; electricity && len(parts) > 1 {
		clear(out)

		out["name"] = parts[1]

		if len(parts) > 3 {
			out["name"] += " · " + parts[2] + "/" + parts[3]
		}
	}

	return out
}
