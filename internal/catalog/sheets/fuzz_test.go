package sheets_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// FuzzImport proves that no file causes a panic, that a file is applied whole or not at
// all, and that the report has an entry for every row that a CSV reader finds. Importing
// an applied file again changes nothing.
func FuzzImport(f *testing.F) {
	for table, content := range map[int]string{0: catalogtest.Operators, 1: catalogtest.Products, 2: "client_id,product_code,price\n1001,TSEL10,1\n", 3: catalogtest.SKUs} {
		f.Add(uint8(table), content)
		f.Add(uint8(table), "\uFEFF"+strings.ReplaceAll(content, "\n", "\r\n"))
		f.Add(uint8(table), strings.ReplaceAll(content, ",", "\",\""))
		f.Add(uint8(table), content+content)
	}

	path := filepath.Join(f.TempDir(), "fuzz.db")
	if _, err := db.Migrate(f.Context(), db.Options{URL: path}); err != nil {
		f.Fatal(err)
	}

	d, err := db.Open(f.Context(), db.Options{URL: path})
	if err != nil {
		f.Fatal(err)
	}

	f.Cleanup(func() { _ = d.Close() })

	svc := catalogtest.OnClock(d, clock.NewManual(time.Unix(1_800_000_000, 0)))

	f.Fuzz(func(t *testing.T, n uint8, content string) {
		tables := sheets.Tables()
		table := tables[int(n)%len(tables)]

		empty(t, d)

		fix := fixture{svc}
		before, version := fix.exported(t), fix.version(t)

		report, err := svc.Sheets.Import(t.Context(), table, strings.NewReader(content), catalogtest.Clients(), catalogtest.By())

		switch {
		case err != nil:
			if !sheets.ErrFile.Is(err) && !catalog.ErrImportRefused.Is(err) {
				t.Fatalf("an error that is not one of ours: %v", err)
			}

			if report.Applied || (catalog.ErrImportRefused.Is(err) && report.Count(sheets.Faulty) == 0) {
				t.Fatalf("refused with %+v", report)
			}

			fix.sameAs(t, before, version)
		case report.Count(sheets.Faulty) > 0:
			t.Fatalf("applied with faulty rows: %+v", report)
		case report.Applied != (fix.version(t) != version):
			t.Fatalf("applied %t, version %d before", report.Applied, version)
		}

		if rows := recordsOf(content); !sheets.ErrFile.Is(err) && len(report.Rows) != rows {
			t.Fatalf("%d rows are reported, the file has %d", len(report.Rows), rows)
		}

		if err == nil {
			again, err := svc.Sheets.Import(t.Context(), table, strings.NewReader(content), catalogtest.Clients(), catalogtest.By())
			if err != nil || again.Applied || again.Count(sheets.Unchanged) != len(again.Rows) {
				t.Fatalf("the same file again: %v %+v", err, again)
			}
		}
	})
}

// recordsOf counts the rows after the header. A broken row counts and is the last.
func recordsOf(content string) int {
	r := csv.NewReader(bytes.NewReader([]byte(strings.TrimPrefix(content, "\uFEFF"))))
	r.FieldsPerRecord = -1

	for n := -1; ; n++ {
		if _, err := r.Read(); errors.Is(err, io.EOF) {
			return n
		} else if err != nil {
			return n + 1
		}
	}
}

// empty leaves a client and one product of each kind, so that files contain both
// known and unknown codes.
func empty(t *testing.T, d *db.DB) {
	t.Helper()

	for _, text := range []string{
		"DELETE FROM product_skus", "DELETE FROM client_prices", "DELETE FROM products", "DELETE FROM operators", "DELETE FROM clients",
		`INSERT INTO operators (code, name, type) VALUES ('TSEL', 'Telkomsel', 'mobile')`,
		`INSERT INTO products (code, name, operator_code, operator_type, kind, wallet_type, price, updated_at)
			VALUES ('TSEL10', 'Telkomsel 10.000', 'TSEL', 'mobile', 'prepaid', 'level_1', 10250, 1)`,
	} {
		testkit.Exec(t, d, text)
	}

	testkit.InsertClient(t, d, 1001)
}

// FuzzSchedule proves that no file of price changes causes a panic, that only our errors come back, and that each refused
// row has a reason.
func FuzzSchedule(f *testing.F) {
	f.Add("2099-12-01 00:00,TSEL10,,,10300\n2099-12-01 00:00,TSEL10,1001,,\n2099-12-01 00:00,TSEL10,,digiflazz-a,1\n")
	f.Add("2099-12-01 00:00,TSEL10,\"1001\n,,,,\n2099-12-01 00:00,TSEL10,,,-1")
	f.Add("0000-00-00 24:00,TSEL10,9223372036854775808,,1000000000001\n")

	path := filepath.Join(f.TempDir(), "fuzz.db")
	if _, err := db.Migrate(f.Context(), db.Options{URL: path}); err != nil {
		f.Fatal(err)
	}

	d, err := db.Open(f.Context(), db.Options{URL: path})
	if err != nil {
		f.Fatal(err)
	}

	f.Cleanup(func() { _ = d.Close() })

	svc := catalogtest.OnClock(d, clock.NewManual(time.Unix(1_800_000_000, 0)))

	for _, file := range []struct {
		table   sheets.Table
		content string
	}{{sheets.OperatorTable, catalogtest.Operators}, {sheets.ProductTable, catalogtest.Products}, {sheets.SKUTable, catalogtest.SKUs}} {
		if _, err := svc.Sheets.Import(f.Context(), file.table, strings.NewReader(file.content), catalogtest.Clients(), catalogtest.By()); err != nil {
			f.Fatal(err)
		}
	}

	f.Fuzz(func(t *testing.T, rows string) {
		report, err := svc.Schedule(t, rows, false)
		if err != nil && !sheets.ErrFile.Is(err) && !catalog.ErrImportRefused.Is(err) {
			t.Fatalf("an error that is not one of ours: %v", err)
		}

		for _, r := range report.Rows {
			if (r.Outcome == sheets.Faulty) != (r.Reason != "") {
				t.Fatalf("%+v", r)
			}
		}
	})
}
