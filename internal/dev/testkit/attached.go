package testkit

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// StartAttached starts a server that ends with this process, however that ends.
// stop interrupts it and waits until it has ended.
//
// A shell interrupts the server when its own standard input closes, which the
// kernel does when this process dies. The shell waits for the server, so that a
// killed one leaves no zombie that a restart would take for alive.
func StartAttached(cmd *exec.Cmd) (stop func(), err error) { return startAttached(cmd, "INT", "") }

// startWithFolder is StartAttached for a server whose folder nobody needs when this process has died.
func startWithFolder(cmd *exec.Cmd, folder string) (stop func(), err error) {
	return startAttached(cmd, "INT", folder)
}

// StartTerminated is StartAttached for a server that ends by SIGTERM: the shell has it ignore interrupts.
func StartTerminated(cmd *exec.Cmd) (stop func(), err error) { return startAttached(cmd, "TERM", "") }

func startAttached(cmd *exec.Cmd, signal, folder string) (stop func(), err error) {
	// The last word of a process that stops the server is "keep": without it the folder goes, once the server has ended.
	script := `folder=$1; shift; exec 3<&0; "$@" 3<&- & pid=$!
		(word=$(cat <&3); kill -` + signal + ` $pid
		if [ -n "$folder" ] && [ -z "$word" ]; then while kill -0 $pid 2>/dev/null; do sleep 0.1; done; rm -rf "$folder"; fi) & wait $pid`

	cmd.Args = append([]string{"/bin/sh", "-c", script, "sh", folder, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"

	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}

	cmd.SysProcAttr.Setpgid = true

	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("pipe to %s: %w", cmd.Path, err)
	}

	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}

	return func() {
		_, _ = io.WriteString(stdin, "keep")
		_ = stdin.Close()
		_ = cmd.Wait() // the shell gives the server's own exit code
	}, nil
}
