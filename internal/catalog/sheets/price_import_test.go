package sheets_test

import (
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
)

// A file is applied as its preview said: faulty rows are left out, rows below cost wait for a second person, also one that is above cost only
// because of a row that waits.
func TestPartOfAFileWaits(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := catalogtest.New(t, d)
		f.Fill(t)
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10110\n")

		// The cost falls, and is still above the client's own price from the second moment on. The list price relies on that cost.
		const content = "effective_at,product_code,client_id,supplier,amount\n" +
			"2026-12-01 00:00,DANAO,,,950\n" +
			"2026-12-01 00:00,TSEL10,,digiflazz-a,10050\n" +
			"2026-12-01 00:00,TSEL10,1001,,9000\n" +
			"2026-12-01 00:00,TSEL10,,,10060\n" +
			"2026-12-01 00:00,NONE,,,10060\n" +
			"2026-12-01 00:00,PDAMSBY,1001,,2000\n"

		schedule := func(tag string, apply bool) (sheets.PriceReport, error) {
			return f.Sheets.Schedule(t.Context(), sheets.PriceImport{
				File: strings.NewReader(content), ClientIDs: catalogtest.Clients(), By: catalogtest.By(), Partly: true, MaxRows: 10, Tag: tag, Apply: apply,
				Refuse: func(c catalog.PriceChange) string {
					if c.ProductCode == "PDAMSBY" {
						return "not yours"
					}

					return ""
				},
			})
		}

		preview, err := schedule("", false)
		if err != nil || preview.Applied || len(preview.Previews) != 4 || preview.Count(sheets.Faulty) != 2 || preview.Rows[5].Reason != "not yours" {
			t.Fatalf("%+v, %v", preview, err)
		}

		if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM price_changes WHERE status = 'scheduled'"); n != 0 {
			t.Errorf("the preview scheduled %d changes", n)
		}

		if _, err := schedule("another", true); !catalog.ErrPreview.Is(err) {
			t.Errorf("with the tag of another preview: %v", err)
		}

		done, err := schedule(preview.Tag, true)
		if err != nil || !done.Applied || done.Waiting == nil {
			t.Fatalf("%+v, %v", done, err)
		}

		scheduled, err := f.ScheduledChanges(t.Context())
		if err != nil || len(scheduled) != 1 || scheduled[0].ProductCode != "DANAO" {
			t.Errorf("%+v, %v", scheduled, err)
		}

		n, err := f.DecidePrices(t.Context(), approval.Decision{ID: done.Waiting.ID, Approve: true, Actor: "staff:dewi", Reason: "seen"})
		if err != nil || n != 3 {
			t.Errorf("%d changes, %v", n, err)
		}

		// The same file again finds all of it scheduled.
		again, err := schedule("", false)
		if err != nil || len(again.Previews) != 0 || again.Count(sheets.Unchanged) != 4 {
			t.Errorf("%+v, %v", again, err)
		}
	})
}
