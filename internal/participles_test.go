package internal_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// irregular are participles that don't end in -ed. Those that are also the verb itself, such as put, read and run, are not among them.
var irregular = []string{
	"become", "begun", "bought", "broken", "brought", "built", "caught", "chosen", "dealt", "done", "drawn", "driven", "felt", "found", "given", "gone",
	"heard", "held", "hidden", "kept", "known", "left", "lost", "made", "meant", "met", "paid", "said", "seen", "sent", "shown", "sold", "spent", "spoken",
	"stood", "taken", "taught", "thought", "thrown", "told", "understood", "won", "worn", "written",
}

// verbs end in -ed and are no participles.
var verbs = []string{"embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"}

// isParticiple reports whether a whole name is one participle: told, Received, but not toldAt or ReceivedNotice.
func isParticiple(name string) bool {
	words := wordsOf(name)

	return len(words) == 1 && (slices.Contains(irregular, words[0]) || strings.HasSuffix(words[0], "ed") && !slices.Contains(verbs, words[0]))
}

// TestNamesAreNoParticiples: a type is called after what it is (ReceivedNotice, not Received), and a function that does something after
// what it does (markApplied, not applied). A function that answers may be a participle: signed(body) bool, sorted(list) []T.
func TestNamesAreNoParticiples(t *testing.T) {
	t.Parallel()

	types, functions := 0, 0

	goFiles(t, false, func(_, _ string, fset *token.FileSet, parsed *ast.File) {
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				types++

				if isParticiple(n.Name.Name) {
					t.Errorf("%s: the type %s is a participle: call it after what it is", fset.Position(n.Pos()), n.Name.Name)
				}
			case *ast.FuncDecl:
				functions++

				if isParticiple(n.Name.Name) && !answers(n.Type) {
					t.Errorf("%s: the function %s is a participle and answers nothing: call it after what it does", fset.Position(n.Pos()), n.Name.Name)
				}
			}

			return true
		})
	})

	if types < 1000 || functions < 4000 {
		t.Errorf("only %d types and %d functions were checked: the test doesn't see them any more", types, functions)
	}
}

// answers reports whether a function returns anything but an error.
func answers(f *ast.FuncType) bool {
	if f.Results == nil {
		return false
	}

	return slices.ContainsFunc(f.Results.List, func(r *ast.Field) bool {
		name, is := r.Type.(*ast.Ident)

		return !is || name.Name != "error"
	})
}

// TestIsParticiple: participles are told from verbs and from longer names.
func TestIsParticiple(t *testing.T) {
	t.Parallel()

	for name, want := range map[string]bool{
		"told": true, "Received": true, "applied": true, "toldAt": false, "ReceivedNotice": false, "seed": false, "succeed": false, "Read": false, "order": false,
	} {
		if isParticiple(name) != want {
			t.Errorf("isParticiple(%q) = %t", name, !want)
		}
	}
}
