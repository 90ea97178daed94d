package wire

import (
	"strings"
	"testing"
)

// A serial number may be worth money. It is hidden however a supplier writes it, as long as our decoder takes it.
func TestSerialNumbersAreHidden(t *testing.T) {
	t.Parallel()

	m := Mask{Username: "account-of-loket", Key: "a-key"}

	for _, text := range []string{
		`{"data":{"sn":"1234-5678","rc":"00"}}`, `{"data":{"SN" : "1234-5678"}}`, `{"sn":12345678}`, `{"sn":"1234\"5678"}`, `{"sn":"1234-5678`,
	} {
		got := m.Text(text)
		if strings.Contains(got, "1234") || strings.Contains(got, "5678") || !strings.Contains(got, Hidden) {
			t.Errorf("%s became %s", text, got)
		}
	}

	if got := m.Text(`{"sn":null,"price":12345678}`); got != `{"sn":null,"price":12345678}` {
		t.Error(got)
	}
}
