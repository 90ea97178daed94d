// Command cluster runs a command, such as go test, with a Citus that all tests of it share:
//
//	go run ./internal/dev/testkit/cluster go test ./internal/orders/...
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"loket/internal/dev/testkit"
)

func main() {
	err := run(os.Args[1:])

	if failed, ok := errors.AsType[*exec.ExitError](err); ok { // it has told why
		os.Exit(failed.ExitCode())
	}

	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func run(command []string) error {
	if len(command) == 0 {
		return errors.New("which command is to be run?")
	}

	c, err := testkit.StartCluster(false)
	if err != nil {
		return err
	}

	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = os.Environ()
	cmd.Env = append(cmd.Env, c.Folders())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr

	return errors.Join(cmd.Run(), c.Stop())
}
