// Command package writes a Debian package: package SETTINGS FOLDER. The settings are those of nfpm, whose own command brings the makers of
// all other kinds of packages along.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the maker
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "package:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	const kind, two = "deb", 2

	if len(args) != two {
		return errors.New("usage: package SETTINGS FOLDER")
	}

	settings, err := nfpm.ParseFileWithEnvMapping(args[0], os.Getenv)
	if err != nil {
		return err
	}

	info, err := settings.Get(kind)
	if err != nil {
		return err
	}

	maker, err := nfpm.Get(kind)
	if err != nil {
		return err
	}

	info = nfpm.WithDefaults(info)
	path := filepath.Join(args[1], maker.ConventionalFileName(info))

	f, err := os.Create(path)
	if err != nil {
		return err
	}

	if err := errors.Join(maker.Package(info, f), f.Close()); err != nil {
		return err
	}

	fmt.Println("wrote", path)

	return nil
}
