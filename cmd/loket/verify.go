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
	where := db.Options{URL: c.DSN()}
	if err := db.CheckSchema(ctx, where); err != nil {
		return fmt.Errorf("verify: %w", err)
	}

	d, err := db.Open(ctx, where)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	defer d.Close()

	r, err := books.Verify(ctx, d)
	if err != nil {
		return fmt.Errorf("verify: %w", err)
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
