package catalog_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// manyClients have own prices: 2001 and up.
const manyClients = 1000

func clientIDs() []int64 {
	list := []int64{catalogtest.Client}
	for n := range manyClients {
		list = append(list, int64(2001+n))
	}

	return list
}

// fillPrices makes many clients with their own prices of some products.
func fillPrices(t testing.TB, f catalogtest.Fixture, products int) {
	t.Helper()

	var more strings.Builder
	for n := range products {
		fmt.Fprintf(&more, "TSEL%d,Telkomsel %d,,TSEL,level_1,10250,12000,,,true,false\n", 1000+n, n)
	}

	f.MustImport(t, sheets.ProductTable, catalogtest.Products+more.String())

	testkit.Must(t, f.DB.Tx(t.Context(), func(tx *db.Tx) error {
		for _, client := range clientIDs()[1:] {
			if _, err := tx.Exec(t.Context(), `INSERT INTO clients (id, code, name, legal_name, email_finance, created_at)
				VALUES ($1, $2, 'Toko', 'PT Toko', 'f@example.com', 1)`, client, fmt.Sprintf("toko-%d", client)); err != nil {
				return err
			}

			if _, err := tx.Exec(t.Context(), `INSERT INTO client_prices (client_id, product_code, price, updated_at)
				SELECT $1, code, 10200, 1 FROM products WHERE operator_code = 'TSEL'`, client); err != nil {
				return err
			}
		}

		return nil
	}))
}

func schedule(t testing.TB, f catalogtest.Fixture, rows string) {
	t.Helper()

	_, err := f.Sheets.Schedule(t.Context(), sheets.PriceImport{
		File: strings.NewReader("effective_at,product_code,client_id,supplier,amount\n" + rows), ClientIDs: clientIDs(), Apply: true, By: catalogtest.By(),
	})
	testkit.Must(t, err)
}

func importPrices(t testing.TB, f catalogtest.Fixture, rows string) {
	t.Helper()

	report, err := f.Sheets.Import(t.Context(), sheets.PriceTable, strings.NewReader("client_id,product_code,price\n"+rows), clientIDs(), catalogtest.By())
	if err != nil {
		t.Fatalf("%v: %+v", err, report)
	}
}

// Of the prices of 1,000 clients those are read again that changed, and no others: a change of all behind the back of the catalogue
// shows which.
func TestOnlyPricesOfChangedClientsAreReadAgain(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)
		fillPrices(t, f.Fixture, 0)

		other := catalog.New(d, f.Clock) // another node

		if n := len(readAgain(t, other, d, func() {})); n != manyClients {
			t.Fatalf("the first snapshot has the prices of %d clients", n)
		}

		for _, step := range []struct {
			what   string
			change func()
			want   []int64
		}{
			{"an operator", func() {
				f.MustImport(t, sheets.OperatorTable, strings.Replace(catalogtest.Operators, "DANA,DANA", "DANA,Dana", 1))
			}, nil},
			{"an imported price", func() { importPrices(t, f.Fixture, "2005,TSEL10,10900\n") }, []int64{2005}},
			{"two more", func() { importPrices(t, f.Fixture, "2006,TSEL10,10900\n2007,TSEL10,10900\n") }, []int64{2006, 2007}},
			{"scheduled ones", func() {
				schedule(t, f.Fixture, "2026-11-21 15:00,TSEL10,2009,,10900\n2026-11-21 16:00,TSEL10,2010,,10900\n")
			}, nil},
			{"one that takes effect", func() { f.Clock.Advance(time.Hour) }, []int64{2009}},
			{"one to which another node gave effect", func() {
				f.Clock.Advance(time.Hour)

				_, err := f.Reload(t.Context())
				testkit.Must(t, err)
			}, []int64{2010}},
			{"one that ended", func() { importPrices(t, f.Fixture, "2008,TSEL10,\n") }, []int64{2008}}, // the list price holds
		} {
			if got := readAgain(t, other, d, step.change); !slices.Equal(got, step.want) {
				t.Errorf("%s: the prices of %d clients were read, first %v, want %v", step.what, len(got), got[:min(len(got), 3)], step.want)
			}
		}
	})
}

// readAgain are the clients whose prices a node reads after a change.
func readAgain(t *testing.T, s *catalog.Service, d *db.DB, change func()) (clients []int64) {
	t.Helper()
	testkit.Exec(t, d, "UPDATE client_prices SET price = price + 1")
	change()

	snap, err := s.Reload(t.Context())
	testkit.Must(t, err)

	list, err := catalog.ReadPrices(t.Context(), d.Reader())
	testkit.Must(t, err)

	stored := map[int64]money.Rupiah{}

	for _, p := range list {
		if p.ProductCode == "TSEL10" {
			stored[p.ClientID] = p.Price
		}
	}

	p, _ := snap.Product("TSEL10")

	for _, client := range clientIDs()[1:] {
		if snap.Price(client, p) == cmp.Or(stored[client], p.Price) {
			clients = append(clients, client)
		}
	}

	return clients
}

// A standby without the last commits, or a restored backup, is an older state of the database, in which versions and changes count again:
// all prices are read again.
func TestAllPricesAreReadFromAnOlderState(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.Fill(t)
		fillPrices(t, f.Fixture, 0)

		node := catalog.New(d, f.Clock)
		readAgain(t, node, d, func() {})

		if n := len(readAgain(t, node, d, func() {
			testkit.Exec(t, d, "UPDATE versions SET version = version - 1 WHERE name = $1", catalog.VersionName)
		})); n != manyClients {
			t.Errorf("after the version fell the prices of %d clients were read", n)
		}

		f.Clock.Advance(2 * time.Second)

		ended, end := context.WithCancel(t.Context())
		end()

		for { // the reading of a caller who is gone fails once it has the turn
			if _, err := node.Snapshot(ended); err == nil {
				t.Fatal("read for nobody")
			} else if !strings.Contains(err.Error(), "wait for the catalogue") {
				break
			}
		}

		f.Clock.Advance(2 * time.Second)
		testkit.Exec(t, d, "UPDATE client_prices SET price = price + 1")

		before := testkit.Value[int64](t, d, "SELECT MIN(price) FROM client_prices WHERE client_id > 2000 AND product_code = 'TSEL10'")
		snap, err := node.Snapshot(t.Context())
		testkit.Must(t, err)

		p, _ := snap.Product("TSEL10")
		if got := snap.Price(2001, p); int64(got) < before {
			t.Errorf("after a failure the old price %d holds", got)
		}
	})
}

// BenchmarkRefresh reads the catalogue after the price of one of 1,000 clients changed, who have 50 own prices each.
func BenchmarkRefresh(b *testing.B) {
	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		d := testkit.Open(b, engine)
		f := catalogtest.New(b, d)
		f.Fill(b)
		fillPrices(b, f, 50)

		b.Run(engine.String()+"/one-client", func(b *testing.B) {
			node := catalog.New(d, f.Clock)
			refresh(b, node)

			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				importPrices(b, f, fmt.Sprintf("2001,TSEL10,%d\n", 10_200+n%2))
				b.StartTimer()
				refresh(b, node)
			}
		})

		b.Run(engine.String()+"/all", func(b *testing.B) {
			for b.Loop() {
				refresh(b, catalog.New(d, f.Clock))
			}
		})
	}
}

func refresh(b *testing.B, s *catalog.Service) {
	b.Helper()

	_, err := s.Reload(context.WithoutCancel(b.Context()))
	testkit.Must(b, err)
}
