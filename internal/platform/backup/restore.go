package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"loket/internal/platform/db"
	"loket/internal/platform/file"
)

// Backup is one that is being read.
type Backup struct {
	Manifest

	folder folder
}

// Open opens the folder of a backup. identities are the keys of an encrypted one.
func Open(path string, identities []age.Identity) (*Backup, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}

	b, err := open(root, identities)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}

	return b, nil
}

func open(root *os.Root, identities []age.Identity) (*Backup, error) {
	name := manifestName

	switch _, err := root.Stat(manifestName + encrypted); {
	case err == nil && len(identities) == 0:
		return nil, errors.New("the backup is encrypted: name the file of its key with --age-identity")
	case err == nil:
		name += encrypted
	case !errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("open the backup: %w", err)
	default:
		identities = nil
	}

	b := &Backup{folder: folder{root: root, identities: identities}}

	r, closer, err := b.folder.open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no whole backup in %s: it has no %s", root.Name(), manifestName)
	}

	if err != nil {
		return nil, err
	}

	defer func() { _ = closer.Close() }() // it was only read

	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read the backup: %s: %w", name, err)
	}

	m, err := decodeManifest(text)
	if err != nil {
		return nil, err
	}

	b.Manifest = *m

	return b, nil
}

// Close closes the folder.
func (b *Backup) Close() error {
	if err := b.folder.root.Close(); err != nil {
		return fmt.Errorf("close the backup: %w", err)
	}

	return nil
}

// Check reads the whole backup and compares each checksum.
func (b *Backup) Check(ctx context.Context) error {
	for _, e := range append([]Entry{b.Database}, b.Files...) {
		if err := errors.Join(b.folder.read(e, io.Discard), ctx.Err()); err != nil {
			return err
		}
	}

	return nil
}

// Target is where a backup is brought back to.
type Target struct {
	Database db.Options
	Data     string                     // folder of the deployment
	Files    func() (file.Store, error) // opens the store, once all checks are passed
	Programs string                     // folder of pg_restore; empty looks on the path
}

// CheckTarget refuses a target of the other engine, or one that isn't empty. It changes nothing.
func (b *Backup) CheckTarget(ctx context.Context, target Target) error {
	engine := db.SQLite
	if db.IsPostgres(target.Database.URL) {
		engine = db.Postgres
	}

	if b.Engine != engine.String() {
		return fmt.Errorf("the backup is one of %s and can't be restored into %s", b.Engine, engine)
	}

	if engine == db.SQLite {
		entries, err := os.ReadDir(target.Data)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("data folder: %w", err)
		}

		if len(entries) > 0 {
			return fmt.Errorf("%w: %s has %s", errFolder, target.Data, entries[0].Name())
		}
	}

	return db.CheckEmpty(ctx, target.Database)
}

// errFolder means that a deployment would be mixed with another one.
var errFolder = errors.New("the data folder is not empty")

// Restore checks the target and each checksum, then writes the files, and at last the database: what an interruption leaves has no database,
// and no program serves it.
func (b *Backup) Restore(ctx context.Context, target Target) error {
	if err := errors.Join(b.CheckTarget(ctx, target), b.Check(ctx)); err != nil {
		return err
	}

	store, err := target.Files()
	if err != nil {
		return err
	}

	if err := errors.Join(b.restoreFiles(ctx, store), store.Close()); err != nil {
		return err
	}

	if db.IsPostgres(target.Database.URL) {
		return b.load(ctx, target)
	}

	return b.restoreSQLite(target.Database.URL)
}

// errFiles means that files would be mixed with those of another deployment.
var errFiles = errors.New("the store of files is not empty")

func (b *Backup) restoreFiles(ctx context.Context, store file.Store) error {
	if err := store.Each(ctx, func(key file.Key) error { return fmt.Errorf("%w: it has %s", errFiles, key) }); err != nil {
		return err
	}

	for _, e := range b.Files {
		if err := b.restoreFile(ctx, store, e); err != nil {
			return err
		}
	}

	return nil
}

func (b *Backup) restoreFile(ctx context.Context, store file.Store, e Entry) error {
	w, err := store.Create(ctx, file.Key(e.Name))
	if err != nil {
		return err
	}

	if err := b.folder.read(e, w); err != nil {
		return errors.Join(err, w.Abort())
	}

	_, err = w.Commit()

	return err
}

func (b *Backup) restoreSQLite(path string) error {
	partly := path + partial

	f, err := os.OpenFile(partly, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode) //nolint:gosec // the operator names it
	if err != nil {
		return fmt.Errorf("restore the database: %w", err)
	}

	if err := errors.Join(b.folder.read(b.Database, f), f.Sync(), f.Close()); err != nil {
		return errors.Join(err, removeFile(partly))
	}

	if err := os.Rename(partly, path); err != nil {
		return fmt.Errorf("restore the database: %w", err)
	}

	return syncPath(filepath.Dir(path))
}

// Recipients reads public keys, one a line.
func Recipients(text string) ([]age.Recipient, error) {
	list, err := age.ParseRecipients(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("public keys of age: %w", err)
	}

	return list, nil
}

// Identities reads private keys, one a line.
func Identities(text string) ([]age.Identity, error) {
	list, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil {
		return nil, errors.New("private keys of age: not a file as age-keygen writes it") // without the cause, which may quote a key
	}

	return list, nil
}
