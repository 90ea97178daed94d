// Package parts makes the real parts that services need, for tests of a service.
package parts

import (
	"log/slog"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
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
)

// Parts are the parts of one node. Nothing of them runs: a test starts what it needs.
type Parts struct {
	DB      *db.DB
	Clock   clock.Clock
	Clients *identity.Service
	Live    *live.Hub
	Jobs    *job.Queue
	Keys    *idempotency.Keys
	IDs     *ids.Generator
	Mail    *mailtest.Recorder
	Log     *slog.Logger
}

// New makes the parts.
func New(t testing.TB, d *db.DB, clk clock.Clock) *Parts {
	t.Helper()

	log := slog.New(slog.DiscardHandler)

	jobs, mails := mailtest.NewQueue(t, d, clk), &mailtest.Recorder{}
	clients := identitytest.New(t, d, clk, func(o *identity.Options) { o.Jobs, o.Mail = jobs, mails })

	generator, err := ids.NewGenerator(1)
	testkit.Must(t, err)

	return &Parts{
		DB: d, Clock: clk, Clients: clients, Live: live.New(d, clk, log), Jobs: jobs, Keys: idempotency.New(d, clk, nil),
		IDs: generator, Mail: mails, Log: log,
	}
}

// Wallets makes the service of wallets.
func (p *Parts) Wallets() *wallet.Service {
	return wallet.NewService(wallet.Deps{DB: p.DB, Clock: p.Clock, Clients: p.Clients, Live: p.Live}, wallet.Options{})
}

// Settlements makes the service of settlements.
func (p *Parts) Settlements(opt settlement.Options) *settlement.Service {
	return settlement.NewService(settlement.Deps{
		DB: p.DB, Clock: p.Clock, Clients: p.Clients, Live: p.Live, Keys: p.Keys, Mail: p.Mail, Log: p.Log,
		Screen: func() string { return "https://loket.example/external/settlement" },
	}, opt)
}

// Invoices makes the service of invoices for some limits, with files in a folder of the test. change changes its
// dependencies; nil leaves them.
func (p *Parts) Invoices(t testing.TB, limits invoice.Limits, opt invoice.Options, change func(d *invoice.Deps)) *invoice.Service {
	t.Helper()

	files, err := file.OpenFolder(t.TempDir())
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, files.Close()) })

	links, err := file.NewLinks(file.LinkOptions{Master: "master", Clock: p.Clock, Public: func() string { return "https://loket.example" }})
	testkit.Must(t, err)

	deps := invoice.Deps{
		DB: p.DB, Clock: p.Clock, Clients: p.Clients, Limits: limits, Jobs: p.Jobs, Mail: p.Mail, Live: p.Live, Files: files, Links: links, Log: p.Log,
		Screen: func() string { return "https://loket.example/external/invoice" },
	}
	if change != nil {
		change(&deps)
	}

	return invoice.NewService(deps, opt)
}

// RootUser makes the root user of a client, root@example.com, who reads English, and returns its id.
func (p *Parts) RootUser(t testing.TB, clientID int64) int64 {
	t.Helper()
	testkit.Must(t, p.Clients.EnsureRoles(t.Context()))

	u, _, err := p.Clients.CreateUser(t.Context(), identity.By{Actor: "staff:budi", Reason: "new"}, identity.NewUser{
		ClientID: clientID, Username: "root", FullName: "Rini", Email: "root@example.com",
	})
	testkit.Must(t, err)
	// Without the check of roles: many tests call their client 1, which is the provider.
	testkit.Exec(t, p.DB, "INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)", u.ID, identity.ClientRootID)
	testkit.Exec(t, p.DB, "UPDATE users SET language = 'en' WHERE id = $1", u.ID)

	return u.ID
}
