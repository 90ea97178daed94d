package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// heading is a heading of a page.
type heading struct {
	ID, Text string
	Level    int
}

// clientAPI is the document whose sections the guides include.
const clientAPI = "client-api.md"

// guide is a page that people write: docs/site/<name>.md, or another document as it is.
type guide struct{ name, group, file string }

func list() []guide {
	of := func(group string, names ...string) []guide {
		var out []guide
		for _, name := range names {
			out = append(out, guide{name, group, "site/" + name + ".md"})
		}

		return out
	}

	out := []guide{{"", start, "site/home.md"}}
	out = append(out, of(start, "quickstart", "sandbox")...)
	out = append(out, of(guides, "idempotency", "waiting", "events", "errors", "reconciliation", "limits", "time")...)
	out = append(out, guide{"shop-payments", guides, "storefront-payments.md"})
	out = append(out, of(guides, "versions", "changes", "calls")...) // calls is last: it takes what the others leave

	return out
}

// include is a line of a guide in whose place comes a section of docs/client-api.md, or something that is made from the code.
var include = regexp.MustCompile(`(?m)^<!-- (section|made) ([\w-]+) -->$`)

func (b *builder) guides() ([]page, error) {
	sections, err := b.sections()
	if err != nil {
		return nil, err
	}

	b.included = map[string]bool{}

	var out []page

	for _, g := range list() {
		source, err := fs.ReadFile(b.Docs, g.file)
		if err != nil {
			return nil, fmt.Errorf("guide %s: %w", g.name, err)
		}

		whole, err := b.expand(string(source), sections)
		if err != nil {
			return nil, fmt.Errorf("guide %s: %w", g.name, err)
		}

		p, err := render(whole)
		if err != nil {
			return nil, fmt.Errorf("guide %s: %w", g.name, err)
		}

		p.Name, p.Group = g.name, g.group
		out = append(out, p)
	}

	return out, nil
}

// sections are the parts of docs/client-api.md under its headings of level two, by the names of these.
func (b *builder) sections() (map[string]string, error) {
	source, err := fs.ReadFile(b.Docs, clientAPI)
	if err != nil {
		return nil, fmt.Errorf("read the client API's page: %w", err)
	}

	out := map[string]string{}

	for _, part := range strings.Split("\n"+string(source), "\n## ")[1:] {
		title, _, _ := strings.Cut(part, "\n")
		out[anchor(title)] = "## " + part + "\n"
	}

	return out, nil
}

// anchor is the name of a heading as GitHub makes it.
func anchor(title string) string {
	return strings.ReplaceAll(strings.ToLower(notInAnchors.ReplaceAllString(title, "")), " ", "-")
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)

// expand puts the sections and what is made from the code into a guide.
func (b *builder) expand(source string, sections map[string]string) (string, error) {
	var problem error

	whole := include.ReplaceAllStringFunc(source, func(line string) string {
		kind, name := include.FindStringSubmatch(line)[1], include.FindStringSubmatch(line)[2]

		if kind == "made" {
			made, err := b.made(name, sections)
			if err != nil {
				problem = err
			}

			return made
		}

		section, known := sections[name]
		if !known {
			problem = fmt.Errorf("%s has no section %q", clientAPI, name)
		}

		b.included[name] = true

		if title, rest, _ := strings.Cut(section, "\n"); strings.HasPrefix(source, strings.TrimPrefix(title, "#")+"\n") {
			return strings.ReplaceAll(rest, "\n### ", "\n## ") // the page has its title already
		}

		return section
	})

	return whole, problem
}

// made is a part that comes from the code, by its name.
func (b *builder) made(name string, sections map[string]string) (string, error) {
	var out strings.Builder

	switch name {
	case "errors":
		b.included["errors"] = true // its section is a part of this

		out.WriteString("| code | status | cause | what to do |\n| --- | --- | --- | --- |\n")

		for _, e := range b.Errors {
			fmt.Fprintf(&out, "| `%s` | %d | %s | %s |\n", e.Code, e.Status, cell(e.Cause), cell(e.Mend))
		}
	case "changes":
		for _, c := range b.Changes {
			fmt.Fprintf(&out, "- **%s**, %s: %s\n", c.Date, c.Kind, c.Text["en"])
		}
	case "sandbox": // the section that the sandbox has, once it is there
		b.included["sandbox"] = true

		out.WriteString(sections["sandbox"])
	case "rest":
		source, err := fs.ReadFile(b.Docs, clientAPI)
		if err != nil {
			return "", fmt.Errorf("read the client API's page: %w", err)
		}

		for _, part := range strings.Split("\n"+string(source), "\n## ")[1:] {
			title, _, _ := strings.Cut(part, "\n")
			if !b.included[anchor(title)] {
				out.WriteString(sections[anchor(title)])
			}
		}
	default:
		return "", fmt.Errorf("nothing is made for %q: it is one of %v", name, []string{"errors", "changes", "sandbox", "rest"})
	}

	return out.String(), nil
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// render makes a page from a document. Its first heading is the title.
func render(source string) (page, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	content := []byte(source)
	doc := md.Parser().Parse(text.NewReader(content), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{used: map[string]bool{}}))))

	var p page

	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}

		id, _ := h.AttributeString("id")
		name, _ := id.([]byte)
		title := plain(h, content)

		if h.Level == 1 && p.Title == "" {
			p.Title, p.anchor = title, string(name)
		} else {
			p.headings = append(p.headings, heading{string(name), title, h.Level})
		}

		return ast.WalkSkipChildren, nil
	})
	if err != nil {
		return page{}, fmt.Errorf("read the headings: %w", err)
	}

	var out bytes.Buffer
	if err := md.Renderer().Render(&out, content, doc); err != nil {
		return page{}, fmt.Errorf("write the page: %w", err)
	}

	// A wide table scrolls inside itself, and can be scrolled by the keyboard.
	body := strings.NewReplacer(
		"<table>", `<div class="table" role="group" aria-label="Table" tabindex="0"><table>`, "</table>", "</table></div>", "<pre>", `<pre tabindex="0">`,
		"<th></th>", "<td></td>",
	).Replace(out.String())
	p.Body = template.HTML(body) //nolint:gosec // our own documents; goldmark leaves out HTML that they have

	return p, nil
}

// plain is the text of a node.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder

	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out.Write(t.Segment.Value(source))
		} else {
			out.WriteString(plain(c, source))
		}
	}

	return out.String()
}

// ids gives headings the names that GitHub gives them, so that links inside docs/client-api.md hold here, too.
type ids struct{ used map[string]bool }

// Generate implements parser.IDs.
func (i *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	first := anchor(strings.TrimSpace(string(util.UnescapePunctuations(value))))
	name := first

	for n := 1; i.used[name]; n++ {
		name = fmt.Sprintf("%s-%d", first, n)
	}

	i.used[name] = true

	return []byte(name)
}

// Put implements parser.IDs.
func (i *ids) Put(value []byte) { i.used[string(value)] = true }

// href finds the links of a page.
var href = regexp.MustCompile(`href="([^"]+)"`)

// link leads the links between the documents of the repository to the pages of the site. A link that leads nowhere is an error.
func link(pages []page) error {
	anchors, files := map[string]string{}, map[string]string{"errors.md": base + "errors", clientAPI: base + "calls"}

	for _, g := range list() {
		files[g.file[strings.LastIndex(g.file, "/")+1:]] = base + g.name
	}

	for _, p := range slices.Backward(pages) { // of two pages with the same heading the first one counts
		anchors[p.anchor] = p.URL()
		for _, h := range p.headings {
			anchors[h.ID] = p.URL() + "#" + h.ID
		}
	}

	known := map[string]bool{base + "changes.xml": true, "/openapi/client.json": true}
	for _, p := range pages {
		known[p.URL()] = true
	}

	for _, to := range slices.Collect(maps.Values(anchors)) {
		known[to] = true
	}

	for i := range pages {
		own := map[string]bool{}
		for _, h := range pages[i].headings {
			own["#"+h.ID] = true
		}

		var problem error

		body := href.ReplaceAllStringFunc(string(pages[i].Body), func(at string) string {
			to := href.FindStringSubmatch(at)[1]
			if own[to] || strings.Contains(to, "://") {
				return at
			}

			target, fragment, _ := strings.Cut(to, "#")
			file := files[target[strings.LastIndex(target, "/")+1:]]

			switch {
			case known[to]:
				return at
			case (target == "" || file != "") && anchors[fragment] != "":
				return `href="` + anchors[fragment] + `"`
			case file != "" && fragment == "":
				return `href="` + file + `"`
			default:
				problem = fmt.Errorf("page %q: the link %q leads nowhere", pages[i].Name, to)

				return at
			}
		})

		if problem != nil {
			return problem
		}

		pages[i].Body = template.HTML(body) //nolint:gosec // links of our own were put in place of others
	}

	return nil
}
