// Command gen writes what is made from the table of routes to standard
// output: the OpenAPI document, or with the argument "errors" the page of the
// docs that lists every error. It does not know the embedded dashboard, whose
// client is made from what it writes.
package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"loket/internal/catalog"
	"loket/internal/fault"
	"loket/internal/file"
	"loket/internal/httpapi"
	"loket/internal/httpapi/callback"
	"loket/internal/httpapi/routes"
	"loket/internal/identity"
	"loket/internal/order"
	"loket/internal/wallet"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	text, err := document()
	if len(args) == 1 && args[0] == "errors" {
		text, err = errorPage(), nil
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
	api := httpapi.New(httpapi.Options{Version: httpapi.Version})
	routes.Register(api, routes.Services{})

	if err := api.Check(); err != nil {
		return nil, fmt.Errorf("routes: %w", err)
	}

	text, err := api.DocumentJSON()
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}

	return text, nil
}

// errorPage lists every error once, by its code.
func errorPage() []byte {
	all := slices.Concat(fault.Definitions(), httpapi.Definitions(), identity.Definitions(), wallet.Definitions(),
		catalog.Definitions(), order.Definitions(), file.Definitions(), callback.Definitions())
	slices.SortFunc(all, func(a, b fault.Definition) int { return cmp.Compare(a.Code, b.Code) })
	all = slices.CompactFunc(all, func(a, b fault.Definition) bool { return a.Code == b.Code })

	var page strings.Builder

	page.WriteString("# Errors\n\nMade by `make generate`; the texts stand in each domain's `errors.go`.\n\n" +
		"Every error has one body: `{\"code\", \"message\", \"fields\": [{\"field\", \"message\"}], \"requestId\"}`;\n" +
		"`PasswordExpiredError` also has `token`. A code never changes its meaning.\n\n" +
		"| Code | Status | Cause | Mend |\n|---|---|---|---|\n")

	for _, d := range all {
		fmt.Fprintf(&page, "| `%s` | %d | %s | %s |\n", d.Code, httpapi.Status(d), cell(d.Cause), cell(d.Mend))
	}

	return []byte(page.String())
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
