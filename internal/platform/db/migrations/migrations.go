// Package migrations carries the schema of both engines: the same numbers and
// names in two folders, forward only.
package migrations

import "embed"

// Files holds postgres/*.sql and sqlite/*.sql.
//
//go:embed postgres/*.sql sqlite/*.sql
var Files embed.FS
