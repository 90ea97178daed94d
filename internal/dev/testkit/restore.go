package testkit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// BackUp copies the files of each server, and keeps its WAL from now on: what Restore begins with. The cluster must be durable.
func (c *Cluster) BackUp() error {
	return c.each(func(s *Server) error {
		archive := filepath.Join(s.dir, "archive")
		if err := os.Mkdir(archive, 0o700); err != nil {
			return fmt.Errorf("folder for WAL: %w", err)
		}

		if s.cred != nil {
			if err := os.Chown(archive, int(s.cred.Uid), int(s.cred.Gid)); err != nil {
				return fmt.Errorf("folder for WAL: %w", err)
			}
		}

		return s.copyInto(filepath.Join(s.dir, "backup"), s)
	})
}

// RestorePoint makes a point of a database to which all servers can be restored, and returns when the WAL until then is archived.
func (c *Cluster) RestorePoint(ctx context.Context, url, name string) error {
	if err := c.nodes[0].run(ctx, databaseOf(url), "SELECT citus_create_restore_point($1)", name); err != nil {
		return err
	}

	return c.each(func(s *Server) error { return s.archiveWAL(ctx, filepath.Join(s.dir, "archive")) })
}

// archiveWAL waits until all WAL that is written is in the archive.
func (s *Server) archiveWAL(ctx context.Context, archive string) error {
	pool, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer pool.Close()

	var file string
	if err := pool.QueryRowContext(ctx, "SELECT pg_walfile_name(pg_switch_wal())").Scan(&file); err != nil {
		return fmt.Errorf("end a file of WAL: %w", err)
	}

	for {
		if _, err := os.Stat(filepath.Join(archive, file)); err == nil {
			return nil
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("file of WAL %s is not archived: %w", file, ctx.Err())
		case <-time.After(pollTime):
		}
	}
}

// Restore crashes all servers, throws their files away, and brings each back from its copy and its archive to a restore point.
func (c *Cluster) Restore(ctx context.Context, point string) error {
	settings := "restore_command = 'cp ../archive/%f %p'\nrecovery_target_name = '" + point + "'\nrecovery_target_action = promote\n"

	return c.each(func(s *Server) error { return s.restore(ctx, settings) })
}

// restore crashes the server and puts its copy back, which recovers by some settings.
func (s *Server) restore(ctx context.Context, settings string) error {
	data := filepath.Join(s.dir, "data")

	if err := errors.Join(s.Crash(), os.RemoveAll(data), os.Rename(filepath.Join(s.dir, "backup"), data)); err != nil {
		return fmt.Errorf("put the copy back: %w", err)
	}

	for name, text := range map[string]string{"recovery.signal": "", "postgresql.auto.conf": settings} {
		if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("settings of a restore: %w", err)
		}

		if s.cred != nil {
			if err := os.Chown(filepath.Join(data, name), int(s.cred.Uid), int(s.cred.Gid)); err != nil {
				return fmt.Errorf("settings of a restore: %w", err)
			}
		}
	}

	if err := s.start(); err != nil {
		return err
	}

	return s.awaitRecovery(ctx)
}

// awaitRecovery waits until the server is no longer in recovery.
func (s *Server) awaitRecovery(ctx context.Context) error {
	pool, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer pool.Close()

	for {
		var recovers bool
		if err := pool.QueryRowContext(ctx, "SELECT pg_is_in_recovery()").Scan(&recovers); err == nil && !recovers {
			return nil
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("a server does not end its recovery: %w", ctx.Err())
		case <-time.After(pollTime):
		}
	}
}
