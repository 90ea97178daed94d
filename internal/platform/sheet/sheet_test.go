package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/clock"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()

	z, err := clock.Zone(name)
	if err != nil {
		t.Fatal(err)
	}

	return z
}

func columns() []Column { return []Column{{"Order ID", 22}, {"Amount", 14}, {"Created", 20}} }

func micros(t testing.TB, text string) int64 {
	t.Helper()

	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}

	return at.UnixMicro()
}

func TestCSV(t *testing.T) {
	t.Parallel()

	var out bytes.Buffer

	c, err := NewCSV(&out, zone(t, "Asia/Makassar"), columns())
	if err != nil {
		t.Fatal(err)
	}

	for _, r := range []struct {
		text string
		n    int64
		at   string
	}{
		{"2611210815300100042", 10_250, "2026-11-20T15:59:59.999999Z"},
		{`a,"b"`, -5, "2026-11-20T16:00:00Z"},
		{"=1+1", 0, "1969-12-31T23:59:59Z"},
		{"a;b;=1+1;\r\n", 0, "1969-12-31T23:59:59Z"},
		{"", 1, "2026-11-21T05:06:07Z"},
		{"\x00", 1, "2026-11-21T05:06:07Z"},
		{"-\n\xff", 1, "2026-11-21T05:06:07Z"},
	} {
		c.Text(r.text)
		c.Int(r.n)
		c.Time(micros(t, r.at))

		if err := c.EndRow(); err != nil {
			t.Fatal(err)
		}
	}

	if err := c.Close(); err != nil {
		t.Fatal(err)
	}

	want := "\ufeffOrder ID,Amount,Created\r\n2611210815300100042,10250,2026-11-20 23:59:59\r\n\"a,\"\"b\"\"\",-5,2026-11-21 00:00:00\r\n" +
		"'=1+1,0,1970-01-01 07:59:59\r\n\"a;b;'=1+1;\r\n\",0,1970-01-01 07:59:59\r\n,1,2026-11-21 13:06:07\r\n,1,2026-11-21 13:06:07\r\n\"'-\n\uFFFD\",1,2026-11-21 13:06:07\r\n"
	if out.String() != want {
		t.Errorf("got\n%q, want\n%q", out.String(), want)
	}
}

// book is a parsed workbook.
type book struct {
	parts  map[string]string
	sheets [][]xmlRow
}

type xmlRow struct {
	R     int       `xml:"r,attr"`
	Cells []xmlCell `xml:"c"`
}

type xmlCell struct {
	R       string  `xml:"r,attr"`
	S       string  `xml:"s,attr"`
	T       string  `xml:"t,attr"`
	V       string  `xml:"v"`
	Text    string  `xml:"is>t"`
	Formula *string `xml:"f"`
}

func read(t testing.TB, content []byte) book {
	t.Helper()

	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}

	b := book{parts: map[string]string{}}

	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}

		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}

		b.parts[f.Name] = string(text)

		var sheet struct {
			Rows []xmlRow `xml:"sheetData>row"`
		}
		if err := xml.Unmarshal(text, &sheet); err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, text)
		}

		if strings.HasPrefix(f.Name, "xl/worksheets/") {
			b.sheets = append(b.sheets, sheet.Rows)
		}
	}

	return b
}

func TestXLSX(t *testing.T) {
	t.Parallel()

	var out bytes.Buffer

	x, err := NewXLSX(&out, zone(t, ""), "Orders & more", columns())
	if err != nil {
		t.Fatal(err)
	}

	texts := []string{"2611210815300100042", "=1+1", "a<b>&\"c\"", "line\r\n\ttwo", "_x000D_", "", " spaced ", "\x01\xff\uFFFE", "+62812", strings.Repeat("é", maxCell)}
	for i, text := range texts {
		x.Text(text)
		x.Int(int64(i) * 1_000_000)
		x.Time(micros(t, "2026-11-21T07:32:15.999Z"))

		if err := x.EndRow(); err != nil {
			t.Fatal(err)
		}
	}

	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	b := read(t, out.Bytes())
	if len(b.sheets) != 1 || len(b.sheets[0]) != len(texts)+1 {
		t.Fatalf("%d sheets", len(b.sheets))
	}

	// Excel's own reader turns _x005F_ back into _; ours here does not.
	want := []string{"2611210815300100042", "'=1+1", "a<b>&\"c\"", "line\r\n\ttwo", "_x005F_x000D_", "", " spaced ", "\uFFFD\uFFFD\uFFFD", "'+62812"}
	for i, text := range want {
		cells := b.sheets[0][i+1].Cells
		if cells[0].Text != text || cells[1].V != strconv.Itoa(i*1_000_000) || cells[2].V != "46347.605729167" {
			t.Errorf("row %d: %+v", i, cells)
		}

		if cells[1].S != "2" || cells[2].S != "3" || cells[0].R != fmt.Sprint("A", i+2) || cells[2].R != fmt.Sprint("C", i+2) {
			t.Errorf("row %d: styles or places: %+v", i, cells)
		}
	}

	if n := len([]rune(b.sheets[0][len(texts)].Cells[0].Text)); n > maxCell {
		t.Errorf("a cell of %d characters", n)
	}

	if !strings.Contains(b.parts["xl/workbook.xml"], `name="Orders &amp; more"`) || !strings.Contains(b.parts["xl/worksheets/sheet1.xml"], `<col min="1" max="1" width="22" customWidth="1"/>`) {
		t.Error("title or widths are wrong")
	}
}

// A reader that truncates times to the second, as LibreOffice does, shows every
// second of a day right.
func TestXLSXTimesAreNotTheSecondBefore(t *testing.T) {
	t.Parallel()

	const daySeconds = 86_400

	var out bytes.Buffer

	x, err := NewXLSX(&out, zone(t, ""), "Orders", columns()[2:])
	if err != nil {
		t.Fatal(err)
	}

	midnight := micros(t, "2026-11-20T17:00:00Z")
	for second := range int64(daySeconds) {
		x.Time(midnight + second*1_000_000)

		if err := x.EndRow(); err != nil {
			t.Fatal(err)
		}
	}

	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	for second, row := range read(t, out.Bytes()).sheets[0][1:] {
		serial, err := strconv.ParseFloat(row.Cells[0].V, 64)
		if err != nil {
			t.Fatal(err)
		}

		if shown := int(serial*daySeconds) % daySeconds; shown != second {
			t.Fatalf("second %d is shown as %d", second, shown)
		}
	}
}

func TestXLSXStartsAFurtherSheet(t *testing.T) {
	t.Parallel()

	for rows, want := range map[int][]int{0: {1}, 3: {4}, 4: {4, 2}, 6: {4, 4}, 7: {4, 4, 2}} {
		var out bytes.Buffer

		x, err := newXLSX(&out, time.UTC, "Orders", columns(), 4)
		if err != nil {
			t.Fatal(err)
		}

		for range rows {
			x.Text("x")

			if err := x.EndRow(); err != nil {
				t.Fatal(err)
			}
		}

		if err := x.Close(); err != nil {
			t.Fatal(err)
		}

		b := read(t, out.Bytes())

		got := []int{}
		for n := range b.sheets {
			got = append(got, len(b.sheets[n]))
		}

		if !slices.Equal(got, want) || len(want) > 1 && !strings.Contains(b.parts["xl/workbook.xml"], `name="Orders 2"`) {
			t.Errorf("%d rows: sheets of %v, want %v", rows, got, want)
		}
	}
}

func TestColumnNames(t *testing.T) {
	t.Parallel()

	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA"} {
		if got := columnName(i); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()

	c, err := NewCSV(broken{}, time.UTC, columns())
	if err != nil {
		t.Fatal(err)
	}

	x, err := NewXLSX(broken{}, time.UTC, "x", columns())
	if err != nil {
		t.Fatal(err)
	}

	for _, w := range []Writer{c, x} {
		w.Text("x")

		if w.EndRow() == nil && w.Close() == nil {
			t.Error("a broken disk was not told of")
		}
	}
}

// A formula behind spaces, or with a full-width sign, is no formula in either format.
func TestHiddenFormulas(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"\u00a0=1":       "'\u00a0=1",
		" =1":            "' =1",
		"\u3000\u200b@A": "'\u3000\u200b@A",
		"\ufeff+1":       "'\ufeff+1",
		"＝1+1":           "'＝1+1",
		"＋62":            "'＋62",
		"－1":             "'－1",
		"＠SUM(A1)":       "'＠SUM(A1)",
		"\u00a0＝1":       "'\u00a0＝1",
		"\u00a0Budi":     "\u00a0Budi",
		"é=1":            "é=1",
		"a;\u00a0=1":     "a;'\u00a0=1", // CSV alone, where a semicolon may end a cell
	} {
		var table, workbook bytes.Buffer

		c, csvErr := NewCSV(&table, time.UTC, columns()[:1])
		x, xlsxErr := NewXLSX(&workbook, time.UTC, "x", columns()[:1])

		if err := errors.Join(csvErr, xlsxErr); err != nil {
			t.Fatal(err)
		}

		for _, w := range []Writer{c, x} {
			w.Text(text)

			if err := errors.Join(w.EndRow(), w.Close()); err != nil {
				t.Fatal(err)
			}
		}

		records, err := csv.NewReader(&table).ReadAll()
		if err != nil || records[1][0] != want {
			t.Errorf("CSV of %q is %q, %v", text, records, err)
		}

		if got := read(t, workbook.Bytes()).sheets[0][1].Cells[0].Text; got != want && !strings.Contains(text, ";") {
			t.Errorf("XLSX of %q is %q", text, got)
		}
	}
}

// FuzzCells proves that no content of a cell becomes a formula in any format, that each
// format can be read again, and that the other cells are unchanged.
func FuzzCells(f *testing.F) {
	for _, seed := range []string{"", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "a,b", `"`, "\x00=1", "\xff", "'=1", " =1", "_x003D_1", "]]>", "<f>1</f>", "&#61;1", "a;=1", "a;;\"=1", "\"=1", "a,b\n@SUM(A1)", "a\t+1", "\u00a0=1", "＝1", "a;\u3000＠A", " \t=1"} {
		f.Add(seed, seed)
	}

	f.Fuzz(func(t *testing.T, first, second string) {
		var text, workbook bytes.Buffer

		c, err := NewCSV(&text, time.UTC, columns()[:2])
		if err != nil {
			t.Fatal(err)
		}

		x, err := NewXLSX(&workbook, time.UTC, "x", columns()[:2])
		if err != nil {
			t.Fatal(err)
		}

		for _, w := range []Writer{c, x} {
			w.Text(first)
			w.Text(second)

			if err := w.EndRow(); err != nil {
				t.Fatal(err)
			}

			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}

		// Splits as a spreadsheet does that separates cells by semicolons or tabs. It
		// ignores the quotes of cells that commas separate.
		for _, piece := range strings.FieldsFunc(text.String(), func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) }) {
			if signed(piece) {
				t.Errorf("a live formula where cells are parted otherwise: %q of %q and %q", piece, first, second)
			}
		}

		records, err := csv.NewReader(&text).ReadAll()
		if err != nil || len(records) == 0 {
			t.Fatalf("%v: %q", err, text.String())
		}

		rows := read(t, workbook.Bytes()).sheets[0]
		if len(rows) != 2 || len(rows[1].Cells) != 2 {
			t.Fatalf("%d rows", len(rows))
		}

		cells := []string{rows[1].Cells[0].Text, rows[1].Cells[1].Text}
		if rows[1].Cells[0].Formula != nil || rows[1].Cells[1].Formula != nil {
			t.Error("a formula")
		}

		for _, record := range records[1:] { // none when both are empty, because the reader skips blank lines
			cells = append(cells, record...)
		}

		for _, cell := range cells {
			if armed(cell) {
				t.Errorf("a live formula: %q of %q and %q", cell, first, second)
			}
		}
	})
}
