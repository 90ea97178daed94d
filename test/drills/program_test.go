package drills

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is the built program, run as `loket demo` in its own process.
type program struct {
	bin, data, database string

	// The addresses of the last start, each on a free port.
	api, simulators string // http://127.0.0.1:...

	cmd *exec.Cmd
	log *os.File
}

const (
	startTime = 3 * time.Minute
	stopTime  = 18 * time.Second // on a busy machine: twice what the program gives itself (app.StopTime)
)

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "loket-bin")
	if err != nil {
		return "", fmt.Errorf("folder for the program: %w", err)
	}

	bin := filepath.Join(dir, "loket")

	out, err := exec.Command("go", "build", "-o", bin, "loket/cmd/loket").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w: %s", err, out)
	}

	return bin, nil
})

// newProgram prepares a program with its own folder. An empty database means SQLite
// in that folder.
func newProgram(t *testing.T, database string) *program {
	t.Helper()

	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}

	p := &program{bin: bin, data: t.TempDir(), database: database}

	p.log, err = os.Create(filepath.Join(p.data, "drill.log"))
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		p.kill()

		if t.Failed() {
			text, _ := os.ReadFile(p.log.Name())
			t.Logf("the program's log ends:\n%s", text[max(0, len(text)-8000):])
		}

		_ = p.log.Close()
	})

	return p
}

// address is where the program answers since its last start.
func (p *program) address() string { return p.api }

// start runs the program on free ports and waits until it has printed its addresses.
// It doesn't choose ports beforehand: another process may take one meanwhile.
func (p *program) start(t *testing.T) {
	t.Helper()

	const free = "127.0.0.1:0"

	args := []string{"demo", "--orders", "0", "--data", p.data, "--listen", free, "--staff-listen", free, "--simulate-listen", free, "--admin-listen", free}
	if p.database != "" {
		args = append(args, "--database-url", p.database)
	}

	p.cmd = exec.Command(p.bin, args...)
	p.cmd.Stderr = p.log

	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}

	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}

	printed := make(chan [2]string, 1)

	go func() {
		defer close(printed)

		var api string

		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if at, found := strings.CutPrefix(lines.Text(), "loket: ready on "); found {
				api = strings.TrimSuffix(at, "/external/")
			}

			if at, found := strings.CutPrefix(lines.Text(), "simulators (suppliers, bank, mailbox): "); found {
				printed <- [2]string{api, strings.TrimSuffix(at, "/")}
			}
		}
	}()

	select {
	case at, ok := <-printed:
		if !ok {
			t.Fatal("the program ended before it was ready")
		}

		p.api, p.simulators = at[0], at[1]
	case <-time.After(startTime):
		t.Fatal("the program is not ready in time")
	}
}

// kill sends SIGKILL to the program and its children.
func (p *program) kill() {
	if p.cmd == nil || p.cmd.Process == nil {
		return
	}

	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	p.cmd = nil
}

// stop stops the program gracefully. It must end in time with exit code 0.
func (p *program) stop(t *testing.T) {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), stopTime)
	defer cancel()

	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}

	done := make(chan error, 1)
	go func() { done <- p.cmd.Wait() }()

	select {
	case err := <-done:
		if err != nil {
			t.Errorf("the program ended with %v", err)
		}
	case <-ctx.Done():
		t.Error("the program does not stop")
		p.kill()
	}

	p.cmd = nil
}

// verify runs `loket verify`.
func (p *program) verify(t *testing.T) {
	t.Helper()
	p.run(t, "verify")
}

// fund adds more money to the wallet than any drill can spend.
func (p *program) fund(t *testing.T) {
	t.Helper()
	p.run(t, "admin", "wallet", "adjust", "1001", "level_1", "--amount=1000000000000", "--reason=a long drill")
}

// run runs a command of the program on its database.
func (p *program) run(t *testing.T, args ...string) {
	t.Helper()

	where := []string{"--data", p.data}
	if p.database != "" {
		where = []string{"--database-url", p.database}
	}

	cmd := exec.CommandContext(t.Context(), p.bin, append(args, where...)...)
	cmd.Env = append(os.Environ(), "LOKET_ADJUST_LIMIT=0", "LOKET_ADJUST_DAY_LIMIT=0") // what funds a drill is above any limit of one person

	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", args[0], err, out)
	}
}
