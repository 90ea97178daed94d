package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// cpuOfServer is the processor time of a PostgreSQL server and its processes, those that ended included. data is
// its data folder.
func cpuOfServer(data string) time.Duration {
	file, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return 0
	}

	first, _, _ := strings.Cut(string(file), "\n")

	pid, err := strconv.Atoi(first)
	if err != nil {
		return 0
	}

	sum := cpuFields(pid, user, system, endedUser, endedSystem)

	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0
	}

	for _, process := range all {
		if child, err := strconv.Atoi(filepath.Base(process)); err == nil && parentOf(child) == pid {
			sum += cpuFields(child, user, system)
		}
	}

	return time.Duration(sum) * tick
}

func cpuOfOne(pid int) time.Duration { return time.Duration(cpuFields(pid, user, system)) * tick }

// Fields of /proc/PID/stat, counted after the name of the process.
const (
	parent      = 1
	user        = 11
	system      = 12
	endedUser   = 13 // of children that ended
	endedSystem = 14
)

func parentOf(pid int) int { return cpuFields(pid, parent) }

// cpuFields is the sum of fields of /proc/PID/stat; 0 without /proc.
func cpuFields(pid int, wanted ...int) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}

	// The process name in brackets may contain spaces.
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	sum := 0

	for _, at := range wanted {
		if at >= len(fields) {
			return 0
		}

		n, err := strconv.Atoi(fields[at])
		if err != nil {
			return 0
		}

		sum += n
	}

	return sum
}
