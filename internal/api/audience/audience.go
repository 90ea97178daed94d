// Package audience makes an OpenAPI document for each kind of reader from the whole document. Whoever writes a program
// against the client API gets its calls alone, in the form that generators of clients and linters accept.
package audience

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tree is an object of a JSON document.
type tree = map[string]any

// group is a tag of a document: calls that belong together.
type group struct {
	name string
	// from are the tags of the operations as they are registered, or with a slash the beginnings of their paths.
	from []string
	text string
}

// audience is one kind of reader.
type audience struct {
	name, title, text string
	// prefix is cut from the names of schemas.
	prefix string
	owns   func(op tree) bool
	groups []group
}

// Names are the audiences, in the order in which they are presented.
func Names() []string {
	all := audiences()
	out := make([]string, 0, len(all))

	for _, a := range all {
		out = append(out, a.name)
	}

	return out
}

// Split returns a document for each audience by its name, from the whole document. An operation has exactly one audience; health
// checks, the documents themselves and the HTML pages of e-mailed links have none.
func Split(whole []byte) (map[string][]byte, error) {
	out := map[string][]byte{}

	for _, a := range audiences() {
		var doc tree // fresh for each, since it is changed

		if err := json.Unmarshal(whole, &doc); err != nil {
			return nil, fmt.Errorf("read the OpenAPI document: %w", err)
		}

		if err := a.reduce(doc); err != nil {
			return nil, fmt.Errorf("document of %s: %w", a.name, err)
		}

		text, err := json.MarshalIndent(doc, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("document of %s: %w", a.name, err)
		}

		out[a.name] = append(text, '\n')
	}

	return out, nil
}

// reduce leaves the audience's part of the whole document.
func (a audience) reduce(doc tree) error {
	info := object(doc, "info")
	info["title"], info["description"] = a.title, a.text
	doc["servers"] = []any{tree{"url": "/", "description": "The deployment that serves this document"}}

	if err := a.keepOperations(doc); err != nil {
		return err
	}

	describeResponses(doc)
	nameErrorCodes(doc)
	openAnswers(doc)

	if err := addExamples(doc); err != nil {
		return err
	}

	dropUnused(doc)

	return a.renameSchemas(doc)
}

// keepOperations drops the operations of others, and gives each its tag.
func (a audience) keepOperations(doc tree) error {
	used := map[string]bool{}

	for path, item := range object(doc, "paths") {
		methods, _ := item.(tree)

		for method, value := range methods {
			op, _ := value.(tree)
			if !a.owns(op) {
				delete(methods, method)

				continue
			}

			g, err := a.groupOf(path, tagOf(op))
			if err != nil {
				return err
			}

			used[g.name] = true
			op["tags"] = []any{g.name}
		}

		if len(methods) == 0 {
			delete(object(doc, "paths"), path)
		}
	}

	tags := []any{}

	for _, g := range a.groups {
		if used[g.name] {
			tags = append(tags, tree{"name": g.name, "description": g.text})
		}
	}

	doc["tags"] = tags

	return nil
}

func (a audience) groupOf(path, tag string) (group, error) {
	i := slices.IndexFunc(a.groups, func(g group) bool {
		return slices.ContainsFunc(g.from, func(from string) bool {
			return from == tag || strings.HasPrefix(from, "/") && (path == from || strings.HasPrefix(path, from+"/"))
		})
	})
	if i < 0 {
		return group{}, fmt.Errorf("%s with the tag %q is in no group: add it to one in internal/api/audience/groups.go", path, tag)
	}

	return a.groups[i], nil
}

func tagOf(op tree) string {
	tags, _ := op["tags"].([]any)
	if len(tags) == 0 {
		return ""
	}

	tag, _ := tags[0].(string)

	return tag
}

// object returns an object inside a tree, which it makes where there is none.
func object(t tree, names ...string) tree {
	for _, name := range names {
		next, ok := t[name].(tree)
		if !ok {
			next = tree{}
			t[name] = next
		}

		t = next
	}

	return t
}

// operations calls do for each operation of a document.
func operations(doc tree, do func(op tree)) {
	for _, item := range object(doc, "paths") {
		methods, _ := item.(tree)

		for _, value := range methods {
			if op, ok := value.(tree); ok {
				do(op)
			}
		}
	}
}
