package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"loket/internal/platform/db"
)

// dump writes a PostgreSQL database in pg_dump's own form, as of one moment.
func dump(ctx context.Context, source Source, w io.Writer) error {
	return runProgram(ctx, source.Programs, source.Database.URL, nil, w, "pg_dump", "--format=custom", "--no-owner", "--no-privileges")
}

// load fills an empty PostgreSQL database, in one transaction.
func (b *Backup) load(ctx context.Context, target Target) error {
	r, w := io.Pipe()

	go func() { w.CloseWithError(b.folder.read(b.Database, w)) }()

	err := runProgram(ctx, target.Programs, target.Database.URL, r, io.Discard, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner",
		"--no-privileges")

	// What is left is read too: a checksum that doesn't hold is an error, and the writer ends.
	_, rest := io.Copy(io.Discard, r)

	return errors.Join(err, rest)
}

// runProgram runs one of PostgreSQL's programs on a database. The password is in its environment, not in its arguments.
func runProgram(ctx context.Context, folder, databaseURL string, in io.Reader, out io.Writer, name string, args ...string) error {
	path, err := findProgram(folder, name)
	if err != nil {
		return err
	}

	where, password, err := db.SplitPassword(databaseURL)
	if err != nil {
		return err
	}

	said := &bytes.Buffer{}

	cmd := exec.CommandContext(ctx, path, append(args, "--no-password", "--dbname="+where)...) //nolint:gosec // a program of PostgreSQL
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, said

	cmd.Env = append(os.Environ(), "PGPASSWORD="+password)

	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}

	return nil
}

func findProgram(folder, name string) (string, error) {
	path := name
	if folder != "" {
		path = filepath.Join(folder, name)
	}

	found, err := exec.LookPath(path)
	if err != nil {
		return "", fmt.Errorf("%s is needed and is not there (Debian: apt-get install postgresql-client); --postgres-programs names its folder: %w", name, err)
	}

	return found, nil
}
