package repair_test

import (
	"strings"
	"testing"

	"loket/internal/backoffice/repair"
)

// No form of a secret passes, and what staff look for stays.
func TestSecretsAreHidden(t *testing.T) {
	t.Parallel()

	for text, stays := range map[string]string{
		`{"data":{"ref_id":"1001-1-1","sn":"SECRET77","price":10250}}`:                 `"price":10250,"ref_id":"1001-1-1"`,
		`{"sign":"SECRET77","list":[{"api_key":"SECRET77"}],"status":"1"}`:             `"status":"1"`,
		`{"message":"SUKSES SN: SECRET77 saldo 1.000"}`:                                `SUKSES SN: `,
		`{"serialNumber":"SECRET77","outcome":"success","message":"SN=SECRET77/BUDI"}`: `"outcome":"success"`,
		`refid=1001-1-1&sn=SECRET77&message=ok`:                                        `refid=1001-1-1&sn=`,
		`refid=1001-1-1&message=SN%3A+SECRET77`:                                        `refid=1001-1-1`,
		`T1 S10.081234567890 SUKSES. SN/Ref: 1, pin:SECRET77`:                          `T1 S10.081234567890 SUKSES`,
		`[{"token":"SECRET77"},{"amount":1}]`:                                          `{"amount":1}`,
		`{"to":"rina@example.com","link":"https://x.example/SECRET77"}`:                `rina@example.com`,
		`dial tcp: password=SECRET77 refused`:                                          `refused`,
	} {
		if got := repair.Mask(text); strings.Contains(got, "SECRET77") || !strings.Contains(got, stays) {
			t.Errorf("%s is shown as %s", text, got)
		}
	}
}
