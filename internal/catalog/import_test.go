package catalog_test

import (
	"bytes"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func (f fixture) exported(t *testing.T) map[catalog.Table]string {
	t.Helper()

	out := map[catalog.Table]string{}

	for _, table := range catalog.Tables() {
		var b bytes.Buffer
		if err := f.Export(t.Context(), table, &b); err != nil {
			t.Fatal(err)
		}

		out[table] = b.String()
	}

	return out
}

func (f fixture) version(t *testing.T) int64 {
	t.Helper()

	snap, err := f.Reload(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	return snap.Version()
}

func TestExportIsImportedUnchanged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		f.fill(t)
		f.mustImport(t, catalog.PriceTable, "client_id,product_code,price\n1001,TSEL10,10200\n")
		f.mustImport(t, catalog.OperatorTable, "code,name,type,active\nEVIL,=HYPERLINK(1),game,true\n")

		before, version := f.exported(t), f.version(t)

		if before[catalog.ProductTable][strings.Index(before[catalog.ProductTable], "\n")+1:] == "" {
			t.Fatal("nothing was exported")
		}

		if !strings.Contains(before[catalog.OperatorTable], `'=HYPERLINK`) {
			t.Errorf("a live formula is exported: %s", before[catalog.OperatorTable])
		}

		for table, content := range before {
			report := f.mustImport(t, table, content)
			if report.Applied || report.Count(catalog.Unchanged) != len(report.Rows) || len(report.Rows) == 0 {
				t.Errorf("%s: %+v", table, report)
			}

			// As a spreadsheet saves it.
			f.mustImport(t, table, "\uFEFF"+strings.ReplaceAll(content, "\n", "\r\n"))
		}

		if after := f.version(t); after != version {
			t.Errorf("version %d after %d, though nothing changed", after, version)
		}
	})
}

func TestImportReportsEachRowAndAppliesAllOrNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.fill(t)

		before, version := f.exported(t), f.version(t)
		head, _, _ := strings.Cut(products, "\n")

		report, err := f.Import(t.Context(), catalog.ProductTable, strings.NewReader(head+"\n"+
			"TSEL10,Telkomsel 10.000,,TSEL,level_1,10250,12000,,,true,false\n"+ // 2 unchanged
			"TSEL20,Telkomsel 20.000,,TSEL,level_1,20200,,,,true,false\n"+ // 3 updated
			"TSEL25,Telkomsel 25.000,,TSEL,level_1,25100,,,,TRUE,false\n"+ // 4 created
			"TSEL25,Telkomsel 25.000,,TSEL,level_1,25100,,,,true,false\n"+ // 5 twice
			"TSEL30,Telkomsel 30.000,,NOPE,level_1,30100,,,,true,false\n"+ // 6 no operator
			"TSEL40,Telkomsel 40.000,,TSEL,level_1,40.100,,,,true,false\n"+ // 7 dots
			"TSEL50,Telkomsel 50.000,,TSEL,level_9,50100,,,,true,false\n"+ // 8 wallet
			"TSEL60,Telkomsel 60.000,,TSEL,level_1,0,,,,true,false\n"+ // 9 price
			"TSEL70,,,TSEL,level_1,70100,,,,true,false\n"+ // 10 name
			"=X,Telkomsel,,TSEL,level_1,70100,,,,true,false\n"+ // 11 code
			"DANAP,DANA,,DANA,level_2,0,,20000,10000,true,false\n"+ // 12 bounds
			"TSEL80,Telkomsel 80.000\n"+ // 13 columns
			"TSEL90,\"a \"quote\"\",,TSEL\n"+ // 14 ends the reading
			"TSEL91,Telkomsel\n"), clients(), by())
		if !catalog.ErrImportRefused.Is(err) || report.Applied {
			t.Fatalf("got %v, applied %t", err, report.Applied)
		}

		want := []catalog.Outcome{catalog.Unchanged, catalog.Updated, catalog.Created}
		reasons := []string{
			"", "", "", "the same as line 4", "operator does not exist", "price must be whole rupiah", "wallet_type must be one of",
			"price must be above zero", "name must be filled", "code must be", "min_amount must not", "2 columns instead of 11", "quotes are broken",
		}

		if len(report.Rows) != len(reasons) {
			t.Fatalf("%d rows are reported, want %d: %+v", len(report.Rows), len(reasons), report.Rows)
		}

		for i, row := range report.Rows {
			expected := catalog.Faulty
			if i < len(want) {
				expected = want[i]
			}

			if row.Line != i+2 || row.Outcome != expected || !strings.Contains(row.Reason, reasons[i]) || (reasons[i] == "") != (row.Reason == "") {
				t.Errorf("row %d: %+v, want %s because of %q", i, row, expected, reasons[i])
			}
		}

		f.sameAs(t, before, version)
	})
}

func (f fixture) sameAs(t *testing.T, before map[catalog.Table]string, version int64) {
	t.Helper()

	if after := f.version(t); after != version {
		t.Errorf("version %d after %d, though the import was refused", after, version)
	}

	for table, content := range f.exported(t) {
		if content != before[table] {
			t.Errorf("%s changed, though the import was refused", table)
		}
	}
}

func TestImportIsAuditedAndCountsTheVersionOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.fill(t)

		if v := f.version(t); v != 3 {
			t.Errorf("version %d after three imports", v)
		}

		var (
			n              int
			detail, reason string
		)

		err := d.Reader().QueryRow(t.Context(), `SELECT COUNT(*), MAX(detail), MAX(reason) FROM audit_log
			WHERE action = 'catalog.import' AND actor = 'staff:budi'`).Scan(&n, &detail, &reason)
		if err != nil || n != 3 || reason != "test" || !strings.Contains(detail, `"created":`) {
			t.Errorf("%d audit rows (%s, %q): %v", n, detail, reason, err)
		}
	})
}

func TestSuppliersChangePlacesInOneFile(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.fill(t)

		const head = "product_code,supplier,sku,preference,cost,active\n"

		f.mustImport(t, catalog.SKUTable, head+"TSEL10,digiflazz-a,a-tsel10,2,10100,true\nTSEL10,digiflazz-b,b-tsel10,1,10150,true\n")

		snap, err := f.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		if got := snap.SKUs("TSEL10"); len(got) != 2 || got[0].Supplier != "digiflazz-b" || got[0].Preference != 1 || got[1].Preference != 2 {
			t.Errorf("SKUs %+v", got)
		}

		report, err := f.Import(t.Context(), catalog.SKUTable, strings.NewReader(head+"TSEL10,digiflazz-c,c,2,1,true\nTSEL20,digiflazz-a,a,1,1,true\n"), clients(), by())
		if !catalog.ErrImportRefused.Is(err) || report.Rows[0].Outcome != catalog.Faulty || report.Rows[1].Outcome != catalog.Updated {
			t.Errorf("got %v and %+v", err, report.Rows)
		}
	})
}

func TestClientPricesComeAndGo(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.fill(t)

		const head = "client_id,product_code,price\n"

		for _, c := range []struct {
			row  string
			want catalog.Outcome
		}{
			{"1001,TSEL10,10200", catalog.Created},
			{"1001,TSEL10,10200", catalog.Unchanged},
			{"1001,TSEL10,10199", catalog.Updated},
			{"1001,TSEL10,", catalog.Removed},
			{"1001,TSEL10,", catalog.Unchanged},
			{"1009,TSEL10,1", catalog.Faulty},
			{"1001,NOPE,1", catalog.Faulty},
			{"1001,TSEL10,0", catalog.Faulty},
			{"1001,TSEL10,-5", catalog.Faulty},
			{"x,TSEL10,5", catalog.Faulty},
		} {
			report, err := f.Import(t.Context(), catalog.PriceTable, strings.NewReader(head+c.row), clients(), by())
			if (err != nil) != (c.want == catalog.Faulty) || len(report.Rows) != 1 || report.Rows[0].Outcome != c.want {
				t.Errorf("%s: %+v, %v; want %s", c.row, report.Rows, err, c.want)
			}
		}
	})
}

func TestFilesThatAreNoTable(t *testing.T) {
	t.Parallel()

	f := newFixture(t, testkit.Open(t, db.SQLite))

	for what, content := range map[string]string{
		"empty":          "",
		"no header":      "TSEL,Telkomsel,mobile,true\n",
		"other columns":  "code,name,active,type\n",
		"more columns":   "code,name,type,active,secret\n",
		"quotes":         "\"code,name",
		"too many rows":  "code,name,type,active\n" + strings.Repeat("A,A,game,true\n", 200_001),
		"too many bytes": "code,name,type,active\n" + strings.Repeat("A,"+strings.Repeat("x", 4000)+",game,true\n", 9_000),
	} {
		report, err := f.Import(t.Context(), catalog.OperatorTable, strings.NewReader(content), clients(), by())
		if !catalog.ErrImportFile.Is(err) || len(report.Rows) != 0 {
			t.Errorf("%s: got %v and %d rows", what, err, len(report.Rows))
		}
	}

	if _, err := f.Import(t.Context(), "users", strings.NewReader(operators), clients(), by()); err == nil {
		t.Error("a table that does not exist was imported")
	}
}
