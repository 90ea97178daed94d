package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/fault"
)

// jsonFormat reads bodies strictly. huma validates names against the schema
// with their exact case; what only the text shows is found here: keys that
// stand twice (two parsers could read two different amounts), text that is not
// UTF-8, and NUL characters, which no database column holds.
func jsonFormat(unmarshal func(data []byte, into any) error) huma.Format {
	return huma.Format{
		Marshal: func(w io.Writer, v any) error {
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)

			if err := enc.Encode(v); err != nil {
				return fmt.Errorf("encode the answer: %w", err)
			}

			return nil
		},
		Unmarshal: unmarshal,
	}
}

// decodeError names the faulty place of a body. huma keeps only its text, so
// the two parts stand in it, apart by a control character.
type decodeError struct{ place, message string }

const (
	decodeMark = "\x1f"

	// wholeBody is the field of a fault that no single field has.
	wholeBody = "body"
	notJSON   = "is not valid JSON"
)

func (e decodeError) Error() string { return e.place + decodeMark + e.message }

// decodeErrors are several of them.
type decodeErrors []fault.Field

const nextDecodeError = "\x1e"

func (e decodeErrors) Error() string {
	list := make([]string, len(e))
	for i, one := range e {
		list[i] = decodeError{one.Field, one.Message}.Error()
	}

	return strings.Join(list, nextDecodeError)
}

func splitDecodeErrors(text string) ([]fault.Field, bool) {
	var list []fault.Field

	for one := range strings.SplitSeq(text, nextDecodeError) {
		place, message, ok := strings.Cut(one, decodeMark)
		if !ok {
			return nil, false
		}

		list = append(list, fault.Field{Field: place, Message: message})
	}

	return list, true
}

// unmarshalStrict is called twice for a body: into an empty interface, to be
// validated, and into the input itself.
func unmarshalStrict(data []byte, into any) error {
	if _, first := into.(*any); first && !utf8.Valid(data) {
		return decodeError{wholeBody, "is not UTF-8"}
	}

	if err := json.Unmarshal(data, into); err != nil {
		return describe(err)
	}

	if _, first := into.(*any); first {
		return scan(data)
	}

	return nil
}

func describe(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		place := wrong.Field
		if place == "" {
			place = wholeBody
		}

		return decodeError{place, "has the wrong type or is out of range"}
	}

	return decodeError{wholeBody, notJSON}
}

// object is one object that the scan is inside of.
type object struct {
	keys    [][]byte
	array   bool
	wantKey bool
}

// scan walks over valid JSON text and refuses duplicate keys and NULs.
func scan(data []byte) error {
	stack := []object{}

	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{':
			stack = append(stack, object{wantKey: true})
		case '[':
			stack = append(stack, object{array: true})
		case '}', ']':
			stack = stack[:len(stack)-1]
		case ',':
			top := &stack[len(stack)-1]
			top.wantKey = !top.array
		case '"':
			text, err := stringAt(data[i:])
			if err != nil {
				return err
			}

			i += len(text) - 1

			if n := len(stack); n > 0 && stack[n-1].wantKey {
				if err := stack[n-1].add(text); err != nil {
					return err
				}
			}
		}
	}

	return nil
}

// stringAt gives the string that data starts with, quotes included.
func stringAt(data []byte) ([]byte, error) {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if bytes.HasPrefix(data[i:], []byte(`\u0000`)) {
				return nil, decodeError{wholeBody, "holds a NUL character"}
			}

			i++
		case '"':
			return data[:i+1], nil
		}
	}

	return nil, decodeError{wholeBody, notJSON}
}

// manyKeys is from where on an object of that size is refused: none of ours
// comes near, and the search below is linear.
const manyKeys = 256

func (o *object) add(quoted []byte) error {
	o.wantKey = false

	key := quoted
	if bytes.IndexByte(quoted, '\\') >= 0 { // the same name can be written in several ways
		var plain string
		if err := json.Unmarshal(quoted, &plain); err != nil {
			return decodeError{wholeBody, notJSON}
		}

		key = []byte(`"` + plain + `"`)
	}

	for _, known := range o.keys {
		if bytes.Equal(known, key) {
			return decodeError{string(key[1 : len(key)-1]), "stands twice"}
		}
	}

	if len(o.keys) == manyKeys {
		return decodeError{wholeBody, "has an object with too many keys"}
	}

	o.keys = append(o.keys, key)

	return nil
}
