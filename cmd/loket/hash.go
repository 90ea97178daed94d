package main

import (
	"fmt"
	"os"

	"loket/internal/platform/argon"
)

// program is the file of this program, to start it once more; empty in a test.
type program string

// hashing is the command that hashes passwords in a process of its own.
func (p program) hashing() []string {
	if p == "" {
		return nil
	}

	return []string{string(p), "hash"}
}

type hashCmd struct{}

// Run answers on standard input and output until the asking process is gone.
func (hashCmd) Run() error {
	if err := argon.Serve(os.Stdin, os.Stdout); err != nil {
		return fmt.Errorf("hash: %w", err)
	}

	return nil
}
