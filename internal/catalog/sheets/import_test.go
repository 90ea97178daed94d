package sheets_test

import (
	"bytes"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type fixture struct{ catalogtest.Fixture }

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()

	return fixture{catalogtest.New(t, d)}
}

func (f fixture) exported(t *testing.T) map[sheets.Table]string {
	t.Helper()

	out := map[sheets.Table]string{}

	for _, table := range sheets.Tables() {
		var b bytes.Buffer
		if err := f.Sheets.Export(t.Context(), table, &b); err != nil {
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
		f.Fill(t)
		f.MustImport(t, sheets.PriceTable, "client_id,product_code,price\n1001,TSEL10,10200\n")
		f.MustImport(t, sheets.OperatorTable, "code,name,type,active\nEVIL,=HYPERLINK(1),game,true\n")

		before, version := f.exported(t), f.version(t)

		if before[sheets.ProductTable][strings.Index(before[sheets.ProductTable], "\n")+1:] == "" {
			t.Fatal("nothing was exported")
		}

		if !strings.Contains(before[sheets.OperatorTable], `'=HYPERLINK`) {
			t.Errorf("a live formula is exported: %s", before[sheets.OperatorTable])
		}

		for table, content := range before {
			report := f.MustImport(t, table, content)
			if report.Applied || report.Count(sheets.Unchanged) != len(report.Rows) || len(report.Rows) == 0 {
				t.Errorf("%s: %+v", table, report)
			}

			// As a spreadsheet saves it.
			f.MustImport(t, table, "\uFEFF"+strings.ReplaceAll(content, "\n", "\r\n"))
		}

		if after := f.version(t); after != version {
			t.Errorf("version %d after %d, though nothing changed", after, version)
		}
	})
}

// A file has neither the reason of a problem nor a cut-off: it changes nothing of a product that has them.
func TestImportLeavesDisturbancesAsTheyAre(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		_, err := f.SetProblem(t.Context(), catalog.Choice{Product: "TSEL20"}, catalog.Problem{On: true, English: "Slow"}, catalogtest.By())
		testkit.Must(t, err)

		_, err = f.SetCutOff(t.Context(), catalog.Choice{Product: "TSEL10"}, catalog.CutOff{From: 60, To: 120}, catalogtest.By())
		testkit.Must(t, err)

		version := f.version(t)

		report := f.MustImport(t, sheets.ProductTable, catalogtest.Products)
		if report.Count(sheets.Unchanged) != 4 || f.version(t) != version {
			t.Errorf("the same file changed %+v", report.Rows)
		}
	})
}

// A file that says that a product has a problem, or none any more, records it as staff's own command does.
func TestImportRecordsDisturbances(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t) // TSEL20 is new and has a problem

		recorded := func() string {
			return testkit.Value[string](t, d, "SELECT COALESCE(STRING_AGG(kind || ' ' || subject, ', ' ORDER BY id), '') FROM events WHERE kind LIKE 'product.%'")
		}

		if got := recorded(); got != "product.disturbed TSEL20" {
			t.Errorf("new products: %s", got)
		}

		f.MustImport(t, sheets.ProductTable, strings.NewReplacer("true,false\nTSEL20", "true,true\nTSEL20", "false,true", "false,false").Replace(catalogtest.Products))
		f.MustImport(t, sheets.ProductTable, strings.NewReplacer("true,false\nTSEL20", "true,true\nTSEL20", "false,true", "false,false", "20150", "20160").Replace(catalogtest.Products))

		if got := recorded(); got != "product.disturbed TSEL20, product.disturbed TSEL10, product.fine TSEL20" {
			t.Errorf("after changes: %s", got)
		}
	})
}

func TestImportReportsEachRowAndAppliesAllOrNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		before, version := f.exported(t), f.version(t)
		head, _, _ := strings.Cut(catalogtest.Products, "\n")

		report, err := f.Sheets.Import(t.Context(), sheets.ProductTable, strings.NewReader(head+"\n"+
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
			"TSEL91,Telkomsel\n"), catalogtest.Clients(), catalogtest.By())
		if !catalog.ErrImportRefused.Is(err) || report.Applied {
			t.Fatalf("got %v, applied %t", err, report.Applied)
		}

		want := []sheets.Outcome{sheets.Unchanged, sheets.Updated, sheets.Created}
		reasons := []string{
			"", "", "", "the same as line 4", "operator does not exist", "price must be whole rupiah", "wallet_type must be one of",
			"price must be above zero", "name must be filled", "code must be", "min_amount must not", "2 columns instead of 11", "quotes are broken",
		}

		if len(report.Rows) != len(reasons) {
			t.Fatalf("%d rows are reported, want %d: %+v", len(report.Rows), len(reasons), report.Rows)
		}

		for i, row := range report.Rows {
			expected := sheets.Faulty
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

func (f fixture) sameAs(t *testing.T, before map[sheets.Table]string, version int64) {
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
		f.Fill(t)

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
		f.Fill(t)

		const head = "product_code,supplier,sku,preference,cost,active\n"

		f.MustImport(t, sheets.SKUTable, head+"TSEL10,digiflazz-a,a-tsel10,2,10100,true\nTSEL10,digiflazz-b,b-tsel10,1,10150,true\n")

		snap, err := f.Snapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		if got := snap.SKUs("TSEL10"); len(got) != 2 || got[0].Supplier != "digiflazz-b" || got[0].Preference != 1 || got[1].Preference != 2 {
			t.Errorf("SKUs %+v", got)
		}

		report, err := f.Sheets.Import(t.Context(), sheets.SKUTable, strings.NewReader(head+"TSEL10,digiflazz-c,c,2,1,true\nTSEL20,digiflazz-a,a,1,1,true\n"), catalogtest.Clients(), catalogtest.By())
		if !catalog.ErrImportRefused.Is(err) || report.Rows[0].Outcome != sheets.Faulty || report.Rows[1].Outcome != sheets.Updated {
			t.Errorf("got %v and %+v", err, report.Rows)
		}
	})
}

func TestClientPricesComeAndGo(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		const head = "client_id,product_code,price\n"

		for _, c := range []struct {
			row  string
			want sheets.Outcome
		}{
			{"1001,TSEL10,10200", sheets.Created},
			{"1001,TSEL10,10200", sheets.Unchanged},
			{"1001,TSEL10,10199", sheets.Updated},
			{"1001,TSEL10,", sheets.Removed},
			{"1001,TSEL10,", sheets.Unchanged},
			{"1009,TSEL10,1", sheets.Faulty},
			{"1001,NOPE,1", sheets.Faulty},
			{"1001,TSEL10,0", sheets.Faulty},
			{"1001,TSEL10,-5", sheets.Faulty},
			{"x,TSEL10,5", sheets.Faulty},
		} {
			report, err := f.Sheets.Import(t.Context(), sheets.PriceTable, strings.NewReader(head+c.row), catalogtest.Clients(), catalogtest.By())
			if (err != nil) != (c.want == sheets.Faulty) || len(report.Rows) != 1 || report.Rows[0].Outcome != c.want {
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
		report, err := f.Sheets.Import(t.Context(), sheets.OperatorTable, strings.NewReader(content), catalogtest.Clients(), catalogtest.By())
		if !sheets.ErrFile.Is(err) || len(report.Rows) != 0 {
			t.Errorf("%s: got %v and %d rows", what, err, len(report.Rows))
		}
	}

	if _, err := f.Sheets.Import(t.Context(), "users", strings.NewReader(catalogtest.Operators), catalogtest.Clients(), catalogtest.By()); err == nil {
		t.Error("a table that does not exist was imported")
	}
}

func TestImportRefusesPricesBelowCost(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)

		before, version := f.exported(t), f.version(t)

		for table, content := range map[sheets.Table]string{
			sheets.PriceTable:   "client_id,product_code,price\n1001,TSEL10,10099\n",
			sheets.ProductTable: strings.Replace(catalogtest.Products, "10250", "10099", 1),
			sheets.SKUTable:     strings.Replace(catalogtest.SKUs, "10100", "10251", 1),
		} {
			report, err := f.Sheets.Import(t.Context(), table, strings.NewReader(content), catalogtest.Clients(), catalogtest.By())
			if !catalog.ErrImportRefused.Is(err) || report.Count(sheets.Faulty) != 1 {
				t.Errorf("%s: %v %+v", table, err, report)
			}
		}

		f.sameAs(t, before, version)
	})
}
