package sheet

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"
)

// Another library opens the workbook and finds the expected types, formats and
// widths.
func TestAnotherReaderAgrees(t *testing.T) {
	t.Parallel()

	var out bytes.Buffer

	x, err := newXLSX(&out, zone(t, ""), "Orders", columns(), 3)
	if err != nil {
		t.Fatal(err)
	}

	for _, text := range []string{"2611210815300100042", "=1+1", "_x0041_"} {
		x.Text(text)
		x.Int(1_234_567)
		x.Time(micros(t, "2026-11-21T07:32:15Z"))

		if err := x.EndRow(); err != nil {
			t.Fatal(err)
		}
	}

	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	f, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	rows, err := f.GetRows("Orders")
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v", rows, err)
	}

	if rows[1][0] != "2611210815300100042" || rows[1][1] != "1,234,567" || rows[1][2] != "2026-11-21 14:32:15" || rows[2][0] != "'=1+1" {
		t.Errorf("%q", rows)
	}

	if more, err := f.GetRows("Orders 2"); err != nil || len(more) != 2 || more[1][0] != "_x0041_" {
		t.Errorf("%q, %v", more, err)
	}

	for cell, want := range map[string]excelize.CellType{"A2": excelize.CellTypeInlineString, "B2": excelize.CellTypeUnset, "C2": excelize.CellTypeUnset} {
		if got, err := f.GetCellType("Orders", cell); err != nil || got != want {
			t.Errorf("%s is of type %v, %v", cell, got, err)
		}
	}

	if formula, err := f.GetCellFormula("Orders", "A3"); err != nil || formula != "" {
		t.Errorf("a formula: %q, %v", formula, err)
	}

	if width, err := f.GetColWidth("Orders", "A"); err != nil || width != 22 {
		t.Errorf("width %v, %v", width, err)
	}
}
