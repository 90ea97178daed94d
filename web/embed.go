// Package web carries the built apps inside the program.
package web

import (
	"embed"
	"fmt"
	"io/fs"
)

// Before the first build the folders hold only the placeholder .keep, so that
// the program compiles without Node. The pages then say how to build.
//
//go:embed all:dashboard/dist all:storefront/dist all:staff/dist
var files embed.FS

// Dashboard returns the files of the built dashboard, with index.html at the root.
func Dashboard() (fs.FS, error) { return built("dashboard") }

// Storefront returns the files of the built shop, with index.html at the root.
func Storefront() (fs.FS, error) { return built("storefront") }

// Staff returns the files of the built app of staff, with index.html at the root.
func Staff() (fs.FS, error) { return built("staff") }

func built(app string) (fs.FS, error) {
	dist, err := fs.Sub(files, app+"/dist")
	if err != nil {
		return nil, fmt.Errorf("embedded %s: %w", app, err)
	}

	return dist, nil
}
