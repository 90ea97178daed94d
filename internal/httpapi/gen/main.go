// Command gen writes the OpenAPI document of the API to standard output. It
// does not know the embedded dashboard, whose client is made from what it
// writes.
package main

import (
	"fmt"
	"os"

	"loket/internal/httpapi"
	"loket/internal/httpapi/routes"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	api := httpapi.New(httpapi.Options{Version: httpapi.Version})
	routes.Register(api, routes.Services{})

	if err := api.Check(); err != nil {
		return fmt.Errorf("routes: %w", err)
	}

	text, err := api.DocumentJSON()
	if err != nil {
		return fmt.Errorf("document: %w", err)
	}

	if _, err := os.Stdout.Write(text); err != nil {
		return fmt.Errorf("write: %w", err)
	}

	return nil
}
