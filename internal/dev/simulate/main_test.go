package simulate_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
)

// childDir makes the test binary run as a simulator, so that a test can kill it.
const childDir = "LOKET_TEST_SIMULATE_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(serveUntilKilled(dir))
	}

	goleak.VerifyTestMain(m) // a stopped simulator leaves no goroutine
}

func serveUntilKilled(dir string) int {
	server, err := simulate.New(simulate.Options{
		Dir:       dir,
		Suppliers: []upstream.Account{{Name: "one", Username: "user", Key: "key", FaultSettings: quick()}},
	})
	if err == nil {
		err = server.Start(context.Background())
	}

	if err != nil {
		fmt.Fprintln(os.Stderr, err)

		return 1
	}

	fmt.Fprintln(os.Stdout, server.URL())

	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	<-interrupted

	return 0
}

// child is a simulator in its own process.
type child struct {
	command *exec.Cmd
	url     string
}

func startChild(t *testing.T, dir string) *child {
	t.Helper()

	command := exec.CommandContext(t.Context(), os.Args[0])

	command.Env = append(os.Environ(), childDir+"="+dir)
	command.Stderr = os.Stderr

	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}

	if err := command.Start(); err != nil {
		t.Fatal(err)
	}

	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}

	return &child{command: command, url: strings.TrimSpace(line)}
}

func (c *child) kill(t *testing.T) {
	t.Helper()

	if err := c.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}

	_ = c.command.Wait() // the expected error is "killed"
}
