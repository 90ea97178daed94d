package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the times in /proc on every Linux that Go runs on.
const tick = 10 * time.Millisecond

// cpuOf is the processor time that processes have used so far; 0 without /proc.
// Other work on the machine disturbs this figure least.
func cpuOf(pids ...int) (sum time.Duration) {
	for _, pid := range pids {
		sum += cpuOfOne(pid)
	}

	return sum
}

func cpuOfOne(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}

	// The process name in brackets may contain spaces.
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)

	const user, system = 11, 12 // after pid and name

	if len(fields) <= system {
		return 0
	}

	sum := 0

	for _, at := range []int{user, system} {
		n, err := strconv.Atoi(fields[at])
		if err != nil {
			return 0
		}

		sum += n
	}

	return time.Duration(sum) * tick
}
