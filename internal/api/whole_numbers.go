package api

import (
	"bytes"
	"strconv"
	"strings"
)

// wholeDigits is the most digits of a number that is rewritten: those of the greatest int64.
const wholeDigits = 19

const numberChars = "0123456789+-.eE"

// wholeNumbers writes each whole number of a JSON text that has a fraction of zeros or an exponent in digits alone: 10500.0 and 1.05e4
// become 10500. For JSON they are the same number, and programs whose numbers have fractions send them. No digit is lost: another number,
// and what is no number of JSON, stays for the decoder to judge.
func wholeNumbers(data []byte) []byte {
	var out []byte // nil while nothing has changed

	copied := 0 // how much of data is in out

	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			i = endOfString(data, i)
		case strings.IndexByte(numberChars, c) >= 0 && c != 'e' && c != 'E':
			end := i + 1
			for end < len(data) && strings.IndexByte(numberChars, data[end]) >= 0 {
				end++
			}

			if whole, ok := wholeNumber(data[i:end]); ok {
				out = append(append(out, data[copied:i]...), whole...)
				copied = end
			}

			i = end - 1
		}
	}

	if copied == 0 {
		return data
	}

	return append(out, data[copied:]...)
}

// endOfString is the place of the quote that ends the string that begins at a quote.
func endOfString(data []byte, i int) int {
	for i++; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}

	return i
}

// wholeNumber gives the digits of a number of JSON with a fraction or an exponent, if it is whole and not too long.
func wholeNumber(number []byte) ([]byte, bool) {
	if !bytes.ContainsAny(number, ".eE") {
		return nil, false
	}

	plain, negative := bytes.CutPrefix(number, []byte("-"))

	coefficient, exponentText, hasExponent := cutAny(plain, "eE")
	whole, fraction, hasFraction := bytes.Cut(coefficient, []byte("."))

	if !areDigits(whole) || len(whole) > 1 && whole[0] == '0' || hasFraction && !areDigits(fraction) {
		return nil, false
	}

	exponent := 0

	if hasExponent {
		var err error
		if exponent, err = strconv.Atoi(string(exponentText)); err != nil {
			return nil, false
		}
	}

	// The number is 0.digits times ten to the power of point.
	digits := append(bytes.Clone(whole), fraction...)
	point := len(whole) + exponent
	significant := bytes.TrimLeft(digits, "0")
	point -= len(digits) - len(significant)
	significant = bytes.TrimRight(significant, "0")

	switch {
	case len(significant) == 0:
		return []byte("0"), true
	case point < len(significant) || point > wholeDigits:
		return nil, false
	}

	var out []byte
	if negative {
		out = append(out, '-')
	}

	return append(append(out, significant...), bytes.Repeat([]byte("0"), point-len(significant))...), true
}

func cutAny(text []byte, chars string) (before, after []byte, found bool) {
	i := bytes.IndexAny(text, chars)
	if i < 0 {
		return text, nil, false
	}

	return text[:i], text[i+1:], true
}

func areDigits(text []byte) bool {
	return len(text) > 0 && len(bytes.Trim(text, "0123456789")) == 0
}
