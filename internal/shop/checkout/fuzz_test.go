package checkout

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"loket/internal/catalog"
)

// FuzzDestination proves that whatever a shopper types is refused, or becomes a destination that orders take as it is.
func FuzzDestination(f *testing.F) {
	f.Add("game", `{"userId":"123456780","zoneId":"2010"}`)
	f.Add("game", `{"userId":"a b","zoneId":"\u0000"}`)
	f.Add("electricity", `{"meter":"320-1447 7812"}`)
	f.Add("mobile", `{"number":"+62 812 3456 7890"}`)
	f.Add("voucher", `{"number":" "}`)

	f.Fuzz(func(t *testing.T, operatorType, body string) {
		var d Destination
		if json.Unmarshal([]byte(body), &d) != nil {
			return
		}

		p := &catalog.Product{OperatorType: operatorType}

		text, err := d.text(p)
		if err != nil {
			return
		}

		if text == "" || strings.TrimSpace(text) != text || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q became %q", body, text)
		}

		again, err := p.Normalise(text)
		if err != nil || again != text {
			t.Errorf("an order makes %q of %q: %v", again, text, err)
		}
	})
}
