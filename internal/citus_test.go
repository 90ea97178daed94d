package internal_test

import (
	"go/ast"
	"go/token"
	"os"
	"strings"
	"testing"
)

// What runs on Citus in CI is a list of names, and go test says nothing about one that is not there any more.
func TestQuickTestsOnCitusAreThere(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../tools/scripts/citus-quick.txt")
	if err != nil {
		t.Fatal(err)
	}

	there := map[string]bool{}

	goFiles(t, true, func(_, file string, _ *token.FileSet, parsed *ast.File) {
		if !strings.HasSuffix(file, "_test.go") {
			return
		}

		for _, decl := range parsed.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
				there[file[:strings.LastIndex(file, "/")]+" "+fn.Name.Name] = true
			}
		}
	})

	count := 0

	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}

		words := strings.Fields(line)
		for _, name := range words[1:] {
			if count++; !there[words[0]+" "+name] {
				t.Errorf("citus-quick.txt: %s has no %s", words[0], name)
			}
		}
	}

	if count == 0 {
		t.Error("citus-quick.txt names no test")
	}
}
