package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"loket/internal/platform/db/migrations"
)

const (
	sqliteFolder   = "sqlite"
	postgresFolder = "postgres"
)

func folderOf(opt Options) string {
	if IsPostgres(opt.URL) {
		return postgresFolder
	}

	return sqliteFolder
}

// Step is one migration of this program.
type Step struct {
	Name   string // 00001_initial.sql
	Number int64
	Oldest int64 // a program must know this step to run on the schema from this step on
	Taken  time.Time
	SQL    string // as in the file
}

// Pending reports whether the database has not taken the step.
func (s Step) Pending() bool { return s.Taken.IsZero() }

// Schema is the steps of this program, and which programs may run on a database now and after all steps were taken.
type Schema struct {
	Steps     []Step
	Now, Then Programs
}

// ReadSchema lists the migrations of this program in their order, and when the database took each. It changes nothing. Error: ErrNewer.
func ReadSchema(ctx context.Context, opt Options) (Schema, error) {
	return readSchema(ctx, opt, migrations.Files())
}

func readSchema(ctx context.Context, opt Options, files fs.FS) (Schema, error) {
	list, err := readSteps(files, folderOf(opt))
	if err != nil {
		return Schema{}, err
	}

	s := Schema{Steps: list}

	switch err := CheckEmpty(ctx, opt); {
	case err == nil:
		s.Then = s.Now.after(list)

		return s, nil // to ask goose would make its table
	case !errors.Is(err, ErrNotEmpty):
		return Schema{}, err
	}

	err = withProvider(opt, files, func(p *goose.Provider, conn *sql.DB) error {
		if _, err := checkNewer(ctx, p, conn); err != nil {
			return err
		}

		status, err := p.Status(ctx)
		if err != nil {
			return fmt.Errorf("read which migrations were taken: %w", err)
		}

		for i, taken := range status { // both in the order of their numbers
			s.Steps[i].Taken = taken.AppliedAt
		}

		has, _, err := p.GetVersions(ctx)
		if err != nil {
			return fmt.Errorf("read the schema's version: %w", err)
		}

		s.Now, err = programsOf(ctx, conn, has)
		s.Then = s.Now.after(list)

		return err
	})

	return s, err
}

// oldestProgram is the line of a migration that says which programs may run from then on.
var oldestProgram = regexp.MustCompile(`(?m)^INSERT INTO schema_steps \(step, oldest_program\) VALUES \((\d+), (\d+)\);$`)

// readSteps reads the migrations of an engine.
func readSteps(files fs.FS, folder string) ([]Step, error) {
	names, err := fs.Glob(files, folder+"/*.sql")
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}

	list := make([]Step, len(names))

	for i, name := range names {
		if list[i], err = readStep(files, name); err != nil {
			return nil, fmt.Errorf("migrations: %s: %w", name, err)
		}
	}

	return list, nil
}

func readStep(files fs.FS, name string) (Step, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return Step{}, err
	}

	s := Step{Name: path.Base(name), SQL: string(text)}
	prefix, _, _ := strings.Cut(s.Name, "_")

	says := oldestProgram.FindStringSubmatch(s.SQL)
	if says == nil {
		return Step{}, errors.New("it must say which programs may run after it: INSERT INTO schema_steps (step, oldest_program) VALUES (its number, their last step);")
	}

	number, err := strconv.ParseInt(prefix, 10, 64)
	step, errStep := strconv.ParseInt(says[1], 10, 64)
	oldest, errOldest := strconv.ParseInt(says[2], 10, 64)

	if err := cmp.Or(err, errStep, errOldest); err != nil {
		return Step{}, err
	}

	if step != number || oldest < 1 || oldest > number {
		return Step{}, fmt.Errorf("it says step %d and oldest program %d", step, oldest)
	}

	s.Number, s.Oldest = number, oldest

	return s, nil
}
