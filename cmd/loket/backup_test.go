package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"filippo.io/age"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
)

// backupTest is a deployment in which orders are placed.
type backupTest struct {
	url      string
	data     string
	node     *ordertest.Node
	place    []string // arguments that name the deployment
	programs string
}

func eachBackupTest(t *testing.T, fn func(t *testing.T, b *backupTest)) {
	t.Helper()
	testkit.NotOnCitus(t, "each server is backed up by itself there")

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			b := &backupTest{url: testkit.URL(t, engine), data: t.TempDir(), programs: testkit.PostgresPrograms(t)}

			if engine == db.SQLite {
				b.data = filepath.Dir(b.url)
				b.place = []string{"--data", b.data}
			} else {
				b.place = []string{"--data", b.data, "--database-url", b.url}
			}

			b.node = ordertest.New(t, testkit.OpenAt(t, b.url), ordertest.Options{})
			fn(t, b)
		})
	}
}

// elsewhere names a new deployment, without anything in it.
func (b *backupTest) elsewhere(t *testing.T) (url string, args []string) {
	t.Helper()

	data := filepath.Join(t.TempDir(), "new")
	if !db.IsPostgres(b.url) {
		return filepath.Join(data, "loket.db"), []string{"--data", data}
	}

	url = newDatabase(t, b.url)

	return url, []string{"--data", data, "--database-url", url}
}

var databases atomic.Int64

// newDatabase makes an empty database on the server of another one.
func newDatabase(t *testing.T, beside string) string {
	t.Helper()

	name := fmt.Sprintf("restored_%d", databases.Add(1))

	pool, err := sql.Open("pgx", beside)
	testkit.Must(t, err)

	defer pool.Close()

	_, err = pool.ExecContext(t.Context(), "CREATE DATABASE "+name+" TEMPLATE template0")
	testkit.Must(t, err)

	before, after, _ := strings.Cut(beside, "?")

	return before[:strings.LastIndex(before, "/")+1] + name + "?" + after
}

func (b *backupTest) run(t *testing.T, command string, place []string, args ...string) (int, string) {
	t.Helper()

	out := &output{}

	all := append(append([]string{command, "--postgres-programs", b.programs}, place...), args...)

	return run(t.Context(), "", all, out, out), out.String()
}

// backUp makes a backup and returns its folder.
func (b *backupTest) backUp(t *testing.T, args ...string) string {
	t.Helper()

	backups := filepath.Join(t.TempDir(), "backups")
	if code, text := b.run(t, "backup", b.place, append(args, backups)...); code != 0 {
		t.Fatalf("backup: %d %s", code, text)
	}

	entries, err := os.ReadDir(backups)
	testkit.Must(t, err)

	if len(entries) != 1 {
		t.Fatalf("the folder of backups has %v", entries)
	}

	return filepath.Join(backups, entries[0].Name())
}

// addFile stores a file as a service does.
func (b *backupTest) addFile(t *testing.T, content string) file.Key {
	t.Helper()

	store, err := file.OpenFolder(filepath.Join(b.data, "files"))
	testkit.Must(t, err)

	defer store.Close()

	key := file.NewKey("invoices", ordertest.Client, "pdf")

	w, err := store.Create(t.Context(), key)
	testkit.Must(t, err)

	_, err = io.WriteString(w, content)
	testkit.Must(t, err)

	_, err = w.Commit()
	testkit.Must(t, err)

	return key
}

// A backup of a deployment that goes on placing orders has each order that was acknowledged before it began, its books hold, and the files
// come back as they were.
func TestBackupUnderLoadIsRestoredElsewhere(t *testing.T) {
	t.Parallel()
	eachBackupTest(t, func(t *testing.T, b *backupTest) {
		key := b.addFile(t, "an invoice")

		const first = 40

		acknowledged := []string{}

		for i := range first {
			ref := fmt.Sprint("before-", i)
			_, err := b.node.Placing.Place(t.Context(), ordertest.Request(ref))
			testkit.Must(t, err)

			acknowledged = append(acknowledged, ref)
		}

		stop := placeOrders(t, b.node.Placing)
		folder := b.backUp(t)

		if stop() == 0 {
			t.Error("no order was placed meanwhile")
		}

		url, place := b.elsewhere(t)
		if code, text := b.run(t, "restore", place, folder); code != 0 || !strings.Contains(text, "the books hold") {
			t.Fatalf("restore: %d %s", code, text)
		}

		restored := testkit.OpenAt(t, url)
		for _, ref := range acknowledged {
			if n := testkit.Value[int](t, restored, "SELECT COUNT(*) FROM orders WHERE client_id = $1 AND client_ref = $2", int64(ordertest.Client), ref); n != 1 {
				t.Errorf("%s is there %d times", ref, n)
			}
		}

		text, err := os.ReadFile(filepath.Join(place[1], "files", string(key)))
		if err != nil || string(text) != "an invoice" {
			t.Errorf("the file is %q, %v", text, err)
		}

		// It can be written as any other: sequences and triggers came along.
		testkit.InsertClient(t, restored, 4711)
		testkit.ProveBooks(t, restored)

		// A second one refuses what is there now.
		if code, text := b.run(t, "restore", place, folder); code != exitFault || !strings.Contains(text, "not empty") {
			t.Errorf("restore over another one: %d %s", code, text)
		}

		testkit.ProveBooks(t, b.node.DB)
	})
}

// placeOrders places orders until the returned function is called, which says how many were acknowledged.
func placeOrders(t *testing.T, s *placing.Service) func() int64 {
	t.Helper()

	var (
		done   atomic.Int64
		caller sync.WaitGroup
	)

	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)

	started := make(chan struct{})

	for c := range 4 {
		caller.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if _, err := s.Place(ctx, ordertest.Request(fmt.Sprintf("during-%d-%d", c, i))); err == nil && done.Add(1) == 1 {
					close(started)
				}
			}
		})
	}

	<-started

	return func() int64 {
		cancel()
		caller.Wait()

		return done.Load()
	}
}

// A byte that changed in any file of a backup is found before anything is written.
func TestDamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	eachBackupTest(t, func(t *testing.T, b *backupTest) {
		b.addFile(t, "an invoice")
		folder := b.backUp(t)
		_, place := b.elsewhere(t)

		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}

			whole, err := os.ReadFile(path)
			testkit.Must(t, err)

			damaged := bytes.Clone(whole)
			damaged[len(damaged)/2] ^= 1

			for name, change := range map[string]func() error{
				"changed": func() error { return os.WriteFile(path, damaged, 0o600) },
				"missing": func() error { return os.Remove(path) },
			} {
				testkit.Must(t, change())

				if code, text := b.run(t, "restore", place, folder); code != exitFault {
					t.Errorf("%s %s: %d %s", entry.Name(), name, code, text)
				}

				testkit.Must(t, os.WriteFile(path, whole, 0o600))
			}

			return nil
		})
		testkit.Must(t, err)

		if _, err := os.Stat(place[1]); !os.IsNotExist(err) {
			t.Errorf("a refused restore wrote something: %v", err)
		}

		if code, text := b.run(t, "restore", place, folder); code != 0 { // also the database is still empty
			t.Errorf("the whole backup: %d %s", code, text)
		}
	})
}

// An encrypted backup opens with its key alone.
func TestEncryptedBackup(t *testing.T) {
	t.Parallel()
	eachBackupTest(t, func(t *testing.T, b *backupTest) {
		b.addFile(t, "an invoice")

		key, err := age.GenerateX25519Identity()
		testkit.Must(t, err)

		other, err := age.GenerateX25519Identity()
		testkit.Must(t, err)

		names := map[string]string{}

		for name, text := range map[string]string{"recipients": key.Recipient().String(), "key": key.String(), "other": other.String()} {
			names[name] = filepath.Join(t.TempDir(), name)
			testkit.Must(t, os.WriteFile(names[name], []byte("# "+name+"\n"+text+"\n"), 0o600))
		}

		folder := b.backUp(t, "--age-recipients", names["recipients"])
		_, place := b.elsewhere(t)

		for _, args := range [][]string{{folder}, {"--age-identity", names["other"], folder}, {"--age-identity", names["recipients"], folder}} {
			if code, text := b.run(t, "restore", place, args...); code != exitFault {
				t.Errorf("restore %v: %d %s", args, code, text)
			}
		}

		if code, text := b.run(t, "restore", place, "--age-identity", names["key"], folder); code != 0 {
			t.Errorf("with its key: %d %s", code, text)
		}

		left, err := filepath.Glob(filepath.Join(b.data, "backup-*"))
		if err != nil || len(left) > 0 {
			t.Errorf("a copy in the clear is left: %v, %v", left, err)
		}
	})
}

func TestBackupSaysWhatIsMissing(t *testing.T) {
	t.Parallel()

	empty := t.TempDir()
	if code, text := loketPlain(t, "backup", "--data", filepath.Join(empty, "no"), filepath.Join(empty, "backups")); code != exitFault ||
		!strings.Contains(text, "there is no database") {
		t.Errorf("no database: %d %s", code, text)
	}

	if entries, err := os.ReadDir(empty); err != nil || len(entries) > 0 {
		t.Errorf("it left %v, %v", entries, err)
	}

	if code, text := loketPlain(t, "restore", "--data", filepath.Join(empty, "new"), empty); code != exitFault || !strings.Contains(text, "no whole backup") {
		t.Errorf("no backup: %d %s", code, text)
	}

	testkit.NotOnCitus(t, "each server is backed up by itself there")

	url := testkit.URL(t, db.Postgres)
	if code, text := loketPlain(t, "backup", "--data", empty, "--database-url", url, "--postgres-programs", empty, filepath.Join(empty, "backups")); code != exitFault ||
		!strings.Contains(text, "apt-get install postgresql-client") {
		t.Errorf("no pg_dump: %d %s", code, text)
	}

	if left, err := filepath.Glob(filepath.Join(empty, "backups", "*")); err != nil || len(left) > 0 {
		t.Errorf("a backup that failed left %v, %v", left, err)
	}
}

func loketPlain(t *testing.T, args ...string) (int, string) {
	t.Helper()

	out := &output{}

	return run(t.Context(), "", args, out, out), out.String()
}
