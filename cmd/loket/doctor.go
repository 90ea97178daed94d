package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/platform/backup"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// doctorCmd looks at all that a deployment needs. It changes nothing, but writes and deletes a small file where files are stored.
type doctorCmd struct{ config.Config }

// finding is one line of what doctor says.
type finding struct {
	level level
	what  string
	text  string
	todo  string // unless all is well
}

// level says how bad a finding is.
type level int

const (
	fine level = iota
	warning
	failure
)

func (l level) String() string { return [...]string{"ok", "warning", "FAILURE"}[l] }

// errDoctor sets the exit code; what fails was printed before.
var errDoctor = errors.New("something fails")

// checkTime is how long one check may take.
const checkTime = 10 * time.Second

// Run prints a line for each check. It fails if one of them did.
func (c *doctorCmd) Run(ctx context.Context, stdout io.Writer, wrong *usageErrors) error {
	faults := errors.Join(wrong.err(), c.Resolve(), c.Check())
	worst := fine

	for _, check := range []func(ctx context.Context) []finding{
		func(context.Context) []finding {
			return findingsOf("settings", faults, "complete", "loket serve refuses to start until it is mended")
		},
		c.database, c.clock, c.disk, c.names, c.certificate, c.files, c.mails, c.suppliers, c.banks, c.backups,
	} {
		one, cancel := context.WithTimeout(ctx, checkTime)

		for _, f := range check(one) {
			worst = max(worst, f.level)

			_, _ = fmt.Fprintf(stdout, "%-8s %-10s %s\n", f.level, f.what, f.text)

			if f.todo != "" {
				_, _ = fmt.Fprintf(stdout, "%19s %s\n", "", f.todo)
			}
		}

		cancel()
	}

	if worst == failure {
		return fmt.Errorf("doctor: %w", errDoctor)
	}

	return nil
}

// findingsOf makes a failure of each line of an error, and one finding that all is well without an error.
func findingsOf(what string, err error, well, todo string) []finding {
	if err == nil {
		return []finding{{fine, what, well, ""}}
	}

	list := []finding{}
	for _, line := range lines(err) {
		list = append(list, finding{failure, what, line, ""})
	}

	list[len(list)-1].todo = todo

	return list
}

func (c *doctorCmd) database(ctx context.Context) []finding {
	return findingsOf("database", app.CheckDatabase(ctx, c.Config, false), "answers, with this program's schema and durable settings",
		"loket migrate makes or updates the schema; docs/operations.md has the settings of PostgreSQL")
}

// clock asks the kernel whether something keeps the clock right, and compares it with that of PostgreSQL.
func (c *doctorCmd) clock(ctx context.Context) []finding {
	const (
		what = "clock"
		todo = "run an NTP client (Debian: apt-get install chrony): calls of banks are refused when the clock is minutes off"
		much = 2 * time.Second
		most = time.Minute
	)

	list := []finding{}

	switch synchronized, known := clockSynchronized(); {
	case known && synchronized:
		list = append(list, finding{fine, what, "is kept right", ""})
	case known:
		list = append(list, finding{warning, what, "the kernel says that nothing keeps it right", todo})
	}

	if !db.IsPostgres(c.DatabaseURL) {
		return list
	}

	off, err := clockOffset(ctx, c.DatabaseURL)

	switch {
	case err != nil:
		return list // the line of the database says so
	case off > most:
		return append(list, finding{failure, what, fmt.Sprintf("is %s off that of the database", off), todo})
	case off > much:
		return append(list, finding{warning, what, fmt.Sprintf("is %s off that of the database", off), todo})
	}

	return append(list, finding{fine, what, "agrees with that of the database", ""})
}

// clockOffset is how much the clock of a PostgreSQL server differs from that of this machine.
func clockOffset(ctx context.Context, url string) (time.Duration, error) {
	d, err := db.Open(ctx, db.Options{URL: url, MaxConns: 1})
	if err != nil {
		return 0, err
	}
	defer d.Close()

	var there time.Time
	if err := d.Reader().QueryRow(ctx, "SELECT CURRENT_TIMESTAMP").Scan(&there); err != nil {
		return 0, err
	}

	return clock.System{}.Now().Sub(there).Round(time.Millisecond).Abs(), nil
}

func (c *doctorCmd) disk(context.Context) []finding {
	const (
		what   = "disk"
		scarce = 1 << 30
		least  = 64 << 20
		shift  = 20 // MiB
		todo   = "free some: with less than 64 MiB a program on SQLite takes no orders"
	)

	var stat syscall.Statfs_t
	if err := syscall.Statfs(c.Data, &stat); err != nil {
		return findingsOf(what, fmt.Errorf("%s: %w", c.Data, err), "", "make the data folder, or name another one by --data")
	}

	free := stat.Bavail * uint64(stat.Bsize) //nolint:gosec // a size is positive
	text := fmt.Sprintf("%s has %d MiB free", c.Data, free>>shift)

	switch {
	case free < least:
		return []finding{{failure, what, text, todo}}
	case free < scarce:
		return []finding{{warning, what, text, todo}}
	}

	return []finding{{fine, what, text, ""}}
}

func (c *doctorCmd) files(ctx context.Context) []finding {
	if c.UsesS3() {
		return findingsOf("bucket", app.CheckFiles(ctx, c.Config), "gives all rights", "docs/operations.md has the rights that the key needs")
	}

	f, err := os.CreateTemp(c.Data, "doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}

	return findingsOf("files", err, "the data folder can be written", "give the folder to the account that runs the program (mode 0700)")
}

func (c *doctorCmd) backups(context.Context) []finding {
	const (
		what = "backups"
		old  = 26 * time.Hour
		todo = "let loket backup run each night (deploy/systemd/loket-backup.timer)"
	)

	if c.Backups == "" {
		return []finding{{warning, what, "no folder of backups is named", "name it by --backups; backups of PostgreSQL itself are to be watched where they are made"}}
	}

	newest, err := backup.Newest(c.Backups)

	switch age := (clock.System{}).Now().Sub(newest); {
	case err != nil:
		return findingsOf(what, err, "", todo)
	case newest.IsZero():
		return []finding{{failure, what, c.Backups + " has none", todo}}
	case age > old:
		return []finding{{failure, what, fmt.Sprintf("the newest is %d hours old", int(age.Hours())), todo}}
	}

	return []finding{{fine, what, "the newest is of " + when(newest), ""}}
}
