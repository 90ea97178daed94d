package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file without rows is no error, but the output says so: it may be the wrong file.
func TestImportSaysWhatItDid(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	_, header := loket(t, "admin", "export", "operators", "--data", folder)
	if !strings.HasPrefix(header, "code,") {
		t.Fatalf("not the header of a table: %q", header)
	}

	for _, c := range []struct {
		name, content string
		code          int
		want          string
	}{
		{"header.csv", header, 0, "0 rows: header.csv has nothing to import below its header"},
		{"empty.csv", "", exitFault, "loket: "},
		{"other.csv", "colour,size\n", exitFault, "loket: "},
	} {
		file := filepath.Join(folder, c.name)
		if err := os.WriteFile(file, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}

		code, text := loket(t, "admin", "import", "operators", file, "--data", folder, "--reason", "new prices")
		if code != c.code || !strings.HasPrefix(text, c.want) {
			t.Errorf("%s: %d %q, want %d %q", c.name, code, text, c.code, c.want)
		}

		if c.code != 0 && strings.Contains(text, "0 rows") {
			t.Errorf("%s: a refused file is called an empty one: %q", c.name, text)
		}
	}
}

func TestBelowCostOfNoOrdersIsAnEmptyTable(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	code, text := loket(t, "admin", "order", "below-cost", "--days", "30", "--data", folder)
	if code != 0 || !strings.HasPrefix(text, "product") || strings.Count(text, "\n") != 1 {
		t.Errorf("%d %q", code, text)
	}
}
