package db_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/db"
	"loket/internal/fault"
	"loket/internal/testkit"
)

// holder stands before a server and keeps back the messages that end a
// pipeline, so that the server has run what it was sent and not answered yet.
type holder struct {
	listener net.Listener
	server   string
	armed    atomic.Bool
	let      context.Context //nolint:containedctx // ended: what is held goes on
	work     sync.WaitGroup
}

// holdSync gives the address of a database by way of a holder.
func holdSync(t *testing.T, url string) (*holder, string) {
	t.Helper()

	const socket = ".s.PGSQL.5432"

	before, folder, _ := strings.Cut(url, "?host=")
	dir := t.TempDir()

	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}

	let, release := context.WithCancel(context.WithoutCancel(t.Context()))

	h := &holder{listener: listener, server: filepath.Join(folder, socket), let: let}
	h.work.Go(h.accept)
	t.Cleanup(func() {
		release()

		_ = listener.Close()

		h.work.Wait()
	})

	return h, before + "?host=" + dir
}

func (h *holder) accept() {
	for {
		near, err := h.listener.Accept()
		if err != nil {
			return
		}

		far, err := net.Dial("unix", h.server) //nolint:noctx // of this machine
		if err != nil {
			_ = near.Close()

			continue
		}

		h.work.Go(func() {
			_, _ = io.Copy(near, far)
			_ = near.Close()
		})
		h.work.Go(func() {
			h.carry(near, far)

			_ = far.Close()
		})
	}
}

// carry passes on whole messages: the first has only its length before it, the
// others a letter, which is S for the end of a pipeline.
func (h *holder) carry(from io.Reader, to io.Writer) {
	for kind := 0; ; kind = 1 {
		head := make([]byte, kind+4)
		if _, err := io.ReadFull(from, head); err != nil {
			return
		}

		body := make([]byte, binary.BigEndian.Uint32(head[kind:])-4)
		if _, err := io.ReadFull(from, body); err != nil {
			return
		}

		if kind == 1 && head[0] == 'S' && h.armed.Load() {
			<-h.let.Done()
		}

		for _, part := range [][]byte{head, body} {
			if _, err := to.Write(part); err != nil {
				return
			}
		}
	}
}

// A server that is told to stop ends its connections with an error of its own.
// One that comes after a COMMIT was sent does not mean that it was refused.
func TestServerThatEndsAfterTheCommitLeavesTheOutcomeUnknown(t *testing.T) {
	t.Parallel()

	url := testkit.URL(t, db.Postgres)
	h, held := holdSync(t, url)
	direct, through := open(t, url), open(t, held)

	const written = "COALESCE((SELECT version FROM versions WHERE name = 'held'), 0)"

	add := func() error {
		return through.Group(t.Context(), func(g *db.Group) error {
			g.Exec(`INSERT INTO versions (name, version) VALUES ('held', 1)
				ON CONFLICT (name) DO UPDATE SET version = versions.version + 1`)

			return nil
		})
	}
	if err := add(); err != nil { // its statements are prepared from here on
		t.Fatal(err)
	}

	h.armed.Store(true)

	outcome := make(chan error, 1)

	go func() { outcome <- add() }()

	testkit.Eventually(t, 20*time.Second, "the second commit", func() bool {
		var n int
		if err := direct.Reader().QueryRow(t.Context(), "SELECT "+written).Scan(&n); err != nil {
			t.Fatal(err)
		}

		return n == 2
	})

	var ended int

	err := direct.Reader().QueryRow(t.Context(), `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'loket-batch'`).Scan(&ended)
	if err != nil || ended == 0 {
		t.Fatal(ended, err)
	}

	if err := <-outcome; !fault.ErrOutcomeUnknown.Is(err) {
		t.Errorf("a commit that took effect gave %v", err)
	}
}

func open(t *testing.T, url string) *db.DB {
	t.Helper()

	d, err := db.Open(t.Context(), db.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})

	return d
}
