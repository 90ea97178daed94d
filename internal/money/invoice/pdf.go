package invoice

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"regexp"
)

// pdfKind is what a PDF holds besides its pages.
type pdfKind int

const (
	plainPDF pdfKind = iota
	// activePDF runs something when it is opened or clicked.
	activePDF
	// hiddenPDF has objects that can't be read, because of a password or of an unusual filter.
	hiddenPDF
)

var (
	// pdfActions are the names without which a PDF can't run anything: scripts, programs, players, and forms with scripts (ISO 32000-2,
	// 12.6.4 and 13). Shorter names, such as JS, never stand alone, and would be found in pictures by chance.
	pdfActions = regexp.MustCompile(`/(JavaScript|Launch|Rendition|RichMedia)\b|/XFA[\s\[(<]`)
	pdfEscape  = regexp.MustCompile(`#[0-9A-Fa-f]{2}`)
	// pdfObjects is an object stream, which holds compressed objects: its dictionary, then its content.
	pdfObjects = regexp.MustCompile(`(?s)/ObjStm\b.{0,1000}?\bstream\r?\n`)
	pdfFilters = regexp.MustCompile(`/(LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode|Crypt|Predictor)\b`)
)

// mostObjects is the most bytes of compressed objects that are looked at.
const mostObjects = 32 << 20

// kindOfPDF looks through a PDF for what would run on the computer of whoever opens it. It reads names as readers do, also escaped ones
// (#4AavaScript), and those in object streams. A name within a text is an action, too: better a proof that has to be sent as a picture.
func kindOfPDF(content []byte) pdfKind {
	plain := unescaped(content)
	if pdfActions.Match(plain) {
		return activePDF
	}

	left := int64(mostObjects)

	for _, at := range pdfObjects.FindAllIndex(content, -1) {
		if pdfFilters.Match(unescaped(content[at[0]:at[1]])) {
			return hiddenPDF
		}

		objects, err := inflate(content[at[1]:], left)
		if err != nil {
			return hiddenPDF
		}

		if pdfActions.Match(unescaped(objects)) {
			return activePDF
		}

		if left -= int64(len(objects)); left <= 0 {
			return hiddenPDF
		}
	}

	// An object stream that is found only after its name was decoded is hidden on purpose.
	if len(pdfObjects.FindAllIndex(plain, -1)) > len(pdfObjects.FindAllIndex(content, -1)) {
		return hiddenPDF
	}

	return plainPDF
}

// inflate returns at most limit bytes of a zlib stream.
func inflate(content []byte, limit int64) ([]byte, error) {
	in, err := zlib.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // it reads memory

	return io.ReadAll(io.LimitReader(in, limit))
}

func unescaped(content []byte) []byte {
	if bytes.IndexByte(content, '#') < 0 {
		return content
	}

	return pdfEscape.ReplaceAllFunc(content, func(escape []byte) []byte {
		letter, err := hex.AppendDecode(nil, escape[1:])
		if err != nil {
			return escape
		}

		return letter
	})
}
