package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Names of a process's memory figures in /proc/PID/status.
const (
	peakMemory     = "VmHWM:"   // peak resident memory
	residentMemory = "VmRSS:"   // resident memory now
	fileMemory     = "RssFile:" // the part of it that is pages of files, such as the binary
)

// kibibytes reads a line of a process's status; "self" is this one.
func kibibytes(process, line string) (int64, error) {
	f, err := os.Open("/proc/" + process + "/status")
	if err != nil {
		return 0, fmt.Errorf("memory: %w", err)
	}
	defer f.Close()

	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), line); ok {
			n, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				return 0, fmt.Errorf("memory: %w", err)
			}

			return n, nil
		}
	}

	return 0, fmt.Errorf("memory: the kernel does not tell %s", line)
}

// residentMiB is the resident memory of a process and its children in MiB.
func residentMiB(pid int) (float64, error) {
	sum := int64(0)

	for _, process := range family(pid) {
		n, err := kibibytes(strconv.Itoa(process), residentMemory)
		if err != nil && process == pid { // a child may have ended
			return 0, err
		}

		sum += n
	}

	return mebibytes(sum << 10), nil
}

// family is a process with its children.
func family(pid int) []int {
	pids := []int{pid}

	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // of a thread that may have ended

		for child := range strings.FieldsSeq(string(text)) {
			if n, err := strconv.Atoi(child); err == nil {
				pids = append(pids, n)
			}
		}
	}

	return pids
}

// memoryLook is the interval between reads of a watched process's memory.
const memoryLook = 20 * time.Millisecond

// watchMemory records the peak resident memory of a process from now until the
// returned function is called.
func watchMemory(pid int) func() (float64, error) {
	var (
		most   float64
		failed error
		wg     sync.WaitGroup
	)

	stop := make(chan struct{})

	wg.Go(func() {
		look := time.NewTicker(memoryLook)
		defer look.Stop()

		for {
			now, err := residentMiB(pid)
			if err != nil {
				failed = err

				return
			}

			most = max(most, now)

			select {
			case <-look.C:
			case <-stop:
				return
			}
		}
	})

	return func() (float64, error) {
		close(stop)
		wg.Wait()

		return most, failed
	}
}
