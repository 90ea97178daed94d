package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// jsonFormat reads bodies strictly. huma checks names against the schema with their exact
// case. This format finds what only the text shows: duplicate keys (two parsers could read
// different amounts), text that is not UTF-8, and NUL characters, which PostgreSQL can't
// store.
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

// wholeBody is the field name of faults of the whole body.
const wholeBody = "body"

// unmarshalStrictJSON is called twice for a body: into an empty interface for validation, and
// into the input itself.
func unmarshalStrictJSON(data []byte, into any) error {
	if _, first := into.(*any); first && !utf8.Valid(data) {
		return inputError(wholeBody, msgNotUTF8)
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

		return inputError(place, msgOutOfRange)
	}

	return inputError(wholeBody, msgInvalidJSON)
}

// object is one object around the current position of a scan.
type object struct {
	keys    [][]byte
	array   bool
	wantKey bool
}

// scan refuses duplicate keys and NULs in valid JSON text.
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

// stringAt returns the string at the start of data, with its quotes.
func stringAt(data []byte) ([]byte, error) {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if bytes.HasPrefix(data[i:], []byte(`\u0000`)) {
				return nil, inputError(wholeBody, msgNUL)
			}

			i++
		case '"':
			return data[:i+1], nil
		}
	}

	return nil, inputError(wholeBody, msgInvalidJSON)
}

// manyKeys is the number of keys from which an object is refused. Real bodies have far fewer,
// and the search below is linear.
const manyKeys = 256

func (o *object) add(quoted []byte) error {
	o.wantKey = false

	key := quoted
	if bytes.IndexByte(quoted, '\\') >= 0 { // escapes can write the same name in several ways
		var plain string
		if err := json.Unmarshal(quoted, &plain); err != nil {
			return inputError(wholeBody, msgInvalidJSON)
		}

		key = []byte(`"` + plain + `"`)
	}

	for _, known := range o.keys {
		if bytes.Equal(known, key) {
			return inputError(string(key[1:len(key)-1]), msgDuplicate)
		}
	}

	if len(o.keys) == manyKeys {
		return inputError(wholeBody, msgTooManyKeys)
	}

	o.keys = append(o.keys, key)

	return nil
}
