package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"loket/internal/platform/db"
)

// The build sets these (Makefile): the tag, the commit, and when it was made (RFC 3339). The moment of the build is not told, so that
// two builds of one commit are the same file.
var (
	version    = "dev"
	commit     = ""
	commitTime = ""
)

// build tells which program this is.
type build struct{ version, commit, time string }

// thisBuild takes what Go recorded where the build set nothing, as after a plain go build.
func thisBuild() build {
	b := build{version: version, commit: commit, time: commitTime}

	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}

	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.commit = cmp.Or(b.commit, setting.Value)
		case "vcs.time":
			b.time = cmp.Or(b.time, setting.Value)
		}
	}

	return b
}

type versionCmd struct{}

// Run prints one fact a line.
func (versionCmd) Run(out io.Writer) error {
	const unknown = "unknown"

	b := thisBuild()

	_, err := fmt.Fprintf(out, "loket %s\ncommit %s\ncommitted %s\nknows step %d of the schema\nbuilt by %s for %s/%s\n", b.version, cmp.Or(b.commit, unknown), cmp.Or(b.time, unknown), db.ProgramStep(),
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return fmt.Errorf("version: %w", err)
	}

	return nil
}
