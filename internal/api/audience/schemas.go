package audience

import (
	"encoding/json"
	"fmt"
	"strings"
)

// openAnswers lets the objects of answers have more fields than the document names, so that a new field breaks no program. Bodies of
// requests stay closed. A schema of both becomes two.
func openAnswers(doc tree) {
	schemas := object(doc, "components", "schemas")
	inRequests, inAnswers := map[string]bool{}, map[string]bool{}

	operations(doc, func(op tree) {
		reach(schemas, op["requestBody"], inRequests)
		reach(schemas, op["responses"], inAnswers)
	})

	const suffix = "Answer"

	twice := func(name string) string {
		if inRequests[name] {
			return name + suffix
		}

		return name
	}

	for name := range inAnswers {
		schema := schemas[name]
		if inRequests[name] {
			schema = clone(schema)
			schemas[name+suffix] = schema
		}

		refs(schema, twice)
		open(schema)
	}

	operations(doc, func(op tree) {
		refs(op["responses"], twice)
		open(op["responses"])
	})
}

// open removes what forbids further fields.
func open(value any) {
	switch value := value.(type) {
	case tree:
		if closed, ok := value["additionalProperties"].(bool); ok && !closed {
			delete(value, "additionalProperties")
		}

		for _, inner := range value {
			open(inner)
		}
	case []any:
		for _, inner := range value {
			open(inner)
		}
	}
}

// reach adds the schemas that a value refers to, directly or by others.
func reach(schemas tree, value any, reached map[string]bool) {
	refs(value, func(name string) string {
		if !reached[name] {
			reached[name] = true
			reach(schemas, schemas[name], reached)
		}

		return name
	})
}

// dropUnused drops the components that nothing refers to.
func dropUnused(doc tree) {
	components := object(doc, "components")
	schemas := object(components, "schemas")
	used := map[string]bool{}

	reach(schemas, doc["paths"], used)

	for name := range schemas {
		if !used[name] {
			delete(schemas, name)
		}
	}

	text, err := json.Marshal(doc["paths"])
	if err != nil {
		return // a tree that was read from JSON can be written as JSON
	}

	for _, kind := range []string{"headers", "examples"} {
		for name := range object(components, kind) {
			if !strings.Contains(string(text), `"#/components/`+kind+"/"+name+`"`) {
				delete(object(components, kind), name)
			}
		}

		if len(object(components, kind)) == 0 {
			delete(components, kind)
		}
	}

	if len(schemas) == 0 {
		delete(components, "schemas")
	}

	schemes := object(components, "securitySchemes")
	for name := range schemes {
		if !strings.Contains(string(text), `"security":[{"`+name+`":`) {
			delete(schemes, name)
		}
	}

	if len(schemes) == 0 {
		delete(components, "securitySchemes")
	}
}

// renameSchemas cuts the prefix by which the whole document tells schemas of the client API from those of the portal.
func (a audience) renameSchemas(doc tree) error {
	schemas, ok := object(doc, "components")["schemas"].(tree)
	if !ok || a.prefix == "" {
		return nil
	}

	renamed := tree{}

	for name, schema := range schemas {
		short := strings.TrimPrefix(name, a.prefix)
		if _, taken := renamed[short]; taken {
			return fmt.Errorf("two schemas would be called %s", short)
		}

		renamed[short] = schema
	}

	object(doc, "components")["schemas"] = renamed

	refs(doc, func(name string) string { return strings.TrimPrefix(name, a.prefix) })

	return nil
}

func clone(value any) any {
	var out any

	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}

	if err != nil {
		return value // a tree that was read from JSON can be written and read again
	}

	return out
}
