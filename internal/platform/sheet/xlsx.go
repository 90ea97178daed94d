package sheet

import (
	"archive/zip"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"
)

// maxRows is the number of rows of one sheet, with its header row.
const maxRows = 1 << 20

// maxCell is the longest text of a cell in UTF-16 units. Excel takes a file with a
// longer one for broken.
const maxCell = 32_767

// XLSX writes a workbook. It uses inline strings, so no table of strings grows in
// memory. The fastest deflate level takes half the time of the default one for a
// quarter more bytes.
type XLSX struct {
	zip     *zip.Writer
	part    io.Writer // the part of the current sheet
	buf     []byte
	zone    offsets
	title   string
	columns []Column
	names   []string // A, B, ...
	limit   int      // rows in one sheet
	sheets  int
	row     int // current row of the sheet, from 1
	cell    int // next cell of the row, from 0
	err     error
}

// NewXLSX begins a workbook. Its first sheet has the title; further ones have the
// title and a number.
func NewXLSX(out io.Writer, zone *time.Location, title string, columns []Column) (*XLSX, error) {
	return newXLSX(out, zone, title, columns, maxRows)
}

func newXLSX(out io.Writer, zone *time.Location, title string, columns []Column, limit int) (*XLSX, error) {
	x := &XLSX{
		zip: zip.NewWriter(out), buf: make([]byte, 0, flushSize+flushSize/4), zone: offsets{zone: zone},
		title: title, columns: columns, limit: limit,
	}
	x.zip.RegisterCompressor(zip.Deflate, newDeflater)

	for i := range columns {
		x.names = append(x.names, columnName(i))
	}

	x.begin()

	return x, x.err
}

// columnName is the name of a column: A to Z, then AA and so on.
func columnName(i int) string {
	const letters = 26

	name := ""
	for i++; i > 0; i = (i - 1) / letters {
		name = string(rune('A'+(i-1)%letters)) + name
	}

	return name
}

// begin opens the next sheet and writes its header row.
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
		if x.row == x.limit { // checked here, so that no sheet has only a header row
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

// The ends of a cell's opening tag. The style is an index into styles.xml.
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

// appendXML appends a text as XML: escaped, with characters that XML doesn't allow
// replaced, and cut to maxCell.
func appendXML[T string | []byte](buf []byte, text T) []byte {
	start := 0

	if len(text) > maxCell-1 { // leaves room for an apostrophe
		text = text[:maxCell-1] // a text never has fewer bytes than UTF-16 units
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

// Time implements Writer. It writes the days since 1899-12-30, with the time of day
// as a fraction. The value is rounded up a little: LibreOffice truncates to the
// second, and would show the second before if the value were the smallest bit less.
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

// Close implements Writer. The parts that name the sheets are written last, when
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
