package money_test

import (
	"testing"

	"loket/internal/platform/money"
)

func TestFormats(t *testing.T) {
	t.Parallel()

	for amount, want := range map[money.Rupiah][3]string{
		0:          {"0", "Rp 0", "Rp.0"},
		450:        {"450", "Rp 450", "Rp.450"},
		10_250:     {"10.250", "Rp 10.250", "Rp.10.250"},
		-1_250_000: {"-1.250.000", "-Rp 1.250.000", "-Rp.1.250.000"},
	} {
		if got := [3]string{amount.Dotted(), amount.String(), amount.Pointed()}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
