package routes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"loket/internal/httpapi"
)

// roomsThatSpeak are the packages whose sentences reach people over HTTP.
var roomsThatSpeak = []string{
	"catalog", "httpapi", "httpapi/callback", "httpapi/h2h", "httpapi/page", "httpapi/portal", "identity", "order", "platform/fault", "platform/file",
	"wallet",
}

// saidToStaff are the sentences that `loket admin` alone shows, which speaks
// English, and what an attempt keeps for staff.
var saidToStaff = []string{
	"A key begins with lk_ and has letters, digits and underscores",
	"A reason must be given",
	"An order is settled as success or failed",
	"Code is reserved",
	"Code must have 3 to 32 small letters, digits or dashes, no dash first",
	"Id must be above 0",
	"Name must have 2 to 32 small letters, digits or underscores",
	"Nothing about the order waits for staff",
	"Tax number must have 15 to 24 digits, dots or dashes",
	"The amount must be at most %s",
	"The amount must not be zero and must have the sign of its operation",
	"The client has a wallet of this type already",
	"The client has no such wallet",
	"The file has more than %d rows",
	"The file is larger than 32 MiB",
	"The header row must be exactly: ",
	"The order is ",
	" already",
	"The order is pending: settle or refund it",
	"The supplier is not configured any more",
	"There is no feature %q",
	"There is no permission %d",
	"There is no role %d",
	"Time zone must be a name like Asia/Jakarta",
}

// TestSentencesInIndonesian: whatever the code says of an input is known in
// Indonesian, with its bounds. What it says is read in the code itself, because
// no list of it exists that a new sentence could not be left out of.
func TestSentencesInIndonesian(t *testing.T) {
	t.Parallel()

	found := map[string]bool{}

	for _, room := range roomsThatSpeak {
		for _, sentence := range sentencesOf(t, filepath.Join("..", "..", filepath.FromSlash(room))) {
			found[sentence] = true
		}
	}

	for sentence := range found {
		_, known := httpapi.InIndonesian(sentence)

		switch staff := slices.Contains(saidToStaff, sentence); {
		case !known && !staff:
			t.Errorf("%q has no Indonesian text in internal/httpapi/indonesian.go", sentence)
		case known && staff:
			t.Errorf("%q is known in Indonesian and need not stand among what is said to staff", sentence)
		}
	}

	for _, sentence := range saidToStaff {
		if !found[sentence] {
			t.Errorf("%q is said no more", sentence)
		}
	}
}

// sentencesOf gives the sentences that the code of a folder makes faults of.
func sentencesOf(t *testing.T, folder string) []string {
	t.Helper()

	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no code (%v)", folder, err)
	}

	var files []*ast.File

	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}

		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}

		files = append(files, file)
	}

	var sentences []string

	constants := constantsOf(files)

	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if said := saidBy(n); said != nil {
				sentences = append(sentences, textsIn(said, constants)...)
			}

			return true
		})
	}

	return sentences
}

// saidBy gives the expression of a sentence, where the node makes one.
func saidBy(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		if slices.Contains([]string{"InvalidField", "Msg", "add"}, nameOf(n.Fun)) && len(n.Args) > 0 {
			return n.Args[len(n.Args)-1]
		}
	case *ast.KeyValueExpr:
		if slices.Contains([]string{"Message", "message", "tooLong", "tooLate"}, nameOf(n.Key)) {
			return n.Value
		}
	case *ast.CompositeLit:
		if nameOf(n.Type) == "decodeError" {
			return n.Elts[len(n.Elts)-1]
		}
	case *ast.AssignStmt:
		if name := nameOf(n.Lhs[0]); name == "message" || strings.HasPrefix(name, "Msg") && name != "MsgExpectedRequiredProperty" {
			return n.Rhs[0]
		}
	}

	return nil
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}

	return ""
}

// constantsOf gives the literals that have names.
func constantsOf(files []*ast.File) map[string]ast.Expr {
	constants := map[string]ast.Expr{}

	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
				for i, name := range spec.Names {
					constants[name.Name] = spec.Values[i]
				}
			}

			return true
		})
	}

	return constants
}

// textsIn gives the texts that an expression is made of.
func textsIn(e ast.Expr, constants map[string]ast.Expr) []string {
	var texts []string

	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && strings.Contains(text, " ") {
				texts = append(texts, text)
			}
		case *ast.Ident:
			if value, ok := constants[n.Name].(*ast.BasicLit); ok {
				texts = append(texts, textsIn(value, constants)...)
			}
		}

		return true
	})

	return texts
}
