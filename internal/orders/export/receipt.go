package export

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"
	"unicode"

	"loket/internal/orders/order"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// ReceiptStyle says how a receipt looks and for whom.
type ReceiptStyle struct {
	Shop     string            // the client's name, which the receipt shows instead of ours
	Zone     *time.Location    // the client's
	Language language.Language // English unless language.Indonesian
	Plain    bool              // plain monospace text
}

//go:embed receipt.css
var receiptStyle string

// ReceiptStyleHash is the style-src hash of the receipts' style. Pages show receipts in a frame that inherits
// their content security policy.
func ReceiptStyleHash() string {
	sum := sha256.Sum256([]byte(receiptStyle))

	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// receiptPage has no scripts and loads nothing. The template escapes everything but the style.
var receiptPage = template.Must(template.New("receipt").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Words.Receipt}} {{.ID}}</title><style>{{.Style}}</style></head>
{{- if .Plain}}
<body><main><pre><b role="heading" aria-level="1">{{.Head}}</b>
{{.Text}}</pre></main></body>
{{- else}}
<body><main class="slip"><header><h1>{{.Shop}}</h1><p>{{.When}}</p></header>
<dl>{{range .Rows}}<div><dt>{{.Label}}</dt><dd{{if .Mono}} class="mono"{{end}}>{{.Value}}</dd></div>{{end}}</dl>
{{- if .Token}}
<section class="token"><h2>{{.Words.Token}}</h2><p class="mono">{{.Token}}</p></section>
{{- end}}
<footer><p class="total"><b>{{.Words.Total}}</b><span class="sum"><small>Rp.</small>{{.Total}}</span></p>
<p class="state"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12l5 5L20 7"/></svg>{{.Words.Success}}</p></footer></main></body>
{{- end}}
</html>
`))

// words holds the labels of a receipt.
type words struct {
	Receipt, OrderID, Product, Meter, Number, PaymentType, Settlement, Serial, Tariff, Total, Token, Success string

	displayLabels map[string]string
}

func wordsOf(l language.Language) words {
	if l == language.Indonesian {
		return words{
			Receipt: "Struk", OrderID: "ID Order", Product: "Produk", Meter: "No. Meter", Number: "No. Pelanggan",
			PaymentType: "Jenis Pembayaran", Settlement: "Settlement", Serial: "No. Seri",
			Tariff: "Tarif", Total: "Total", Token: "Token", Success: "Berhasil",
			displayLabels: map[string]string{"name": "Nama", "period": "Periode", "zone": "Zona"},
		}
	}

	return words{
		Receipt: "Receipt", OrderID: "Order ID", Product: "Product", Meter: "Meter", Number: "Customer Number",
		PaymentType: "Payment Type", Settlement: "Settlement", Serial: "Serial Number",
		Tariff: "Tariff", Total: "Total", Token: "Token", Success: "Success",
		displayLabels: map[string]string{"name": "Name", "period": "Period", "zone": "Zone"},
	}
}

// receiptRow is one line of facts.
type receiptRow struct {
	Label, Value string
	Mono         bool
}

type receiptView struct {
	Words words
	Lang  language.Language
	Style template.CSS
	Plain bool
	Head  string // first line of the plain text: the shop
	Text  string // the rest of the plain text
	Shop  string
	When  string
	ID    string
	Rows  []receiptRow
	Token string
	Total string
}

// Receipt returns the receipt of an order as HTML, for the client's customer. Only successful orders have one;
// for others it returns order.ErrState.
func Receipt(o order.Order, style ReceiptStyle) ([]byte, error) {
	if o.Status != order.Success {
		return nil, order.ErrState.Msg(msgReceiptSuccess)
	}

	v := viewReceipt(o, style)
	if style.Plain {
		v.Head, v.Text = v.plainText()
	}

	var page bytes.Buffer
	if err := receiptPage.Execute(&page, v); err != nil {
		return nil, fmt.Errorf("write the receipt of order %d: %w", o.ID, err)
	}

	return page.Bytes(), nil
}

func viewReceipt(o order.Order, style ReceiptStyle) receiptView {
	w := wordsOf(style.Language)
	lang := language.English

	if style.Language == language.Indonesian {
		lang = language.Indonesian
	}

	v := receiptView{
		Words: w, Lang: lang, Style: template.CSS(receiptStyle), Plain: style.Plain, //nolint:gosec // the program's own file
		Shop: printable(style.Shop), When: moment(o.UpdatedAt, style.Zone, lang), ID: order.FormatID(o.ID), Total: o.Price.Dotted(),
	}

	number := w.Number
	token, isToken := parseToken(o.SerialNumber)

	if isToken {
		number = w.Meter
	}

	v.add(w.OrderID, v.ID, true)
	v.add(w.Product, o.ProductName, false)
	v.add(number, inFours(o.DestinationNo), true)

	if o.PaymentType == order.Settlement { // a deposit, which pays nearly all, goes without saying
		v.add(w.PaymentType, w.Settlement, false)
	}

	if isToken {
		v.Token = inFours(token.digits)
		v.add(w.displayLabels["name"], token.name, false)
		v.add(w.Tariff, token.tariff, false)
		v.add("kWh", token.energy, false)

		return v
	}

	keys := make([]string, 0, len(o.DisplayFields))

	for key := range o.DisplayFields {
		if w.displayLabels[key] != "" { // the product's name already contains the group and the operator
			keys = append(keys, key)
		}
	}

	slices.Sort(keys)

	for _, key := range keys {
		v.add(w.displayLabels[key], o.DisplayFields[key], false)
	}

	v.add(w.Serial, o.SerialNumber, true)

	return v
}

func (v *receiptView) add(label, value string, mono bool) {
	if value = printable(value); value != "" {
		v.Rows = append(v.Rows, receiptRow{label, value, mono})
	}
}

// moment formats a time as 21 November 2026 (14:32 WIB).
func moment(at time.Time, zone *time.Location, l language.Language) string {
	local := at.In(zone)
	name, offset := local.Zone()

	const hour = 3600

	switch offset { // the zones of Indonesia
	case 7 * hour:
		name = "WIB"
	case 8 * hour:
		name = "WITA"
	case 9 * hour:
		name = "WIT"
	}

	return fmt.Sprintf("%d %s %d (%02d:%02d %s)", local.Day(), l.Month(local.Month()), local.Year(), local.Hour(), local.Minute(), name)
}

// electricity holds the parts of a serial number of prepaid electricity.
type electricity struct{ digits, name, tariff, energy string }

const (
	tokenDigits = 20
	tokenParts  = 5 // token/name/tariff/power/energy
)

// parseToken parses the serial number of an electricity token:
// 4471-0932-8856-1204-7719/SITI AMINAH/R1/1300/64.7. Twenty digits alone belong to other products.
func parseToken(serial string) (electricity, bool) {
	parts := strings.Split(serial, "/")
	digits := strings.NewReplacer("-", "", " ", "").Replace(parts[0])

	grouped := len(digits) < len(parts[0])
	if len(digits) != tokenDigits || !isDigits(digits) || len(parts) == 1 && !grouped {
		return electricity{}, false
	}

	e := electricity{digits: digits}

	if len(parts) > 1 {
		e.name = parts[1]
	}

	if len(parts) >= tokenParts-1 {
		e.tariff = parts[2] + " / " + parts[3]

		if power := strings.TrimSuffix(parts[3], "VA"); isDigits(power) && len(power) < len("1000000") {
			e.tariff = parts[2] + " / " + money.Rupiah(number(power)).Dotted() + " VA"
		}
	}

	if len(parts) >= tokenParts {
		e.energy = strings.ReplaceAll(parts[4], ".", ",")
	}

	return e, true
}

func number(digits string) int64 {
	n := int64(0)
	for _, d := range digits {
		n = n*10 + int64(d-'0')
	}

	return n
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// inFours formats digits in groups of four. Other text stays as it is.
func inFours(text string) string {
	const group = 4

	if !isDigits(text) {
		return text
	}

	var b strings.Builder

	for i := range len(text) {
		if i > 0 && i%group == 0 {
			b.WriteByte(' ')
		}

		b.WriteByte(text[i])
	}

	return b.String()
}

// printable removes control characters and characters that change the direction of text. Text from a supplier
// must not change the look of a receipt.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}

		return r
	}, strings.ToValidUTF8(text, ""))

	return strings.Join(strings.Fields(text), " ")
}
