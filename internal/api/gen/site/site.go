// Package site makes the pages of /docs from the client API's document, the errors of the code, the list of changes and the
// guides in docs.
package site

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"loket/internal/developer/changes"
)

//go:embed page.html call.html site.css search.js
var assets embed.FS

// ErrorDoc is an error of the code as the docs show it.
type ErrorDoc struct {
	Code        string
	Status      int
	Cause, Mend string
}

// Input is what the pages are made from.
type Input struct {
	// Docs is the folder docs of the repository.
	Docs fs.FS
	// Document is the OpenAPI document of the client API.
	Document []byte
	Errors   []ErrorDoc
	Changes  []changes.Change
}

// page is one page of the site.
type page struct {
	Name  string // "quickstart", "reference/orders"; "" is the first page
	Title string
	Group string
	Body  template.HTML

	anchor   string // of the title
	headings []heading
}

// URL is the path of the page.
func (p page) URL() string { return base + p.Name }

// file is the name of the page's file.
func (p page) file() string {
	if p.Name == "" {
		return "home.html"
	}

	return p.Name + ".html"
}

const (
	base       = "/docs/"
	guides     = "Guides"
	reference  = "Reference"
	start      = "Start"
	smallestGz = 200
)

// Build returns the files of the site by their names, each also compressed (.gz) where that makes it smaller.
func Build(in Input) (map[string][]byte, error) {
	calls, err := Calls(in.Document)
	if err != nil {
		return nil, err
	}

	b := &builder{Input: in, calls: calls}

	if b.templates, err = template.New("").ParseFS(assets, "page.html", "call.html"); err != nil {
		return nil, fmt.Errorf("read the templates: %w", err)
	}

	pages, err := b.pages()
	if err != nil {
		return nil, err
	}

	files := map[string][]byte{}

	for _, name := range []string{"site.css", "search.js"} {
		if files[name], err = assets.ReadFile(name); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}

	for _, p := range pages {
		if files[p.file()], err = b.render(pages, p); err != nil {
			return nil, err
		}
	}

	if files["changes.xml"], err = feed(in.Changes); err != nil {
		return nil, err
	}

	if files["search.json"], err = index(pages); err != nil {
		return nil, err
	}

	return compressed(files)
}

// compressed adds a .gz beside each file that is smaller by it.
func compressed(files map[string][]byte) (map[string][]byte, error) {
	out := maps.Clone(files)

	for name, content := range files {
		var small bytes.Buffer

		w, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
		if err == nil {
			_, err = w.Write(content)
			err = errors.Join(err, w.Close())
		}

		if err != nil {
			return nil, fmt.Errorf("compress %s: %w", name, err)
		}

		if small.Len()+smallestGz < len(content) {
			out[name+".gz"] = small.Bytes()
		}
	}

	return out, nil
}

// builder makes the pages.
type builder struct {
	Input

	calls     []Call
	templates *template.Template
	included  map[string]bool // sections of docs/client-api.md that a guide shows
}

// pages are all pages in the order of the menu.
func (b *builder) pages() ([]page, error) {
	pages, err := b.guides()
	if err != nil {
		return nil, err
	}

	more, err := b.reference()
	if err != nil {
		return nil, err
	}

	pages = append(pages, more...)

	return pages, link(pages)
}

// reference makes a page for each tag of the document.
func (b *builder) reference() ([]page, error) {
	var out []page

	for _, c := range b.calls {
		if len(out) == 0 || out[len(out)-1].Title != c.Tag {
			name := "reference/" + strings.ToLower(strings.ReplaceAll(c.Tag, " ", "-"))
			out = append(out, page{Name: name, Title: c.Tag, Group: reference})
		}

		var text bytes.Buffer
		if err := b.templates.ExecuteTemplate(&text, "call.html", c); err != nil {
			return nil, fmt.Errorf("page of %s: %w", c.ID, err)
		}

		last := &out[len(out)-1]
		last.Body += template.HTML(text.String()) //nolint:gosec // our own template, which escapes what it is given
		last.headings = append(last.headings, heading{ID: c.ID, Text: c.Summary, Level: 2})
	}

	for i := range out {
		title := template.HTML("<h1>" + template.HTMLEscapeString(out[i].Title) + "</h1>\n") //nolint:gosec // escaped
		out[i].Body = title + out[i].Body
	}

	return out, nil
}

// menuGroup is a part of the menu.
type menuGroup struct {
	Name  string
	Pages []page
}

func (b *builder) render(all []page, p page) ([]byte, error) {
	var menu []menuGroup

	for _, one := range all {
		if i := slices.IndexFunc(menu, func(g menuGroup) bool { return g.Name == one.Group }); i >= 0 {
			menu[i].Pages = append(menu[i].Pages, one)
		} else {
			menu = append(menu, menuGroup{one.Group, []page{one}})
		}
	}

	var out bytes.Buffer

	err := b.templates.ExecuteTemplate(&out, "page.html", struct {
		Page     page
		Menu     []menuGroup
		Headings []heading
	}{p, menu, p.headings})
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Name, err)
	}

	return out.Bytes(), nil
}
