package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"filippo.io/age"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/platform/backup"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
)

// deployment says where the data of a deployment is: its database and its files.
type deployment struct {
	config.Database `embed:"" group:"Data"`
	config.S3       `embed:"" group:"Files"`

	PostgresPrograms string `help:"Folder of pg_dump and pg_restore; empty looks on the path." env:"LOKET_POSTGRES_PROGRAMS" type:"path" placeholder:"DIR" group:"Data"`
}

// config are the settings of the program that the commands share.
func (d *deployment) config() (config.Config, error) {
	conf := config.Config{Database: d.Database, S3: d.S3}

	return conf, conf.Resolve() // the bucket's secret may be in a file
}

type backupCmd struct {
	deployment

	Target        string `arg:"" help:"Folder of backups. Each backup is a folder in it, named by its moment in UTC." type:"path"`
	Keep          int    `help:"Delete the oldest backups in that folder until so many are left; 0 deletes none." placeholder:"NUMBER"`
	AgeRecipients string `help:"Encrypt for the public keys in this file, one a line (age)." env:"LOKET_BACKUP_RECIPIENTS" type:"path" placeholder:"FILE"`
}

// Run makes a backup. It may run while programs serve.
func (c *backupCmd) Run(ctx context.Context, stdout io.Writer) error {
	if err := c.run(ctx, stdout); err != nil {
		return fmt.Errorf("backup: %w", err)
	}

	return nil
}

func (c *backupCmd) run(ctx context.Context, stdout io.Writer) error {
	if c.Keep < 0 {
		return errors.New("--keep: must not be negative")
	}

	recipients, err := c.recipients()
	if err != nil {
		return err
	}

	conf, err := c.config()
	if err != nil {
		return err
	}

	where := db.Options{URL: conf.DSN()}
	if err := db.CheckThere(where); err != nil { // before anything is made in a mistyped folder
		return err
	}

	files, err := app.OpenFiles(ctx, conf)
	if err != nil {
		return err
	}

	path, m, err := backup.Write(ctx, c.Target, backup.Source{
		Database: where, Data: conf.Data, Files: files, Programs: c.PostgresPrograms, Version: version, Clock: clock.System{}, Recipients: recipients,
	})
	if err = errors.Join(err, files.Close()); err != nil {
		return err
	}

	_, _ = fmt.Fprintf(stdout, "loket: backup %s: the database and %d files, %d bytes\n", path, len(m.Files), m.Size())

	if c.Keep == 0 {
		return nil
	}

	deleted, err := backup.Prune(c.Target, c.Keep, clock.System{}.Now())
	for _, path := range deleted {
		_, _ = fmt.Fprintln(stdout, "loket: deleted", path)
	}

	return err
}

func (c *backupCmd) recipients() ([]age.Recipient, error) {
	if c.AgeRecipients == "" {
		return nil, nil
	}

	text, err := os.ReadFile(c.AgeRecipients)
	if err != nil {
		return nil, fmt.Errorf("--age-recipients: %w", err)
	}

	return backup.Recipients(string(text))
}

type restoreCmd struct {
	deployment

	Source      string `arg:"" help:"Folder of one backup." type:"path"`
	AgeIdentity string `help:"File (mode 0600) with the private key of an encrypted backup, as age-keygen writes it." type:"path" placeholder:"FILE"`
	Migrate     bool   `help:"Bring a database of an older program to this program's schema."`
}

// Run checks the whole backup, writes it where nothing is yet, and proves the books.
func (c *restoreCmd) Run(ctx context.Context, stdout io.Writer) error {
	if err := c.run(ctx, stdout); err != nil {
		return fmt.Errorf("restore: %w", err)
	}

	return nil
}

func (c *restoreCmd) run(ctx context.Context, stdout io.Writer) error {
	conf, err := c.config()
	if err != nil {
		return err
	}

	identities, err := c.identities()
	if err != nil {
		return err
	}

	b, err := backup.Open(c.Source, identities)
	if err != nil {
		return err
	}

	where := db.Options{URL: conf.DSN()}

	err = b.Restore(ctx, backup.Target{
		Database: where, Data: conf.Data, Programs: c.PostgresPrograms, Files: func() (file.Store, error) { return app.OpenFiles(ctx, conf) },
	})
	if err = errors.Join(err, b.Close()); err != nil {
		return err
	}

	_, _ = fmt.Fprintf(stdout, "loket: restored the backup of %s: the database and %d files\n", b.Made.Format("2006-01-02 15:04:05 UTC"), len(b.Files))

	if c.Migrate {
		if _, err := db.Migrate(ctx, where); err != nil {
			return err
		}
	}

	return prove(ctx, stdout, where)
}

func (c *restoreCmd) identities() ([]age.Identity, error) {
	if c.AgeIdentity == "" {
		return nil, nil
	}

	text, err := config.ReadSecret(c.AgeIdentity)
	if err != nil {
		return nil, fmt.Errorf("--age-identity: %w", err)
	}

	return backup.Identities(text.Reveal())
}
