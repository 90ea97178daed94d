package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// Staff credit a part of an invoice, record its payment, attach the formal invoice and end it.
func TestStaffCommandsOfInvoices(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	issueInvoice(t, database(t, folder))

	staff := func(want string, args ...string) {
		t.Helper()

		args = append(append([]string{"admin", "invoice"}, args...), "--data", folder, "--reason", "as agreed")

		code, text := loket(t, args...)
		if (code == 0) == strings.HasPrefix(want, "loket: ") || !strings.Contains(text, strings.TrimPrefix(want, "loket: ")) {
			t.Fatalf("%s: %d %q, want %q", strings.Join(args, " "), code, text, want)
		}
	}

	const no = "TKO-INV-2026-000001"

	staff("2025-01-01: 1200 points of 11/12", "vat", "2025-01-01", "--points", "1200", "--base", "11/12")
	staff("loket: --base", "vat", "2025-01-01", "--points", "1200", "--base", "11")
	staff(no, "list")
	staff("loket: ", "list", "--client", "7")
	staff("loket: ", "done", no)
	staff("loket: no such invoice", "paid", "TKO-INV-2026-000002")
	staff("credit note TKO-CN-2026-000001: Rp 400", "credit-note", no, "--amount", "400")
	staff("loket: ", "credit-note", no, "--amount", "601")

	pdf := filepath.Join(folder, "formal.pdf")
	testkit.Must(t, os.WriteFile(pdf, []byte("%PDF-1.7\n%%EOF\n"), 0o600))
	staff("is unpaid, outstanding Rp 600", "attach", no, pdf)

	other := filepath.Join(folder, "formal.txt")
	testkit.Must(t, os.WriteFile(other, []byte("%PD"), 0o600))
	staff("loket: ", "attach", no, other)

	staff("is paid, outstanding Rp 0", "paid", no)
	staff("loket: ", "paid", no)
	staff("is done", "done", no)
	staff("done", "list", "--client", "1001")
}

// issueInvoice makes client 1001 with an invoice of Rp 1.000.
func issueInvoice(t *testing.T, url string) {
	t.Helper()

	d := testkit.OpenAt(t, url)
	testkit.InsertClient(t, d, 1001)

	now := time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)
	clk := clock.NewManual(now)

	p := parts.New(t, d, clk)
	settlements := p.Settlements(settlement.Options{})
	service := p.Invoices(t, settlements, invoice.Options{Entity: "TKO"}, nil)

	made, err := settlements.Change(t.Context(), settlement.Change{
		ClientID: 1001, Create: true, Limit: new(money.Rupiah(1000)), MaxLimit: new(money.Rupiah(1000)), Days: new(settlement.Bit(1)),
		Actor: "staff:budi", Reason: "contract 7",
	})
	testkit.Must(t, err)

	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		return service.IssueTx(t.Context(), tx, now, settlement.Draft{
			ClientID: 1001, SettlementID: made.Settlement.ID, PeriodID: 1, From: now.Add(-time.Hour), To: now, Bill: settlement.Bill{Used: 1000},
			DueOn: clock.Day{Year: 2026, Month: 12, Day: 5}, DueAt: now.AddDate(0, 0, 15),
		})
	}))
}
