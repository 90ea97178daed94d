package sheets_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// The recap names the taxpayer in each row and runs nothing in a spreadsheet.
func TestExportRecap(t *testing.T) {
	t.Parallel()

	months := []wallet.TaxMonth{
		{Month: wallet.Month{Year: 2026, Month: time.January}, TaxTotal: wallet.TaxTotal{Base: 100_000, Tax: 500}},
		{Month: wallet.Month{Year: 2026, Month: time.February}},
	}

	for number, want := range map[string]string{
		"01.234.567.8-612.000": "01.234.567.8-612.000,'=PT,2026-01,100000,500\r\n01.234.567.8-612.000,'=PT,2026-02,0,0\r\n",
		"3171234567890123":     "3171234567890123,'=PT,2026-01,100000,500\r\n3171234567890123,'=PT,2026-02,0,0\r\n",
		"":                     ",'=PT,2026-01,100000,500\r\n,'=PT,2026-02,0,0\r\n",
	} {
		var out bytes.Buffer
		testkit.Must(t, sheets.ExportRecap(&out, sheets.Taxpayer{Name: "=PT", TaxNumber: number}, months, sheet.FormatCSV, language.Indonesian))

		if got, _ := strings.CutPrefix(out.String(), "\ufeffNomor pajak (NPWP),Klien,Bulan,Deposit diterima (Rp),PPh 22 (Rp)\r\n"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
