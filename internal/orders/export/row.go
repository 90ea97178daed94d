package export

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
	"loket/internal/supplier"
)

// Columns returns the columns of every file of orders, in a language. The heads of the times name the zone, so that
// the cells stay dates for a spreadsheet and a program knows their offset.
func Columns(l language.Language, zone *time.Location) []sheet.Column {
	in := " (" + sheet.ZoneHead(zone) + ")"

	return []sheet.Column{
		{Name: l.Pick("Order ID", "ID Order"), Width: 22},
		{Name: l.Pick("Reference ID", "ID Referensi"), Width: 24},
		{Name: l.Pick("Created", "Dibuat") + in, Width: 26},
		{Name: l.Pick("Updated", "Diperbarui") + in, Width: 26},
		{Name: l.Pick("Product Code", "Kode Produk"), Width: 16},
		{Name: l.Pick("Product", "Produk"), Width: 30},
		{Name: "Detail", Width: 30},
		{Name: l.Pick("Wallet Type", "Jenis Dompet"), Width: 13},
		{Name: l.Pick("Customer Number", "Nomor Pelanggan"), Width: 20},
		{Name: l.Pick("Amount", "Nominal"), Width: 14},
		{Name: "Status", Width: 10},
		{Name: l.Pick("Refunded", "Dikembalikan"), Width: 13},
		{Name: l.Pick("Payment Type", "Jenis Pembayaran"), Width: 17},
		{Name: l.Pick("Serial Number", "Nomor Seri"), Width: 36},
		{Name: l.Pick("Reason", "Alasan"), Width: 30},
	}
}

// rowWriter writes orders as rows of files. It reuses its memory, so an export allocates nothing for each row.
type rowWriter struct {
	language            language.Language
	id                  []byte
	references, reasons textCache
	wallets, payments   textCache
}

func newRowWriter(l language.Language) *rowWriter {
	return &rowWriter{
		language:   l,
		references: textCache{read: readable},
		reasons:    textCache{read: func(code string) string { return supplier.Reason(code).Message().In(l) }},
		wallets:    textCache{read: func(stored string) string { return wallet.Type(stored).Label() }},
		payments:   textCache{read: func(stored string) string { return order.PaymentType(stored).Label() }},
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
	o.Text(w.references.of(r.DisplayFields))
	o.Text(w.wallets.of(r.WalletType))
	o.Bytes(r.DestinationNo)
	o.Int(r.Price)
	o.Text(statusText(r.Status, w.language))
	o.Text(yesNo(r.Refunded, w.language))
	o.Text(w.payments.of(r.PaymentType))
	o.Bytes(r.SerialNumber)
	o.Text(w.reasons.of(r.Reason))

	return o.EndRow()
}

func statusText(s order.Status, l language.Language) string {
	switch s {
	case order.Success:
		return l.Pick(s.String(), "berhasil")
	case order.Failed:
		return l.Pick(s.String(), "gagal")
	case order.Pending:
		return l.Pick(s.String(), "tertunda")
	default:
		return s.String()
	}
}

func yesNo(b bool, l language.Language) string {
	if b {
		return l.Pick("yes", "ya")
	}

	return l.Pick("no", "tidak")
}

// textCache caches the readable form of stored texts. Orders of a client share few references and reasons.
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
