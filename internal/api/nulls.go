package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/platform/language"
)

// refuseNulls finds members of a body that are null where their schema doesn't say so. huma takes the null of an optional member as if it
// was absent. Programs of clients are told: a limit that their code failed to compute must not become an order without a limit.
func refuseNulls(registry huma.Registry, schema *huma.Schema, data []byte) error {
	if !bytes.Contains(data, []byte("null")) {
		return nil
	}

	var parsed any
	if err := json.Unmarshal(data, &parsed); err != nil {
		return describe(err)
	}

	if list := nullsIn(registry, schema, "", parsed, nil); len(list) > 0 {
		return list
	}

	return nil
}

func nullsIn(registry huma.Registry, schema *huma.Schema, place string, value any, found inputErrors) inputErrors {
	for schema != nil && schema.Ref != "" {
		schema = registry.SchemaFromRef(schema.Ref)
	}

	if schema == nil {
		return found
	}

	switch v := value.(type) {
	case nil:
		if !schema.Nullable && schema.Type != "" {
			found = append(found, inputFault{Field: place, Code: typeMessage(schema.Type).Code()})
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			found = nullsIn(registry, schema.Properties[name], under(place, name), v[name], found)
		}
	case []any:
		for i, item := range v {
			found = nullsIn(registry, schema.Items, place+"["+strconv.Itoa(i)+"]", item, found)
		}
	}

	return found
}

// typeMessage says what a value of a type must be.
func typeMessage(kind string) language.Message {
	switch kind {
	case huma.TypeInteger:
		return msgWholeNumber
	case huma.TypeNumber:
		return msgNumber
	case huma.TypeString:
		return msgText
	case huma.TypeBoolean:
		return msgBoolean
	case huma.TypeArray:
		return msgList
	default:
		return msgObject
	}
}
