package testkit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Crash kills all processes of the server at once, as a machine that ends. Restart lets it recover.
func (s *Server) Crash() error {
	if _, err := s.Freeze(); err != nil { // so that no process sees the end of another one, or starts a new one
		return err
	}

	list, err := s.processes()
	if err != nil {
		return err
	}

	for _, pid := range list {
		if err := signal(pid, syscall.SIGKILL); err != nil {
			return err
		}
	}

	s.end()

	return nil
}

// Freeze stops all processes of the server where they are. They go on when the returned function is called; a frozen server may be crashed.
func (s *Server) Freeze() (goOn func() error, err error) {
	stopped := map[int]bool{}

	for { // a process that was started meanwhile is found in the next round
		list, err := s.processes()
		if err != nil {
			return nil, err
		}

		found := len(stopped)

		for _, pid := range list {
			if stopped[pid] {
				continue
			}

			stopped[pid] = true

			if err := signal(pid, syscall.SIGSTOP); err != nil {
				return nil, err
			}
		}

		if found == len(stopped) {
			break
		}
	}

	for pid := range stopped {
		for !stands(pid) {
			time.Sleep(time.Millisecond)
		}
	}

	return func() error {
		var errs []error
		for pid := range stopped {
			errs = append(errs, signal(pid, syscall.SIGCONT))
		}

		return errors.Join(errs...)
	}, nil
}

// signal sends a signal to a process, which may have ended.
func signal(pid int, what syscall.Signal) error {
	if err := syscall.Kill(pid, what); err != nil && !errors.Is(err, syscall.ESRCH) {
		return fmt.Errorf("%s to a process of the server: %w", what, err)
	}

	return nil
}

// processes are the server's first process and those that it has started.
func (s *Server) processes() ([]int, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		return nil, fmt.Errorf("the server's process: %w", err)
	}

	line, _, _ := strings.Cut(string(text), "\n")

	first, err := strconv.Atoi(line)
	if err != nil {
		return nil, fmt.Errorf("the server's process: %w", err)
	}

	paths, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}

	list := []int{first}

	for _, path := range paths {
		pid, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			continue
		}

		if _, parent := state(pid); parent == first {
			list = append(list, pid)
		}
	}

	return list, nil
}

// stands reports whether a process is stopped, or has ended.
func stands(pid int) bool {
	s, _ := state(pid)

	return s == "" || strings.Contains("TtZX", s)
}

// state returns the letter of a process's state and its parent; they are empty for a process that has ended (proc(5), /proc/pid/stat).
func state(pid int) (letter string, parent int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", 0
	}

	// pid (name) state parent ...; the name may hold blanks and parentheses
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 2 { //nolint:mnd // both
		return "", 0
	}

	parent, err = strconv.Atoi(fields[1])
	if err != nil {
		return "", 0
	}

	return fields[0], parent
}
