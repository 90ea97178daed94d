package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/file"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// moneyParts are what the services of money need. Nothing of them runs.
type moneyParts struct {
	db      *db.DB
	clients *identity.Service
	live    *live.Hub
	jobs    *job.Queue
	log     *slog.Logger
}

func newMoneyParts(d *db.DB) (*moneyParts, error) {
	key := secret.Text(strings.Repeat("k", secret.MinKey))

	clients, err := newPeople(d, key, key, password.Options{})
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}

	generator, err := ids.NewGenerator(1)
	if err != nil {
		return nil, fmt.Errorf("ids: %w", err)
	}

	log := slog.New(slog.DiscardHandler)

	return &moneyParts{
		db: d, clients: clients, live: live.New(d, clock.System{}, log), log: log,
		jobs: job.NewQueue(d, clock.System{}, generator, log, job.Options{Holder: "bench"}),
	}, nil
}

// unsent are mails that are not sent: what is measured is the money.
type unsent struct{}

// Send implements mail.Sender.
func (unsent) Send(context.Context, *db.Tx, mail.Message) error { return nil }

func noScreen() string { return "" }

func (p *moneyParts) wallets() *wallet.Service {
	return wallet.NewService(wallet.Deps{DB: p.db, Clock: clock.System{}, Clients: p.clients, Live: p.live}, wallet.Options{})
}

func (p *moneyParts) settlements() *settlement.Service {
	return settlement.NewService(settlement.Deps{
		DB: p.db, Clock: clock.System{}, Clients: p.clients, Live: p.live, Keys: idempotency.New(p.db, clock.System{}, nil), Mail: unsent{}, Log: p.log,
		Screen: noScreen,
	}, settlement.Options{})
}

// closer closes periods and issues their invoices. stop deletes its folder of files.
func (p *moneyParts) closer(limits *settlement.Service) (closer *settlement.PeriodCloser, stop func() error, err error) {
	folder, err := os.MkdirTemp("", "loket-bench-invoices")
	if err != nil {
		return nil, nil, err
	}

	stop = func() error { return os.RemoveAll(folder) }

	files, err := file.OpenFolder(folder)
	if err != nil {
		return nil, nil, err
	}

	links, err := file.NewLinks(file.LinkOptions{Master: "bench", Clock: clock.System{}, Public: noScreen})
	if err != nil {
		return nil, nil, err
	}

	invoices := invoice.NewService(invoice.Deps{
		DB: p.db, Clock: clock.System{}, Clients: p.clients, Limits: limits, Jobs: p.jobs, Mail: unsent{}, Live: p.live, Files: files, Links: links,
		Log: p.log, Screen: noScreen,
	}, invoice.Options{})

	return settlement.NewPeriodCloser(limits, invoices, p.jobs), stop, nil
}
