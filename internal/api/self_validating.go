package api

import (
	"bytes"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	strictjson "github.com/go-json-experiment/json"
)

// SelfValidatingBody is a body that is decoded once, straight into its type, if it is valid. huma decodes each body
// twice: into maps, which it compares with the schema, and into its type. That costs an order 7 µs more, and each order
// of a batch 3 µs (BenchmarkOrderBodies). A body that is not valid goes huma's way, which names its faults.
type SelfValidatingBody interface {
	// Valid reports whether the values satisfy their schema. A field that may be missing but not zero must be a pointer.
	Valid() bool
}

// slowPathMarkers are texts that only huma's way judges: null, which the schema may refuse, and NUL characters. A body
// that contains one in a valid place is decoded the slow way.
var slowPathMarkers = [][]byte{[]byte("null"), []byte(`\u0000`)}

// decodeSelfValidating decodes a body and reports whether it is valid: no unknown and no duplicate members, exact case,
// UTF-8, values that satisfy the schema. Otherwise what was read is not to be used.
func decodeSelfValidating(data []byte, into SelfValidatingBody) bool {
	for _, text := range slowPathMarkers {
		if bytes.Contains(data, text) {
			return false
		}
	}

	return strictjson.Unmarshal(data, into, strictjson.RejectUnknownMembers(true)) == nil && into.Valid()
}

// bodies has the schemas of bodies that are not left to huma alone, by what is read into.
type bodies struct {
	registry     huma.Registry
	schemas      map[reflect.Type]*huma.Schema // huma does not validate these: decodeLikeHuma does where needed
	withoutNulls map[reflect.Type]*huma.Schema // null is refused where the schema doesn't say so
}

// keep keeps the schema of a body that huma doesn't validate, or in which null is refused.
func (b *bodies) keep(body reflect.Type, schema *huma.Schema, selfValidating, withoutNulls bool) {
	if selfValidating {
		b.schemas[body] = schema
	}

	if withoutNulls {
		b.withoutNulls[body] = schema
	}
}

// selfValidatingBodyOf returns the type that the body of an input is decoded into, if it validates itself.
func selfValidatingBodyOf(input reflect.Type) (reflect.Type, bool) {
	field, ok := input.FieldByName("Body")
	if !ok {
		return nil, false
	}

	into := reflect.PointerTo(field.Type)

	return into, into.Implements(reflect.TypeFor[SelfValidatingBody]())
}

// unmarshal decodes any body for huma.
func (b *bodies) unmarshal(data []byte, into any) error {
	body, ok := into.(SelfValidatingBody)
	if !ok {
		if err := unmarshalStrictJSON(wholeNumbers(data), into); err != nil {
			return err
		}

		return b.refuseNulls(data, into)
	}

	if decodeSelfValidating(data, body) {
		return nil
	}

	reflect.ValueOf(into).Elem().SetZero() // a part may have been decoded

	return b.decodeLikeHuma(wholeNumbers(data), into)
}

// refuseNulls refuses null in the body of a client's program.
func (b *bodies) refuseNulls(data []byte, into any) error {
	schema, ours := b.withoutNulls[reflect.TypeOf(into)]
	if !ours {
		return nil
	}

	return refuseNulls(b.registry, schema, data)
}

// decodeLikeHuma validates and decodes a body as huma does with all others.
func (b *bodies) decodeLikeHuma(data []byte, into any) error {
	var parsed any
	if err := unmarshalStrictJSON(data, &parsed); err != nil {
		return err
	}

	result := &huma.ValidateResult{}
	place := huma.NewPathBuffer(nil, 0)
	place.Push(wholeBody)

	huma.Validate(b.registry, b.schemas[reflect.TypeOf(into)], place, huma.ModeWriteToServer, parsed, result)

	if len(result.Errors) > 0 {
		return inputErrorsOf(&huma.Operation{}, details(result.Errors))
	}

	if err := unmarshalStrictJSON(data, into); err != nil {
		return err
	}

	return b.refuseNulls(data, into)
}
