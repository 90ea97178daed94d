package app

import (
	"fmt"

	"loket/internal/api/pages/webapp"
	"loket/internal/orders/export"
	"loket/internal/platform/file"
)

// depositScreen is where a client tops up.
const depositScreen = webapp.Dashboard + "deposit"

// buildOrderFiles adds the files about orders and their links.
func (a *App) buildOrderFiles() error {
	var err error

	a.Links, err = file.NewLinks(file.LinkOptions{Public: a.publicURL, Master: a.opt.Config.TokenKey, Clock: a.Clock})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.OrderFiles = export.NewService(export.Deps{
		DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Files: a.Files, Links: a.Links, Mail: a.Mail, Clients: a.Identity, Live: a.Live, Log: a.logger,
	}, export.Options{})

	return nil
}
