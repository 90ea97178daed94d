package wire

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"
	"testing"
)

// FuzzObject proves that ReadObject finds the same names and values as encoding/json, and refuses no object whose
// names differ.
func FuzzObject(f *testing.F) {
	f.Add([]byte(`{"data":{"ref_id":"R1","status":"Sukses","rc":"00","sn":"1","price":"10.0"}}`))
	f.Add([]byte(`{"rc":"41","status":"Gagal","status":"Sukses"}`))
	f.Add([]byte(" {\"a\\\"}\" : [1, {\"b\":\"]\"}] ,\n\"c\":-1e5,\"d\":\"\xff\",\"e\":{}}\t"))

	f.Fuzz(compareObjects)
}

func compareObjects(t *testing.T, body []byte) {
	t.Helper()

	var want map[string]json.RawMessage

	got, refused := ReadObject(body)
	wrong := json.Unmarshal(body, &want)

	if refused == nil {
		if wrong != nil || !maps.EqualFunc(got.Values, want, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Fatalf("%q was read as %q, not as %q (%v)", body, got.Values, want, wrong)
		}

		return
	}

	if wrong == nil && want != nil && !nameTwice(body) {
		t.Fatalf("%q was refused: %v", body, refused)
	}
}

// nameTwice reports whether an object has a name twice, in whatever case.
func nameTwice(object []byte) bool {
	decoder, seen := json.NewDecoder(bytes.NewReader(object)), map[string]bool{}

	if _, err := decoder.Token(); err != nil {
		return false
	}

	for decoder.More() {
		token, err := decoder.Token()
		name, ok := token.(string)

		var value json.RawMessage
		if err != nil || !ok || decoder.Decode(&value) != nil {
			return false
		}

		if seen[strings.ToLower(name)] {
			return true
		}

		seen[strings.ToLower(name)] = true
	}

	return false
}
