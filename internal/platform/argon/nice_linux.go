package argon

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

const (
	// niceStep is how much the nice value of the hashing process is above that of
	// this process. Beside it on a busy core it gets about a tenth of the time.
	niceStep = 10

	highestNice = 19
)

// startNice starts a process with a low priority. A process inherits the nice
// value of the thread that starts it, and an unprivileged thread can't lower
// its nice value again. So a thread is created for this start and ends after it.
func startNice(cmd *exec.Cmd) error {
	started := make(chan error, 1)

	go func() {
		runtime.LockOSThread()

		// The main thread never ends, and the system shows its nice value as
		// that of the process. Block it here while another thread starts the
		// child.
		if syscall.Gettid() == os.Getpid() {
			defer runtime.UnlockOSThread()

			started <- startNice(cmd)

			return
		}

		priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
		if err == nil {
			own := highestNice + 1 - priority // the system call returns 1 for the highest nice value
			err = syscall.Setpriority(syscall.PRIO_PROCESS, 0, min(own+niceStep, highestNice))
		}

		if err != nil {
			started <- fmt.Errorf("priority: %w", err)

			return
		}

		started <- cmd.Start() // the goroutine ends locked to its thread, so the thread ends too
	}()

	return <-started
}
