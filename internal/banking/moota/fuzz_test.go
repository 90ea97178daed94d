package moota

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzWebhook proves that no body passes without its signature, that no body causes a panic, and that what is read of a
// mutation is whole.
func FuzzWebhook(f *testing.F) {
	f.Add("a28fd8dd361d24850a344b8ba2a0f460c7af7ccbe28158534b4a043ed984f278", []byte(`[{"account_number":"1234567890","amount":10000123,"type":"CR","mutation_id":"abc"}]`))
	f.Add("", []byte(`[{"account_number":1,"amount":"1.00","mutation_id":2,"date":"2026-01-01 00:00:00","description":"\u0000"}]`))
	f.Add("00", []byte(`[1,null,"x",[]]`))

	source := Source{Secret: "another-secret"}

	f.Fuzz(func(t *testing.T, signature string, body []byte) {
		if len(body) > 0 && source.Verify(http.Header{HeaderSignature: {signature}}, body) == nil {
			t.Fatal("passed without the secret")
		}

		list, err := split(body)
		if err != nil {
			return
		}

		for _, raw := range list {
			m, err := readMutation(string(raw))
			if err != nil {
				continue
			}

			if m.AccountNo == "" || m.ID == "" || m.Amount <= 0 || !strings.Contains(string(raw), strconv.FormatInt(int64(m.Amount), 10)) ||
				!utf8.ValidString(m.Description) || strings.ContainsRune(m.Description, 0) {
				t.Fatalf("%s was read as %+v", raw, m)
			}
		}
	})
}
