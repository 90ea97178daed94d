package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"loket/internal/platform/db"
)

// Server is a PostgreSQL server of a test run, reachable through a socket in a temporary folder. It watches
// the test process over a pipe and ends with it, however that ends.
type Server struct {
	bin   string
	dir   string
	args  []string
	cred  *syscall.Credential
	end   func() // interrupts the process and waits for it
	count atomic.Int64

	warm bool
}

const (
	startTime = 2 * time.Minute
	pollTime  = 20 * time.Millisecond
	template  = "template_loket"
)

// fastSettings are settings for tests that don't crash the server: they may lose data on a
// crash.
var fastSettings = []string{"fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_wal_size=256MB"}

// StartServer makes and starts a server. A durable one keeps PostgreSQL's default settings for commits, which
// drills and benchmarks need. Another one has its files in memory where there is enough: a database there is made in a tenth of the time.
func StartServer(durable bool) (*Server, error) {
	if durable {
		return startServer("")
	}

	const enough = 6 << 30 // databases of the largest package, twice: two packages are tested at a time

	return startServer(folderInMemory(enough), fastSettings...)
}

// StartServerInMemory is StartServer of a durable one for tests that need its settings, but no disk: its files are in memory where there is
// enough.
func StartServerInMemory() (*Server, error) {
	const enough = 1 << 30

	return startServer(folderInMemory(enough))
}

// folderInMemory is a folder whose files are in memory, or "" if there is less than the given number of bytes for them.
func folderInMemory(enough uint64) string {
	const folder = "/dev/shm"

	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil || disk.Bavail*uint64(disk.Bsize) < enough {
		return ""
	}

	// Its limit says nothing of the memory that is left.
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return ""
	}

	_, rest, _ := strings.Cut(string(text), "MemAvailable:")

	var kilobytes uint64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil || kilobytes<<10 < enough {
		return ""
	}

	return folder
}

// startServer makes the server's folder in another one; that of the system if in is empty.
func startServer(in string, further ...string) (*Server, error) {
	s, err := newServer(in)
	if err != nil {
		return nil, err
	}

	settings := append([]string{"shared_buffers=128MB"}, further...)

	if err = s.create(settings); err == nil {
		err = s.start()
	}

	if err == nil {
		err = s.makeTemplate()
	}

	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}

	return s, nil
}

// newServer makes the folder of a server in another one; in that of the system if in is empty.
func newServer(in string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}

	dir, err := os.MkdirTemp(in, "loket-pg") // short: socket paths have a limit of 107 bytes
	if err != nil {
		return nil, fmt.Errorf("folder for PostgreSQL: %w", err)
	}

	s := &Server{bin: bin, dir: dir}

	if s.cred, err = unprivileged(dir); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}

	return s, nil
}

// create makes the server's data folder and its command-line arguments.
func (s *Server) create(settings []string) error {
	data := filepath.Join(s.dir, "data")

	initdb := exec.Command(filepath.Join(s.bin, "initdb"), "-D", data, "-U", "loket", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	initdb.Dir = s.dir

	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}

	s.args = []string{"-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=" + s.dir, "-c", "max_connections=300", "-c", "timezone=UTC"}

	for _, setting := range settings {
		s.args = append(s.args, "-c", setting)
	}

	return nil
}

// start runs the server and waits until it answers.
func (s *Server) start() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("log of PostgreSQL: %w", err)
	}
	defer log.Close()

	cmd := exec.Command(filepath.Join(s.bin, "postgres"), s.args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	cmd.Dir = s.dir
	cmd.Stdout, cmd.Stderr = log, log // files, not pipes: the server would hold those open

	end, err := startWithFolder(cmd, s.dir)
	if err != nil {
		return fmt.Errorf("PostgreSQL: %w", err)
	}

	s.end = end

	return s.await()
}

// await waits until the server answers.
func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()

	for {
		err := s.admin(ctx, "SELECT 1")
		if err == nil {
			return nil
		}

		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))

			return fmt.Errorf("PostgreSQL does not answer: %w: %s", err, log)
		case <-time.After(pollTime):
		}
	}
}

// makeTemplate makes the migrated database from which all others are cloned.
func (s *Server) makeTemplate() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()

	if err := s.admin(ctx, "CREATE DATABASE "+template); err != nil {
		return err
	}

	if _, err := db.Migrate(ctx, db.Options{URL: s.url(template)}); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}

	return nil
}

// NewDatabase clones the migrated template and returns the URL of the clone.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name := "test_" + strconv.FormatInt(s.count.Add(1), 10)
	if err := s.admin(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		return "", err
	}

	return s.url(name), nil
}

func (s *Server) forget(string) {} // ends with the server

// walFiles is the number of WAL files that a checkpoint may keep for reuse.
const walFiles = 48

// WarmUp warms the server up: WAL files for reuse exist, as after the first checkpoints under load, and all
// data is written.
func (s *Server) WarmUp(ctx context.Context) error {
	if !s.warm {
		for range walFiles {
			if err := s.admin(ctx, "SELECT pg_logical_emit_message(false, 'settle', ''), pg_switch_wal()"); err != nil {
				return err
			}
		}

		s.warm = true
	}

	return s.admin(ctx, "CHECKPOINT")
}

// Dir is the server's folder; its data is in Dir/data.
func (s *Server) Dir() string { return s.dir }

// Dirs is the folder in a list, as a cluster has one.
func (s *Server) Dirs() []string { return []string{s.dir} }

// restartTries is the limit of tries to restart, while processes of the killed server
// still end.
const restartTries = 50

// Restart starts a crashed server again.
func (s *Server) Restart() error {
	var err error

	for range restartTries {
		if err = s.start(); err == nil {
			return nil
		}

		s.end()
	}

	return err
}

// Stop ends the server and removes its folder.
func (s *Server) Stop() error {
	if s.end != nil {
		s.end()
	}

	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("remove PostgreSQL's folder: %w", err)
	}

	return nil
}

func (s *Server) url(name string) string {
	return "postgres://loket@/" + name + "?host=" + s.dir
}

func (s *Server) admin(ctx context.Context, statement string) error {
	return s.run(ctx, "postgres", statement)
}

// run runs a statement in a database of the server.
func (s *Server) run(ctx context.Context, database, statement string, args ...any) error {
	conn, err := sql.Open("pgx", s.url(database))
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close()

	if _, err := conn.ExecContext(ctx, statement, args...); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}

	return nil
}

// folderOfPostgres names the folder of the initdb and postgres to use, if it isn't the one that is installed.
const folderOfPostgres = "LOKET_TEST_POSTGRES"

// binaries finds the folder of initdb and postgres: on the path, or where
// Debian keeps it.
func binaries() (string, error) {
	if given := os.Getenv(folderOfPostgres); given != "" {
		return given, nil
	}

	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) > 0 {
		slices.Sort(found)

		return filepath.Dir(found[len(found)-1]), nil
	}

	path, err := exec.LookPath("postgres")
	if err != nil {
		return "", errors.New("PostgreSQL is needed for the tests (make setup installs it on Debian): no initdb and postgres found")
	}

	return filepath.Dir(path), nil
}

// PostgresPrograms is the folder of PostgreSQL's programs, pg_dump among them.
func PostgresPrograms(t testing.TB) string {
	t.Helper()

	folder, err := binaries()
	Must(t, err)

	return folder
}

// unprivileged returns the account to run as, since PostgreSQL refuses root.
func unprivileged(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // no other account is needed
	}

	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("root may not run PostgreSQL and there is no account for it: %w", err)
	}

	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, fmt.Errorf("account postgres: %w", err)
	}

	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, fmt.Errorf("account postgres: %w", err)
	}

	if err := os.Chown(dir, uid, gid); err != nil {
		return nil, fmt.Errorf("folder for PostgreSQL: %w", err)
	}

	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
