package audience

import (
	"maps"
	"slices"
	"strings"
)

// errorSchema is the body of every error; batchErrorSchema that of one order in a batch.
const (
	errorSchema      = "Error"
	batchErrorSchema = "H2HBatchError"
	errorCodeSchema  = "ErrorCode"
	schemaRef        = "#/components/schemas/"
)

// retried are the errors of other statuses than 503 that say when to come again.
var retried = []string{"ThrottleRejectError", "PinLockedError"}

// describeResponses gives each response its headers, and the examples of errors one place.
func describeResponses(doc tree) {
	headers, examples := object(doc, "components", "headers"), object(doc, "components", "examples")

	header := func(name, text, kind string, example any) {
		headers[name] = tree{"description": text, "schema": tree{"type": kind}, "example": example}
	}
	header("X-Request-Id", "The id of the request, also in the body of an error: quote it to support. Your own is taken if you send one.", "string", "MZ6H2KQ7WCT4P3YV5XNA8RDB2E")
	header("Retry-After", "After how many seconds the same request may succeed.", "integer", 2)
	header("WWW-Authenticate", "The scheme that is wanted.", "string", "Bearer")

	operations(doc, func(op tree) {
		for status, value := range object(op, "responses") {
			response, _ := value.(tree)
			own := object(response, "headers")
			delete(own, "Content-Type") // OpenAPI ignores it there

			content := object(response, "content")
			media := object(content, "application/json")
			found := shareExamples(media, examples)

			if len(media) == 0 {
				delete(content, "application/json")
			}

			if len(content) == 0 {
				delete(response, "content")
			}

			for name, has := range map[string]bool{
				"X-Request-Id":     true,
				"WWW-Authenticate": status == "401",
				"Retry-After":      status == "503" || slices.ContainsFunc(found, func(code string) bool { return slices.Contains(retried, code) }),
			} {
				if has {
					own[name] = tree{"$ref": "#/components/headers/" + name}
				}
			}
		}
	})
}

// shareExamples moves the examples of errors to the components, and returns their codes. An example that differs from the shared one
// of its code stays where it is.
func shareExamples(media, shared tree) []string {
	own, ok := media["examples"].(tree)
	if !ok {
		return nil
	}

	for code, example := range own {
		if _, known := shared[code]; !known {
			shared[code] = example
		}

		own[code] = tree{"$ref": "#/components/examples/" + code}
	}

	return slices.Sorted(maps.Keys(own))
}

// nameErrorCodes lists the codes that operations of the document can answer.
func nameErrorCodes(doc tree) {
	codes := map[string]bool{}

	operations(doc, func(op tree) {
		for _, value := range object(op, "responses") {
			response, _ := value.(tree)
			content, _ := response["content"].(tree)
			media, _ := content["application/json"].(tree)
			examples, _ := media["examples"].(tree)

			for code := range examples {
				codes[code] = true
			}
		}
	})

	if len(codes) == 0 {
		return
	}

	enum := []any{}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		enum = append(enum, code)
	}

	schemas := object(doc, "components", "schemas")
	schemas[errorCodeSchema] = tree{
		"type": "string", "enum": enum,
		"description": "Stable name of an error. There will be more: treat one that you don't know by its HTTP status.",
	}

	for _, name := range []string{errorSchema, batchErrorSchema} {
		if _, known := schemas[name]; known {
			object(schemas, name, "properties")["code"] = tree{"$ref": schemaRef + errorCodeSchema}
		}
	}
}

// refs calls do for each reference to a schema inside a value, and puts what it returns in its place.
func refs(value any, do func(name string) string) {
	switch value := value.(type) {
	case tree:
		for key, inner := range value {
			if text, ok := inner.(string); ok && key == "$ref" && strings.HasPrefix(text, schemaRef) {
				value[key] = schemaRef + do(strings.TrimPrefix(text, schemaRef))
			} else {
				refs(inner, do)
			}
		}
	case []any:
		for _, inner := range value {
			refs(inner, do)
		}
	}
}
