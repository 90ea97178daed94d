package internal_test

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostFilesWithoutReadme is the number of source files up to which a folder needs no README of its own.
const mostFilesWithoutReadme = 3

// mostLinesOfReadme keeps READMEs readable: what a package owns, its invariants, retries, where to start.
const mostLinesOfReadme = 65

// underParents are folders whose README is that of the folder above, with the reason.
var underParents = map[string]string{
	"api/portal/account":    "one table for all folders of the portal",
	"api/portal/deposits":   "as above",
	"api/portal/developer":  "as above",
	"api/portal/invoices":   "as above",
	"api/portal/orders":     "as above",
	"api/portal/products":   "as above",
	"api/portal/schedules":  "as above",
	"api/portal/shop":       "as above",
	"api/shop/pages":        "pages and calls have the same rules",
	"platform/file/s3":      "both stores keep the promises of one interface",
	"dev/testkit/filetest":  "in the table of testkit",
	"dev/testkit/ordertest": "as above",
}

// TestFoldersHaveReadmes: a folder of several source files says what it owns. Small ones are covered by the folder above.
func TestFoldersHaveReadmes(t *testing.T) {
	t.Parallel()

	files := map[string]int{}

	goFiles(t, false, func(_, file string, _ *token.FileSet, _ *ast.File) {
		if strings.HasPrefix(file, "internal/") {
			files[path.Dir(file)]++
		}
	})

	for _, folder := range slices.Sorted(maps.Keys(files)) {
		text, err := os.ReadFile(path.Join("..", folder, "README.md"))
		_, excused := underParents[strings.TrimPrefix(folder, "internal/")]

		switch {
		case err == nil && excused:
			t.Errorf("%s has a README: take it out of underParents", folder)
		case err == nil && strings.Count(string(text), "\n") > mostLinesOfReadme:
			t.Errorf("the README of %s has more than %d lines", folder, mostLinesOfReadme)
		case err != nil && !excused && files[folder] > mostFilesWithoutReadme:
			t.Errorf("%s has %d source files and no README: write what it owns, its invariants, and where to start reading", folder, files[folder])
		}
	}

	for folder, reason := range underParents {
		if files["internal/"+folder] == 0 || reason == "" {
			t.Errorf("underParents names %s, which is gone or has no reason", folder)
		}
	}
}

// quotedFolder is a folder that a document names.
var quotedFolder = regexp.MustCompile("`(internal/[\\w/]+)`")

// TestArchitectureNamesPackages: the table of docs/architecture.md has each room and no folder that is gone.
func TestArchitectureNamesPackages(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}

	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}

	for _, e := range entries {
		if e.IsDir() && !strings.Contains(string(text), "`internal/"+e.Name()) {
			t.Errorf("docs/architecture.md doesn't name `internal/%s`", e.Name())
		}
	}

	for _, m := range quotedFolder.FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(path.Join("..", m[1])); err != nil {
			t.Errorf("docs/architecture.md names %s, which doesn't exist", m[1])
		}
	}
}
