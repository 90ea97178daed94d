package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"text/tabwriter"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/demo/launch"
	"loket/internal/dev/simulate"
	"loket/internal/platform/clock"
)

type demoCmd struct {
	config.Database
	config.Addresses
	config.Log
	config.Page

	Settlement     bool   `help:"Turn pay-later on." default:"true" negatable:""`
	Pricing        bool   `help:"Turn client-side pricing on." default:"true" negatable:""`
	Analytics      bool   `help:"Turn storefront analytics on." default:"true" negatable:""`
	SimulateListen string `help:"Address of the simulated suppliers, bank and mail server." default:"127.0.0.1:8090" env:"LOKET_SIMULATE_LISTEN"`
	Orders         int    `help:"Past orders of client 1001, up to 10,000,000." default:"20000"`
}

// Run starts the simulators, makes the data and starts the program. It stops them in
// the reverse order.
func (c *demoCmd) Run(ctx context.Context, stdout io.Writer, self program) error {
	if c.Orders < 0 || c.Orders > demo.MaxOrders {
		return fmt.Errorf("--orders: must be between 0 and %d", demo.MaxOrders)
	}

	if err := makeFolder(config.Database{Data: c.Data}); err != nil {
		return err
	}

	logger, flush := newLogger(c.Log)
	defer flush()

	conf := c.config()
	conf.StaffListen = c.staffListen(ctx)

	if err := launch.Secrets(&conf); err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	simulators, err := launch.NewSimulators(c.Data, c.SimulateListen, "", clock.System{}, logger)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	if err := simulators.Start(ctx); err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	err = c.serve(ctx, stdout, self, conf, simulators, logger)

	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
	defer cancel()

	return errors.Join(err, simulators.Stop(stop))
}

func (c *demoCmd) serve(ctx context.Context, stdout io.Writer, self program, conf config.Config, simulators *simulate.Server, logger *slog.Logger) error {
	unlock, err := lockFolder(c.Database, true)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer unlock()

	suppliers, err := launch.SimulatedSuppliers(simulators, c.Data)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	banks, err := launch.SimulatedBanks(c.Data)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	if err := launch.UseSimulatedMail(&conf, simulators); err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	a, err := app.New(ctx, app.Options{
		Config: conf, Suppliers: suppliers, Banks: banks, Logger: logger, Version: version, Commit: thisBuild().commit, Migrate: true, Demo: true, Dispatch: launch.Dispatch(), HashCommand: self.hashing(),
		Undeclared: func(operation, code string) {
			logger.LogAttrs(ctx, slog.LevelError, "undeclared error", slog.String("operation", operation), slog.String("code", code))
		},
	})
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	progress := func(orders int) {
		logger.LogAttrs(ctx, slog.LevelInfo, "creating demo orders", slog.Int("orders", orders))
	}

	err = launch.Seed(ctx, a, launch.SeedOptions{Orders: c.Orders, Payment: simulators.PaymentURL(), Progress: progress})
	if err == nil {
		err = launch.SeedSandbox(ctx, a)
	}

	if err != nil {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
		defer cancel()

		return errors.Join(fmt.Errorf("demo: %w", err), a.Stop(stop))
	}

	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("demo: %w", err)
	}

	simulators.SetWebhookURLs(launch.NoticeURL("http://" + a.Address()))
	launch.ConnectBank(a, simulators)
	launch.ConnectClient(a, simulators)
	c.welcome(stdout, a.Address(), a.StaffAddress(), simulators.URL())

	return wait(ctx, a, logger)
}

// demoStaffListen is where staff of the demo sign in, unless another address is named or it is taken.
const demoStaffListen = "127.0.0.1:8081"

// staffListen is the address of staff. Another demo on this machine may have the usual one: then this one goes without.
func (c *demoCmd) staffListen(ctx context.Context) string {
	if c.StaffListen != "" {
		return c.StaffListen
	}

	var conf net.ListenConfig

	listener, err := conf.Listen(ctx, "tcp", demoStaffListen)
	if err != nil {
		return ""
	}

	_ = listener.Close() // nothing was accepted

	return demoStaffListen
}

func (c *demoCmd) config() config.Config {
	conf := config.Config{Database: c.Database, Addresses: c.Addresses, Log: c.Log, Page: c.Page}
	conf.Flags = config.Flags{Settlement: c.Settlement, Pricing: c.Pricing, Analytics: c.Analytics}
	conf.Environment = "demo"
	conf.Invoice = config.Invoice{
		InvoiceName: "PT Loket Digital Indonesia", InvoiceAddress: "Jl. Contoh 1, Jakarta", InvoiceTaxNumber: "00.000.000.0-000.000",
		InvoiceBank: "BBCA", InvoiceAccount: "8880010099",
	}

	for value, standard := range map[*string]string{
		&conf.SupportChat:    "https://wa.me/6281100001001?text=Halo%20Loket%2C%20saya%20butuh%20bantuan.",
		&conf.SupportEmail:   "support@example.com",
		&conf.SupportDesk:    "https://helpdesk.example.com/",
		&conf.SettlementForm: "https://forms.example.com/settlement",
	} {
		if *value == "" {
			*value = standard
		}
	}

	return conf
}

// welcome prints the line that scripts wait for, and the sign-in table.
func (c *demoCmd) welcome(to io.Writer, address, staff, simulators string) {
	_, _ = fmt.Fprintf(to, "loket: ready on http://%s/external/\n\n", address)

	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "client\tname\tusername\tpassword\tAPI key")

	for _, s := range demo.SignIns() {
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", s.ClientID, s.ClientName, s.Username, demo.Password, s.APIKey)
	}

	_ = table.Flush()
	_, _ = fmt.Fprintf(to, "\nPIN of client 1001: %s\nsimulators (suppliers, bank, mailbox): %s/\n", demo.PIN, simulators)

	if staff == "" {
		_, _ = fmt.Fprintf(to, "staff: off, since %s is taken (--staff-listen)\n", demoStaffListen)

		return
	}

	_, _ = fmt.Fprintf(to, "staff: http://%s/ (", staff)

	for i, m := range demo.StaffNames() {
		if i > 0 {
			_, _ = fmt.Fprint(to, ", ")
		}

		_, _ = fmt.Fprint(to, m.Username)
	}

	_, _ = fmt.Fprintln(to, "; the same password, and the code on the page of the simulators)")
}
