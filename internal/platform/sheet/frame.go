package sheet

import (
	"fmt"
	"iter"
	"strings"
)

// The parts of a workbook other than its rows (ECMA-376, part 1).
const (
	xmlHead   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	officeRel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packRel   = "http://schemas.openxmlformats.org/package/2006/relationships"
	typeSpace = "http://schemas.openxmlformats.org/package/2006/content-types"
	sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml."

	rootRels = xmlHead + `<Relationships xmlns="` + packRel + `"><Relationship Id="rId1" Type="` + officeRel +
		`/officeDocument" Target="xl/workbook.xml"/></Relationships>`

	// The styles by index: 0 plain, 1 header, 2 amounts, 3 times.
	styles = xmlHead + `<styleSheet xmlns="` + mainSpace + `"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/></numFmts>` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
		`<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
)

func sheetPath(n int) string { return fmt.Sprintf("xl/worksheets/sheet%d.xml", n) }

// frame yields the name and text of each part around the sheets.
func (x *XLSX) frame() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		var types, book, rels strings.Builder

		types.WriteString(xmlHead + `<Types xmlns="` + typeSpace + `"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="` + sheetType + `sheet.main+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="` + sheetType + `styles+xml"/>`)
		book.WriteString(xmlHead + `<workbook xmlns="` + mainSpace + `" xmlns:r="` + officeRel + `"><sheets>`)
		rels.WriteString(xmlHead + `<Relationships xmlns="` + packRel + `"><Relationship Id="rId0" Type="` + officeRel + `/styles" Target="styles.xml"/>`)

		for n := 1; n <= x.sheets; n++ {
			title := x.title
			if n > 1 {
				title = fmt.Sprintf("%s %d", x.title, n)
			}

			fmt.Fprintf(&types, `<Override PartName="/%s" ContentType="%sworksheet+xml"/>`, sheetPath(n), sheetType)
			fmt.Fprintf(&book, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, appendXML(nil, title), n, n)
			fmt.Fprintf(&rels, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, officeRel, n)
		}

		_ = yield("[Content_Types].xml", types.String()+`</Types>`) &&
			yield("_rels/.rels", rootRels) &&
			yield("xl/workbook.xml", book.String()+`</sheets></workbook>`) &&
			yield("xl/_rels/workbook.xml.rels", rels.String()+`</Relationships>`) &&
			yield("xl/styles.xml", styles)
	}
}
