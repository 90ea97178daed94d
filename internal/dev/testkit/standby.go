package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// StartStandby starts a standby of a durable server. After WaitForStandby each commit
// of the primary waits until the standby has it too.
func (s *Server) StartStandby() (*Server, error) {
	dir, err := os.MkdirTemp("", "loket-pg")
	if err != nil {
		return nil, fmt.Errorf("folder for PostgreSQL: %w", err)
	}

	copied := &Server{bin: s.bin, dir: dir}

	for _, arg := range s.args {
		copied.args = append(copied.args, strings.ReplaceAll(arg, s.dir, dir))
	}

	if copied.cred, err = unprivileged(dir); err == nil {
		err = copied.copyFrom(s)
	}

	if err == nil {
		err = copied.start()
	}

	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}

	return copied, nil
}

// copyFrom makes the data folder of a standby.
func (s *Server) copyFrom(first *Server) error {
	return s.copyInto(filepath.Join(s.dir, "data"), first, "-R")
}

// copyInto copies the data folder of a running server.
func (s *Server) copyInto(folder string, from *Server, more ...string) error {
	copying := exec.Command(s.tool("pg_basebackup"), append([]string{
		"-D", folder, "-d", "host=" + from.dir + " user=loket", "-X", "stream", "-c", "fast", "--no-sync",
	}, more...)...)
	copying.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	copying.Dir = s.dir

	if out, err := copying.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}

	return nil
}

// tool is a program of PostgreSQL's clients. They are a package of their own, which may stand elsewhere than the server.
func (s *Server) tool(name string) string {
	beside := filepath.Join(s.bin, name)
	if _, err := os.Stat(beside); err == nil {
		return beside
	}

	return name
}

// WaitForStandby makes every later commit wait for the standby.
func (s *Server) WaitForStandby(ctx context.Context) error {
	return errors.Join(s.admin(ctx, "ALTER SYSTEM SET synchronous_standby_names = '*'"), s.admin(ctx, "SELECT pg_reload_conf()"))
}

// Promote makes a standby the primary. It returns when the standby accepts writes.
func (s *Server) Promote(ctx context.Context) error {
	return s.admin(ctx, "SELECT pg_promote(true, 30)")
}

// StopFollowing pauses the standby's replication until the returned function is
// called.
func (s *Server) StopFollowing(ctx context.Context) (goOn func() error, err error) {
	conn, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close()

	var pid int
	if err := conn.QueryRowContext(ctx, "SELECT pid FROM pg_stat_wal_receiver").Scan(&pid); err != nil {
		return nil, fmt.Errorf("the standby follows nothing: %w", err)
	}

	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return nil, fmt.Errorf("halt the standby: %w", err)
	}

	return func() error { return syscall.Kill(pid, syscall.SIGCONT) }, nil
}

// URLWith is the URL of a database by which a program finds the one of two servers
// that accepts writes.
func (s *Server) URLWith(standby *Server, url string) string {
	return strings.Replace(url, "host="+s.dir, "host="+s.dir+","+standby.dir, 1) + "&target_session_attrs=read-write"
}
