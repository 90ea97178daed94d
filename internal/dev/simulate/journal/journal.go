// Package journal keeps lines in an append-only file that survives SIGKILL at any moment:
// lines confirmed by Wait are on disk, and an incomplete last line is dropped when the file is
// opened again.
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// ErrClosed means that the journal is closed.
var ErrClosed = errors.New("journal is closed")

const (
	fileMode = 0o600
	maxLine  = 16 << 20
)

// Journal is safe for concurrent use. Lines that arrive during a write are written together
// by the next one, so many callers share a sync.
type Journal struct {
	file *os.File

	mu      sync.Mutex
	changed *sync.Cond
	pending []byte
	added   uint64 // lines given to Append
	durable uint64 // lines known to be on disk
	closed  bool
	err     error
	done    chan struct{}
}

// Open opens the file at path, or creates it, and calls line for each complete line.
func Open(path string, line func([]byte) error) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, fileMode) //nolint:gosec // the caller's own folder
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}

	end, err := replay(file, line)
	if err == nil {
		err = file.Truncate(end)
	}

	if err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}

	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}

	j := &Journal{file: file, done: make(chan struct{})}
	j.changed = sync.NewCond(&j.mu)

	go j.run()

	return j, nil
}

// replay returns the position after the last complete line.
func replay(file io.Reader, line func([]byte) error) (int64, error) {
	reader := bufio.NewReader(file)

	var end int64

	for {
		read, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return end, nil // a kill left an incomplete last line
		}

		if err != nil {
			return 0, fmt.Errorf("read: %w", err)
		}

		if err := line(bytes.TrimSuffix(read, []byte{'\n'})); err != nil {
			return 0, fmt.Errorf("line at %d: %w", end, err)
		}

		end += int64(len(read))
	}
}

// Append adds one line without a line end in it and gives its number for Wait.
func (j *Journal) Append(line []byte) (uint64, error) {
	if len(line) > maxLine || bytes.IndexByte(line, '\n') >= 0 {
		return 0, fmt.Errorf("journal: a line of %d bytes: %w", len(line), os.ErrInvalid)
	}

	j.mu.Lock()
	defer j.mu.Unlock()

	if j.closed || j.err != nil {
		return 0, errors.Join(ErrClosed, j.err)
	}

	j.pending = append(append(j.pending, line...), '\n')
	j.added++
	j.changed.Broadcast()

	return j.added, nil
}

// Wait returns when the line of that number, and all before it, are on disk.
func (j *Journal) Wait(number uint64) error {
	j.mu.Lock()
	defer j.mu.Unlock()

	for j.durable < number && j.err == nil {
		j.changed.Wait()
	}

	return j.err
}

// Barrier waits for everything appended so far.
func (j *Journal) Barrier() error {
	j.mu.Lock()
	number := j.added
	j.mu.Unlock()

	return j.Wait(number)
}

// Close writes what is pending and closes the file; a second call does nothing.
func (j *Journal) Close() error {
	j.mu.Lock()
	first := !j.closed
	j.closed = true
	j.changed.Broadcast()
	j.mu.Unlock()

	<-j.done

	if !first {
		return nil
	}

	if err := errors.Join(j.err, j.file.Close()); err != nil {
		return fmt.Errorf("journal: %w", err)
	}

	return nil
}

func (j *Journal) run() {
	defer close(j.done)

	j.mu.Lock()
	defer j.mu.Unlock()

	for {
		for len(j.pending) == 0 && !j.closed {
			j.changed.Wait()
		}

		if len(j.pending) == 0 || j.err != nil {
			return
		}

		batch, upTo := j.pending, j.added
		j.pending = nil

		j.mu.Unlock()
		err := j.write(batch)
		j.mu.Lock()

		if err != nil {
			j.err = err
		} else {
			j.durable = upTo
		}

		j.changed.Broadcast()
	}
}

func (j *Journal) write(batch []byte) error {
	if _, err := j.file.Write(batch); err != nil {
		return fmt.Errorf("write: %w", err)
	}

	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("sync: %w", err)
	}

	return nil
}
