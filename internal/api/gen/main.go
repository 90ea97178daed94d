// Command gen writes the OpenAPI document of the routes to standard output, with the
// argument "staff" that of the calls of staff, with "errors" the page of the docs that lists every error, or with "audiences" and a
// folder the document of each audience, or with "site" and a folder the pages of /docs. It
// runs at the root of the repository. It doesn't import the embedded dashboard, whose
// client is generated from its output.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"loket/internal/api"
	"loket/internal/api/audience"
	"loket/internal/api/gen/site"
	"loket/internal/api/routes"
	"loket/internal/developer/changes"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 2 {
		switch args[0] {
		case "audiences":
			return writeAudiences(args[1])
		case "site":
			return writeSite(args[1])
		}
	}

	text, err := document()

	switch {
	case len(args) == 1 && args[0] == "errors":
		text, err = errorPage(), nil
	case len(args) == 1 && args[0] == "staff":
		text, err = routes.StaffDocument()
	}

	if err != nil {
		return err
	}

	if _, err := os.Stdout.Write(text); err != nil {
		return fmt.Errorf("write: %w", err)
	}

	return nil
}

func document() ([]byte, error) {
	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("routes: %w", err)
	}

	text, err := a.DocumentJSON()
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}

	return text, nil
}

// writeAudiences writes the document of each audience into a folder.
func writeAudiences(folder string) error {
	documents, err := routes.Documents()
	if err != nil {
		return fmt.Errorf("documents of the audiences: %w", err)
	}

	files := map[string][]byte{}
	for name, text := range documents {
		files[name+".json"] = text
	}

	return writeFiles(folder, files)
}

// writeSite writes the pages of /docs into a folder, in place of those that were there.
func writeSite(folder string) error {
	documents, err := routes.Documents()
	if err != nil {
		return fmt.Errorf("documents of the audiences: %w", err)
	}

	in := site.Input{Docs: os.DirFS("docs"), Document: documents[audience.Client]}

	if in.Changes, err = changes.List(); err != nil {
		return fmt.Errorf("changes: %w", err)
	}

	if in.Errors, err = site.ErrorsOf(in.Document, routes.Faults()); err != nil {
		return fmt.Errorf("errors: %w", err)
	}

	files, err := site.Build(in)
	if err != nil {
		return fmt.Errorf("pages of docs: %w", err)
	}

	old, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("read the folder: %w", err)
	}

	for _, entry := range old {
		if strings.HasPrefix(entry.Name(), ".") {
			continue // the placeholder that git keeps
		}

		if err := os.RemoveAll(filepath.Join(folder, entry.Name())); err != nil { //nolint:gosec // the folder that the caller names
			return fmt.Errorf("remove old pages: %w", err)
		}
	}

	return writeFiles(folder, files)
}

// writeFiles writes files into a folder, which it makes.
func writeFiles(folder string, files map[string][]byte) error {
	const (
		folders = 0o755
		file    = 0o644
	)

	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))

		if err := os.MkdirAll(filepath.Dir(path), folders); err != nil { //nolint:gosec // the folder that the caller names
			return fmt.Errorf("make the folder: %w", err)
		}

		if err := os.WriteFile(path, content, file); err != nil { //nolint:gosec // as above
			return fmt.Errorf("write: %w", err)
		}
	}

	return nil
}

// errorPage lists every error once, by its code.
func errorPage() []byte {
	var page strings.Builder

	page.WriteString("# Errors\n\nMade by `make generate`; the texts stand in each domain's `errors.go`.\n\n" +
		"Every error has one body: `{\"code\", \"message\", \"fields\": [{\"field\", \"message\"}], \"requestId\"}`;\n" +
		"`ThrottleRejectError` and `PinLockedError` also have `retryAt` (RFC 3339) where waiting helps,\n`PasswordExpiredError` has `token`. A code never changes its meaning.\n\n" +
		"| Code | Status | Cause | Mend |\n|---|---|---|---|\n")

	for _, d := range routes.Faults() {
		fmt.Fprintf(&page, "| `%s` | %d | %s | %s |\n", d.Code, api.Status(d), cell(d.Cause), cell(d.Mend))
	}

	return []byte(page.String())
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
