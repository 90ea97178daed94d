package sheet_test

import (
	"bytes"
	"io"
	"sync"
	"testing"
	"time"

	"loket/internal/platform/sheet"
)

var oneColumn = []sheet.Column{{Name: "Name", Width: 10}}

func workbook(t testing.TB, text string) []byte {
	t.Helper()

	var out bytes.Buffer
	if err := writeWorkbook(&out, text); err != nil {
		t.Fatal(err)
	}

	return out.Bytes()
}

func writeWorkbook(out io.Writer, text string) error {
	x, err := sheet.New(out, sheet.FormatXLSX, time.UTC, "Names", oneColumn)
	if err != nil {
		return err
	}

	for range 500 {
		x.Text(text)

		if err := x.EndRow(); err != nil {
			return err
		}
	}

	return x.Close()
}

// Workbooks that are written side by side and one after another have nothing of each other, and are the same each time.
func TestWorkbooksShareNothing(t *testing.T) {
	t.Parallel()

	first, second := workbook(t, "Budi"), workbook(t, "Siti")

	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			text, want := "Budi", first
			if i%2 == 1 {
				text, want = "Siti", second
			}

			var out bytes.Buffer
			if err := writeWorkbook(&out, text); err != nil || !bytes.Equal(out.Bytes(), want) {
				t.Errorf("%s: another workbook, %v", text, err)
			}
		})
	}

	all.Wait()
}

func BenchmarkWorkbook(b *testing.B) {
	b.ReportAllocs()

	for b.Loop() {
		if err := writeWorkbook(io.Discard, "Telkomsel 10.000"); err != nil {
			b.Fatal(err)
		}
	}
}
