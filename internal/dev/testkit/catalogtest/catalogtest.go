// Package catalogtest makes a small catalogue for tests by importing files, as staff do.
package catalogtest

import (
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// Client is the one client of a Fixture.
const Client int64 = 1001

// The files of Fill.
const (
	Operators = "code,name,type,active\nTSEL,Telkomsel,mobile,true\nPLN,PLN Prepaid,electricity,true\nPDAMSBY,PDAM Surabaya,pdam,false\nDANA,DANA,ewallet_inquiry,true\n"
	Products  = "code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem\n" +
		"TSEL10,Telkomsel 10.000,,TSEL,level_1,10250,12000,,,true,false\n" +
		"TSEL20,Telkomsel 20.000,,TSEL,level_1,20150,,,,false,true\n" +
		"PDAMSBY,PDAM Surabaya,,PDAMSBY,multibiller,2500,,,,true,false\n" +
		"DANAO,DANA Open,,DANA,level_2,900,,10000,2000000,true,false\n"
	SKUs = "product_code,supplier,sku,preference,cost,active\nTSEL10,digiflazz-a,a-tsel10,1,10100,true\n" +
		"TSEL10,digiflazz-b,b-tsel10,2,10150,true\nTSEL20,digiflazz-a,a-tsel20,1,20000,false\n"

	changesHead = "effective_at,product_code,client_id,supplier,amount\n"
)

// Fixture is a catalogue on a manual clock; it is 14:00 in Jakarta on 21 November 2026.
type Fixture struct {
	*catalog.Service

	Sheets *sheets.Service
	DB     *db.DB
	Clock  *clock.Manual
}

// New makes an empty catalogue and its client.
func New(t testing.TB, d *db.DB) Fixture {
	t.Helper()

	testkit.InsertClient(t, d, Client)

	return OnClock(d, clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)))
}

// OnClock is the catalogue of a database, such as that of another node.
func OnClock(d *db.DB, clk *clock.Manual) Fixture {
	s := catalog.New(d, clk)

	return Fixture{Service: s, Sheets: sheets.New(sheets.Deps{DB: d, Clock: clk, Catalog: s}), DB: d, Clock: clk}
}

// MustImport imports a file without a fault.
func (f Fixture) MustImport(t testing.TB, table sheets.Table, content string) sheets.Report {
	t.Helper()

	report, err := f.Sheets.Import(t.Context(), table, strings.NewReader(content), Clients(), By())
	if err != nil {
		t.Fatalf("import %s: %v %+v", table, err, report.Rows)
	}

	return report
}

// Fill imports operators, products and SKUs.
func (f Fixture) Fill(t testing.TB) {
	t.Helper()
	f.MustImport(t, sheets.OperatorTable, Operators)
	f.MustImport(t, sheets.ProductTable, Products)
	f.MustImport(t, sheets.SKUTable, SKUs)
}

// Schedule imports rows of price changes.
func (f Fixture) Schedule(t testing.TB, rows string, apply bool) (sheets.PriceReport, error) {
	t.Helper()

	return f.Sheets.Schedule(t.Context(), sheets.PriceImport{File: strings.NewReader(changesHead + rows), ClientIDs: Clients(), Apply: apply, By: By()})
}

// MustSchedule is Schedule without a fault.
func (f Fixture) MustSchedule(t testing.TB, rows string) sheets.PriceReport {
	t.Helper()

	report, err := f.Schedule(t, rows, true)
	if err != nil {
		t.Fatalf("%v %+v", err, report.Rows)
	}

	return report
}

// Clients are all clients.
func Clients() []int64 { return []int64{Client} }

// By is who changes the catalogue.
func By() catalog.By { return catalog.By{Actor: "staff:budi", Reason: "test"} }
