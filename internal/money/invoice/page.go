package invoice

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

//go:embed page.css
var pageStyle string

// pageTemplate is the print view of an invoice or a credit note, for A4, in both languages at once: it may be shown to a
// tax office and to a bookkeeper abroad. It runs no script and loads nothing.
var pageTemplate = template.Must(template.New("invoice").Parse(`<!doctype html>
<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.No}}</title><style>{{.Style}}</style></head>
<body><main>
<header><div><p class="seller">{{.Seller.Name}}</p>{{with .Seller.Address}}<p>{{.}}</p>{{end}}{{with .Seller.TaxNumber}}<p>NPWP {{.}}</p>{{end}}</div>
<div class="head"><h1>{{.Title}}</h1><p class="no">{{.No}}</p></div></header>
<section class="parties"><div><h2>Kepada <i lang="en">/ Bill to</i></h2><p><b>{{.Buyer.Name}}</b></p>{{with .Buyer.TaxNumber}}<p>NPWP {{.}}</p>{{end}}</div>
<dl>{{range .Facts}}<div><dt>{{.Name}} <i lang="en">/ {{.English}}</i></dt><dd>{{.Value}}</dd></div>{{end}}</dl></section>
<table><thead><tr><th scope="col">Uraian <i lang="en">/ Description</i></th><th scope="col" class="sum">Jumlah <i lang="en">/ Amount</i></th></tr></thead>
<tbody>{{range .Rows}}<tr><td>{{.Name}} <i lang="en">/ {{.English}}</i></td><td class="sum">{{.Value}}</td></tr>{{end}}</tbody>
<tfoot><tr><th scope="row">Total</th><td class="sum total">{{.Total}}</td></tr></tfoot></table>
{{with .VAT}}<dl class="vat">{{range .}}<div><dt>{{.Name}} <i lang="en">/ {{.English}}</i></dt><dd>{{.Value}}</dd></div>{{end}}</dl>{{end}}
{{with .State}}<dl class="vat state">{{range .}}<div><dt>{{.Name}} <i lang="en">/ {{.English}}</i></dt><dd>{{.Value}}</dd></div>{{end}}</dl>{{end}}
{{with .Account}}<section class="pay"><h2>Pembayaran <i lang="en">/ Payment</i></h2><p><b>{{.BankName}} {{.No}}</b> {{.Name}}</p>
<p>Cantumkan {{$.No}} pada berita transfer. <i lang="en">Write {{$.No}} in the transfer's remark.</i></p></section>{{end}}
</main></body></html>
`))

// pageRow is a labelled value in both languages.
type pageRow struct{ Name, English, Value string }

type pageView struct {
	Style         template.CSS
	Title, No     string
	Seller, Buyer Party
	Facts         []pageRow
	Rows          []pageRow
	Total         string
	VAT           []pageRow
	State         []pageRow // what was credited and paid since the issue, and what is left
	Account       *Account
}

// writePage writes the page of an invoice, or of a credit note about it.
func (s *Service) writePage(ctx context.Context, out io.Writer, i *Invoice, note *CreditNote) error {
	view := pageView{Style: template.CSS(pageStyle), Seller: i.Seller, Buyer: i.Buyer} //nolint:gosec // the program's own file

	if note != nil {
		view.showNote(i, note)
	} else {
		lines, err := s.Lines(ctx, i)
		if err != nil {
			return err
		}

		notes, err := s.CreditNotes(ctx, i)
		if err != nil {
			return err
		}

		now, err := s.now(ctx, s.deps.DB.Reader(), i.ClientID)
		if err != nil {
			return err
		}

		view.showInvoice(i, lines)
		view.showState(i, notes, now)
	}

	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, view); err != nil {
		return fmt.Errorf("write the page of invoice %d: %w", i.ID, err)
	}

	_, err := page.WriteTo(out)

	return err
}

func (v *pageView) showInvoice(i *Invoice, lines []Line) {
	v.Title, v.No, v.Total = "Tagihan / Invoice", i.No, i.Amount.String()

	v.Facts = []pageRow{
		{"Tanggal", "Date", taxDay(i.IssuedAt)},
		{"Jatuh tempo", "Due date", longDay(i.DueOn, language.Indonesian)},
		{"Periode", "Period", taxMinute(i.From) + " – " + taxMinute(i.To.Add(-time.Microsecond))},
	}

	for _, l := range lines {
		v.Rows = append(v.Rows, lineRow(l))
	}

	v.showVAT(i.VAT)

	if i.Account.No != "" && i.Outstanding() > 0 {
		v.Account = &i.Account
	}
}

// showState shows what became of the amount, which itself never changes: credit notes and the payment, down to what is left.
func (v *pageView) showState(i *Invoice, notes []CreditNote, now time.Time) {
	var credited, carried money.Rupiah

	for _, n := range notes {
		if n.Carried {
			carried += n.Amount
		} else {
			credited += n.Amount
		}
	}

	paid := !i.Status.Open() && i.Amount > credited
	if credited == 0 && carried == 0 && !paid {
		return
	}

	v.State = []pageRow{{"Keadaan per", "As of", taxMinute(now)}, {"Jumlah tagihan", "Invoice amount", i.Amount.String()}}

	if credited > 0 {
		v.State = append(v.State, pageRow{"Nota kredit", "Credit notes", (-credited).String()})
	}

	if paid {
		v.State = append(v.State, pageRow{"Dibayar " + taxDay(i.PaidAt), "Paid", (credited - i.Amount).String()})
	}

	v.State = append(v.State, pageRow{"Sisa tagihan", "Left to pay", i.Outstanding().String()})

	if carried > 0 {
		v.State = append(v.State, pageRow{"Nota kredit untuk tagihan berikutnya", "Credit notes for the next invoice", (-carried).String()})
	}
}

func (v *pageView) showNote(i *Invoice, n *CreditNote) {
	v.Title, v.No, v.Total = "Nota Kredit / Credit Note", n.No, (-n.Amount).String()

	v.Facts = []pageRow{
		{"Tanggal", "Date", taxDay(n.IssuedAt)},
		{"Untuk tagihan", "For invoice", i.No},
	}

	if n.Carried {
		v.Facts = append(v.Facts, pageRow{"Mengurangi", "Reduces", "tagihan berikutnya / the next invoice"})
	}

	v.Rows = []pageRow{{n.Reason, "credit", (-n.Amount).String()}}

	if n.VAT > 0 {
		v.VAT = []pageRow{{"Termasuk PPN", "VAT included", (-n.VAT).String()}}
	}
}

func (v *pageView) showVAT(vat VAT) {
	if vat.Points == 0 {
		return
	}

	v.VAT = []pageRow{
		{"Dasar pengenaan pajak (DPP)", "Tax base", vat.Base.String()},
		{"Termasuk PPN " + perCent(vat.Points), "VAT included", vat.Amount.String()},
	}
}

func lineRow(l Line) pageRow {
	amount := l.Amount.String()

	switch l.Kind {
	case Usage:
		return pageRow{"Order dalam periode", "Orders of the period", amount}
	case Refunds:
		return pageRow{"Pengembalian order periode sebelumnya", "Refunds of orders of earlier periods", amount}
	case Carried:
		return pageRow{"Kredit yang dibawa dari tagihan sebelumnya", "Credit brought forward from earlier invoices", amount}
	case Left:
	}

	return pageRow{"Kredit untuk periode berikutnya", "Credit for the next period", amount}
}

// perCent formats hundredths of a per cent: 12 %, 0,5 %.
func perCent(points int64) string {
	whole, rest := points/100, points%100 //nolint:mnd // hundredths

	if rest == 0 {
		return fmt.Sprintf("%d%%", whole)
	}

	return fmt.Sprintf("%d,%02d%%", whole, rest)
}

// taxZone is the zone of tax dates.
func taxZone() *time.Location {
	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		return time.UTC // the zones are part of the program
	}

	return zone
}

func taxDay(at time.Time) string { return longDay(clock.DayOf(at.In(taxZone())), language.Indonesian) }

func taxMinute(at time.Time) string { return taxDay(at) + at.In(taxZone()).Format(" 15:04") + " WIB" }
