package destination_test

import (
	"testing"

	"loket/internal/catalog/destination"
)

func TestPartsOfTheCatalogue(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]int{
		"": 0,
		"userId digits 5-12 123456780; zoneId digits 3-6 2010":                           2,
		"userId riot 3-16 Budi Santoso#ID1":                                              1,
		"userId digits 9-10 812345678; server list os_usa=America|os_asia=Asia os_asia;": 2,
		"userId":                                        -1,
		"user digits 5-12 12345":                        -1,
		"userId number 5-12 12345":                      -1,
		"userId digits 12-5 12345":                      -1,
		"userId digits 0-5 12345":                       -1,
		"userId digits 5-999 12345":                     -1,
		"userId digits 5-12 1":                          -1, // its own example isn't one
		"server list a=A|b b":                           -1,
		"userId word 3-9 abc; userId word 3-9 abc":      -1,
		"zoneId digits 3-6 2010; userId text 3-9 a b c": -1,
	} {
		parts, err := destination.ParseParts(text)
		if (err != nil) != (want < 0) || err == nil && len(parts) != want {
			t.Errorf("%q: %+v, %v", text, parts, err)
		}
	}
}
