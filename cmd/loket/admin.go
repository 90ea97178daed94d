package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"

	"loket/internal/app"
	"loket/internal/catalog"
	"loket/internal/config"
	"loket/internal/identity"
	"loket/internal/platform/audit"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// adminCmd holds the commands of the operator of this machine. Every change writes one entry of the audit
// log with its maker and reason. No command decides what waits for a second person: staff do.
type adminCmd struct {
	config.Database
	config.Log
	config.Staff
	config.S3
	config.Invoice `embed:"" group:"Invoices"`

	Reason string `help:"Why; changes are refused without." placeholder:"TEXT"`

	secrets config.Secrets // of the command that needs those of the program; others have random ones

	Client     clientCmd     `cmd:"" help:"Clients."`
	User       userCmd       `cmd:"" help:"Users of clients."`
	People     staffCmd      `cmd:"" name:"staff" help:"The provider's staff, who sign in to the portal of staff."`
	Factors    factorsCmd    `cmd:"" help:"Second factors: the key of authenticator apps."`
	Role       roleCmd       `cmd:"" help:"Roles and their permissions."`
	Key        keyCmd        `cmd:"" help:"API keys of clients."`
	Import     importCmd     `cmd:"" help:"Read a table of the catalogue from CSV, all or nothing."`
	Export     exportCmd     `cmd:"" help:"Write a table of the catalogue as CSV."`
	Price      priceCmd      `cmd:"" help:"Changes of prices and costs at a moment to come."`
	Product    productCmd    `cmd:"" help:"Problems of products, and when they are not sold."`
	Wallet     walletCmd     `cmd:"" help:"Wallets of clients."`
	Settlement settlementCmd `cmd:"" help:"Settlements: limits within which clients pay later."`
	Topup      topupCmd      `cmd:"" help:"Top-ups: money in suspense, requests of clients, our bank accounts and channels."`
	Tutorial   tutorialCmd   `cmd:"" help:"How to pay at each bank."`
	Shops      shopCmd       `cmd:"" name:"shop" help:"Shops of clients: what they may offer, and whether shoppers see them."`
	Invoices   invoiceCmd    `cmd:"" name:"invoice" help:"Invoices of settlements: paid, done, formal invoices, credit notes, VAT."`
	Order      orderCmd      `cmd:"" help:"Orders that wait for staff."`
	Bank       bankCmd       `cmd:"" help:"Connections to banks, and statements of our accounts."`
	Notice     noticeCmd     `cmd:"" help:"Notices of suppliers and banks."`
	Supplier   supplierCmd   `cmd:"" help:"Suppliers: try the rules of a text supplier."`
	Jobs       jobsCmd       `cmd:"" help:"Jobs that were given up."`
	Events     eventsCmd     `cmd:"" help:"Events that are set aside, since a consumer failed at them."`
}

// AfterApply trims the reason, so blanks count as missing.
func (c *adminCmd) AfterApply() error { //nolint:unparam // the shape that kong looks for
	c.Reason = strings.TrimSpace(c.Reason)

	return nil
}

// work opens the services, runs fn and closes them.
func (c *adminCmd) work(ctx context.Context, fn func(a *app.App) error) error {
	conf := config.Config{Database: c.Database, Log: c.Log, Staff: c.Staff, S3: c.S3, Invoice: c.Invoice, Secrets: c.secrets}
	if err := conf.Resolve(); err != nil { // the bucket's secret may be in a file
		return fmt.Errorf("admin: %w", err)
	}

	// Commands sign no tokens and check no PINs.
	for _, key := range []*secret.Text{&conf.TokenKey, &conf.PINPepper} {
		*key = cmp.Or(*key, secret.Text(ids.Token()+ids.Token()))
	}

	logger, flush := newLogger(config.Log{LogLevel: "warn", LogFormat: c.LogFormat})
	defer flush()

	a, err := app.New(ctx, app.Options{Config: conf, Logger: logger, Version: version, Demo: true, Command: true})
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}

	a.StartForCommand(ctx)

	// Users need roles and channels need banks, and staff may fill a new database before its first serve.
	if err = errors.Join(a.Identity.EnsureRoles(ctx), a.Identity.EnsureProvider(ctx)); err == nil {
		err = a.Topups.EnsureBanks(ctx)
	}

	if err == nil {
		err = fn(a)
	}

	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
	defer cancel()

	return errors.Join(explain(err), a.Stop(stop))
}

// actor is the account that signed in to this machine, as the kernel keeps it (Linux): sudo and su don't change it. Elsewhere, and where
// nobody signed in, it is the account that runs the command. No flag and no variable changes it; root can pretend anything on a machine.
func (c *adminCmd) actor() string {
	if text, err := os.ReadFile("/proc/self/loginuid"); err == nil {
		if who, err := user.LookupId(strings.TrimSpace(string(text))); err == nil { // 4294967295 is nobody
			return audit.Operator(who.Username)
		}
	}

	who, err := user.Current()
	if err != nil {
		return audit.Operator("unknown")
	}

	return audit.Operator(who.Username)
}

func (c *adminCmd) identityBy() identity.By { return identity.By{Actor: c.actor(), Reason: c.Reason} }

func (c *adminCmd) by() catalog.By { return catalog.By{Actor: c.actor(), Reason: c.Reason} }

var errReason = errors.New("--reason: must be given for a change")

// needReason refuses a missing reason, for changes whose domain doesn't check it.
func (c *adminCmd) needReason() error {
	if c.Reason == "" {
		return errReason
	}

	return nil
}

// requireClient refuses the id of a client that doesn't exist. It is for changes and lists
// that would not report it.
func requireClient(ctx context.Context, a *app.App, client int64) error {
	_, err := a.Identity.Client(ctx, client)
	if fault.ErrNotFound.Is(err) {
		return fault.ErrNotFound.Msg(language.Literal("There is no such client"))
	}

	return err
}

// explain adds the fields of a fault to its text.
func explain(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || len(f.Fields) == 0 {
		return err
	}

	all := []error{}
	for _, field := range f.Fields {
		all = append(all, fmt.Errorf("%s: %s", field.Field, field.Message))
	}

	return errors.Join(all...)
}
