package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/job"
	"loket/internal/platform/language"
	"loket/internal/platform/live"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const client = ordertest.Client

// noon is the time of these tests: 21 November, 14:00 in Jakarta.
var noon = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// serviceWithStore is a service of files on a manual clock, with a file store, a
// queue, and a recorder of mails.
type serviceWithStore struct {
	*export.Service

	d     *db.DB
	clk   *clock.Manual
	queue *job.Queue
	store file.Store
	links *file.Links
	mails *mailtest.Recorder
	hub   *live.Hub
	// breakStore makes the store refuse everything from now on.
	breakStore func()
}

func newServiceWithStore(t *testing.T, d *db.DB, opt export.Options, wrap ...func(file.Store) file.Store) *serviceWithStore {
	t.Helper()
	ordertest.Fill(t, d, 0)

	svc := &serviceWithStore{d: d, clk: clock.NewManual(noon), mails: &mailtest.Recorder{}}
	log := slog.New(slog.DiscardHandler)

	svc.queue = mailtest.NewQueue(t, d, svc.clk)

	svc.openStore(t)

	for _, w := range wrap {
		svc.store = w(svc.store)
	}

	svc.hub = live.New(d, svc.clk, log)

	var err error

	svc.links, err = file.NewLinks(file.LinkOptions{Public: func() string { return "https://loket.example" }, Master: "master", Clock: svc.clk})
	testkit.Must(t, err)

	clients, err := identity.New(d, svc.clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, svc.clk),
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", 40))}, PINPepper: secret.Text(strings.Repeat("p", 40)),
	})
	testkit.Must(t, err)

	svc.Service = export.NewService(export.Deps{
		DB: d, Clock: svc.clk, Jobs: svc.queue, Files: svc.store, Links: svc.links, Mail: svc.mails, Clients: clients, Live: svc.hub, Log: log,
	}, opt)

	return svc
}

// openStore uses a folder with SQLite and a bucket with PostgreSQL, as deployments do.
func (svc *serviceWithStore) openStore(t *testing.T) {
	t.Helper()

	if svc.d.Engine() == db.Postgres {
		bucket := filetest.NewBucket(t)
		opt := bucket.Options()
		opt.Retries = 1
		svc.store, svc.breakStore = filetest.Open(t, opt), func() { bucket.SetFaults(filetest.Faults{Fault: filetest.SlowDown}) }

		return
	}

	folder, err := file.OpenFolder(t.TempDir())
	testkit.Must(t, err)

	broken := sync.OnceFunc(func() { testkit.Must(t, folder.Close()) })
	t.Cleanup(broken)

	svc.store, svc.breakStore = folder, broken
}

func (svc *serviceWithStore) travel(to time.Time) { svc.clk.Advance(to.Sub(svc.clk.Now())) }

func (svc *serviceWithStore) start(t *testing.T) {
	t.Helper()
	mailtest.Start(t, svc.queue)
}

func (svc *serviceWithStore) request(t *testing.T, from, to string) export.Request {
	t.Helper()

	r := export.Request{ClientID: client, UserID: 1, Zone: testkit.Jakarta(t), Actor: "user:1"}
	if from != "" {
		r.From = testkit.Day(t, from)
	}

	if to != "" {
		r.To = testkit.Day(t, to)
	}

	return r
}

func (svc *serviceWithStore) fetch(t *testing.T, url string) []byte {
	t.Helper()

	w := httptest.NewRecorder()
	testkit.Must(t, filetest.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil), svc.store, svc.links))

	return w.Body.Bytes()
}

func TestExportLimits(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{})

		for _, c := range []struct{ from, to, field, message string }{
			{"", "", "dateStart", "Please select the date range"},
			{"2026-11-01", "", "dateStart", "Please select the date range"},
			{"2026-10-20", "2026-11-21", "dateEnd", "Maximum date range is 31 days"},
			{"2026-11-21", "2026-11-22", "dateEnd", "The date must not be in the future"},
			{"2026-11-21", "2026-11-20", "dateEnd", "The end must not be before the start"},
		} {
			_, err := svc.Request(t.Context(), svc.request(t, c.from, c.to))
			if f := fault.From(err); !fault.ErrValidation.Is(err) || f.Fields[0].Field != c.field || f.Fields[0].Message.String() != c.message {
				t.Errorf("%s to %s: %v", c.from, c.to, err)
			}
		}

		fraction := noon.Add(time.Millisecond)
		fractional := svc.request(t, "2026-11-21", "2026-11-21")
		fractional.Hour = &fraction

		withoutDays := svc.request(t, "", "")
		withoutDays.Hour, withoutDays.Filter.Search = &noon, "#1"

		for field, r := range map[string]export.Request{"hour": fractional, "dateStart": withoutDays} {
			if _, err := svc.Request(t.Context(), r); !fault.ErrValidation.Is(err) || fault.From(err).Fields[0].Field != field {
				t.Errorf("an hour with a bad %s: %v", field, err)
			}
		}

		if _, err := svc.Request(t.Context(), svc.request(t, "2026-10-21", "2026-11-21")); err != nil {
			t.Errorf("31 days: %v", err)
		}

		if _, err := svc.Request(t.Context(), svc.request(t, "2026-11-21", "2026-11-21")); !export.ErrExportRunning.Is(err) {
			t.Errorf("a second export: %v", err)
		}

		another := svc.request(t, "2026-11-21", "2026-11-21")
		another.ClientID = ordertest.Other

		if _, err := svc.Request(t.Context(), another); err != nil {
			t.Errorf("another client waits: %v", err)
		}
	})
}

// The number of exports in an hour is limited, so that nobody floods the finance mailbox
// or fills the disk.
func TestExportsOfAnHour(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{Hourly: 2})
		svc.start(t)

		ask := func() error {
			_, err := svc.Request(t.Context(), svc.request(t, "2026-11-20", "2026-11-20"))
			testkit.Must(t, svc.queue.Idle(t.Context()))

			return err
		}

		testkit.Must(t, ask())
		svc.clk.Advance(20 * time.Minute)
		testkit.Must(t, ask())
		svc.clk.Advance(time.Minute)

		err := ask()
		if !fault.ErrThrottled.Is(err) || fault.From(err).RetryAfter != 39*time.Minute {
			t.Errorf("a third export within an hour: %v", err)
		}

		svc.clk.Advance(39 * time.Minute)
		testkit.Must(t, ask())
	})
}

func TestExportHasEveryOrderOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{Chunk: 7, Progress: time.Nanosecond})
		zone := testkit.Jakarta(t)

		moments := []time.Time{time.Date(2026, 11, 18, 23, 59, 59, 0, zone)}
		for i := range 40 {
			moments = append(moments, time.Date(2026, 11, 19, 0, i, 0, 0, zone))
		}

		made := ordertest.InsertOrders(t, d, append(moments, time.Date(2026, 11, 20, 0, 0, 0, 0, zone))...)
		testkit.Exec(t, d, "UPDATE orders SET serial_number = $1, reference = $2 WHERE client_id = $3 AND id = $4", "=1+1", `{"name":"SITI, \"X\"","period":"Nov"}`, client, made[1])
		testkit.Exec(t, d, "UPDATE orders SET wallet_type = 'level_2' WHERE client_id = $1 AND id = $2", client, made[2])

		logProgress(t, d)
		svc.hub.Start(t.Context())
		t.Cleanup(func() { testkit.Must(t, svc.hub.Stop(context.WithoutCancel(t.Context()))) })

		events, leave := svc.hub.Subscribe(client, false)
		defer leave()

		r := svc.request(t, "2026-11-19", "2026-11-19")
		r.Filter.WalletType = wallet.Level1

		testkit.Exec(t, d, "UPDATE clients SET language = 'id' WHERE id = $1", client)

		asked, err := svc.Request(t.Context(), r)
		testkit.Must(t, err)
		svc.start(t)
		testkit.Must(t, svc.queue.Idle(t.Context()))

		list, err := svc.List(t.Context(), client)
		testkit.Must(t, err)

		if len(list) != 1 || list[0].ID != asked.ID || list[0].Status != export.ExportDone || list[0].RowsDone != 39 || list[0].RowsTotal != 39 {
			t.Fatalf("%+v", list)
		}

		checkForms(t, svc, list[0], made)
		checkProgress(t, svc, events)
		checkLetter(t, svc, list[0])

		if others, err := svc.List(t.Context(), ordertest.Other); err != nil || len(others) != 0 {
			t.Errorf("another client sees %v, %v", others, err)
		}
	})
}

func TestExportHoldsWhatTheFilterSelects(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{Chunk: 3})
		svc.start(t)

		// Three orders an hour over two days, the first much earlier.
		zone := testkit.Jakarta(t)

		moments := []time.Time{time.Date(2026, 3, 1, 12, 0, 0, 0, zone)}
		for i := range 100 {
			moments = append(moments, time.Date(2026, 11, 19, 10, 20*i, 0, 0, zone))
		}

		made := ordertest.InsertOrders(t, d, moments...)
		testkit.Exec(t, d, "UPDATE orders SET payment_type = 'settlement' WHERE client_id = $1 AND id >= $2", client, made[90])

		const run, foreign = 7, 8
		insertRun(t, d, run, client, made[0], made[7], made[60])
		insertRun(t, d, foreign, ordertest.Other, made[9])

		hour := time.Date(2026, 11, 19, 11, 0, 0, 0, zone)
		days := [2]string{"2026-11-19", "2026-11-20"}

		for name, c := range map[string]struct {
			days   [2]string
			hour   *time.Time
			filter order.Filter
			wanted func(i int) bool
		}{
			"a status":             {days, nil, order.Filter{Status: order.Failed}, func(i int) bool { return i > 0 && i%3 == 2 }},
			"an hour":              {days, &hour, order.Filter{}, func(i int) bool { return i >= 4 && i <= 6 }},
			"settlement":           {days, nil, order.Filter{PaymentType: order.Settlement}, func(i int) bool { return i >= 90 }},
			"a number":             {days, nil, order.Filter{Search: "$08120"}, func(i int) bool { return i > 0 && i%4 == 0 }},
			"a number, all dates":  {[2]string{}, nil, order.Filter{Search: "$08120", Status: order.Success}, func(i int) bool { return i%12 == 0 }},
			"no sign, all dates":   {[2]string{}, nil, order.Filter{Search: "ref-7"}, func(i int) bool { return i == 7 }},
			"a run, all dates":     {[2]string{}, nil, order.Filter{Scheduled: run}, func(i int) bool { return i == 0 || i == 7 || i == 60 }},
			"a run, some days":     {days, nil, order.Filter{Scheduled: run, Status: order.Failed}, func(i int) bool { return i == 60 && i%3 == 2 }},
			"a run of another":     {[2]string{}, nil, order.Filter{Scheduled: foreign}, func(int) bool { return false }},
			"nothing that matches": {days, nil, order.Filter{WalletType: wallet.Level2}, func(int) bool { return false }},
		} {
			r := svc.request(t, c.days[0], c.days[1])
			r.Hour, r.Filter = c.hour, c.filter

			_, err := svc.Request(t.Context(), r)
			testkit.Must(t, err)
			testkit.Must(t, svc.queue.Idle(t.Context()))

			list, err := svc.List(t.Context(), client)
			testkit.Must(t, err)

			if list[0].Filter != c.filter || c.hour != nil && !list[0].Hour.Equal(*c.hour) {
				t.Errorf("%s: the export says %+v", name, list[0])
			}

			want := []string{}

			for i, id := range made {
				if c.wanted(i) {
					want = append(want, order.FormatID(id))
				}
			}

			if got := exportedIDs(t, svc, list[0]); !slices.Equal(got, want) {
				t.Errorf("%s: %d orders, want %d", name, len(got), len(want))
			}

			svc.clk.Advance(time.Minute) // the list has the newest first
		}
	})
}

// insertRun stores a scheduled order whose lines made orders of the client.
func insertRun(t *testing.T, d *db.DB, id, of int64, made ...int64) {
	t.Helper()

	testkit.Exec(t, d, `INSERT INTO scheduled_orders (id, client_id, user_id, name, product_code, product_name, operator_type, wallet_type, kind, quantity,
		unit_price, status, immediate, scheduled_at, token, waiting, created_at)
		VALUES ($1, $2, 1, 'Payday', 'TSEL10', 'Telkomsel', 'mobile', 'level_1', 'prepaid', $3, 10, 'scheduled', TRUE, 1, $4, $3, 1)`,
		id, of, len(made), fmt.Sprintf("token-%d", id))

	for i, orderID := range made {
		testkit.Exec(t, d, `INSERT INTO scheduled_lines (scheduled_order_id, line, client_id, destination_no, state, order_id, price, updated_at)
			VALUES ($1, $2, $3, '0812', 'success', $4, 10, 1)`, id, i+1, of, orderID)
	}
}

func exportedIDs(t *testing.T, svc *serviceWithStore, x export.Export) []string {
	t.Helper()

	rows, err := csv.NewReader(bytes.NewReader(svc.fetch(t, x.CSV.URL))).ReadAll()
	testkit.Must(t, err)

	found := make([]string, len(rows)-1)
	for i, row := range rows[1:] {
		found[i] = row[0]
	}

	return found
}

func TestExportMailSaysTheFilter(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{})
		svc.start(t)

		r := svc.request(t, "", "")
		r.Filter = order.Filter{Search: "!INV-7", Status: order.Failed, WalletType: wallet.Level1, PaymentType: order.Deposit}
		_, err := svc.Request(t.Context(), r)
		testkit.Must(t, err)
		testkit.Must(t, svc.queue.Idle(t.Context()))

		facts := []string{}
		for _, f := range svc.mails.Messages()[0].Facts {
			facts = append(facts, f.Name+": "+f.Value)
		}

		want := []string{"Dates: All dates", "Search: !INV-7", "Status: failed", "Wallet Type: Level 1", "Payment Type: Deposit", "Orders: 0"}
		if !slices.Equal(facts, want) {
			t.Errorf("got %q, want %q", facts, want)
		}
	})
}

func checkForms(t *testing.T, svc *serviceWithStore, x export.Export, made []int64) {
	t.Helper()

	text := svc.fetch(t, x.CSV.URL)
	sum := sha256.Sum256(text)

	if int64(len(text)) != x.CSV.Size || hex.EncodeToString(sum[:]) != x.CSV.SHA256 {
		t.Error("size or checksum of the CSV are wrong")
	}

	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	testkit.Must(t, err)

	if len(rows) != 40 || rows[1][0] != order.FormatID(made[1]) || rows[2][0] != order.FormatID(made[3]) || rows[39][0] != order.FormatID(made[40]) {
		t.Fatalf("%d rows: %v", len(rows), rows[:2])
	}

	if got := strings.Join(rows[1][1:], "|"); got != `ref-1|2026-11-19 00:00:00|2026-11-19 00:00:00|TSEL10|Telkomsel|name: SITI, "X", period: Nov|Level 1|08121|10250|tertunda|tidak|Deposit|'=1+1|` {
		t.Error(got)
	}

	book := svc.fetch(t, x.XLSX.URL)
	sum = sha256.Sum256(book)

	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	testkit.Must(t, err)

	sheet, err := z.Open("xl/worksheets/sheet1.xml")
	testkit.Must(t, err)

	content, err := io.ReadAll(sheet)
	testkit.Must(t, err)

	if hex.EncodeToString(sum[:]) != x.XLSX.SHA256 || bytes.Count(content, []byte("<row ")) != 40 || bytes.Contains(content, []byte("<f>")) {
		t.Error("the workbook is wrong")
	}
}

// logProgress has the database record every state of an export.
func logProgress(t *testing.T, d *db.DB) {
	t.Helper()

	testkit.Exec(t, d, "CREATE TABLE progress (number BIGINT, rows_done BIGINT, rows_total BIGINT)")

	insert := "INSERT INTO progress SELECT COUNT(*), NEW.rows_done, NEW.rows_total FROM progress;"
	if d.Engine() == db.SQLite {
		testkit.Exec(t, d, "CREATE TRIGGER log_progress AFTER UPDATE ON order_exports BEGIN "+insert+" END")

		return
	}

	testkit.Exec(t, d, "CREATE FUNCTION log_progress() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN "+insert+" RETURN NEW; END'")
	testkit.Exec(t, d, "CREATE TRIGGER log_progress AFTER UPDATE ON order_exports FOR EACH ROW EXECUTE FUNCTION log_progress()")
}

// checkProgress requires that the progress of an export only grew until its end, and that
// a live update was sent.
func checkProgress(t *testing.T, svc *serviceWithStore, events <-chan live.Event) {
	t.Helper()

	rows, err := svc.d.Reader().Query(t.Context(), "SELECT rows_done, rows_total FROM progress ORDER BY number")
	states, err := db.Collect(rows, err, func(row *sql.Rows) (s [2]int64, err error) { return s, row.Scan(&s[0], &s[1]) })
	testkit.Must(t, err)

	last := int64(0)

	for _, s := range states {
		if s[0] < last || s[0] > s[1] {
			t.Errorf("progress %d of %d after %d", s[0], s[1], last)
		}

		last = s[0]
	}

	if len(states) < 2 || states[len(states)-1] != [2]int64{39, 39} {
		t.Errorf("progress %v", states)
	}

	e := <-events
	if e.Topic == live.Everything { // the hub began to listen to other nodes
		e = <-events
	}

	if e.Topic != export.LiveTopic {
		t.Errorf("got %+v", e)
	}
}

func checkLetter(t *testing.T, svc *serviceWithStore, x export.Export) {
	t.Helper()

	sent := svc.mails.Messages()
	if len(sent) != 1 || sent[0].To != "f@example.com" || sent[0].Language != language.Indonesian || sent[0].Subject != "Data order Anda sudah siap" {
		t.Fatalf("%+v", sent)
	}

	url := sent[0].Action.URL.Reveal()
	svc.fetch(t, url)

	if !strings.HasPrefix(url, "https://loket.example/files/orders/1001/") {
		t.Errorf("mailed: %s", url)
	}

	if x.ExpiresAt != noon.Add(7*24*time.Hour) {
		t.Errorf("ends %s", x.ExpiresAt)
	}

	svc.travel(x.ExpiresAt.Add(-time.Second))
	svc.fetch(t, url)
	svc.travel(x.ExpiresAt)

	w := httptest.NewRecorder()
	if err := filetest.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, url, nil), svc.store, svc.links); !file.ErrLink.Is(err) {
		t.Errorf("after seven days: %v", err)
	}

	list, err := svc.List(t.Context(), client)
	if err != nil || list[0].Status != export.ExportExpired || list[0].CSV.URL != "" {
		t.Errorf("%+v, %v", list, err)
	}
}

// A run that broke is repeated. After the last attempt the client may request the export
// again.
func TestExportSurvivesAndGivesUp(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{})
		_, err := svc.Request(t.Context(), svc.request(t, "2026-11-19", "2026-11-19"))
		testkit.Must(t, err)
		svc.breakStore() // no file can be written
		svc.start(t)

		testkit.Eventually(t, ordertest.Patience, "the export fails", func() bool {
			svc.clk.Advance(time.Minute) // the back-off between attempts

			list, err := svc.List(t.Context(), client)
			testkit.Must(t, err)

			return list[0].Status == export.ExportFailed
		})

		if len(svc.mails.Messages()) != 0 {
			t.Error("a failed export was announced")
		}

		if _, err := svc.Request(t.Context(), svc.request(t, "2026-11-19", "2026-11-19")); err != nil {
			t.Errorf("after a failure: %v", err)
		}
	})
}

func TestReports(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{})
		svc.start(t)

		zone := testkit.Jakarta(t)
		ordertest.InsertOrders(t, d, time.Date(2026, 11, 18, 23, 59, 59, 0, zone), time.Date(2026, 11, 19, 0, 0, 0, 0, zone))

		for _, c := range []struct{ from, to, message string }{
			{"", "", "Please select the date range"},
			{"2026-11-11", "2026-11-19", "Maximum date range is 7 days"},
			{"2026-11-19", "2026-11-20", "The latest day is two days ago"},
		} {
			r := export.ReportRequest{ClientID: client}
			if c.from != "" {
				r.From, r.To = testkit.Day(t, c.from), testkit.Day(t, c.to)
			}

			if _, err := svc.Reports(t.Context(), r); !fault.ErrValidation.Is(err) || fault.From(err).Fields[0].Message.String() != c.message {
				t.Errorf("%s to %s: %v", c.from, c.to, err)
			}
		}

		week := export.ReportRequest{ClientID: client, From: testkit.Day(t, "2026-11-12"), To: testkit.Day(t, "2026-11-19")}
		first, err := svc.Reports(t.Context(), week)
		testkit.Must(t, err)

		if len(first) != 8 || first[6].Rows != 1 || first[7].Rows != 1 || first[0].Rows != 0 || first[7].Day.String() != "2026-11-19" {
			t.Fatalf("%+v", first)
		}

		text := svc.fetch(t, first[7].CSV.URL)
		sum := sha256.Sum256(text)

		if hex.EncodeToString(sum[:]) != first[7].CSV.SHA256 || strings.Count(string(text), "\r\n") != 2 {
			t.Errorf("%s", text)
		}

		// The workbook beside it has the same orders.
		book, err := excelize.OpenReader(bytes.NewReader(svc.fetch(t, first[7].XLSX.URL)))
		testkit.Must(t, err)

		rows, err := book.GetRows(book.GetSheetName(0))
		testkit.Must(t, err)

		if len(rows) != 2 || !strings.Contains(string(text), rows[1][0]) || first[7].XLSX.Size == 0 {
			t.Errorf("workbook %v beside %s", rows, text)
		}

		again, err := svc.Reports(t.Context(), week)
		testkit.Must(t, err)

		if again[7].CSV.SHA256 != first[7].CSV.SHA256 || again[7].CSV.URL != first[7].CSV.URL {
			t.Error("a report that is there was made anew")
		}

		// Its file is lost, so it is made again.
		key := strings.TrimPrefix(strings.Split(first[7].CSV.URL, "?")[0], file.Base)
		testkit.Must(t, svc.store.Delete(t.Context(), file.Key(key)))

		remade, err := svc.Reports(t.Context(), week)
		testkit.Must(t, err)

		if remade[7].CSV.URL == first[7].CSV.URL || !bytes.Equal(svc.fetch(t, remade[7].CSV.URL), text) {
			t.Error("a lost report was not made anew")
		}

		// So is one whose workbook is lost, and one of an earlier release, which has none.
		for name, lose := range map[string]func(){
			"lost": func() {
				testkit.Must(t, svc.store.Delete(t.Context(), file.Key(strings.TrimPrefix(strings.Split(remade[7].XLSX.URL, "?")[0], file.Base))))
			},
			"none": func() { testkit.Exec(t, d, "UPDATE order_reports SET workbook_size = NULL, workbook_sha256 = NULL") },
		} {
			lose()

			was := remade[7].XLSX.URL

			remade, err = svc.Reports(t.Context(), week)
			testkit.Must(t, err)

			if remade[7].XLSX.URL == was || len(svc.fetch(t, remade[7].XLSX.URL)) == 0 {
				t.Errorf("workbook %s: it was not made anew", name)
			}
		}

		// No file for days before the client existed.
		testkit.Exec(t, d, "UPDATE clients SET created_at = $1 WHERE id = $2", clock.Micros(time.Date(2026, 11, 18, 5, 0, 0, 0, zone)), client)

		if young, err := svc.Reports(t.Context(), week); err != nil || len(young) != 2 {
			t.Errorf("%d reports, %v", len(young), err)
		}
	})
}

// heldStore holds up the files of one client until they are let go.
type heldStore struct {
	file.Store

	folder string
	let    chan struct{}
}

func (s heldStore) Create(ctx context.Context, key file.Key) (file.Writer, error) {
	if strings.Contains(string(key), s.folder) {
		select {
		case <-s.let:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}

	return s.Store.Create(ctx, key)
}

// One client's long report doesn't hold up the report of another client.
func TestLongReportHoldsUpNoOtherClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		let := make(chan struct{})
		svc := newServiceWithStore(t, d, export.Options{}, func(s file.Store) file.Store {
			return heldStore{s, fmt.Sprintf("/%d/", client), let}
		})
		svc.start(t)

		days := func(id int64) ([]export.Report, error) {
			ctx, cancel := context.WithTimeout(t.Context(), ordertest.Patience)
			defer cancel()

			return svc.Reports(ctx, export.ReportRequest{ClientID: id, From: testkit.Day(t, "2026-11-16"), To: testkit.Day(t, "2026-11-19")})
		}

		var (
			held  sync.WaitGroup
			lists [2][]export.Report
			errs  [2]error
		)

		for i := range lists {
			held.Go(func() { lists[i], errs[i] = days(client) })
		}

		testkit.Eventually(t, ordertest.Patience, "the long report is begun", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM jobs WHERE kind = 'order.report' AND state = 'running'") > 0
		})

		if list, err := days(ordertest.Other); err != nil || len(list) != 4 {
			t.Errorf("the other client waits: %d reports, %v", len(list), err)
		}

		// The other client's job is deleted soon after its files are there.
		testkit.Eventually(t, ordertest.Patience, "one job for both calls of the client that waits", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM jobs WHERE kind = 'order.report'") == 1
		})

		close(let)
		held.Wait()

		for i := range lists {
			if errs[i] != nil || len(lists[i]) != 4 {
				t.Errorf("%d reports, %v", len(lists[i]), errs[i])
			}
		}
	})
}

// The job after midnight makes the reports that are due, only for clients with the
// option.
func TestReportsAreMadeAfterMidnight(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		svc := newServiceWithStore(t, d, export.Options{})
		testkit.Exec(t, d, "UPDATE clients SET created_at = $1", clock.Micros(noon.AddDate(0, -1, 0)))
		testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, deposit_event_new_report, created_at)
			VALUES (900, $1, 'u', 'U', 'u@example.com', 'x', 1, TRUE, 1)`, client)

		// A client whose reports can't be made must not stop those of the clients after
		// it.
		testkit.InsertClient(t, d, 901)
		testkit.Exec(t, d, "UPDATE clients SET time_zone = 'Sea/Atlantis' WHERE id = 901")
		testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, deposit_event_new_report, created_at)
			VALUES (901, 901, 'v', 'V', 'v@example.com', 'x', 1, TRUE, 1)`)

		days := func() string {
			rows, err := d.Reader().Query(t.Context(), "SELECT client_id, day FROM order_reports ORDER BY client_id, day")
			testkit.Must(t, err)

			defer rows.Close()

			list := []string{}

			for rows.Next() {
				var (
					id   int64
					text string
				)

				testkit.Must(t, rows.Scan(&id, &text))
				list = append(list, fmt.Sprint(id, " ", text))
			}

			testkit.Must(t, rows.Err())

			return strings.Join(list, ",")
		}

		svc.travel(time.Date(2026, 11, 21, 16, 59, 0, 0, time.UTC)) // a minute before midnight in Jakarta
		svc.start(t)
		svc.travel(time.Date(2026, 11, 21, 17, 0, 1, 0, time.UTC))
		svc.queue.Wake("order.due_reports")

		want := []string{}
		for n := 13; n <= 20; n++ {
			want = append(want, fmt.Sprintf("%d 2026-11-%d", client, n))
		}

		testkit.Eventually(t, ordertest.Patience, "the reports are made", func() bool { return days() == strings.Join(want, ",") })
	})
}
