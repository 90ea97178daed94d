package sheets

import (
	"fmt"
	"io"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// Taxpayer is whose tax was withheld.
type Taxpayer struct {
	Name      string
	TaxNumber string // NPWP; may be empty
}

// ExportRecap writes the withheld tax of a year by months as a table. Each row names the taxpayer, so that rows of several clients can be
// put together.
func ExportRecap(out io.Writer, of Taxpayer, months []wallet.TaxMonth, f sheet.Format, l language.Language) error {
	table, err := sheet.New(out, f, time.UTC, l.Pick("WHT 22 recap", "Rekap PPh 22"), []sheet.Column{
		{Name: l.Pick("Tax number (NPWP)", "Nomor pajak (NPWP)"), Width: 24},
		{Name: l.Pick("Client", "Klien"), Width: 28},
		{Name: l.Pick("Month", "Bulan"), Width: 10},
		{Name: l.Pick("Deposits received (Rp)", "Deposit diterima (Rp)"), Width: 22},
		{Name: l.Pick("WHT 22 (Rp)", "PPh 22 (Rp)"), Width: 16},
	})
	if err != nil {
		return fmt.Errorf("write a recap: %w", err)
	}

	for _, m := range months {
		table.Text(of.TaxNumber)
		table.Text(of.Name)
		table.Text(m.Month.String())
		table.Int(int64(m.Base))
		table.Int(int64(m.Tax))

		if err := table.EndRow(); err != nil {
			return fmt.Errorf("write a recap: %w", err)
		}
	}

	return table.Close()
}
