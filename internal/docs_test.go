package internal_test

import (
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// texts are the endings of files with comments and prose.
var texts = []string{".go", ".md", ".ts", ".tsx", ".sql", ".css", ".html", ".sh", ".yml", ".json", "Makefile", ".mjs"}

// outside finds references to documents that are not part of the repository.
var outside = regexp.MustCompile(`(?i)specification\W{1,3}\d|specification of the \w+,? section|sections? [\d.]+ of the specification|specification \(\w+, section|\bdecisions, section`)

// pointer is a reference of a comment or of prose to a document of the repository, with or without a heading.
var pointer = regexp.MustCompile(`\bdocs/[\w./-]+\.md(#[\w-]+)?`)

// link is a link of a document to another file of the repository.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestReferencesLeadSomewhere: what comments and documents refer to is in the repository, down to the heading.
func TestReferencesLeadSomewhere(t *testing.T) {
	t.Parallel()

	var (
		headings = map[string]map[string]bool{}
		found    int
	)

	sourceFiles(t, []string{".md"}, func(file, text string) { headings[file] = anchors(text) })

	check := func(file, target, anchor string) {
		found++

		of, isDocument := headings[target]

		if _, err := os.Stat(path.Join("..", target)); err != nil {
			t.Errorf("%s refers to %s, which doesn't exist", file, target)
		} else if anchor != "" && isDocument && !of[anchor] {
			t.Errorf("%s refers to the heading %q of %s, which has none like it", file, anchor, target)
		}
	}

	sourceFiles(t, texts, func(file, text string) {
		if file == "internal/docs_test.go" {
			return
		}

		for _, at := range outside.FindAllString(text, -1) {
			t.Errorf("%s says %q: readers of the project have no such document, refer to docs/product", file, at)
		}

		for _, at := range pointer.FindAllString(text, -1) {
			target, anchor, _ := strings.Cut(at, "#")
			check(file, target, anchor)
		}

		if !strings.HasSuffix(file, ".md") {
			return
		}

		for _, at := range link.FindAllStringSubmatch(text, -1) {
			if to, err := url.Parse(at[1]); err == nil && to.Scheme == "" && to.Host == "" && !strings.HasPrefix(at[1], "/") {
				target := file
				if to.Path != "" {
					target = path.Join(path.Dir(file), to.Path)
				}

				check(file, target, to.Fragment)
			}
		}
	})

	if found < 100 {
		t.Errorf("only %d references were found: the test doesn't see them any more", found)
	}
}

var (
	heading = regexp.MustCompile(`(?m)^#{1,6} +(.+?)\s*$`)
	fence   = regexp.MustCompile("(?ms)^```.*?^```")
	syntax  = regexp.MustCompile("[`*]|\\[|\\]\\([^)]*\\)")
	dropped = regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
)

// anchors returns the names of a document's headings as GitHub makes them.
func anchors(text string) map[string]bool {
	out := map[string]bool{}

	for _, h := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(dropped.ReplaceAllString(syntax.ReplaceAllString(h[1], ""), ""))
		name = strings.ReplaceAll(name, " ", "-")

		for i, first := 1, name; out[name]; i++ {
			name = first + "-" + strconv.Itoa(i)
		}

		out[name] = true
	}

	return out
}
