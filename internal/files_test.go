package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
)

// sourceFiles calls each for every file of the repository whose name ends in one of the endings, with its path from the root.
// Folders that are built, downloaded or hidden are left out.
func sourceFiles(t *testing.T, endings []string, each func(file, text string)) {
	t.Helper()

	root := os.DirFS("..")

	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && (name == "node_modules" || name == "dist" || name == "bin" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "tmp-")):
			return fs.SkipDir
		case entry.IsDir() || !endsIn(name, endings):
			return nil
		}

		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}

		each(file, string(text))

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func endsIn(name string, endings []string) bool {
	for _, end := range endings {
		if strings.HasSuffix(name, end) {
			return true
		}
	}

	return false
}

// goFiles calls each for every Go file, with its package's folder below internal/, or the path from the root elsewhere.
func goFiles(t *testing.T, withTests bool, each func(pkg, file string, fset *token.FileSet, parsed *ast.File)) {
	t.Helper()

	sourceFiles(t, []string{".go"}, func(file, text string) {
		if !withTests && strings.HasSuffix(file, "_test.go") {
			return
		}

		fset := token.NewFileSet()

		parsed, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}

		each(strings.TrimPrefix(path.Dir(file), "internal/"), file, fset, parsed)
	})
}
