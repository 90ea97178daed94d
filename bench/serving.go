package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/logging"
	"loket/internal/platform/secret"
)

// serving is the argument that makes this binary the measured process: the whole of
// Loket, without dispatch unless a supplier is given, and an empty handler beside it.
const serving = "serving"

// hashing is the argument that makes this binary the hashing process.
const hashing = "hashing"

// httpClients is the number of clients that send batches over HTTP. Batches of one
// client are written one after the other. Single orders come from one client.
const httpClients = 2

// benchKey is the API key of the n-th client.
func benchKey(n int) string { return fmt.Sprintf("lk_benchbenchbenchbenchbenc%d", n) }

// addresses is the first line that the serving process prints.
type addresses struct {
	API   string `json:"api"`
	Empty string `json:"empty"`
	// Staff is where staff sign in, and Password that of the first sign-in of staffName; empty if staff are not served.
	Staff    string `json:"staff"`
	Password string `json:"password"`
}

// serveMain runs the serving process. It ends when its standard input is closed, so
// it never outlives the measuring process.
func serveMain(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(serving, flag.ContinueOnError)
	url := flags.String("database-url", "", "PostgreSQL; empty is SQLite in the folder")
	data := flags.String("data", "", "folder")
	profile := flags.String("cpuprofile", "", "write a CPU profile here")
	bankKey := flags.String("bank-key", "", "file with the public key of the bank; empty connects none")
	clients := flags.Int("clients", httpClients, "clients with a wallet and a key")
	supplierURL := flags.String("supplier", "", "dispatch orders to this supplier; empty dispatches none")
	staff := flags.Bool("staff", false, "serve staff, too")

	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	// Every request is logged, as in the real program.
	log, flush := logging.New(os.Stderr, logging.Options{})
	defer flush()

	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	banks, err := benchBank(*bankKey)
	if err != nil {
		return err
	}

	conf := servingConfig(config.Database{DatabaseURL: *url, Data: *data})
	if *staff {
		conf.StaffListen = conf.Listen
	}

	a, err := app.New(ctx, app.Options{
		Config: conf, Logger: log, Version: "bench", HoldJobs: *supplierURL == "", LocalReceivers: true,
		HashCommand: []string{self, hashing}, Suppliers: benchSuppliers(*supplierURL), Banks: banks,
	})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	stop, err := profiled(*profile)
	if err == nil {
		err = serveUntilEOF(ctx, a, log, *clients)

		stop()
	}

	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StopTime)
	defer cancel()

	return errors.Join(err, a.Stop(limit))
}

func servingConfig(where config.Database) config.Config {
	const free = "127.0.0.1:0"

	return config.Config{
		Database: where, Addresses: config.Addresses{Listen: free, AdminListen: free}, MaxConns: db.DefaultConns,
		Secrets: config.Secrets{
			TokenKey: secret.Text(strings.Repeat("t", 32)), PINPepper: secret.Text(strings.Repeat("p", 32)),
		},
		// As in a deployment, unless the variable says no.
		Log:         config.Log{RequestLog: os.Getenv("LOKET_REQUEST_LOG") != "false"},
		Environment: "bench", Idle: time.Hour, MaxSession: time.Hour,
		// Orders are placed faster than they are finished, for minutes.
		Limits: config.Limits{MaxWaiting: math.MaxInt, MaxWaitingInAll: math.MaxInt},
	}
}

func serveUntilEOF(ctx context.Context, a *app.App, log *slog.Logger, clients int) (err error) {
	if err := fill(ctx, a.DB, clients); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	by := identity.By{Actor: audit.Staff("bench"), Reason: "to measure"}
	for n := range clients {
		if _, err := a.Staff.AddKnownAPIKey(ctx, by, firstUser+int64(n), secret.Text(benchKey(n))); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
	}

	if err := a.Start(ctx); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	if err := fillBank(ctx, a.DB, httpClients); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	// The empty handler: the same server with the same limits and no work.
	empty, err := api.Serve(ctx, "127.0.0.1:0", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}), api.ServeOptions{Logger: log})
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	defer func() { err = errors.Join(err, empty.Stop(ctx)) }()

	at := addresses{API: a.Address(), Empty: empty.Address(), Staff: a.StaffAddress()}

	if at.Staff != "" {
		_, password, err := a.Staff.AddStaffUser(ctx, by, staffs.NewStaffUser{Username: staffName, Email: "staff@example.com", RoleID: identity.StaffOwnerID})
		if err != nil {
			return fmt.Errorf("serve: %w", err)
		}

		at.Password = password.Reveal()
	}

	if err := json.NewEncoder(os.Stdout).Encode(at); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return fmt.Errorf("serve: %w", err)
	}

	return nil
}

// profiled starts a CPU profile when path is not empty. The returned function ends
// it.
func profiled(path string) (func(), error) {
	if path == "" {
		return func() {}, nil
	}

	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}

	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("profile: %w", err), f.Close())
	}

	return func() {
		pprof.StopCPUProfile()

		if err := f.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "profile:", err)
		}
	}, nil
}
