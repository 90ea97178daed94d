// Package scantest is a malware scanner for tests: a server that speaks clamd's INSTREAM.
package scantest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// Mark is the text that the server takes for malware.
const Mark = "malware of the test"

// Mode is how the server behaves.
type Mode int32

// The modes.
const (
	Answers  Mode = iota
	Silent        // reads and never answers
	Refuses       // answers that the file is too large, and reads nothing
	HangsUp       // closes the connection without an answer
	Nonsense      // answers something else
)

// Server is a scanner on a free port.
type Server struct {
	Address string

	mode  atomic.Int32
	files atomic.Int32
}

// Start starts a server that is closed at the end of the test.
func Start(t testing.TB) *Server {
	t.Helper()

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}

	s := &Server{Address: listener.Addr().String()}

	var (
		work  sync.WaitGroup
		mu    sync.Mutex
		conns []net.Conn
	)

	work.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}

			mu.Lock()

			conns = append(conns, conn)

			mu.Unlock()
			work.Go(func() { s.serve(conn) })
		}
	})

	t.Cleanup(func() {
		_ = listener.Close()

		mu.Lock()
		for _, conn := range conns {
			_ = conn.Close()
		}
		mu.Unlock()
		work.Wait()
	})

	return s
}

// Set sets how the server behaves.
func (s *Server) Set(m Mode) { s.mode.Store(int32(m)) }

// Files is the number of files that were read whole.
func (s *Server) Files() int { return int(s.files.Load()) }

func (s *Server) serve(conn net.Conn) {
	mode := Mode(s.mode.Load())

	switch mode {
	case HangsUp:
		_ = conn.Close()

		return
	case Refuses:
		_, _ = io.WriteString(conn, "INSTREAM size limit exceeded. ERROR\x00")
		_ = conn.Close()

		return
	case Answers, Silent, Nonsense:
	}

	content, err := read(conn)
	if err != nil {
		_ = conn.Close()

		return
	}

	s.files.Add(1)

	answer := "stream: OK\x00"

	switch {
	case mode == Silent:
		return // the connection stays open until the end of the test
	case mode == Nonsense:
		answer = "HTTP/1.1 400 Bad Request\r\n\r\nstream: OK"
	case bytes.Contains(content, []byte(Mark)):
		answer = "stream: Test.Mark FOUND\x00"
	}

	_, _ = io.WriteString(conn, answer)
	_ = conn.Close()
}

var errCommand = errors.New("not INSTREAM")

// read reads the command and the chunks of a file.
func read(conn io.Reader) ([]byte, error) {
	command := make([]byte, len("zINSTREAM\x00"))
	if _, err := io.ReadFull(conn, command); err != nil || string(command) != "zINSTREAM\x00" {
		return nil, errors.Join(err, errCommand)
	}

	var content []byte

	for {
		var size uint32
		if err := binary.Read(conn, binary.BigEndian, &size); err != nil {
			return nil, err
		}

		if size == 0 {
			return content, nil
		}

		chunk := make([]byte, size)
		if _, err := io.ReadFull(conn, chunk); err != nil {
			return nil, err
		}

		content = append(content, chunk...)
	}
}
