package invoice

import (
	"bytes"
	"compress/zlib"
	"strings"
	"testing"
)

// A PDF is taken unless it would run something, however its names are written, or can't be looked through.
func TestKindOfPDF(t *testing.T) {
	t.Parallel()

	compressed := func(dict, text string) string {
		var b bytes.Buffer

		w := zlib.NewWriter(&b)
		_, _ = w.Write([]byte(text))
		_ = w.Close()

		return "5 0 obj <<" + dict + "/Filter/FlateDecode/N 1>>\nstream\r\n" + b.String() + "\nendstream"
	}

	for name, c := range map[string]struct {
		content string
		want    pdfKind
	}{
		"a receipt":                     {"1 0 obj <</Type/Catalog/Pages 2 0 R>> (Paid by JavaScript Ltd, Launch day)", plainPDF},
		"a picture with the short name": {"stream\n\x00/JS \x01 /AA endstream", plainPDF},
		"a script":                      {"<</S /JavaScript /JS (app.alert(1))>>", activePDF},
		"an escaped script":             {"<</S/#4aava#53cript/JS 3 0 R>>", activePDF},
		"a named script":                {"<</Names<</JavaScript 4 0 R>>>>", activePDF},
		"a program":                     {"<</S/Launch/F(cmd.exe)>>", activePDF},
		"a player with a script":        {"<</S/Rendition/JS(x)>>", activePDF},
		"a form with scripts":           {"<</AcroForm<</XFA[(a)1 0 R]>>>>", activePDF},
		"rich media":                    {"<</Subtype/RichMedia>>", activePDF},
		"compressed objects":            {compressed("/Type/ObjStm", "<</Type/Page>>"), plainPDF},
		"a compressed script":           {compressed("/Type/ObjStm", "<</S/JavaScript>>"), activePDF},
		"a compressed escaped script":   {compressed("/Type /ObjStm", "<</S/Java#53cript>>"), activePDF},
		"the second of two":             {compressed("/Type/ObjStm", "<<>>") + compressed("/Type/ObjStm", "<</S/Launch>>"), activePDF},
		"a compressed page's text":      {compressed("", "(/JavaScript)"), plainPDF},
		"encrypted objects":             {"<</Type/ObjStm/Filter/FlateDecode>> stream\nnot zlib endstream", hiddenPDF},
		"an escaped object stream":      {compressed("/Type/Obj#53tm", "<</S/JavaScript>>"), hiddenPDF},
		"another filter":                {compressed("/Type/ObjStm/Filter[/ASCII85Decode]", "x"), hiddenPDF},
		"a bomb":                        {compressed("/Type/ObjStm", strings.Repeat("0", mostObjects+1)), hiddenPDF},
	} {
		if got := kindOfPDF([]byte("%PDF-1.7\n" + c.content + "\n%%EOF\n")); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
