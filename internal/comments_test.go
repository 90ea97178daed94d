package internal_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
	"unicode"
)

// TestCommentsNameWhatTheyStandOn: a doc comment that begins with a small letter begins with the name of its declaration. Otherwise the
// declaration was renamed, and the comment was not. (Of exported names the linter asks the same.)
func TestCommentsNameWhatTheyStandOn(t *testing.T) {
	t.Parallel()

	seen := 0

	goFiles(t, true, func(_, _ string, fset *token.FileSet, parsed *ast.File) {
		check := func(doc *ast.CommentGroup, name string, pos token.Pos) {
			first, _, _ := strings.Cut(doc.Text(), " ")
			first = strings.TrimRight(strings.SplitN(first, "\n", 2)[0], ".,:;")

			if first == "" || !unicode.IsLower([]rune(first)[0]) {
				return
			}

			seen++

			if first != name {
				t.Errorf("%s: the comment of %s begins with %q", fset.Position(pos), name, first)
			}
		}

		for _, decl := range parsed.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				check(d.Doc, d.Name.Name, d.Pos())
			case *ast.GenDecl:
				if len(d.Specs) != 1 || d.Lparen.IsValid() {
					continue
				}

				switch s := d.Specs[0].(type) {
				case *ast.TypeSpec:
					check(d.Doc, s.Name.Name, d.Pos())
				case *ast.ValueSpec:
					check(d.Doc, s.Names[0].Name, d.Pos())
				}
			}
		}
	})

	if seen < 1000 {
		t.Errorf("only %d comments were checked", seen)
	}
}
