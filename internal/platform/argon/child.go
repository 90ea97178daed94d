package argon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// The name of the only RPC method.
const (
	serviceName  = "argon"
	deriveMethod = serviceName + ".Derive"
)

type service struct{ bound bound }

// Derive has the signature that net/rpc requires.
func (s service) Derive(k Key, derived *[]byte) error {
	*derived = s.bound.derive(k)

	return nil
}

// Serve answers requests, Workers at a time, until in is closed: the parent
// process closed the pipe or died. It ignores SIGINT and SIGTERM, which a
// terminal sends to the whole process group, so that the parent can finish first.
func Serve(in io.Reader, out io.WriteCloser) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)

	const gcPercent = 10

	debug.SetGCPercent(gcPercent) // nearly all memory is one block for each hash, so collecting often is cheap

	s := rpc.NewServer()
	if err := s.RegisterName(serviceName, service{newBound()}); err != nil {
		return fmt.Errorf("derive keys: %w", err)
	}

	s.ServeConn(pipes{in, out})

	return nil
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// child is a running process that derives keys.
type child struct {
	cmd    *exec.Cmd
	client *rpc.Client
	gone   chan struct{} // closed when it has ended
}

func startChild(command []string) (*child, error) {
	// The process serves many requests, so no request's context ends it.
	cmd := exec.CommandContext(context.Background(), command[0], command[1:]...) //nolint:gosec // this program
	cmd.Env = []string{}                                                         // where secrets may be
	cmd.Stderr = os.Stderr

	in, inErr := cmd.StdinPipe()

	out, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		return nil, err
	}

	if err := startNice(cmd); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}

	c := &child{cmd, rpc.NewClient(pipes{out, in}), make(chan struct{})}

	go func() {
		_ = cmd.Wait() // callers that wait for a key get the error from the closed connection

		close(c.gone)
	}()

	return c, nil
}

var errStuck = errors.New("no answer in time")

func (c *child) derive(k Key, limit time.Duration) (derived []byte, err error) {
	call := c.client.Go(deriveMethod, k, &derived, make(chan *rpc.Call, 1))

	late := time.NewTimer(limit)
	defer late.Stop()

	select {
	case <-call.Done:
		return derived, call.Error
	case <-late.C:
		return nil, errors.Join(errStuck, c.cmd.Process.Kill())
	}
}

// stop closes the connection. The process ends after its current answers.
func (c *child) stop() { _ = c.client.Close() }
