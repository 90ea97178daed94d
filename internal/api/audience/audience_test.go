package audience_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/api/audience"
	"loket/internal/api/routes"
)

type tree = map[string]any

// documents are the whole document and that of each audience.
func documents(t *testing.T) (whole tree, split map[string]tree) {
	t.Helper()

	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	text, err := a.DocumentJSON()
	if err != nil {
		t.Fatal(err)
	}

	parts, err := audience.Split(text)
	if err != nil {
		t.Fatal(err)
	}

	read := func(text []byte) tree {
		var doc tree
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}

		return doc
	}

	split = map[string]tree{}
	for name, text := range parts {
		split[name] = read(text)
	}

	return read(text), split
}

// ids are the operations of a document with what they need.
func ids(doc tree) map[string]tree {
	out := map[string]tree{}

	for _, item := range doc["paths"].(tree) {
		for _, op := range item.(tree) {
			out[op.(tree)["operationId"].(string)] = op.(tree)
		}
	}

	return out
}

// TestEveryOperationHasOneAudience: each is in one document, but those that no program calls.
func TestEveryOperationHasOneAudience(t *testing.T) {
	t.Parallel()

	whole, split := documents(t)
	where := map[string][]string{}

	for name, doc := range split {
		if len(ids(doc)) == 0 {
			t.Errorf("the document of %s is empty", name)
		}

		for id := range ids(doc) {
			where[id] = append(where[id], name)
		}
	}

	none := []string{"health", "ready", "openapi", "openapi-of", "show-link", "confirm-link", "show-link-result"}

	for id := range ids(whole) {
		if in := where[id]; len(in) != 1 && !slices.Contains(none, id) {
			t.Errorf("%s is in the documents of %v", id, in)
		}
	}

	for _, id := range none {
		if where[id] != nil {
			t.Errorf("%s is in the documents of %v", id, where[id])
		}
	}

	for name, of := range map[string]string{"client": "place-order", "portal": "sign-in", "shop": "make-shop-order", "banks": "snap-va-payment"} {
		if ids(split[name])[of] == nil {
			t.Errorf("the document of %s lacks %s", name, of)
		}
	}
}

// TestAnswersAreOpenAndBodiesClosed: a new field of an answer breaks no program, and a body with an unknown field is refused.
func TestAnswersAreOpenAndBodiesClosed(t *testing.T) {
	t.Parallel()

	_, split := documents(t)

	for name, doc := range split {
		schemas, _ := doc["components"].(tree)["schemas"].(tree)

		// closed calls do for each object of a value, with what it refers to.
		closed := func(value any, do func(path string, closed bool)) {
			seen := map[string]bool{}

			var walk func(path string, value any)

			walk = func(path string, value any) {
				switch value := value.(type) {
				case tree:
					if ref, _ := value["$ref"].(string); strings.HasPrefix(ref, "#/components/schemas/") && !seen[ref] {
						seen[ref] = true
						walk(ref, schemas[strings.TrimPrefix(ref, "#/components/schemas/")])
					}

					if value["properties"] != nil {
						do(path, value["additionalProperties"] == false)
					}

					for key, inner := range value {
						if key != "example" && key != "examples" {
							walk(path, inner)
						}
					}
				case []any:
					for _, inner := range value {
						walk(path, inner)
					}
				}
			}

			walk("", value)
		}

		for id, op := range ids(doc) {
			closed(op["responses"], func(path string, is bool) {
				if is {
					t.Errorf("%s: an answer of %s has the closed object %s", name, id, path)
				}
			})

			if name == "banks" {
				continue // bodies of others' protocols may grow
			}

			body, _ := op["requestBody"].(tree)
			content, _ := body["content"].(tree)

			closed(content["application/json"], func(path string, is bool) {
				if !is {
					t.Errorf("%s: the body of %s has the open object %s", name, id, path)
				}
			})
		}
	}
}

// TestDocumentsAreComplete: tags, a server, headers, codes of errors; and nothing that no operation needs.
func TestDocumentsAreComplete(t *testing.T) {
	t.Parallel()

	_, split := documents(t)

	for name, doc := range split {
		if len(doc["tags"].([]any)) == 0 || len(doc["servers"].([]any)) != 1 {
			t.Errorf("%s: tags %v, servers %v", name, doc["tags"], doc["servers"])
		}

		for id, op := range ids(doc) {
			for status, response := range op["responses"].(tree) {
				headers, _ := response.(tree)["headers"].(tree)
				if headers["X-Request-Id"] == nil || (status == "503") != (headers["Retry-After"] != nil) && status != "403" && status != "401" && status != "429" {
					t.Errorf("%s: %s has the headers %v with %s", name, id, headers, status)
				}
			}
		}
	}

	client := split["client"]
	schemas := client["components"].(tree)["schemas"].(tree)
	codes := schemas["ErrorCode"].(tree)["enum"].([]any)

	for code, in := range map[string]bool{"InsufficientBalanceError": true, "UnauthorizedError": true, "InvalidPinError": false} {
		if slices.Contains(codes, any(code)) != in {
			t.Errorf("whether the codes of the client API have %s: %v", code, !in)
		}
	}

	for schema := range schemas {
		if strings.HasPrefix(schema, "H2H") || schema == "CurrentUser" {
			t.Errorf("the client API's document has the schema %s", schema)
		}
	}

	if schemes := client["components"].(tree)["securitySchemes"].(tree); len(schemes) != 1 || schemes["apikey"] == nil {
		t.Errorf("the client API is called with %v", schemes)
	}
}
