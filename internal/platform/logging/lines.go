package logging

import (
	"io"
	"sync"
	"time"
)

const (
	// window is how long lines gather after one was written.
	window = 100 * time.Millisecond
	// room is how many bytes gather at most.
	room = 64 << 10
)

// lines writes a lone line at once. Those that follow within the window gather
// and go out together: under load a system call for each request's line would
// cost the program more than the line.
type lines struct {
	out io.Writer

	mu        sync.Mutex
	kept      []byte
	gathering bool
	timer     *time.Timer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()

	if !l.gathering {
		l.gather()

		return l.out.Write(p)
	}

	if len(l.kept)+len(p) > room {
		if err := l.writeOut(); err != nil {
			return 0, err
		}
	}

	l.kept = append(l.kept, p...)

	return len(p), nil
}

// gather begins a window; the lock is held.
func (l *lines) gather() {
	l.gathering = true

	if l.timer == nil {
		l.timer = time.AfterFunc(window, l.windowEnds)
	} else {
		l.timer.Reset(window)
	}
}

func (l *lines) windowEnds() {
	l.mu.Lock()
	defer l.mu.Unlock()

	if len(l.kept) == 0 {
		l.gathering = false

		return
	}

	_ = l.writeOut() // nobody is left to be told

	l.gather()
}

// flush writes what has gathered.
func (l *lines) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()

	return l.writeOut()
}

// writeOut writes what has gathered; the lock is held.
func (l *lines) writeOut() error {
	if len(l.kept) == 0 {
		return nil
	}

	_, err := l.out.Write(l.kept)
	l.kept = l.kept[:0]

	return err
}
