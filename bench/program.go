package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"loket/internal/config"
	"loket/internal/money/books"
	"loket/internal/platform/db"
)

// place makes an empty database with the program's schema, for another process to
// open.
func (e *engines) place(ctx context.Context, engine db.Engine) (config.Database, error) {
	e.count++

	if engine == db.Postgres {
		url, err := e.newDatabase(ctx)

		return config.Database{DatabaseURL: url}, err
	}

	const private = 0o700

	where := config.Database{Data: filepath.Join(e.dir, fmt.Sprintf("data-%d", e.count))}
	if err := os.MkdirAll(where.Data, private); err != nil {
		return where, fmt.Errorf("folder: %w", err)
	}

	if _, err := db.Migrate(ctx, db.Options{URL: where.DSN()}); err != nil {
		return where, fmt.Errorf("database: %w", err)
	}

	return where, nil
}

// program is the measured program in its own process.
type program struct {
	addresses

	where config.Database
	cmd   *exec.Cmd
	stdin io.Closer
	log   *os.File
}

// startProgram starts this binary as the serving process on a new database. It
// dispatches orders if the address of a supplier is given. Its access log goes to a file, as in a deployment.
func startProgram(ctx context.Context, b *bench, e *engines, engine db.Engine, supplierURL string) (*program, error) {
	where, err := e.place(ctx, engine)
	if err != nil {
		return nil, err
	}

	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("this program: %w", err)
	}

	log, err := os.Create(filepath.Join(e.dir, fmt.Sprintf("serving-%d.log", e.count)))
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}

	p := &program{where: where, log: log}
	p.cmd = exec.CommandContext(ctx, self, serving, "-database-url", where.DatabaseURL, "-data", where.Data, "-cpuprofile", b.servingProfile,
		"-supplier", supplierURL, "-bank-key", b.bankKey, "-clients", strconv.Itoa(max(b.clients, httpClients)),
		"-staff="+strconv.FormatBool(b.staff))
	p.cmd.Stderr = log

	if err := p.start(); err != nil {
		return nil, errors.Join(fmt.Errorf("serving process (see %s): %w", log.Name(), err), log.Close())
	}

	return p, nil
}

func (p *program) start() error {
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}

	p.stdin = stdin

	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}

	if err := p.cmd.Start(); err != nil {
		return err
	}

	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &p.addresses)
	}

	if err != nil {
		return errors.Join(err, p.stdin.Close(), p.cmd.Wait())
	}

	return nil
}

// stop ends the process gracefully.
func (p *program) stop() error {
	err := errors.Join(p.stdin.Close(), p.cmd.Wait(), p.log.Close())
	if err != nil {
		return fmt.Errorf("serving process (see %s): %w", p.log.Name(), err)
	}

	return nil
}

// proven checks the books of the stopped program and that every acknowledged order
// exists.
func (p *program) proven(ctx context.Context, acknowledged int) (err error) {
	d, err := db.Open(ctx, db.Options{URL: p.where.DSN()})
	if err != nil {
		return fmt.Errorf("prove the books: %w", err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	report, err := books.Verify(ctx, d)
	if err != nil {
		return fmt.Errorf("prove the books: %w", err)
	}

	if !report.OK() {
		return fmt.Errorf("the books do not hold: %v", report.Problems)
	}

	if report.Orders != int64(acknowledged) {
		return fmt.Errorf("%d orders were acknowledged and %d are there", acknowledged, report.Orders)
	}

	return nil
}
