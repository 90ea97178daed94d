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

// The one call that is understood.
const (
	serviceName  = "argon"
	deriveMethod = serviceName + ".Derive"
)

type service struct{ bound bound }

// Derive has the form that net/rpc asks for.
func (s service) Derive(k Key, derived *[]byte) error {
	*derived = s.bound.derive(k)

	return nil
}

// Serve derives what comes in, Workers at a time, until there is no more: the
// asking process closed the pipe or died. A signal that ends a whole group of processes does
// not end this one before the asking one has finished.
func Serve(in io.Reader, out io.WriteCloser) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM)

	const soon = 10 // per cent

	debug.SetGCPercent(soon) // a hash's memory is all there is, in one piece: sweeping it costs next to nothing

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
	// It lives on while requests come and go, so no context ends it.
	cmd := exec.CommandContext(context.Background(), command[0], command[1:]...) //nolint:gosec // this program
	cmd.Env = []string{}                                                         // where secrets may be
	cmd.Stderr = os.Stderr

	in, inErr := cmd.StdinPipe()

	out, outErr := cmd.StdoutPipe()
	if err := errors.Join(inErr, outErr); err != nil {
		return nil, err
	}

	if err := startBehind(cmd); err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}

	c := &child{cmd, rpc.NewClient(pipes{out, in}), make(chan struct{})}

	go func() {
		_ = cmd.Wait() // whoever waits for a key learns how it ended

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

// stop lets it end when it has answered.
func (c *child) stop() { _ = c.client.Close() }
