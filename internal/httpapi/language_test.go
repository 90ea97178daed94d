package httpapi_test

import (
	"testing"

	"loket/internal/httpapi"
)

// Values in a sentence stay as they are and where they belong, and the exact
// words go before words that would take a value.
func TestSentencesWithValuesInIndonesian(t *testing.T) {
	t.Parallel()

	for english, want := range map[string]string{
		"must have at most 100 characters":                      "maksimal 100 karakter",
		"Must have at most 60 characters":                       "Maksimal 60 karakter",
		"must be a list":                                        "harus berupa daftar",
		"must be at most 3":                                     "maksimal 3",
		"must be 3":                                             "harus 3",
		"The threshold must be from 0 to Rp 1.000.000":          "Ambang batas harus dari 0 sampai Rp 1.000.000",
		"The price is Rp 9.500, above the maximum of Rp 9.000":  "Harganya Rp 9.500, melebihi batas Rp 9.000",
		"The amount must be from Rp 10.000 to Rp 1.000.000":     "Nominal harus dari Rp 10.000 sampai Rp 1.000.000",
		"must be one of level_1, level_2, 100%, a (b) and more": "harus salah satu dari level_1, level_2, 100%, a (b) and more",
	} {
		if text, known := httpapi.InIndonesian(english); !known || text != want {
			t.Errorf("%q: %q (%v), want %q", english, text, known, want)
		}
	}

	if text, known := httpapi.InIndonesian("A sentence that nobody wrote"); known {
		t.Errorf("a sentence of no one is %q", text)
	}
}
