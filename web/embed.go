// Package web carries the built dashboard inside the program.
package web

import (
	"embed"
	"fmt"
	"io/fs"
)

// Before the first build the folder holds only the placeholder .keep, so that
// the program compiles without Node. The page then says how to build.
//
//go:embed all:dashboard/dist
var files embed.FS

// Dashboard returns the files of the built dashboard, with index.html at the root.
func Dashboard() (fs.FS, error) {
	dist, err := fs.Sub(files, "dashboard/dist")
	if err != nil {
		return nil, fmt.Errorf("embedded dashboard: %w", err)
	}

	return dist, nil
}
