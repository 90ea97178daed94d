package testkit

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// ServerWithArchive is a durable server that archives its WAL, by the samples of deploy/archive.
type ServerWithArchive struct {
	*Server

	samples string
	folder  string // of the program that archives, with the archive in it
}

// Where the samples have the program that archives, and the archive.
const (
	archiveProgram = "/usr/local/lib/loket/archive-wal"
	archiveFolder  = "/var/backups/loket-wal"
)

// StartServerWithArchive starts a server. samples is the folder deploy/archive of the project.
func StartServerWithArchive(t testing.TB, samples string) *ServerWithArchive {
	t.Helper()

	s, err := newServer(folderInMemory(1 << 30))
	Must(t, err)

	t.Cleanup(func() { Must(t, s.Stop()) })

	a := &ServerWithArchive{Server: s, samples: samples, folder: filepath.Join(s.dir, "archiving")}
	Must(t, os.MkdirAll(filepath.Join(a.folder, "wal"), 0o700))

	program, err := os.ReadFile(filepath.Join(samples, "archive-wal"))
	Must(t, err)
	Must(t, os.WriteFile(filepath.Join(a.folder, "archive-wal"), program, 0o700))

	Must(t, s.create([]string{"shared_buffers=128MB"}))

	conf := filepath.Join(s.dir, "data", "postgresql.conf")
	text, err := os.ReadFile(conf)
	Must(t, err)
	Must(t, os.WriteFile(conf, append(text, a.sample(t, "archive.conf", archiveProgram, filepath.Join(a.folder, "archive-wal"))...), 0o600))
	Must(t, s.give(a.folder))

	Must(t, s.start())
	Must(t, s.makeTemplate())

	return a
}

// sample is a sample with the archive of the test, and further pairs as of Sample.
func (a *ServerWithArchive) sample(t testing.TB, name string, pairs ...string) string {
	t.Helper()

	return Sample(t, filepath.Join(a.samples, name), append(pairs, archiveFolder, filepath.Join(a.folder, "wal"))...)
}

// give lets the server's account own a folder and what is in it.
func (s *Server) give(folder string) error {
	if s.cred == nil {
		return nil
	}

	return filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, int(s.cred.Uid), int(s.cred.Gid)))
	})
}

// BackUp makes a base backup, with which RestoreTo begins.
func (a *ServerWithArchive) BackUp() error {
	return a.copyInto(filepath.Join(a.dir, "backup"), a.Server)
}

// RestoreTo waits until the WAL of before is archived, loses the server's files, and brings its base backup to a moment.
func (a *ServerWithArchive) RestoreTo(t testing.TB, moment time.Time) {
	t.Helper()

	const inSample = "2026-11-27 14:30:00+07"

	settings := a.sample(t, "restore.conf", inSample, moment.Format("2006-01-02 15:04:05.000000-07"))

	Must(t, a.archiveWAL(t.Context(), filepath.Join(a.folder, "wal")))
	Must(t, a.restore(t.Context(), settings))
}
