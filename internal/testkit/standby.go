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

// StartStandby makes a copy of a durable server that follows it. With
// WaitForStandby each commit of the first waits until the copy has it as well.
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

func (s *Server) copyFrom(first *Server) error {
	copying := exec.Command(filepath.Join(s.bin, "pg_basebackup"),
		"-D", filepath.Join(s.dir, "data"), "-d", "host="+first.dir+" user=loket", "-R", "-X", "stream", "-c", "fast", "--no-sync")
	copying.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	copying.Dir = s.dir

	if out, err := copying.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}

	return nil
}

// WaitForStandby has every commit from now on wait for the standby.
func (s *Server) WaitForStandby(ctx context.Context) error {
	return errors.Join(s.admin(ctx, "ALTER SYSTEM SET synchronous_standby_names = '*'"), s.admin(ctx, "SELECT pg_reload_conf()"))
}

// Promote makes a standby the first server; it returns when it takes writes.
func (s *Server) Promote(ctx context.Context) error {
	return s.admin(ctx, "SELECT pg_promote(true, 30)")
}

// StopFollowing halts what a standby follows the first server with, until the
// returned function lets it go on.
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

// URLWith is the address of a database for a program that finds whichever of
// two servers takes writes.
func (s *Server) URLWith(standby *Server, url string) string {
	return strings.Replace(url, "host="+s.dir, "host="+s.dir+","+standby.dir, 1) + "&target_session_attrs=read-write"
}
