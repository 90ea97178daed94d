// Package openapi_test proves that programs can be made from the client API's document, and that a change of it breaks none that
// was made before.
package openapi_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/api/audience"
	"loket/internal/api/routes"
)

const (
	released = "../../internal/api/audience/released/client.json"
	tools    = "../../tools/openapi"
)

// present is the client API's document as it is now.
func present(t *testing.T) []byte {
	t.Helper()

	documents, err := routes.Documents()
	if err != nil {
		t.Fatal(err)
	}

	return documents[audience.Client]
}

// run starts a program of Go's toolchain in a folder.
func run(t *testing.T, folder string, args ...string) (string, error) {
	t.Helper()

	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()

	return string(out), err
}

func write(t *testing.T, folder, name string, content []byte) string {
	t.Helper()

	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}

	return path
}

// TestGoClientBuilds: oapi-codegen makes a client from the document, and it compiles.
func TestGoClientBuilds(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	document := write(t, folder, "client.json", present(t))

	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(tools, name))
		if err != nil {
			t.Fatal(err)
		}

		write(t, folder, name, content)
	}

	code, err := exec.CommandContext(t.Context(), "go", "tool", "-modfile="+filepath.Join(tools, "go.mod"), "oapi-codegen",
		"-generate", "types,client", "-package", "loket", document).Output()
	if err != nil {
		t.Fatalf("oapi-codegen: %v", err)
	}

	write(t, folder, "loket.go", code)

	if out, err := run(t, folder, "vet", "."); err != nil {
		t.Errorf("the client doesn't compile: %v\n%s", err, out)
	}

	for _, want := range []string{"func (c *Client) PlaceOrder(", "type Order struct", "InsufficientBalanceError"} {
		if !strings.Contains(string(code), want) {
			t.Errorf("the client has no %s", want)
		}
	}
}

// mayGrow reports whether a change is a new value or body where the docs say that there will be more: types of events, codes of errors.
func mayGrow(id, path, text string) bool {
	switch id {
	case "response-property-enum-value-added":
		return path == "/h2h/v1/events" && strings.Contains(text, "`data/items/type`") || strings.Contains(text, "`code`") || strings.Contains(text, "/code`")
	case "response-property-one-of-added":
		return path == "/h2h/v1/events"
	default:
		return false
	}
}

// breaks are the changes between two documents that break a program.
func breaks(t *testing.T, before, after string) []string {
	t.Helper()

	text, err := exec.CommandContext(t.Context(), "go", "tool", "-modfile="+filepath.Join(tools, "go.mod"), "oasdiff", "breaking",
		"--format", "json", "--severity-levels", filepath.Join(tools, "severity.txt"), before, after).Output()
	if err != nil {
		t.Fatalf("oasdiff: %v", err)
	}

	var list []struct {
		ID    string `json:"id"`
		Text  string `json:"text"`
		Path  string `json:"path"`
		Level int    `json:"level"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatalf("oasdiff: %v %s", err, text)
	}

	const certain = 3 // errors; warnings are below

	var out []string

	for _, c := range list {
		if c.Level >= certain && !mayGrow(c.ID, c.Path, c.Text) {
			out = append(out, c.Path+": "+c.Text)
		}
	}

	return out
}

// TestNoProgramBreaks: the present document is compatible with the released one.
func TestNoProgramBreaks(t *testing.T) {
	t.Parallel()

	after := write(t, t.TempDir(), "client.json", present(t))

	for _, at := range breaks(t, released, after) {
		t.Errorf("a program that was written against %s would break: %s", released, at)
	}
}

// TestBreaksAreSeen plants one change of each kind that must not happen.
func TestBreaksAreSeen(t *testing.T) {
	t.Parallel()

	now := present(t)
	before := write(t, t.TempDir(), "client.json", now)

	type tree = map[string]any

	at := func(doc tree, names ...string) tree {
		for _, name := range names {
			next, ok := doc[name].(tree)
			if !ok {
				t.Fatalf("the document has no %v", names)
			}

			doc = next
		}

		return doc
	}

	for name, plant := range map[string]func(doc tree){
		"a call is gone":                  func(doc tree) { delete(at(doc, "paths"), "/h2h/v1/balance") },
		"a field of an answer is gone":    func(doc tree) { delete(at(doc, "components", "schemas", "Order", "properties"), "serialNumber") },
		"a field of an answer is another": func(doc tree) { at(doc, "components", "schemas", "Order", "properties", "price")["type"] = "string" },
		"a field of a body is gone":       func(doc tree) { delete(at(doc, "components", "schemas", "OrderInput", "properties"), "maxPrice") },
		"a value of a body is gone": func(doc tree) {
			at(doc, "components", "schemas", "OrderInput", "properties", "paymentType")["enum"] = []any{"deposit"}
		},
		"a field of a body is required now": func(doc tree) {
			input := at(doc, "components", "schemas", "OrderInput")
			input["required"] = append(input["required"].([]any), "maxPrice")
		},
		"an answer has another status of orders": func(doc tree) {
			status := at(doc, "components", "schemas", "Order", "properties", "status")
			status["enum"] = append(status["enum"].([]any), "lost")
		},
		"a parameter is gone": func(doc tree) {
			list := at(doc, "paths", "/h2h/v1/products", "get")
			parameters, _ := list["parameters"].([]any)
			list["parameters"] = parameters[1:]
		},
		"a parameter is required now": func(doc tree) {
			list := at(doc, "paths", "/h2h/v1/products", "get")
			parameters, _ := list["parameters"].([]any)
			list["parameters"] = append(parameters, tree{"name": "page", "in": "query", "required": true, "schema": tree{"type": "integer"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			var doc tree
			if err := json.Unmarshal(now, &doc); err != nil {
				t.Fatal(err)
			}

			plant(doc)

			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}

			if len(breaks(t, before, write(t, t.TempDir(), "client.json", text))) == 0 {
				t.Error("nobody noticed")
			}
		})
	}
}
