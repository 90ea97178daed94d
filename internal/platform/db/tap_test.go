package db_test

import (
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// tap is a proxy in front of a PostgreSQL server. It shows every message to the test
// before it passes it on.
type tap struct {
	listener net.Listener
	server   string
	see      atomic.Pointer[see]
	done     chan struct{} // closed when the test is over
	work     sync.WaitGroup
}

// see decides about a message of the program or the server: false cuts the connection.
// kind is the message type of the protocol.
type see func(ofServer bool, kind byte) bool

// tapped starts a tap and returns the address of the database through it.
func tapped(t *testing.T, url string) (*tap, string) {
	t.Helper()

	const socket = ".s.PGSQL.5432"

	before, folder, _ := strings.Cut(url, "?host=")
	dir := t.TempDir()

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}

	p := &tap{listener: listener, server: filepath.Join(folder, socket), done: make(chan struct{})}
	p.work.Go(p.accept)
	t.Cleanup(func() {
		close(p.done)

		_ = listener.Close()

		p.work.Wait()
	})

	return p, before + "?host=" + dir
}

// on sets the function that sees the messages from now on.
func (p *tap) on(f see) { p.see.Store(&f) }

func (p *tap) accept() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}

		far, err := net.Dial("unix", p.server)
		if err != nil {
			_ = near.Close()

			continue
		}

		carry := func(from, to net.Conn, ofServer bool) {
			p.carry(from, to, ofServer)

			_, _ = near.Close(), far.Close()
		}

		p.work.Go(func() { carry(near, far, false) })
		p.work.Go(func() { carry(far, near, true) })
	}
}

// carry passes on whole messages: type, length and content. The program's first message
// has no type.
func (p *tap) carry(from io.Reader, to io.Writer, ofServer bool) {
	letter := 1
	if !ofServer {
		letter = 0
	}

	for ; ; letter = 1 {
		head := make([]byte, letter+4)
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}

		message := make([]byte, letter+int(binary.BigEndian.Uint32(head[letter:])))
		if _, err := io.ReadFull(from, message[copy(message, head):]); err != nil {
			return
		}

		if f := p.see.Load(); f != nil && letter == 1 && !(*f)(ofServer, head[0]) {
			return
		}

		if _, err := to.Write(message); err != nil {
			return
		}
	}
}
