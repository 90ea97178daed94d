package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"loket/internal/db"
)

// Server is a PostgreSQL server of a test run's own, reachable through a
// socket in a temporary folder. It ends with the test process, however that
// ends: it is watched over a pipe.
type Server struct {
	dir   string
	stdin io.WriteCloser
	cmd   *exec.Cmd
	count atomic.Int64
}

const (
	startTime = 30 * time.Second
	pollTime  = 20 * time.Millisecond
	template  = "template_loket"
)

// fast settings are for tests of rules alone: they may lose data on a crash.
var fastSettings = []string{"fsync=off", "full_page_writes=off", "synchronous_commit=off"}

// StartServer makes and starts a server. Durable ones keep PostgreSQL's own
// settings for commits: drills and benchmarks need those.
func StartServer(durable bool) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}

	dir, err := os.MkdirTemp("", "loket-pg") // short: socket paths have a limit of 107 bytes
	if err != nil {
		return nil, fmt.Errorf("folder for PostgreSQL: %w", err)
	}

	s := &Server{dir: dir}
	if err := s.start(bin, durable); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}

	return s, nil
}

func (s *Server) start(bin string, durable bool) error {
	cred, err := unprivileged(s.dir)
	if err != nil {
		return err
	}

	data := filepath.Join(s.dir, "data")

	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "loket", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync") //nolint:gosec,noctx // our own binary, bounded by itself
	initdb.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	initdb.Dir = s.dir

	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}

	args := []string{"-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories=" + s.dir, "-c", "max_connections=300", "-c", "timezone=UTC", "-c", "shared_buffers=128MB"}
	if !durable {
		for _, setting := range fastSettings {
			args = append(args, "-c", setting)
		}
	}

	// The shell ends the server when its standard input closes, which the
	// kernel does for us when this process dies.
	script := `"$@" & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid`
	s.cmd = exec.Command("/bin/sh", append([]string{"-c", script, "sh", filepath.Join(bin, "postgres")}, args...)...) //nolint:gosec,noctx // as above
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred, Setpgid: true}
	s.cmd.Dir = s.dir

	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("log of PostgreSQL: %w", err)
	}
	defer log.Close()

	s.cmd.Stdout, s.cmd.Stderr = log, log // files, not pipes: the server would hold those open

	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("pipe to PostgreSQL: %w", err)
	}

	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}

	return s.prepare()
}

// prepare waits for the server and makes the migrated template that every test
// database is cloned from.
func (s *Server) prepare() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()

	for {
		err := s.admin(ctx, "CREATE DATABASE "+template)
		if err == nil {
			break
		}

		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))

			return fmt.Errorf("PostgreSQL does not answer: %w: %s", err, log)
		case <-time.After(pollTime):
		}
	}

	if _, err := db.Migrate(ctx, db.Options{URL: s.url(template)}); err != nil {
		return fmt.Errorf("migrate the template: %w", err)
	}

	return nil
}

// NewDatabase clones the migrated template and gives the clone's URL.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name := "test_" + strconv.FormatInt(s.count.Add(1), 10)
	if err := s.admin(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template); err != nil {
		return "", err
	}

	return s.url(name), nil
}

// Dir is the server's folder; its data is in Dir/data.
func (s *Server) Dir() string { return s.dir }

// Stop ends the server and removes its folder.
func (s *Server) Stop() error {
	_ = s.stdin.Close()
	_ = s.cmd.Wait() // the shell gives the server's own exit code

	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("remove PostgreSQL's folder: %w", err)
	}

	return nil
}

func (s *Server) url(name string) string {
	return "postgres://loket@/" + name + "?host=" + s.dir
}

func (s *Server) admin(ctx context.Context, statement string) error {
	conn, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close()

	if _, err := conn.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}

	return nil
}

// binaries finds the folder of initdb and postgres: on the path, or where
// Debian keeps it.
func binaries() (string, error) {
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

// unprivileged gives the account to run as: PostgreSQL refuses root.
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

	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil //nolint:gosec // ids of accounts fit
}
