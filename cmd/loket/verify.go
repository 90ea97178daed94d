package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"loket/internal/api"
	"loket/internal/api/routes"
	"loket/internal/config"
	"loket/internal/money/books"
	"loket/internal/platform/db"
)

type verifyCmd struct {
	config.Database
}

// errBooks sets the exit code; the violations were printed already.
var errBooks = errors.New("the books do not hold")

func (c *verifyCmd) Run(ctx context.Context, stdout io.Writer) error {
	if err := prove(ctx, stdout, db.Options{URL: c.DSN()}); err != nil {
		return fmt.Errorf("verify: %w", err)
	}

	return nil
}

// prove checks the books of a database and prints what it found. It returns errBooks if they don't hold.
func prove(ctx context.Context, stdout io.Writer, where db.Options) error {
	if err := db.CheckSchema(ctx, where); err != nil {
		return err
	}

	d, err := db.Open(ctx, where)
	if err != nil {
		return err
	}
	defer d.Close()

	r, err := books.Verify(ctx, d)
	if err != nil {
		return err
	}

	for _, problem := range r.Problems {
		_, _ = fmt.Fprintln(stdout, problem)
	}

	if !r.OK() {
		return errBooks
	}

	_, _ = fmt.Fprintf(stdout, "the books hold: %d wallets, %d rows of history, %d orders\n", r.Wallets, r.Rows, r.Orders)

	return nil
}

type openAPICmd struct{}

func (openAPICmd) Run(stdout io.Writer) error {
	a := api.New(api.Options{Version: api.Version})
	routes.Register(a, routes.Services{})

	text, err := a.DocumentJSON()
	if err != nil {
		return fmt.Errorf("openapi: %w", err)
	}

	if _, err := stdout.Write(text); err != nil {
		return fmt.Errorf("openapi: %w", err)
	}

	return nil
}
