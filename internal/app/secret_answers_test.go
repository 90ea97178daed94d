package app_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// schema is the part of a JSON schema that says which fields an answer has.
type schema struct {
	Ref        string            `json:"$ref"`
	Properties map[string]schema `json:"properties"`
	Items      *schema           `json:"items"`
	OneOf      []schema          `json:"oneOf"`
	AnyOf      []schema          `json:"anyOf"`
	AllOf      []schema          `json:"allOf"`
}

// answers reads the schemas of successful JSON answers by operation.
type answers struct {
	Paths map[string]map[string]struct {
		ID        string `json:"operationId"`
		Responses map[string]struct {
			Content map[string]struct {
				Schema schema `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

// fields adds the names of all fields of a schema.
func (a *answers) fields(s schema, known map[string]bool, names map[string]bool) {
	if s.Ref != "" {
		if known[s.Ref] {
			return
		}

		known[s.Ref] = true
		a.fields(a.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")], known, names)
	}

	for name, of := range s.Properties {
		names[name] = true

		a.fields(of, known, names)
	}

	if s.Items != nil {
		a.fields(*s.Items, known, names)
	}

	for _, one := range slices.Concat(s.OneOf, s.AnyOf, s.AllOf) {
		a.fields(one, known, names)
	}
}

// TestAnswersWithSecretsStayPlain finds answers that open a door by the names of their fields: a compressed one would tell its secret by
// its length (api.Operation.Secret).
func TestAnswersWithSecretsStayPlain(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}

	var doc answers
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}

	// A serial number may be the code of a voucher, which is worth money.
	isSecret := func(name string) bool {
		return strings.HasSuffix(strings.ToLower(name), "url") ||
			slices.Contains([]string{"token", "apiKey", "secret", "password", "urlReport", "link", "serialNumber"}, name)
	}
	// Answers with such names that may be compressed all the same.
	harmless := map[string]string{
		"list-users": "apiKey is the last four characters of keys",
		// Up to 10,000 lines. They repeat nothing of the call, and only users of the client itself write what stands in them.
		"get-scheduled-order":        "serialNumber beside nothing that another can write",
		"list-scheduled-order-lines": "serialNumber beside nothing that another can write",
	}
	used := map[string]bool{}

	secret := map[string]bool{}
	for _, r := range start(t, 1).API().Routes() {
		secret[r.ID] = r.Secret || r.Raw || r.Access.Value() == "apikey" // raw routes and those for clients' systems are never compressed
	}

	// "key" is also the name of other things.
	for _, id := range []string{"get-payment-key", "change-payment-key"} {
		if !secret[id] {
			t.Errorf("%s answers with a key, and may be compressed", id)
		}
	}

	found := 0

	for _, methods := range doc.Paths {
		for _, o := range methods {
			names := map[string]bool{}

			for status, r := range o.Responses {
				if strings.HasPrefix(status, "2") {
					doc.fields(r.Content["application/json"].Schema, map[string]bool{}, names)
				}
			}

			for name := range names {
				if !isSecret(name) {
					continue
				}

				if harmless[o.ID] != "" {
					used[o.ID] = true

					continue
				}

				found++

				if !secret[o.ID] {
					t.Errorf("%s answers with %s, and may be compressed: set Secret", o.ID, name)
				}
			}
		}
	}

	if found < 30 {
		t.Errorf("%d secrets found: the document is not read", found)
	}

	for id := range harmless {
		if !used[id] {
			t.Errorf("%s answers with no such name: it is no exception", id)
		}
	}
}
