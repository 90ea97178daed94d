// Package migrations carries the schema of both engines: the same numbers and
// names in two folders, forward only.
package migrations

import (
	"embed"
	"io/fs"
	"os"
)

//go:embed postgres/*.sql sqlite/*.sql
var files embed.FS

// folder is empty, but in a program that a drill builds by -ldflags "-X loket/internal/platform/db/migrations.folder=...": that program takes
// its migrations from there, so that it knows a step more than this source.
var folder string

// Files holds postgres/*.sql and sqlite/*.sql.
func Files() fs.FS {
	if folder != "" {
		return os.DirFS(folder)
	}

	return files
}
