package digiflazz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"loket/internal/platform/money"
)

var errShape = errors.New("unexpected shape")

const (
	maxText     = 500                   // length of a stored text
	maxAmount   = 1_000_000_000_000_000 // far above any balance
	maxDigits   = 24                    // length of a number given as text
	maxExponent = 15
)

// object is a parsed JSON object with the order of its names.
type object struct {
	names  []string
	values map[string]json.RawMessage
}

// readObject is stricter than encoding/json, which ignores the case of names and
// takes the last of two equal ones. An answer with both Gagal and Sukses must not
// be taken for either.
func readObject(raw []byte) (object, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))

	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return object{}, fmt.Errorf("not an object: %w", errShape)
	}

	read := object{values: map[string]json.RawMessage{}}
	seen := map[string]bool{}

	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return object{}, fmt.Errorf("name: %w", err)
		}

		name, ok := token.(string)
		if !ok || seen[strings.ToLower(name)] {
			return object{}, fmt.Errorf("name given twice: %w", errShape)
		}

		seen[strings.ToLower(name)] = true

		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return object{}, fmt.Errorf("value: %w", err)
		}

		read.names = append(read.names, name)
		read.values[name] = value
	}

	if _, err := decoder.Token(); err != nil {
		return object{}, fmt.Errorf("end: %w", err)
	}

	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return object{}, fmt.Errorf("something follows: %w", errShape)
	}

	return read, nil
}

// readData unwraps {"data": {...}}, the envelope of every answer.
func readData(raw []byte) (object, error) {
	frame, err := readObject(raw)
	if err != nil {
		return object{}, err
	}

	data, ok := frame.values["data"]
	if !ok {
		return object{}, fmt.Errorf("no data: %w", errShape)
	}

	return readObject(data)
}

// text reads a string or number as text, cut to maxText. Anything else is "".
func (o object) text(name string) string { return scalar(o.values[name]) }

func scalar(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) || raw[0] == '{' || raw[0] == '[' {
		return ""
	}

	value := string(raw)

	if raw[0] == '"' {
		if err := json.Unmarshal(raw, &value); err != nil {
			return ""
		}
	}

	value = strings.ToValidUTF8(strings.TrimSpace(value), "")
	// PostgreSQL can't store a NUL character.
	value = strings.ReplaceAll(value, "\x00", "")

	if runes := []rune(value); len(runes) > maxText {
		value = string(runes[:maxText])
	}

	return value
}

func (o object) flag(name string) bool {
	value, err := strconv.ParseBool(o.text(name))

	return err == nil && value
}

// rupiah reads an amount; ok is false when it is missing or ambiguous.
func (o object) rupiah(name string) (money.Rupiah, bool) {
	raw := bytes.TrimSpace(o.values[name])
	if len(raw) == 0 {
		return 0, false
	}

	return parseRupiah(scalar(raw), raw[0] == '"')
}

// parseRupiah parses the three documented forms: 10250, 10250.0 and "10250". It
// rounds a fraction up, since most amounts are costs. In text it refuses a point
// before exactly three digits, which could separate thousands.
func parseRupiah(value string, quoted bool) (money.Rupiah, bool) {
	value = strings.Replace(strings.ToLower(value), "e+", "e", 1)
	mantissa, exponent, hasExponent := strings.Cut(value, "e")

	if len(value) > maxDigits || strings.Trim(mantissa, "0123456789.") != "" {
		return 0, false
	}

	if power, err := strconv.ParseUint(exponent, 10, 8); hasExponent && (err != nil || power > maxExponent) {
		return 0, false
	}

	const grouped = 3

	if _, fraction, ok := strings.Cut(mantissa, "."); ok && quoted && len(fraction) == grouped {
		return 0, false
	}

	number, ok := new(big.Rat).SetString(value)
	if !ok {
		return 0, false
	}

	whole, rest := new(big.Int).QuoRem(number.Num(), number.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}

	if whole.Cmp(big.NewInt(maxAmount)) > 0 {
		return 0, false
	}

	return money.Rupiah(whole.Int64()), true
}
