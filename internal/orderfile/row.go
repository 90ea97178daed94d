package orderfile

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"loket/internal/order"
	"loket/internal/platform/sheet"
	"loket/internal/supplier"
)

// Columns returns the columns of every file of orders.
func Columns() []sheet.Column {
	return []sheet.Column{
		{Name: "Order ID", Width: 22},
		{Name: "Reference ID", Width: 24},
		{Name: "Created", Width: 20},
		{Name: "Updated", Width: 20},
		{Name: "Product Code", Width: 16},
		{Name: "Product", Width: 30},
		{Name: "Detail", Width: 30},
		{Name: "Wallet Type", Width: 13},
		{Name: "Customer Number", Width: 20},
		{Name: "Amount", Width: 14},
		{Name: "Status", Width: 10},
		{Name: "Refunded", Width: 10},
		{Name: "Payment Type", Width: 13},
		{Name: "Serial Number", Width: 36},
		{Name: "Reason", Width: 30},
	}
}

// rowWriter writes orders as rows of files. It reuses its memory, so an export allocates nothing for each row.
type rowWriter struct {
	id                  []byte
	references, reasons textCache
}

func newRowWriter() *rowWriter {
	return &rowWriter{
		references: textCache{read: readable},
		reasons:    textCache{read: func(code string) string { return supplier.Reason(code).Message().String() }},
	}
}

func (w *rowWriter) write(r *order.Row, o sheet.Writer) error {
	w.id = strconv.AppendInt(w.id[:0], r.ID, 10) // as order.FormatID

	o.Bytes(w.id)
	o.Bytes(r.ClientRef)
	o.Time(r.CreatedAt)
	o.Time(r.UpdatedAt)
	o.Bytes(r.ProductCode)
	o.Bytes(r.ProductName)
	o.Text(w.references.of(r.Reference))
	o.Bytes(r.WalletType)
	o.Bytes(r.DestinationNo)
	o.Int(r.Price)
	o.Text(r.Status.String())
	o.Text(yesNo(r.Refunded))
	o.Bytes(r.PaymentType)
	o.Bytes(r.SerialNumber)
	o.Text(w.reasons.of(r.Reason))

	return o.EndRow()
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}

	return "no"
}

// textCache caches what a stored text reads as: most orders of a client share
// few references, and all share the codes of reasons.
type textCache struct {
	read  func(stored string) string
	known map[string]string
}

const maxCachedTexts = 4096

func (m *textCache) of(bytes []byte) string {
	if text, ok := m.known[string(bytes)]; ok {
		return text
	}

	stored := string(bytes)
	text := m.read(stored)

	if m.known == nil || len(m.known) >= maxCachedTexts {
		m.known = map[string]string{}
	}

	m.known[stored] = text

	return text
}

// readable formats {"name":"SITI"} as name: SITI.
func readable(reference string) string {
	// Nearly all orders have one pair without escapes.
	if inner, ok := strings.CutPrefix(reference, `{"`); ok && strings.Count(reference, `"`) == len(`""""`) && !strings.Contains(reference, `\`) {
		if key, value, ok := strings.Cut(strings.TrimSuffix(inner, `"}`), `":"`); ok {
			return key + ": " + value
		}
	}

	var pairs map[string]string
	if err := json.Unmarshal([]byte(reference), &pairs); err != nil {
		return reference // not JSON of this program, so shown as it is
	}

	parts := make([]string, 0, len(pairs))
	for _, key := range slices.Sorted(maps.Keys(pairs)) {
		parts = append(parts, key+": "+pairs[key])
	}

	return strings.Join(parts, ", ")
}
