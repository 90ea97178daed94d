package testkit

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"loket/internal/platform/db"
)

// Wire is a proxy between a program and a server that can break or hang, as a network
// does. The program connects to Address instead of to the server.
type Wire struct {
	network, server string
	listener        net.Listener
	dir             string // of the socket of a unix wire

	mu    sync.Mutex
	dead  bool          // existing and new connections are closed
	flow  chan struct{} // closed while data passes
	text  []byte        // data with it waits; nil: none does
	free  chan struct{} // closed when data with the text passes
	conns map[net.Conn]struct{}
	work  sync.WaitGroup
}

// NewWire starts a wire to a server; network is tcp or unix.
func NewWire(t testing.TB, network, server string) *Wire {
	t.Helper()

	w := &Wire{network: network, server: server, flow: make(chan struct{}), conns: map[net.Conn]struct{}{}}
	close(w.flow)

	address := "127.0.0.1:0"

	if network == "unix" {
		var err error
		if w.dir, err = os.MkdirTemp("", "wire"); err != nil { //nolint:usetesting // short: socket paths have a limit
			t.Fatal(err)
		}

		address = filepath.Join(w.dir, filepath.Base(server))
	}

	var err error
	if w.listener, err = (&net.ListenConfig{}).Listen(t.Context(), network, address); err != nil {
		t.Fatal(err)
	}

	if network == "unix" { // servers connect to each other, under another account
		if err := errors.Join(os.Chmod(w.dir, 0o755), os.Chmod(address, 0o777)); err != nil {
			t.Fatal(err)
		}
	}

	w.work.Go(w.accept)
	t.Cleanup(func() {
		w.Cut()

		_ = w.listener.Close()

		w.work.Wait()

		_ = os.RemoveAll(w.dir)
	})

	return w
}

// postgresSocket is the name of a PostgreSQL server's socket in its folder.
const postgresSocket = ".s.PGSQL.5432"

// WireToDatabase starts a wire to the server of a database and returns the database's
// URL through it.
func WireToDatabase(t testing.TB, url string) (w *Wire, wired string) {
	t.Helper()

	before, dir, ok := strings.Cut(url, "?host=")
	if !ok {
		t.Fatalf("%s has no folder of a socket", url)
	}

	w = NewWire(t, "unix", filepath.Join(dir, postgresSocket))

	return w, before + "?host=" + w.dir
}

// WireToWorker puts a wire between the coordinator of a Citus and the worker that has the rows of a client.
func WireToWorker(t testing.TB, d *db.DB, client int64) *Wire {
	t.Helper()

	worker := workerOf(t, d, client)
	w := NewWire(t, "unix", filepath.Join(worker, postgresSocket))
	Exec(t, d, "SELECT citus_update_node(nodeid, $1, 5432) FROM pg_dist_node WHERE nodename = $2", w.dir, worker)

	return w
}

// WireFromProgram starts a wire between a program and the worker of a Citus that has the rows of a client. The program opens the database with the
// addresses.
func WireFromProgram(t testing.TB, d *db.DB, client int64) (w *Wire, addresses map[string]string) {
	t.Helper()

	worker := workerOf(t, d, client)
	w = NewWire(t, "unix", filepath.Join(worker, postgresSocket))

	return w, map[string]string{worker + ":5432": w.dir + ":5432"}
}

// workerOf is the folder of the worker that has the rows of a client.
func workerOf(t testing.TB, d *db.DB, client int64) string {
	t.Helper()

	return Value[string](t, d, `SELECT n.nodename FROM pg_dist_node n JOIN pg_dist_placement p ON p.groupid = n.groupid
		WHERE p.shardid = get_shard_id_for_distribution_column('orders', CAST($1 AS BIGINT))`, client)
}

// Address is the address to which the program connects.
func (w *Wire) Address() string { return w.listener.Addr().String() }

// Cut closes all connections, and new ones at once.
func (w *Wire) Cut() { w.set(true, false) }

// Hang stops the data; connections stay open.
func (w *Wire) Hang() { w.set(false, true) }

// Hold stops data with a text, on the connections that carry it. All else passes.
func (w *Wire) Hold(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()

	w.text, w.free = []byte(text), make(chan struct{})
}

// Heal ends a cut, a hang or a hold; data that waited passes.
func (w *Wire) Heal() { w.set(false, false) }

func (w *Wire) set(dead, hangs bool) {
	w.mu.Lock()
	defer w.mu.Unlock()

	select {
	case <-w.flow:
		if hangs {
			w.flow = make(chan struct{})
		}
	default:
		if !hangs {
			close(w.flow)
		}
	}

	if w.text != nil && !hangs {
		w.text = nil
		close(w.free)
	}

	if w.dead = dead; dead {
		for c := range w.conns {
			_ = c.Close()
		}
	}
}

func (w *Wire) accept() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}

		far, err := (&net.Dialer{Timeout: startTime}).Dial(w.network, w.server)
		if err != nil || !w.keep(near, far) {
			_ = near.Close()

			continue
		}

		w.work.Go(func() { w.carry(near, far) })
		w.work.Go(func() { w.carry(far, near) })
	}
}

// keep records a new pair of connections, unless the wire is cut.
func (w *Wire) keep(pair ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()

	for _, c := range pair {
		if w.dead {
			_ = c.Close()
		} else {
			w.conns[c] = struct{}{}
		}
	}

	return !w.dead
}

// carry copies data until one side closes.
func (w *Wire) carry(from, to net.Conn) {
	defer func() {
		_, _ = from.Close(), to.Close()

		w.mu.Lock()
		defer w.mu.Unlock()

		delete(w.conns, from)
	}()

	buf := make([]byte, 64<<10)

	for {
		n, err := from.Read(buf)

		w.mu.Lock()

		flow := w.flow
		if w.text != nil && bytes.Contains(buf[:n], w.text) {
			flow = w.free
		}

		w.mu.Unlock()

		<-flow // after a cut the write fails

		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}

		if err != nil && (err != io.EOF || n == 0) { //nolint:errorlint // a reader gives it as it is
			return
		}
	}
}
