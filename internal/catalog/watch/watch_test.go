package watch_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/catalog/watch"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type fixture struct {
	*watch.Service

	db      *db.DB
	catalog *catalog.Service
	clk     *clock.Manual
	mails   *mailtest.Recorder
}

// newFixture makes a service of a node. It is 14:00 in Jakarta.
func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()
	ordertest.Fill(t, d, 0)

	for _, id := range []int64{ordertest.Client, ordertest.Other} {
		testkit.Exec(t, d, "UPDATE clients SET email_finance = $1, language = 'en' WHERE id = $2", fmt.Sprintf("billing.%d@example.com", id), id)
	}

	return newNode(t, d, clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)))
}

func newNode(t *testing.T, d *db.DB, clk *clock.Manual) fixture {
	t.Helper()

	people := identitytest.New(t, d, clk)
	f := fixture{db: d, catalog: catalog.New(d, clk), clk: clk, mails: &mailtest.Recorder{}}
	f.Service = watch.NewService(watch.Deps{
		DB: d, Clock: clk, Catalog: f.catalog, Clients: people, Mail: f.mails, Jobs: mailtest.NewQueue(t, d, clk), Screen: func() string { return "https://loket.example/external/product" },
	})

	return f
}

func by(client int64) watch.By { return watch.By{ClientID: client, Actor: "user:1"} }

func (f fixture) sheets() *sheets.Service {
	return sheets.New(sheets.Deps{DB: f.db, Clock: f.clk, Catalog: f.catalog})
}

// schedule schedules changes of TSEL10.
func (f fixture) schedule(t *testing.T, rows string) {
	t.Helper()

	report, err := f.sheets().Schedule(t.Context(), sheets.PriceImport{
		File: strings.NewReader("effective_at,product_code,client_id,supplier,amount\n" + rows), ClientIDs: []int64{ordertest.Client, ordertest.Other},
		Apply: true, By: catalog.By{Actor: "staff:budi", Reason: "as agreed"},
	})
	if err != nil || !report.Applied {
		t.Fatalf("%v %+v", err, report)
	}
}

// newMails returns the new mails as lines: address: subject: facts.
func (f fixture) newMails(t *testing.T) []string {
	t.Helper()
	f.clk.Advance(2 * time.Second) // the catalogue may be a second old

	before := len(f.mails.Messages())

	testkit.Must(t, f.MailChanges(t.Context()))
	testkit.Must(t, f.MailChanges(t.Context())) // nothing is told twice

	lines := []string{}

	for _, m := range f.mails.Messages()[before:] {
		parts := []string{m.To + ": " + m.Subject}
		for _, fact := range m.Facts {
			parts = append(parts, fact.Name+": "+fact.Value)
		}

		lines = append(lines, strings.Join(parts, "; "))
	}

	slices.Sort(lines)

	return lines
}

func (f fixture) expect(t *testing.T, what string, want ...string) {
	t.Helper()

	if got := f.newMails(t); !slices.Equal(got, want) {
		t.Errorf("%s:\ngot  %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestClientsHearOfWatchedPricesOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		first, other := fmt.Sprintf("billing.%d@example.com", ordertest.Client), fmt.Sprintf("billing.%d@example.com", ordertest.Other)

		f.schedule(t, "2026-12-01 00:00,TSEL10,,,10300\n")
		f.expect(t, "nobody watches")

		// A change that is scheduled already is told too.
		testkit.Must(t, f.Watch(t.Context(), by(ordertest.Client), "TSEL10"))
		testkit.Must(t, f.Watch(t.Context(), by(ordertest.Client), "TSEL10"))
		f.expect(t, "scheduled before", first+": Prices that you watch change; Telkomsel 10.000 (TSEL10): Rp 10.250 to Rp 10.300 from 1 December 2026 (00:00 WIB)")

		// An own price concerns its client alone, and a cost nobody. From then on the list price is not the client's.
		testkit.Must(t, f.Watch(t.Context(), by(ordertest.Other), "TSEL10"))
		f.expect(t, "another client", other+": Prices that you watch change; Telkomsel 10.000 (TSEL10): Rp 10.250 to Rp 10.300 from 1 December 2026 (00:00 WIB)")
		f.schedule(t, fmt.Sprintf("2026-12-02 00:00,TSEL10,%d,,10280\n2026-12-02 00:00,TSEL10,,a,10010\n2026-12-03 12:30,TSEL10,%d,,\n", ordertest.Client, ordertest.Client))
		f.expect(t, "own price", first+": Prices that you watch change; Telkomsel 10.000 (TSEL10): Rp 10.250 to Rp 10.280 from 2 December 2026 (00:00 WIB); "+
			"Telkomsel 10.000 (TSEL10): Rp 10.250 to Rp 10.250 (list price) from 3 December 2026 (12:30 WIB)")

		// A change that is withdrawn is told to those who heard of it.
		changes, err := f.catalog.ScheduledChanges(t.Context())
		testkit.Must(t, err)

		_, err = f.catalog.CancelChange(t.Context(), changes[0].ID, catalog.By{Actor: "staff:budi", Reason: "as agreed"})
		testkit.Must(t, err)
		testkit.Must(t, f.Unwatch(t.Context(), by(ordertest.Other), "TSEL10"))

		line := ": A change of prices was withdrawn; Telkomsel 10.000 (TSEL10): Rp 10.300 from 1 December 2026 (00:00 WIB)"
		f.expect(t, "withdrawn", first+line, other+line)

		// A price that holds at once is told right after.
		_, err = f.sheets().Import(t.Context(), sheets.PriceTable, strings.NewReader(fmt.Sprintf("client_id,product_code,price\n%d,TSEL10,10200\n", ordertest.Client)),
			[]int64{ordertest.Client}, catalog.By{Actor: "staff:budi", Reason: "as agreed"})
		testkit.Must(t, err)

		got := f.newMails(t)
		if len(got) != 1 || !strings.HasPrefix(got[0], first) || !strings.Contains(got[0], "Rp 10.250 to Rp 10.200 from 21 November 2026 (14:00 WIB)") {
			t.Errorf("at once: %q", got)
		}

		// Another node has told nobody, and finds that everything was told. When changes take effect nothing more is said.
		f.expect(t, "no more")
		f = newNode(t, d, f.clk)
		f.expect(t, "another node")
		f.clk.Advance(20 * 24 * time.Hour)
		f.expect(t, "took effect")
	})
}

func TestTwoNodesTellOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		second := newNode(t, d, f.clk)

		testkit.Must(t, f.Watch(t.Context(), by(ordertest.Client), "TSEL10"))
		f.schedule(t, "2026-12-01 00:00,TSEL10,,,10300\n")
		f.clk.Advance(2 * time.Second)

		errs := make(chan error, 2)

		for _, s := range []*watch.Service{f.Service, second.Service} {
			go func() { errs <- s.MailChanges(context.WithoutCancel(t.Context())) }()
		}

		testkit.Must(t, <-errs)
		testkit.Must(t, <-errs)

		if n := len(f.mails.Messages()) + len(second.mails.Messages()); n != 1 {
			t.Errorf("%d mails", n)
		}
	})
}

func TestWatchesAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)

		if err := f.Watch(t.Context(), by(ordertest.Client), "NONE"); !fault.ErrNotFound.Is(err) {
			t.Errorf("no such product: %v", err)
		}

		testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, kind, operator_type, operator_code, updated_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT 'X' || i, 'X', 'level_1', 1, 'prepaid', 'mobile', 'TSEL', 1 FROM n`)
		testkit.Exec(t, d, "INSERT INTO price_watches (client_id, product_code, created_at) SELECT $1, code, 1 FROM products WHERE name = 'X'", ordertest.Client)

		if err := f.Watch(t.Context(), by(ordertest.Client), "TSEL10"); !fault.ErrValidation.Is(err) {
			t.Errorf("one too many: %v", err)
		}

		testkit.Must(t, f.Unwatch(t.Context(), by(ordertest.Client), "X7"))
		testkit.Must(t, f.Watch(t.Context(), by(ordertest.Client), "TSEL10"))

		list, err := f.List(t.Context(), ordertest.Client)
		if err != nil || len(list) != watch.MaxWatches || list[0] != "TSEL10" {
			t.Errorf("%d watched, %v", len(list), err)
		}

		if others, err := f.List(t.Context(), ordertest.Other); err != nil || len(others) != 0 {
			t.Errorf("of another client: %v, %v", others, err)
		}
	})
}
