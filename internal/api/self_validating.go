package api

import (
	"bytes"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	quickjson "github.com/go-json-experiment/json"
)

// QuickBody is a body that many callers send at once. huma decodes a body twice
// and the first time into maps, to hold it against the schema, which took a
// sixth of the time of a batch of orders. One of these is decoded once when it
// is as it should be; any other goes the usual way, which names its faults.
type QuickBody interface {
	// Fits says whether the values satisfy their schema. A field that may be
	// missing but not zero must be a pointer.
	Fits() bool
}

// doubtful are texts whose meaning the quick way does not know: null, where the
// schema wants a value, and NUL characters. Where they stand inside of a value
// that is fine, nothing is lost but time.
var doubtful = [][]byte{[]byte("null"), []byte(`\u0000`)}

// decodeQuickly is true when the body was read and is as it should be: nothing
// unknown, nothing twice, exact case, UTF-8.
func decodeQuickly(data []byte, into QuickBody) bool {
	for _, text := range doubtful {
		if bytes.Contains(data, text) {
			return false
		}
	}

	return quickjson.Unmarshal(data, into, quickjson.RejectUnknownMembers(true)) == nil && into.Fits()
}

// quickBodies are the schemas of those that huma leaves to us.
type quickBodies struct {
	registry huma.Registry
	schemas  map[reflect.Type]*huma.Schema // by what is read into
}

// bodyOf is what the body of an input is read into, when it is a quick one.
func bodyOf(input reflect.Type) (reflect.Type, bool) {
	field, ok := input.FieldByName("Body")
	if !ok {
		return nil, false
	}

	into := reflect.PointerTo(field.Type)

	return into, into.Implements(reflect.TypeFor[QuickBody]())
}

// unmarshal is huma's way to the content of any body.
func (b *quickBodies) unmarshal(data []byte, into any) error {
	body, quick := into.(QuickBody)
	if !quick {
		return unmarshalStrictJSON(data, into)
	}

	if decodeQuickly(data, body) {
		return nil
	}

	reflect.ValueOf(into).Elem().SetZero() // of what was read before it was given up

	return b.decodeWithCare(data, into)
}

// decodeWithCare is what huma does with other bodies.
func (b *quickBodies) decodeWithCare(data []byte, into any) error {
	var parsed any
	if err := unmarshalStrictJSON(data, &parsed); err != nil {
		return err
	}

	result := &huma.ValidateResult{}
	place := huma.NewPathBuffer(nil, 0)
	place.Push(wholeBody)

	huma.Validate(b.registry, b.schemas[reflect.TypeOf(into)], place, huma.ModeWriteToServer, parsed, result)

	if len(result.Errors) > 0 {
		return findingsOf(&huma.Operation{}, details(result.Errors))
	}

	return unmarshalStrictJSON(data, into)
}
