package export_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
	"loket/internal/supplier"
)

// TestFilesInBothLanguages proves that heads, states and reasons are in the language of
// the file, and that texts of staff are not translated.
func TestFilesInBothLanguages(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		newServiceWithStore(t, d, export.Options{})

		at := time.Date(2026, 11, 19, 8, 0, 0, 0, time.UTC)
		made := ordertest.InsertOrders(t, d, at, at, at, at, at, at) // two of each state
		testkit.Exec(t, d, "UPDATE orders SET reason = $1 WHERE id = $2", string(supplier.ReasonNumberWrong), made[2])
		testkit.Exec(t, d, "UPDATE orders SET reason = $1 WHERE id = $2", "Agreed by phone", made[5])

		for l, want := range map[language.Language][]string{
			language.English: {
				"Order ID,Reference ID,Created (WIB UTC+07:00),Updated (WIB UTC+07:00),", "success,no,Deposit,,", "pending,no,Deposit,,", "failed,yes,Deposit,,The destination number is wrong",
				"success,no,Deposit,,", "pending,no,Deposit,,", "failed,yes,Deposit,,Agreed by phone",
			},
			language.Indonesian: {
				"ID Order,ID Referensi,Dibuat (WIB UTC+07:00),Diperbarui (WIB UTC+07:00),", "berhasil,tidak,Deposit,,", "tertunda,tidak,Deposit,,", "gagal,ya,Deposit,,Nomor tujuan salah",
				"berhasil,tidak,Deposit,,", "tertunda,tidak,Deposit,,", "gagal,ya,Deposit,,Agreed by phone",
			},
		} {
			var text strings.Builder

			zone := testkit.Jakarta(t)
			out, err := sheet.NewCSV(&text, zone, export.Columns(l, zone))
			testkit.Must(t, err)

			_, err = export.Extract(t.Context(), d, order.Selection{ClientID: client, From: at, To: at.Add(time.Second)}, l, out)
			testkit.Must(t, err)
			testkit.Must(t, out.Close())

			rows := strings.Split(strings.TrimSpace(text.String()), "\n")
			if len(rows) != len(want) {
				t.Fatalf("%s: %d rows:\n%s", l, len(rows), text.String())
			}

			for i, row := range rows {
				if !strings.Contains(row, want[i]) {
					t.Errorf("%s: row %d is %q, want %q in it", l, i, row, want[i])
				}
			}
		}
	})
}
