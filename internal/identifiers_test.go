package internal_test

import (
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// qualified is a name with its package, in a comment or a document: placing.Fence, placing/TestWaitingOrdersAreBounded.
	qualified = regexp.MustCompile(`(?:^|[^\w/."-])([a-z][a-z0-9]+)[./]([A-Z]\w+)`)
	// testName is a test, fuzz target or benchmark.
	testName = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`)
)

// otherWise are names that look like those of a package: of a variable, and the number of an invoice in a key (invoice/LKT-INV-...).
var otherWise = []string{"batch.Insert", "invoice.LKT"}

// TestCommentsNameWhatExists: a name of one of our packages that a comment or a document gives with its package is in that package, and a
// test that they name exists. Names move, and nobody compiles comments.
func TestCommentsNameWhatExists(t *testing.T) {
	t.Parallel()

	var (
		names    = map[string]map[string]bool{} // by package
		all      = map[string]bool{}
		comments = map[string][]string{} // by file
		found    int
	)

	goFiles(t, true, func(_, file string, _ *token.FileSet, parsed *ast.File) {
		pkg := strings.TrimSuffix(parsed.Name.Name, "_test")
		if names[pkg] == nil {
			names[pkg] = map[string]bool{}
		}

		ast.Inspect(parsed, func(n ast.Node) bool {
			if ident, is := n.(*ast.Ident); is {
				names[pkg][ident.Name], all[ident.Name] = true, true
			}

			return true
		})

		for _, group := range parsed.Comments {
			comments[file] = append(comments[file], group.Text())
		}
	})

	sourceFiles(t, []string{".md"}, func(file, text string) {
		if !strings.HasPrefix(file, "web/") {
			comments[file] = []string{text}
		}
	})

	for _, file := range slices.Sorted(maps.Keys(comments)) {
		for _, text := range comments[file] {
			for _, m := range qualified.FindAllStringSubmatch(text, -1) {
				of, ours := names[m[1]]
				if !ours || m[2] == "README" || slices.Contains(otherWise, m[1]+"."+m[2]) {
					continue
				}

				found++

				if !of[m[2]] {
					t.Errorf("%s names %s.%s, which package %s doesn't have", file, m[1], m[2], m[1])
				}
			}

			for _, name := range testName.FindAllString(text, -1) {
				if !all[name] {
					t.Errorf("%s names %s, which doesn't exist", file, name)
				}
			}
		}
	}

	if found < 300 {
		t.Errorf("only %d names were found: the test doesn't see them any more", found)
	}
}
