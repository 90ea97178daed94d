package logging

import (
	"io"
	"sync"
	"time"
)

const (
	// window is how long lines are buffered after one was written.
	window = 100 * time.Millisecond
	// room is the size of the buffer in bytes.
	room = 64 << 10
)

// lines writes a single line at once and buffers the lines that follow within
// the window. Under load a system call for each line would cost more than the
// line itself.
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

// gather begins a window. The caller holds the lock.
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

	_ = l.writeOut() // there is no caller to return the error to

	l.gather()
}

// flush writes the buffered lines.
func (l *lines) flush() error {
	l.mu.Lock()
	defer l.mu.Unlock()

	return l.writeOut()
}

// writeOut writes the buffered lines. The caller holds the lock.
func (l *lines) writeOut() error {
	if len(l.kept) == 0 {
		return nil
	}

	_, err := l.out.Write(l.kept)
	l.kept = l.kept[:0]

	return err
}
