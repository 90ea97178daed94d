package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// While the database can be read but not written, as on a full disk, orders are answered 503 and /readyz is red.
// Both recover by themselves.
func TestOrdersThatCannotBeWritten(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		n := 0
		place := func() int {
			n++

			status, text := p.ask(t, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001",
				fmt.Sprintf(`{"productCode":"TSEL10","destinationNo":"081234567800","clientRef":"FULL-%d"}`, n))
			if status != http.StatusCreated && (status != http.StatusServiceUnavailable || !strings.Contains(text, `"UnavailableError"`) &&
				!strings.Contains(text, `"OutcomeUnknownError"`)) {
				t.Errorf("order %d: %d %s", n, status, text)
			}

			return status
		}
		ready := func() bool {
			status, text := p.ask(t, http.MethodGet, "/readyz", "", "")
			if status != http.StatusOK && (status != http.StatusServiceUnavailable || !strings.Contains(text, `"UnavailableError"`)) {
				t.Errorf("/readyz: %d %s", status, text)
			}

			return status == http.StatusOK
		}

		const patience = 20 * time.Second

		place()
		testkit.Eventually(t, patience, "/readyz is green", ready)

		heal := readOnly(t, p)

		testkit.Eventually(t, patience, "orders are refused and /readyz is red", func() bool {
			return place() == http.StatusServiceUnavailable && !ready()
		})

		heal()

		testkit.Eventually(t, patience, "orders are accepted and /readyz is green again", func() bool {
			return place() == http.StatusCreated && ready()
		})
	})
}

// readOnly takes the room for new rows from SQLite, and makes PostgreSQL refuse writes.
func readOnly(t *testing.T, p *program) (heal func()) {
	t.Helper()

	if p.DB.Engine() == db.SQLite {
		testkit.Exec(t, p.DB, "PRAGMA max_page_count = 1")

		return func() { testkit.Exec(t, p.DB, "PRAGMA max_page_count = 1073741823") }
	}

	server, err := sql.Open("pgx", p.conf.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() { _ = server.Close() })
	server.SetMaxOpenConns(1)

	run := func(to string) {
		for _, statement := range []string{
			"SET default_transaction_read_only = off",
			`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ` + to + `', current_database()); END $$`,
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
		} {
			if _, err := server.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}

	run("on")

	return func() { run("off") }
}

func TestFullDiskIsSeen(t *testing.T) {
	t.Parallel()

	if err := app.CheckDisk(t.TempDir(), 1); err != nil {
		t.Error(err)
	}

	if err := app.CheckDisk(t.TempDir(), math.MaxUint64); err == nil {
		t.Error("a disk with less than the least space is not seen")
	}
}

// A client has a bounded number of streams. Further ones are told to come back later.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()

	p := start(t, db.SQLite)
	token := p.signIn(t, 1001, "root")

	const ofUser = 10

	for range ofUser {
		p.listen(t, token)
	}

	if status, text := p.ask(t, http.MethodGet, "/v1/events", token, ""); status != http.StatusServiceUnavailable || !strings.Contains(text, `"BusyError"`) {
		t.Errorf("one stream more: %d %s", status, text)
	}

	p.listen(t, p.signIn(t, 1001, "viewer"))
	p.listen(t, p.signIn(t, 1002, "root"))
}

// A program that is about to stop says so to proxies, and answers their calls.
func TestDrainAnswersWhileProxiesMove(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about the way to the program")

	p := start(t, db.SQLite, func(c *config.Config) { c.Drain = time.Hour })
	ctx, cancel := context.WithCancel(t.Context())
	drained := make(chan struct{})

	go func() {
		defer close(drained)

		p.Drain(ctx)
	}()

	testkit.Eventually(t, testkit.Patience, "/readyz says that the program stops", func() bool {
		status, _ := p.ask(t, http.MethodGet, "/readyz", "", "")

		return status == http.StatusServiceUnavailable
	})
	p.expect(t, http.StatusCreated, "", http.MethodPost, "/h2h/v1/orders", demo.MainKey, `{"productCode":"TSEL10","destinationNo":"081234567890","clientRef":"DRAIN-1"}`)

	cancel()
	<-drained
}
