package sheet

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"
)

// maxRows is what one sheet holds, its head included.
const maxRows = 1 << 20

// maxCell is the longest text of a cell, in the UTF-16 units that Excel
// counts; longer ones make it call the file broken.
const maxCell = 32_767

// XLSX writes a workbook. Texts stand in their cells (inline strings), so no
// table of them grows; the fastest deflate halves the time of the usual one
// for a quarter more bytes.
type XLSX struct {
	zip     *zip.Writer
	part    io.Writer // of the sheet that is written
	buf     []byte
	zone    offsets
	title   string
	columns []Column
	names   []string // A, B, ...
	limit   int      // rows of a sheet
	sheets  int
	row     int // of the sheet, from 1
	cell    int // of the row, from 0
	err     error
}

// NewXLSX begins a workbook whose first sheet has the title; further ones add
// their number.
func NewXLSX(out io.Writer, zone *time.Location, title string, columns []Column) (*XLSX, error) {
	return newXLSX(out, zone, title, columns, maxRows)
}

func newXLSX(out io.Writer, zone *time.Location, title string, columns []Column, limit int) (*XLSX, error) {
	x := &XLSX{
		zip: zip.NewWriter(out), buf: make([]byte, 0, flushSize+flushSize/4), zone: offsets{zone: zone},
		title: title, columns: columns, limit: limit,
	}
	x.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestSpeed)
	})

	for i := range columns {
		x.names = append(x.names, columnName(i))
	}

	x.begin()

	return x, x.err
}

// columnName is how a column is called: A to Z, AA and so on.
func columnName(i int) string {
	const letters = 26

	name := ""
	for i++; i > 0; i = (i - 1) / letters {
		name = string(rune('A'+(i-1)%letters)) + name
	}

	return name
}

// begin opens the next sheet and writes its head.
func (x *XLSX) begin() {
	x.sheets++
	x.row = 0
	x.open(sheetPath(x.sheets))

	x.buf = append(x.buf, xmlHead+`<worksheet xmlns="`+mainSpace+`"><sheetViews><sheetView workbookViewId="0">`+
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`...)

	for i, c := range x.columns {
		x.buf = fmt.Appendf(x.buf, `<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, c.Width)
	}

	x.buf = append(x.buf, `</cols><sheetData>`...)

	for _, c := range x.columns {
		x.text(c.Name, styleHead)
	}

	x.endRow()
}

func (x *XLSX) open(name string) {
	if x.err != nil {
		return
	}

	if x.part, x.err = x.zip.Create(name); x.err != nil {
		x.err = fmt.Errorf("write a workbook: %w", x.err)
	}
}

func (x *XLSX) startCell(style string) {
	if x.cell == 0 {
		if x.row == x.limit { // only now, so that no sheet is a head alone
			x.end()
			x.begin()
		}

		x.buf = append(x.buf, `<row r="`...)
		x.buf = strconv.AppendInt(x.buf, int64(x.row+1), 10)
		x.buf = append(x.buf, `">`...)
	}

	x.buf = append(x.buf, `<c r="`...)
	x.buf = append(x.buf, x.names[x.cell%len(x.names)]...)
	x.buf = strconv.AppendInt(x.buf, int64(x.row+1), 10)
	x.buf = append(x.buf, style...)
	x.cell++
}

// The ends of a cell's opening tag: its style is a place in styles.xml.
const (
	styleText  = `" t="inlineStr"><is><t xml:space="preserve">`
	styleHead  = `" s="1" t="inlineStr"><is><t xml:space="preserve">`
	styleMoney = `" s="2"><v>`
	styleTime  = `" s="3"><v>`
)

// Text implements Writer.
func (x *XLSX) Text(text string) {
	if text == "" {
		x.startCell(`"/>`)

		return
	}

	x.text(text, styleText)
}

// Bytes implements Writer.
func (x *XLSX) Bytes(text []byte) {
	if len(text) == 0 {
		x.startCell(`"/>`)

		return
	}

	writeText(x, text, styleText)
}

func (x *XLSX) text(text, style string) { writeText(x, text, style) }

func writeText[T string | []byte](x *XLSX, text T, style string) {
	x.startCell(style)

	if armed(text) {
		x.buf = append(x.buf, '\'')
	}

	x.buf = appendXML(x.buf, text)
	x.buf = append(x.buf, `</t></is></c>`...)
}

// appendXML writes a text so that XML holds it: marks escaped, what XML has no
// place for replaced, and no longer than a cell may be.
func appendXML[T string | []byte](buf []byte, text T) []byte {
	start := 0

	if len(text) > maxCell-1 { // an apostrophe may stand before it
		text = text[:maxCell-1] // bytes are never fewer than units
	}

	for i := 0; i < len(text); {
		size := 1

		var mark string

		switch b := text[i]; {
		case b == '&':
			mark = "&amp;"
		case b == '<':
			mark = "&lt;"
		case b == '>':
			mark = "&gt;"
		case b == '_':
			mark = "_"
			if i+1 < len(text) && text[i+1] == 'x' { // _x000D_ is an escape of Excel's own
				mark = "_x005F_"
			}
		case b == '\r':
			mark = "&#13;"
		case b == '\t' || b == '\n' || b >= 0x20 && b < utf8.RuneSelf:
			i++

			continue
		case b < 0x20:
			mark = "\uFFFD"
		default:
			var r rune
			if r, size = utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))])); (r != utf8.RuneError || size > 1) && r != 0xFFFE && r != 0xFFFF {
				i += size

				continue
			}

			mark = "\uFFFD"
		}

		buf = append(buf, text[start:i]...)
		buf = append(buf, mark...)
		i += size
		start = i
	}

	return append(buf, text[start:]...)
}

// Int implements Writer.
func (x *XLSX) Int(n int64) {
	x.startCell(styleMoney)
	x.buf = strconv.AppendInt(x.buf, n, 10)
	x.buf = append(x.buf, `</v></c>`...)
}

// Time implements Writer: days since the last day of 1899, the rest as a
// decimal, which whole numbers give exactly enough for a second. It is a
// little more than the second: LibreOffice cuts what it shows, and from the
// smallest bit below it shows the second before.
func (x *XLSX) Time(micros int64) {
	const (
		daySeconds = 24 * secondsPerHour
		firstDay   = 25_569 // 1970-01-01
		places     = 1_000_000_000
	)

	local := x.zone.local(micros)
	day := floorDiv(local, daySeconds)
	part := (local-day*daySeconds)*places/daySeconds + 1

	x.startCell(styleTime)
	x.buf = strconv.AppendInt(x.buf, day+firstDay, 10)
	x.buf = append(x.buf, '.')

	for unit := int64(places / 10); unit > 0; unit /= 10 {
		x.buf = append(x.buf, byte('0'+part/unit%10))
	}

	x.buf = append(x.buf, `</v></c>`...)
}

// EndRow implements Writer.
func (x *XLSX) EndRow() error {
	x.endRow()

	return x.err
}

func (x *XLSX) endRow() {
	if x.cell == 0 {
		return
	}

	x.buf = append(x.buf, `</row>`...)
	x.cell = 0
	x.row++

	if len(x.buf) >= flushSize {
		x.flush()
	}
}

func (x *XLSX) end() {
	x.buf = append(x.buf, `</sheetData></worksheet>`...)
	x.flush()
}

func (x *XLSX) flush() {
	if x.err == nil {
		if _, err := x.part.Write(x.buf); err != nil {
			x.err = fmt.Errorf("write a workbook: %w", err)
		}
	}

	x.buf = x.buf[:0]
}

// Close implements Writer: the parts that name the sheets come last, when
// their number is known.
func (x *XLSX) Close() error {
	x.end()

	for name, text := range x.frame() {
		x.open(name)
		x.buf = append(x.buf, text...)
		x.flush()
	}

	if x.err != nil {
		return x.err
	}

	if err := x.zip.Close(); err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}

	return nil
}
