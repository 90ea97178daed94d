// Package app assembles the program; no other package knows all parts. An App is a value:
// tests start one on :0.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"loket/internal/api"
	"loket/internal/backoffice/announcement"
	"loket/internal/backoffice/balances"
	"loket/internal/backoffice/clientfile"
	"loket/internal/backoffice/exclusions"
	"loket/internal/backoffice/pricelist"
	"loket/internal/backoffice/sales"
	"loket/internal/backoffice/shift"
	"loket/internal/backoffice/switches"
	"loket/internal/banking/moota"
	"loket/internal/banking/snap"
	"loket/internal/banking/statement"
	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/catalog/watch"
	"loket/internal/config"
	"loket/internal/developer/clientevent"
	"loket/internal/developer/reconciliation"
	"loket/internal/developer/requestlog"
	"loket/internal/developer/sandbox"
	"loket/internal/developer/webhook"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/identity/staff"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/complaint"
	"loket/internal/orders/contact"
	"loket/internal/orders/dispatch"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/orders/schedule"
	"loket/internal/platform/argon"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/file"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/inbox"
	"loket/internal/platform/job"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/metrics"
	"loket/internal/platform/money"
	"loket/internal/platform/node"
	"loket/internal/platform/report"
	"loket/internal/platform/secret"
	"loket/internal/platform/trace"
	"loket/internal/shop/analytics"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
	"loket/internal/supplier"
)

// Options configure an App. Config must have been checked.
type Options struct {
	Config    config.Config
	Suppliers []config.Supplier
	Banks     []config.Bank
	Logger    *slog.Logger
	Clock     clock.Clock // nil is the system clock
	Version   string
	Commit    string // empty if it isn't known
	// Migrate updates the database to this program's schema. Without it a different
	// schema is an error.
	Migrate bool
	// Demo allows what a real deployment must not have: known secrets, and PostgreSQL
	// settings that could lose money.
	Demo bool
	// Command is for a staff command: it takes no node number, so it can't place orders or run
	// jobs. Use StartForCommand.
	Command bool
	// Undeclared is api.Options.Undeclared; only tests and the demo set it.
	Undeclared func(operation, code string)
	// LocalReceivers lets endpoints of clients be on this machine, for benchmarks.
	LocalReceivers bool
	// HoldJobs runs no jobs, for benchmarks that place orders without dispatch.
	HoldJobs bool
	// Orders and Hash are set by the demo and by tests, which need shorter times.
	Dispatch dispatch.Options
	Hash     password.Options
	// HashCommand is the command of the hashing process. Without it passwords are hashed
	// in this process, as in staff commands.
	HashCommand []string
}

// Services are the domains, for commands and tests without HTTP.
type Services struct {
	DB           *db.DB
	Clock        clock.Clock
	Identity     *identity.Service
	Staff        *staff.Service // what staff change of identity
	ClientFiles  *clientfile.Service
	Shift        *shift.Service
	Mail         *mail.Outbox
	Catalog      *catalog.Service
	Sheets       *sheets.Service // the catalogue as files
	Wallets      *wallet.Service
	Suppliers    *supplier.Registry
	Jobs         *job.Queue
	Events       *event.Record
	Inbox        *inbox.Inbox
	Live         *live.Hub
	Topups       *topup.Service
	Settlements  *settlement.Service
	Schedules    *schedule.Service
	Contacts     *contact.Service
	Shops        *storefront.Service
	ShopOrders   *checkout.Service
	Analytics    *analytics.Service
	Sales        *sales.Service      // the roll-up of sales
	Switches     *switches.Service   // of suppliers
	Balances     *balances.Service   // at suppliers
	Exclusions   *exclusions.Service // what fails at suppliers
	PriceLists   *pricelist.Service  // of suppliers
	Invoices     *invoice.Service
	PriceWatches *watch.Service
	Statements   *statement.Service
	Orders       *order.Service
	Complaints   *complaint.Service
	Routing      *routing.Service // which suppliers get an order
	Placing      *placing.Service
	Dispatch     *dispatch.Service
	OrderFiles   *export.Service
	ClientEvents *clientevent.Service // what happened, as clients get it
	Webhooks     *webhook.Service
	Requests     *requestlog.Service // calls with API keys
	Sandbox      *sandbox.Service

	Announcements   *announcement.Service   // to clients
	Reconciliations *reconciliation.Service // of clients' books with their orders

	Files file.Store
	Links *file.Links
}

// App is the whole program.
type App struct {
	Services

	opt      Options
	logger   *slog.Logger
	reporter *report.Reporter
	metrics  *metrics.Metrics
	lease    *node.Lease
	traces   *trace.Recorder // nil: off
	api      *api.API
	staffAPI *api.API
	server   *api.Server
	staff    *api.Server // nil: staff have no portal
	admin    *api.Server
	hashing  *argon.Process
	snap     *snap.Service
	moota    *moota.Service
	closer   *settlement.PeriodCloser
	keys     *idempotency.Keys

	ready      atomic.Bool
	readyCheck readyCheck
	proxies    []netip.Prefix
	listens    atomic.Pointer[string] // the address, once the program listens
	stopping   chan struct{}
	watching   sync.WaitGroup // ends after stopping is closed
	stopped    atomic.Bool
}

// New opens the database and builds every part. Nothing runs or listens before Start. After
// an error nothing is left open.
func New(ctx context.Context, opt Options) (*App, error) {
	if opt.Clock == nil {
		opt.Clock = clock.System{}
	}

	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}

	parts := errors.Join(CheckParts(opt.Config, opt.Suppliers), CheckBanks(opt.Banks))

	d, err := openDatabase(ctx, opt)
	if err != nil {
		return nil, errors.Join(err, CheckFiles(ctx, opt.Config), parts) // all faults at once
	}

	a := &App{opt: opt, logger: opt.Logger, metrics: metrics.New(), stopping: make(chan struct{})}
	a.DB, a.Clock = d, opt.Clock

	if a.Files, err = OpenFiles(ctx, opt.Config); err != nil || parts != nil {
		return nil, errors.Join(err, parts, a.close(ctx))
	}

	if err := a.build(ctx); err != nil {
		return nil, errors.Join(err, a.close(ctx))
	}

	return a, nil
}

func (a *App) build(ctx context.Context) error {
	var err error

	conf := a.opt.Config

	if a.reporter, err = report.New(report.Options{DSN: conf.ReportDSN, Release: a.opt.Version, Environment: conf.Environment}); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	generator, err := a.buildJobs(ctx)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.Events = event.New(a.DB, a.Clock, a.logger, event.Options{})
	a.Events.PurgeBy(a.Jobs)

	if a.Mail, err = a.newOutbox(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	hash := a.opt.Hash
	if len(a.opt.HashCommand) > 0 {
		a.hashing = argon.NewProcess(argon.Options{Command: a.opt.HashCommand, Logger: a.logger})
		hash.Derive = a.hashing.Derive
		hash.Workers = cmp.Or(hash.Workers, argon.Workers()+1) // one more, on its way to the hashing process
	}

	a.Identity, err = identity.New(a.DB, a.Clock, identity.Options{
		SigningKeys: []secret.Text{conf.TokenKey}, PINPepper: conf.PINPepper, FactorKeys: conf.AllFactorKeys(), SessionIdle: conf.Idle, SessionMax: conf.MaxSession,
		PasswordMaxAge: conf.PasswordAge, Hash: hash, Logger: a.logger, Mail: a.Mail, Jobs: a.Jobs, PublicURL: a.publicURL,
		PasskeyDomain: conf.PasskeyDomain,
	})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.Staff = staff.New(staff.Deps{DB: a.DB, Clock: a.Clock, Identity: a.Identity})

	if a.Suppliers, err = buildSuppliers(a.opt.Suppliers, a.supplierParts()); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	a.Catalog = catalog.New(a.DB, a.Clock)
	a.Sheets = sheets.New(sheets.Deps{DB: a.DB, Clock: a.Clock, Catalog: a.Catalog})
	a.Live = live.New(a.DB, a.Clock, a.logger)
	a.Wallets = wallet.NewService(wallet.Deps{DB: a.DB, Clock: a.Clock, Clients: a.Identity, Live: a.Live},
		wallet.Options{AdjustLimit: money.Rupiah(conf.AdjustLimit), AdjustDayLimit: money.Rupiah(conf.AdjustDayLimit)})
	wallet.NewLowBalances(wallet.LowBalanceDeps{
		DB: a.DB, Clock: a.Clock, Clients: a.Identity, Jobs: a.Jobs, Mail: a.Mail, Log: a.logger,
		Screen: func() string { return a.publicURL() + depositScreen },
	})

	a.keys = idempotency.New(a.DB, a.Clock, a.Jobs)
	a.Inbox = inbox.New(inbox.Deps{DB: a.DB, Clock: a.Clock, Jobs: a.Jobs, Log: a.logger}, inbox.Options{})
	a.buildTopups(generator)
	a.buildSettlements()
	a.buildOrders(generator)

	if err := a.buildBanks(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	if err := a.buildOrderFiles(); err != nil {
		return err
	}

	a.buildInvoices()
	a.buildPriceWatches()
	a.buildSchedules()
	a.buildShops(generator)
	a.buildBackoffice()
	a.buildAnalytics()

	if err := a.buildDeveloper(generator); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	return a.buildOutside()
}

// buildOutside builds what is seen from outside: figures and calls.
func (a *App) buildOutside() (err error) {
	if err := a.measure(); err != nil {
		return err
	}

	if a.proxies, err = a.opt.Config.Proxies(); err != nil {
		return fmt.Errorf("build: %w", err)
	}

	return a.buildAPI()
}

func (a *App) buildOrders(generator *ids.Generator) {
	conf := a.opt.Config
	finished := func(s order.Status) { a.metrics.OrderFinished(s.String()) }
	a.Orders = order.NewService(order.Deps{
		DB: a.DB, Clock: a.Clock, Suppliers: a.Suppliers, Live: a.Live, Finished: finished, Mail: a.Mail, People: a.Identity, Jobs: a.Jobs,
		RefundDayLimit: money.Rupiah(conf.AdjustDayLimit),
	})
	a.Orders.PurgeBy(a.Jobs)
	a.Complaints = complaint.New(complaint.Deps{DB: a.DB, Clock: a.Clock, People: a.Identity, Mail: a.Mail, Live: a.Live})

	a.Routing = routing.New(routing.Deps{DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Suppliers: a.Suppliers, Log: a.logger},
		routing.Options{MaxLoss: money.Rupiah(conf.MaxLoss), Others: conf.RouteOthers})

	sending := a.opt.Dispatch
	sending.Hold = a.opt.HoldJobs
	sending.WaitAtMost = conf.OrderWait

	if sending.TakeOverAfter == 0 {
		sending.TakeOverAfter = takeOverAfter(a.opt.Suppliers)
	}

	sending.Hooks = dispatch.Hooks{
		Finished:  finished,
		BelowCost: func(supplier, sku string, loss money.Rupiah) { a.metrics.OrderBelowCost(supplier, sku, int64(loss)) },
	}
	a.Dispatch = dispatch.NewService(dispatch.Deps{
		DB: a.DB, Clock: a.Clock, Catalog: a.Catalog, Suppliers: a.Suppliers, Routing: a.Routing, Orders: a.Orders, Inbox: a.Inbox, Live: a.Live, Log: a.logger,
		Traces: a.traces,
	}, sending)
	a.Placing = placing.NewService(placing.Deps{
		DB: a.DB, Clock: a.Clock, IDs: generator, Catalog: a.Catalog, Suppliers: a.Suppliers, Routing: a.Routing, Orders: a.Orders, Live: a.Live, Log: a.logger,
		Enqueue: a.Dispatch.Enqueue, Traces: a.traces,
	}, placing.Options{
		MaxWaiting: conf.MaxWaiting, MaxWaitingInAll: conf.MaxWaitingInAll, MaxInquiries: conf.MaxInquiries, MaxInquiriesInAll: conf.MaxInquiriesInAll,
		SettlementOff: !conf.Settlement, Hold: a.opt.HoldJobs, Batch: a.metrics.OrderBatch,
	})
}

// buildJobs makes the queue and takes the number of the node. It returns the generator of order ids,
// which a command doesn't have.
func (a *App) buildJobs(ctx context.Context) (*ids.Generator, error) {
	if a.opt.Command {
		a.Jobs = job.NewQueue(a.DB, a.Clock, nil, a.logger, job.Options{Holder: "command"})

		return nil, nil //nolint:nilnil // no orders are placed
	}

	var err error
	if a.lease, err = node.Claim(ctx, a.DB, a.Clock, a.logger); err != nil {
		return nil, err
	}

	if err := a.startTraces(ctx); err != nil {
		return nil, err
	}

	orderIDs, err := ids.NewGenerator(a.lease.Number())
	if err != nil {
		return nil, err
	}

	jobIDs, err := ids.NewGenerator(a.lease.Number()) // separate, so that jobs don't use up the numbers of orders
	if err != nil {
		return nil, err
	}

	a.lease.Lend(orderIDs, jobIDs)
	a.Jobs = job.NewQueue(a.DB, a.Clock, jobIDs, a.logger, job.Options{Holder: a.lease.Holder()})

	return orderIDs, nil
}

// Lost is closed when another node may have this node's number. The program must end.
func (a *App) Lost() <-chan struct{} { return a.lease.Lost() }

// Address is the address of the API and the pages.
func (a *App) Address() string { return a.server.Address() }

// AdminAddress is the address of the metrics.
func (a *App) AdminAddress() string { return a.admin.Address() }

// API is the table of routes, for tests that walk it.
func (a *App) API() *api.API { return a.api }
