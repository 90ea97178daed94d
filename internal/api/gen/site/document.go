package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The part of an OpenAPI document that the pages show.
type (
	document struct {
		Paths      map[string]map[string]operation `json:"paths"`
		Tags       []tag                           `json:"tags"`
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	tag struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}
	operation struct {
		ID          string              `json:"operationId"`
		Summary     string              `json:"summary"`
		Description string              `json:"description"`
		Tags        []string            `json:"tags"`
		Parameters  []parameter         `json:"parameters"`
		RequestBody *body               `json:"requestBody"`
		Responses   map[string]response `json:"responses"`
	}
	parameter struct {
		Name        string  `json:"name"`
		In          string  `json:"in"`
		Description string  `json:"description"`
		Required    bool    `json:"required"`
		Schema      *schema `json:"schema"`
		Example     any     `json:"example"`
	}
	body struct {
		Content map[string]media `json:"content"`
	}
	response struct {
		Description string           `json:"description"`
		Content     map[string]media `json:"content"`
	}
	media struct {
		Schema   *schema                    `json:"schema"`
		Example  json.RawMessage            `json:"example"`
		Examples map[string]json.RawMessage `json:"examples"`
	}
	schema struct {
		Ref         string             `json:"$ref"`
		Type        any                `json:"type"`
		Format      string             `json:"format"`
		Description string             `json:"description"`
		Enum        []any              `json:"enum"`
		Examples    []any              `json:"examples"`
		Items       *schema            `json:"items"`
		OneOf       []*schema          `json:"oneOf"`
		Properties  map[string]*schema `json:"properties"`
		Required    []string           `json:"required"`
		MaxLength   *int               `json:"maxLength"`
		Minimum     *float64           `json:"minimum"`
		Maximum     *float64           `json:"maximum"`
	}
)

const jsonType = "application/json"

func (p parameter) example() string {
	switch {
	case p.Example != nil:
		return fmt.Sprint(p.Example)
	case p.Schema == nil:
		return ""
	case len(p.Schema.Examples) > 0:
		return fmt.Sprint(p.Schema.Examples[0])
	case len(p.Schema.Enum) > 0:
		return fmt.Sprint(p.Schema.Enum[0])
	default:
		return ""
	}
}

// Calls reads the operations of a document, in the order of its tags, then of paths.
func Calls(text []byte) ([]Call, error) {
	var doc document

	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}

	var out []Call

	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, method := range slices.Backward(slices.Sorted(maps.Keys(doc.Paths[path]))) { // POST first
			c, err := doc.call(strings.ToUpper(method), path, doc.Paths[path][method])
			if err != nil {
				return nil, err
			}

			out = append(out, c)
		}
	}

	order := func(name string) int { return slices.IndexFunc(doc.Tags, func(t tag) bool { return t.Name == name }) }

	slices.SortStableFunc(out, func(a, b Call) int { return cmp.Compare(order(a.Tag), order(b.Tag)) })

	return out, nil
}

func (d document) call(method, path string, op operation) (Call, error) {
	at, err := target(op.ID, path, op.Parameters)
	if err != nil {
		return Call{}, err
	}

	c := Call{ID: op.ID, Method: method, Path: path, Summary: op.Summary, Description: op.Description, Target: at}
	if len(op.Tags) > 0 {
		c.Tag = op.Tags[0]
	}

	for _, p := range op.Parameters {
		c.Parameters = append(c.Parameters, Parameter{p.Name, p.In, d.typeOf(p.Schema), cmp.Or(p.Description, d.textOf(p.Schema)), p.Required})
	}

	if op.RequestBody != nil {
		for kind, m := range op.RequestBody.Content { // one kind
			c.Kind, c.Request = kind, d.fields("", m.Schema, 0)

			if c.Body, err = d.bodyOf(op.ID, kind, m); err != nil {
				return Call{}, err
			}
		}
	}

	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		r := op.Responses[status]

		if strings.HasPrefix(status, "2") || strings.HasPrefix(status, "3") {
			m := r.Content[jsonType]
			c.Answers = append(c.Answers, Answer{status, r.Description, d.fields("", m.Schema, 0), pretty(m.Example)})

			continue
		}

		c.Errors = append(c.Errors, errorsOf(status, r)...)
	}

	return c, nil
}

// bodyOf is the example of a body, which each must have: JSON, or the text of a file.
func (d document) bodyOf(id, kind string, m media) ([]byte, error) {
	if m.Schema == nil {
		return nil, nil
	}

	if len(m.Example) == 0 {
		return nil, fmt.Errorf("%s: its body has no example: set Example where the operation is registered", id)
	}

	if kind != jsonType {
		var file string
		if err := json.Unmarshal(m.Example, &file); err != nil {
			return nil, fmt.Errorf("%s: its example: %w", id, err)
		}

		return []byte(file), nil
	}

	var out bytes.Buffer
	if err := json.Compact(&out, m.Example); err != nil {
		return nil, fmt.Errorf("%s: its example: %w", id, err)
	}

	return out.Bytes(), nil
}

// errorText finds the codes of a status with their texts.
var errorText = regexp.MustCompile(`(?s)\*\*(\w+)\*\*: (.*?)(?:\n\n|$)`)

func errorsOf(status string, r response) []ErrorRow {
	var out []ErrorRow

	for _, found := range errorText.FindAllStringSubmatch(r.Description, -1) {
		out = append(out, ErrorRow{found[1], status, found[2]})
	}

	return out
}

const deepest = 4

// fields lists the fields of a schema, each with its path.
func (d document) fields(prefix string, s *schema, depth int) []Field {
	s = d.resolve(s)
	if s == nil || depth > deepest {
		return nil
	}

	if s.Items != nil {
		return d.fields(prefix+"[]", s.Items, depth+1)
	}

	var out []Field

	names := slices.Sorted(maps.Keys(s.Properties))
	slices.SortStableFunc(names, func(a, b string) int { // required ones first
		return cmp.Compare(position(s.Required, a), position(s.Required, b))
	})

	for _, name := range names {
		p := s.Properties[name]
		path := strings.TrimPrefix(prefix+"."+name, ".")
		out = append(out, Field{path, d.typeOf(p), d.textOf(p), slices.Contains(s.Required, name)})
		out = append(out, d.fields(path, p, depth+1)...)
	}

	return out
}

// position of a name in a list; after all others if it isn't there.
func position(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}

	return len(list)
}

func (d document) resolve(s *schema) *schema {
	for s != nil && s.Ref != "" {
		s = d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}

	return s
}

func (d document) typeOf(s *schema) string {
	r := d.resolve(s)
	if r == nil {
		return ""
	}

	kind := ""

	switch t := r.Type.(type) {
	case string:
		kind = t
	case []any:
		var all []string
		for _, one := range t {
			all = append(all, fmt.Sprint(one))
		}

		kind = strings.Join(all, " or ")
	}

	switch {
	case r.Items != nil:
		return "list of " + cmp.Or(d.typeOf(r.Items), "values")
	case len(r.OneOf) > 0:
		return "object"
	case r.Format != "" && r.Format != "int64" && r.Format != "int32":
		return kind + " (" + r.Format + ")"
	default:
		return kind
	}
}

func (d document) textOf(s *schema) string {
	r := d.resolve(s)
	if r == nil {
		return ""
	}

	text := cmp.Or(s.Description, r.Description)

	if len(r.Enum) > 0 && !strings.HasSuffix(s.Ref, "/ErrorCode") {
		var all []string
		for _, one := range r.Enum {
			all = append(all, fmt.Sprint(one))
		}

		text = strings.TrimSpace(strings.TrimSuffix(text, ".") + ". One of: " + strings.Join(all, ", "))
		text = strings.TrimPrefix(text, ". ")
	}

	return text
}

func pretty(text json.RawMessage) string {
	if len(text) == 0 {
		return ""
	}

	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return string(text)
	}

	return out.String()
}
