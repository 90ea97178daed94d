package api

import (
	"encoding/json"
	"math/big"
	"testing"
)

// Whole numbers lose their fraction and exponent, and no digit. All else stays as it was sent.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		`10500.0`: `10500`, `1.05e4`: `10500`, `1.05E+4`: `10500`, `1050000e-2`: `10500`, `-3.00`: `-3`, `0.0`: `0`, `-0.0`: `0`, `0e99`: `0`,
		`9007199254740993.0`: `9007199254740993`, `9223372036854775807.0`: `9223372036854775807`, `0.0015e4`: `15`, `1e18`: `1000000000000000000`,
		`[1.0,{"a":2.0,"b":"3.0"},4.5,-6e0]`: `[1,{"a":2,"b":"3.0"},4.5,-6]`,
		// These stay.
		`10500.5`: `10500.5`, `1e-1`: `1e-1`, `1e19`: `1e19`, `1e999999999999`: `1e999999999999`, `12345678901234567890.0`: `12345678901234567890.0`,
		`1.`: `1.`, `.5e1`: `.5e1`, `01.0`: `01.0`, `1e`: `1e`, `1.0.0`: `1.0.0`, `--1.0`: `--1.0`, `1e+`: `1e+`, `"\"1.0"`: `"\"1.0"`, `"1.0`: `"1.0`, `"\`: `"\`, ``: ``, `7`: `7`,
	} {
		if got := string(wholeNumbers([]byte(text))); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}

// A text keeps its meaning, and stays JSON if it was JSON.
func FuzzWholeNumbers(f *testing.F) {
	for _, text := range []string{`{"a":10500.0,"b":[1.05e4,"1.0",-0.0,1e-5]}`, `"\\"1.0`, `1.0e0`, `00.0`, `9223372036854775807.000`} {
		f.Add([]byte(text))
	}

	f.Fuzz(func(t *testing.T, text []byte) {
		given := string(text)
		out := wholeNumbers(text)

		if string(text) != given {
			t.Fatalf("%q was changed in place", given)
		}

		if json.Valid(text) != json.Valid(out) {
			t.Fatalf("%q became %q", text, out)
		}

		var before, after json.Number
		if json.Unmarshal(text, &before) != nil || json.Unmarshal(out, &after) != nil || len(given) > 40 {
			return
		}

		a, fine := new(big.Rat).SetString(string(before))
		b, _ := new(big.Rat).SetString(string(after))

		if fine && a.Cmp(b) != 0 {
			t.Fatalf("%s became %s", before, after)
		}
	})
}
