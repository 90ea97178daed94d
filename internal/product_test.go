package internal_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"loket/internal/identity"
)

// callRow is a row of a table of calls in docs/product.
var callRow = regexp.MustCompile("(?m)^\\| `([A-Z]+ /\\S*)` \\| (.+?) \\|")

// TestProductPagesHaveAllCalls compares the tables of calls in docs/product, and what each needs, with the OpenAPI document.
func TestProductPagesHaveAllCalls(t *testing.T) {
	t.Parallel()

	served := servedCalls(t)
	described := map[string]bool{}

	sourceFiles(t, []string{".md"}, func(file, text string) {
		if !strings.HasPrefix(file, "docs/product/") {
			return
		}

		for _, row := range callRow.FindAllStringSubmatch(text, -1) {
			call, needs := row[1], row[2]

			switch is, there := served[call]; {
			case described[call]:
				t.Errorf("%s: %s is described twice", file, call)
			case !there:
				t.Errorf("%s describes %s, which isn't served", file, call)
			case is != needs:
				t.Errorf("%s says that %s needs %q; it needs %q", file, call, needs, is)
			}

			described[call] = true
		}
	})

	for _, call := range slices.Sorted(maps.Keys(served)) {
		if !described[call] {
			t.Errorf("no page of docs/product has the row | `%s` | %s | in its calls", call, served[call])
		}
	}
}

// servedCalls are the calls of the OpenAPI document with what they need, in the words of docs/product.
func servedCalls(t *testing.T) map[string]string {
	t.Helper()

	paths := map[string]map[string]map[string]any{}

	for _, file := range []string{"api/openapi.json", "api/openapi-staff.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}

		var document struct {
			Paths map[string]map[string]map[string]any `json:"paths"`
		}

		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}

		maps.Copy(paths, document.Paths)
	}

	words := map[string]string{"public": "nothing", "apikey": "API key", "signed": "a signature", "restricted": "restricted session", "second-factor": "first step"}
	out := map[string]string{}

	for path, methods := range paths {
		for method, o := range methods {
			permission := fmt.Sprint(o["x-permission"])
			if word, known := words[permission]; known {
				permission = word
			}

			needs := []string{permission}

			if o["x-role"] != nil {
				needs = append(needs, "root user")
			}

			for _, more := range []string{"feature", "flag", "option"} {
				if value := o["x-"+more]; value != nil {
					needs = append(needs, fmt.Sprint(more, " ", value))
				}
			}

			if o["x-role"] != nil && permission == "session" {
				needs = needs[1:]
			}

			out[strings.ToUpper(method)+" "+path] = strings.Join(needs, ", ")
		}
	}

	if len(out) < 100 {
		t.Fatalf("only %d calls in the OpenAPI document: the test doesn't see them any more", len(out))
	}

	return out
}

// TestProductPageHasAllPermissions: docs/product/access.md has the number of each permission.
func TestProductPageHasAllPermissions(t *testing.T) {
	t.Parallel()

	text, err := os.ReadFile("../docs/product/access.md")
	if err != nil {
		t.Fatal(err)
	}

	_, section, _ := strings.Cut(string(text), "\n## Permissions\n")
	section, _, _ = strings.Cut(section, "\n## ")

	// Five numbers after one another are written as a range.
	section = strings.ReplaceAll(section, "31 to 35", "31 32 33 34 35")

	for _, p := range identity.AllPermissions() {
		if !regexp.MustCompile(fmt.Sprintf(`\b%d\b`, p.ID)).MatchString(section) {
			t.Errorf("docs/product/access.md doesn't name permission %d (%s: %s)", p.ID, p.Group, p.Name)
		}
	}
}

var (
	// quote finds a label or message of a screen: in single quotes, or in double ones where it has an apostrophe.
	quote  = regexp.MustCompile(`(?m)(?:^|[^\pL\pN])'([^'\n]+(?:'[a-z][^'\n]*)*)'(?:[^\pL\pN]|$)|"([^"\n]*'[^"\n]*)"`)
	inCode = regexp.MustCompile("`[^`\n]*`")
	// filledIn is a part of a message that differs, such as {amount}, and N of a banner's name.
	filledIn = regexp.MustCompile(`\{[^}]*\}|\bN$`)
	spaces   = regexp.MustCompile(`\s+`)
)

// TestProductPagesQuoteScreens: labels and messages that the pages quote are those of screens, shops and the server.
func TestProductPagesQuoteScreens(t *testing.T) {
	t.Parallel()

	// Amounts that are filled in, and the form of a date.
	others := []string{"Nominal must be greater than Rp 10.000", "Nominal must be a multiple of Rp 1.000", "DD MMMM YYYY (HH:mm z)"}

	var all strings.Builder

	sourceFiles(t, []string{".ts", ".tsx", ".go", ".html"}, func(file, text string) {
		if !strings.Contains(file, "test.") && !strings.HasSuffix(file, "schema.gen.ts") {
			all.WriteString(text)
		}
	})

	said := spaces.ReplaceAllString(strings.NewReplacer(`\'`, "'", "’", "'").Replace(all.String()), " ")
	found := 0

	sourceFiles(t, []string{".md"}, func(file, text string) {
		if !strings.HasPrefix(file, "docs/product/") {
			return
		}

		for _, at := range quote.FindAllStringSubmatch(inCode.ReplaceAllString(text, "`"), -1) {
			found++

			message := at[1] + at[2]
			if slices.Contains(others, message) {
				continue
			}

			for _, part := range filledIn.Split(message, -1) {
				if !strings.Contains(said, strings.TrimSpace(part)) {
					t.Errorf("%s quotes %q, which no screen says: %q is in no text", file, message, part)
				}
			}
		}
	})

	const least = 200 // fewer are a fault of the pattern
	if found < least {
		t.Errorf("only %d quotes were found", found)
	}
}
