package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

type factorsCmd struct {
	Reseal factorsResealCmd `cmd:"" help:"Encrypt the secrets of authenticator apps with the present key; then the key before may go."`
}

type factorsResealCmd struct {
	config.Secrets `embed:""`
}

var errUnreadable = errors.New("their key is missing: give --old-factor-key-file or --pin-pepper-file, and keep the key before")

// Run needs the keys of the program that serves: the pepper too, since a key made from it was the first one.
func (c *factorsResealCmd) Run(ctx context.Context, out io.Writer, admin *adminCmd) error {
	if err := admin.needReason(); err != nil {
		return err
	}

	if err := c.Check(); err != nil {
		return err
	}

	admin.secrets = c.Secrets

	return admin.work(ctx, func(a *app.App) error {
		got, err := a.Identity.ResealApps(ctx)
		if err != nil {
			return err
		}

		if _, err := fmt.Fprintf(out, "%d encrypted anew\n", got.Done); err != nil {
			return err
		}

		err = a.DB.Tx(ctx, func(tx *db.Tx) error {
			return audit.Write(ctx, tx, a.Clock.Now(), audit.Entry{
				Actor: admin.actor(), Action: "factors.reseal", Subject: "factors", Reason: admin.Reason,
				Detail: map[string]any{"done": got.Done, "unreadable": got.Unreadable},
			})
		})
		if err == nil && got.Unreadable > 0 {
			err = fmt.Errorf("%d can't be read: %w", got.Unreadable, errUnreadable)
		}

		return err
	})
}
