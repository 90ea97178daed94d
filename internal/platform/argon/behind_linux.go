package argon

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// behind is the priority of work that waits for other: it gets a tenth of a core
// that others would fill, and is taken away from one as soon as they need it.
const behind = 10

// startBehind starts a process whose threads all have a low priority. A
// process takes its priority from the thread that starts it, and a thread can't
// have its own back, so one is started for this and ends with it.
func startBehind(cmd *exec.Cmd) error {
	started := make(chan error, 1)

	go func() {
		runtime.LockOSThread()

		// The first thread never ends, and its priority is shown as the
		// process's: it is kept busy here while another one does it.
		if syscall.Gettid() == os.Getpid() {
			defer runtime.UnlockOSThread()

			started <- startBehind(cmd)

			return
		}

		if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, behind); err != nil {
			started <- fmt.Errorf("priority: %w", err)

			return
		}

		started <- cmd.Start() // and ends locked: so the thread ends
	}()

	return <-started
}
