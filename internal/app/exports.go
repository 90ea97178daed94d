package app

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"

	"loket/internal/db"
	"loket/internal/file"
	"loket/internal/mail"
	"loket/internal/order"
	"loket/internal/wallet"
)

// topicExports is what the list of exports listens for.
const topicExports = "exports"

// filesFolder is where files lie, in the data folder.
const filesFolder = "files"

// buildExports adds what writes files of orders, and what tells of low
// balances: both send messages.
func (a *App) buildExports(out order.Mailer) error {
	var err error

	if a.files, err = file.Open(filepath.Join(a.opt.Config.Data, filesFolder)); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.links, err = file.NewLinks(file.LinkOptions{Public: a.origin, Master: a.opt.Config.TokenKey, Clock: a.Clock})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.Exports = order.NewExports(order.ExportDeps{
		DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Files: a.files, Links: a.links, Mail: out, Clients: a.Identity, Log: a.logger,
		Changed: func(client int64) { a.Live.Changed(client, topicExports) },
	}, order.ExportOptions{})

	screen := ""
	if a.opt.Config.PublicURL != "" {
		screen = strings.TrimSuffix(a.opt.Config.PublicURL, "/") + "/external/deposit"
	}

	wallet.RegisterAlerts(wallet.AlertDeps{DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Mail: out, Log: a.logger, Screen: screen})

	return nil
}

// origin is where browsers find the program: as set, else where it listens.
func (a *App) origin() string {
	if a.opt.Config.PublicURL != "" || a.server == nil {
		return a.opt.Config.PublicURL
	}

	return "http://" + a.server.Address()
}

// silent stands in where no messages can be sent: what they would have told
// stays on the screens.
type silent struct{ logger *slog.Logger }

// Send implements order.Mailer.
func (s silent) Send(ctx context.Context, _ *db.Tx, _ mail.Message) error {
	s.logger.LogAttrs(ctx, slog.LevelWarn, "no mail server is set: a message was not sent")

	return nil
}
