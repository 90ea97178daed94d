package snap

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// FuzzPaymentBody proves that no body causes a panic, and that what passes the checks is whole: digits, an id, and an
// amount above zero that stands in the text.
func FuzzPaymentBody(f *testing.F) {
	f.Add([]byte(vectorBody))
	f.Add([]byte(`{"partnerServiceId":"    8077","customerNo":"1","virtualAccountNo":"    80771","paymentRequestId":"x","paidAmount":{"value":"1.00","currency":"IDR"},"flagAdvise":"Y"}`))
	f.Add([]byte(`{"paidAmount":null}`))
	f.Add([]byte(`[]`))
	f.Add([]byte(`{"customerNo":"1","customerNo":"2"}`))

	f.Fuzz(func(t *testing.T, body []byte) {
		var in paymentRequest
		if decodeBody(body, &in) != nil {
			return
		}

		number, p, refused := in.check(time.Now())
		if refused != nil {
			if refused.status < http.StatusBadRequest {
				t.Fatalf("refused with %d", refused.status)
			}

			return
		}

		if strings.Trim(number, "0123456789") != "" || number == "" || p.PaymentRequestID == "" || p.amount <= 0 ||
			*amountOf(p.amount) != (Amount{strings.TrimLeft(p.PaidAmount.Value, "0"), "IDR"}) {
			t.Fatalf("%s passed as %q %d", body, number, p.amount)
		}
	})
}

// FuzzHeaders proves that no headers pass without the bank's signature.
func FuzzHeaders(f *testing.F) {
	f.Add("Bearer 1.x.y", "2025-08-20T06:37:15+07:00", vectorSignature, "partner-1", "123", "95231", []byte(vectorBody))
	f.Add("", "", "", "", "", "", []byte(""))

	s := &Service{tokenKey: secret.Text(strings.Repeat("k", secret.MinKey))}
	s.deps.Clock = clock.System{}
	p := vectorPartner(func(p *Partner) { p.Window, p.PartnerID = DefaultWindow, "partner-1" })
	s.byPartner = map[string]*partner{"partner-1": p}
	token := s.issue(p, time.Now())

	f.Fuzz(func(t *testing.T, authorization, timestamp, signature, partnerID, externalID, channel string, body []byte) {
		r := vectorRequest(string(body))
		r.Header = http.Header{}

		for name, value := range map[string]string{
			headerToken: authorization, headerTimestamp: timestamp, headerSignature: signature, headerPartner: partnerID,
			headerExternalID: externalID, headerChannel: channel,
		} {
			r.Header.Set(name, value)
		}

		if _, refused := s.authenticate(r); refused == nil {
			t.Fatal("passed without the key")
		}

		r.Header.Set(headerToken, bearer+token) // a token alone is not enough

		if _, refused := s.authenticate(r); refused == nil {
			t.Fatal("passed with a token and no signature")
		}
	})
}

// FuzzAmount proves that an amount is read exactly or not at all.
func FuzzAmount(f *testing.F) {
	for _, text := range []string{"1000000.00", "0.00", "-1.00", "1.5", "1e5", "9999999999999999.00", "01.00"} {
		f.Add(text)
	}

	f.Fuzz(func(t *testing.T, text string) {
		n, refused := (&Amount{text, currency}).rupiah("amount")
		if refused == nil && (n <= 0 || n > money.Rupiah(9_999_999_999_999_999) || strings.TrimLeft(text, "0") != amountOf(n).Value) {
			t.Fatalf("%q is %d", text, n)
		}
	})
}
