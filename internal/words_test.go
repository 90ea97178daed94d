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
	"unicode"
)

// otherWords are names that contain a word of the glossary's column "not", by the folder below internal/ in which they are, with the
// reason. A star is every name of the folder with that word.
var otherWords = map[string]map[string]string{
	"banking/snap":          {"TrxDateTime": "a field of SNAP BI, trxDateTime"},
	"dev/simulate/upstream": {"TrxID": "a field of Digiflazz, trx_id"},
}

// TestNamesUseTheWordsOfTheGlossary: no name of the code has a word that docs/glossary.md prints in bold in its column "not". These
// words mean nothing else here; a word of the column that is not bold has another use somewhere.
func TestNamesUseTheWordsOfTheGlossary(t *testing.T) {
	t.Parallel()

	forbidden := wordsOfGlossary(t)
	excused := map[string]bool{}

	check := func(pkg, name, where string) {
		words := wordsOf(name)

		for _, f := range forbidden {
			if !contains(words, f.words) {
				continue
			}

			for _, excuse := range []string{name, "*" + strings.Join(f.words, " ")} {
				if otherWords[pkg][excuse] != "" {
					excused[pkg+" "+excuse] = true

					return
				}
			}

			t.Errorf("%s: %s has the word %q; docs/glossary.md calls it %q", where, name, strings.Join(f.words, " "), f.instead)
		}
	}

	goFiles(t, true, func(pkg, file string, fset *token.FileSet, parsed *ast.File) {
		check(pkg, strings.TrimSuffix(path.Base(file), ".go"), file)
		check(pkg, parsed.Name.Name, file)

		for ident := range declared(parsed) {
			check(pkg, ident.Name, fset.Position(ident.Pos()).String())
		}
	})

	sourceFiles(t, []string{".sql"}, func(file, text string) {
		if strings.HasPrefix(file, "internal/platform/db/migrations/") {
			for _, name := range column.FindAllString(aside.ReplaceAllString(text, ""), -1) {
				check("schema", name, file)
			}
		}
	})

	for pkg, names := range otherWords {
		for name, reason := range names {
			if reason == "" {
				t.Errorf("otherWords gives no reason for %s in %s", name, pkg)
			} else if !excused[pkg+" "+name] {
				t.Errorf("%s has no name %s any more: take it out of otherWords", pkg, name)
			}
		}
	}
}

var (
	column = regexp.MustCompile(`\b[a-z]\w*\b`)             // tables, columns, indexes: keywords of our SQL are in capitals
	aside  = regexp.MustCompile(`(?m)--.*$|'(?:[^']|'')*'`) // comments and texts
)

// forbiddenWord is a word of the glossary's column "not".
type forbiddenWord struct {
	words   []string
	instead string
}

var (
	row  = regexp.MustCompile(`(?m)^\| (.+?) \| .* \| (.*?) ?\|$`)
	bold = regexp.MustCompile(`\*\*([\w -]+)\*\*`)
)

// wordsOfGlossary reads the bold words of the glossary's last column.
func wordsOfGlossary(t *testing.T) []forbiddenWord {
	t.Helper()

	text, err := os.ReadFile("../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}

	var out []forbiddenWord

	for _, r := range row.FindAllStringSubmatch(string(text), -1) {
		for _, word := range bold.FindAllStringSubmatch(r[2], -1) {
			out = append(out, forbiddenWord{wordsOf(word[1]), r[1]})
		}
	}

	if len(out) < 20 {
		t.Fatalf("only %d bold words in the glossary's column \"not\": the test doesn't see them any more", len(out))
	}

	return out
}

// wordsOf splits a name into its words in small letters: MSISDNOf is msisdn of, webhook_id is webhook id.
func wordsOf(name string) []string {
	var (
		out   []string
		runes = []rune(name)
		word  []rune
	)

	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
		}

		word = nil
	}

	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()

			continue
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush()
		}

		word = append(word, r)
	}

	flush()

	return out
}

// contains reports whether words has the given ones one after the other. A plural is the same word.
func contains(words, given []string) bool {
	for i := 0; i+len(given) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(given)], given, func(a, b string) bool { return a == b || a == b+"s" || a == b+"es" }) {
			return true
		}
	}

	return false
}

// declared returns the names that a file declares: functions, types, fields, constants, variables, parameters.
func declared(parsed *ast.File) map[*ast.Ident]bool {
	out := map[*ast.Ident]bool{}

	add := func(names ...*ast.Ident) {
		for _, name := range names {
			if name != nil {
				out[name] = true
			}
		}
	}

	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, is := left.(*ast.Ident); is && n.Tok == token.DEFINE {
					add(name)
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if name, is := left.(*ast.Ident); is && n.Tok == token.DEFINE {
					add(name)
				}
			}
		case *ast.LabeledStmt:
			add(n.Label)
		}

		return true
	})

	return out
}

// TestWordsOf: names are split where people read words.
func TestWordsOf(t *testing.T) {
	t.Parallel()

	for name, want := range maps.All(map[string]string{
		"MSISDNOf": "msisdn of", "webhook_id": "webhook id", "tenantRule": "tenant rule", "HTTPServer": "http server", "orderID": "order id", "lane": "lane",
	}) {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("wordsOf(%q) = %q, want %q", name, got, want)
		}
	}
}
