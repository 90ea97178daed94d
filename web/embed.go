// Package web carries the built dashboard inside the program.
package web

import (
	"embed"
	"fmt"
	"io/fs"
)

// A clone that was never built holds nothing but the placeholder .keep, so
// that the program compiles without Node; the page then says how to build.
//
//go:embed all:dashboard/dist
var files embed.FS

// Dashboard is the built dashboard, index.html at its root.
func Dashboard() (fs.FS, error) {
	dist, err := fs.Sub(files, "dashboard/dist")
	if err != nil {
		return nil, fmt.Errorf("embedded dashboard: %w", err)
	}

	return dist, nil
}
