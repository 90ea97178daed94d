package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// What the kernel tells of a process's memory.
const (
	peakMemory     = "VmHWM:" // the most it ever had
	residentMemory = "VmRSS:" // what it has now
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

// residentMiB is the resident memory of a process in MiB.
func residentMiB(pid int) (float64, error) {
	n, err := kibibytes(strconv.Itoa(pid), residentMemory)

	return mebibytes(n << 10), err //nolint:mnd // a kibibyte
}

// memoryLook is how often a watched process's memory is looked at.
const memoryLook = 20 * time.Millisecond

// watchMemory notes the most resident memory that a process has from now on,
// until the function is called.
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
