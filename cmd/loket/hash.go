package main

import (
	"fmt"
	"os"

	"loket/internal/platform/argon"
)

// program is the path of this executable; empty in tests.
type program string

// hashing is the command that starts the hashing process.
func (p program) hashing() []string {
	if p == "" {
		return nil
	}

	return []string{string(p), "hash"}
}

type hashCmd struct{}

// Run answers requests on standard input and output until the parent process ends.
func (hashCmd) Run() error {
	if err := argon.Serve(os.Stdin, os.Stdout); err != nil {
		return fmt.Errorf("hash: %w", err)
	}

	return nil
}
