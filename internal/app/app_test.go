package app_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/app"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/db"
)

func TestHealthAndMetrics(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		for path, want := range map[string]int{
			"/healthz": http.StatusOK, "/readyz": http.StatusOK, "/openapi.json": http.StatusOK, "/metrics": http.StatusNotFound,
			"/external/": http.StatusOK, "/": http.StatusOK,
			// The page's own script reads its URL and ignores what it doesn't know; a
			// call refuses unclear parameters.
			"/external/orders?page=1&page=2": http.StatusOK, "/external/orders?query=%00": http.StatusOK, "/external/%ff?%zz": http.StatusOK,
			"/healthz?page=1&page=2": http.StatusBadRequest,
		} {
			if status, text := p.ask(t, http.MethodGet, path, "", ""); status != want {
				t.Errorf("%s: %d %s", path, status, text)
			}
		}

		admin := &program{base: "http://" + p.AdminAddress()}

		status, text := admin.ask(t, http.MethodGet, "/metrics", "", "")
		if status != http.StatusOK {
			t.Fatalf("metrics: %d", status)
		}

		for _, name := range []string{
			"loket_http_request_seconds_count", "loket_jobs_ready", "loket_jobs_oldest_seconds", "loket_order_batch_seconds_count",
			"loket_build_info{", "loket_hasher_waiting", "loket_db_batch_connections_in_use", "loket_db_batch_wait_seconds", "loket_events_set_aside", "loket_orders_waiting", "loket_catalog_age_seconds", "loket_catalog_refresh_failures_total", "go_goroutines",
		} {
			if !strings.Contains(text, name) {
				t.Errorf("no %s in the metrics", name)
			}
		}
	})
}

// TestOrderFromKeyToHistory follows an order: placed by API key, announced by the live
// updates, sent to the simulated supplier, ended, listed.
func TestOrderFromKeyToHistory(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		token := p.signIn(t, 1001, "root")
		hints := p.listen(t, token)

		for ref, destination := range map[string]string{"WAY-1": "081234567800", "WAY-2": "081234567802"} {
			body := `{"productCode":"TSEL10","destinationNo":"` + destination + `","clientRef":"` + ref + `"}`

			status, text := p.ask(t, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001", body)
			if status != http.StatusCreated {
				t.Fatalf("place %s: %d %s", ref, status, text)
			}

			if status, again := p.ask(t, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001", body); status != http.StatusOK {
				t.Errorf("place %s again: %d %s", ref, status, again)
			}
		}

		for late, heard := time.After(testkit.Patience), ""; heard != "event: orders"; {
			select {
			case heard = <-hints:
			case <-late:
				t.Fatal("no hint about orders")
			}
		}

		for ref, want := range map[string]string{"WAY-1": `"status":"success","refunded":false`, "WAY-2": `"status":"failed","refunded":true`} {
			testkit.Eventually(t, testkit.Patience, ref+" ends", func() bool {
				_, text := p.ask(t, http.MethodGet, "/v1/orders/external?query=!"+ref, token, "")

				return strings.Contains(text, want)
			})

			if status, text := p.ask(t, http.MethodGet, "/h2h/v1/orders/"+ref, "lk_demo_1002", ""); status != http.StatusNotFound {
				t.Errorf("another client sees %s: %d %s", ref, status, text)
			}
		}

		testkit.ProveBooks(t, p.DB)
	})
}

// listen opens the stream of live updates; the channel receives its events.
func (p *program) listen(t *testing.T, token string) <-chan string {
	t.Helper()

	return p.listenAfter(t, token, "")
}

// listenAfter is listen of a reader that has read up to the event with an id.
func (p *program) listenAfter(t *testing.T, token, last string) <-chan string {
	t.Helper()

	return p.listenTo(t, "/v1/events", token, last)
}

func (p *program) listenTo(t *testing.T, path, token, last string) <-chan string {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)

	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}

	r.Header.Set("Authorization", "Bearer "+token)

	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}

	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("stream: %d %v", answer.StatusCode, answer.Header)
	}

	out := make(chan string, 100)

	go func() {
		defer answer.Body.Close()
		defer close(out)

		lines := bufio.NewScanner(answer.Body)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "event: ") {
				out <- lines.Text()
			}
		}
	}()

	return out
}

func TestReturningReaderIsToldToLoadEverything(t *testing.T) {
	t.Parallel()

	p := start(t, db.SQLite)
	token := p.signIn(t, 1001, "root")

	for _, last := range []string{"1", "1772341200000000", "of another system"} {
		if e := <-p.listenAfter(t, token, last); e != "event: everything" {
			t.Errorf("after the event %q: %q", last, e)
		}
	}
}

// A staff command is a process of its own, which leaves only its audit rows. Screens of that client load again.
func TestScreensHearOfStaffCommands(t *testing.T) {
	t.Parallel()

	p := start(t, db.SQLite)
	hints, others := p.listen(t, p.signIn(t, 1001, "root")), p.listen(t, p.signIn(t, 1002, "root"))

	const row = "INSERT INTO audit_log (at, actor, client_id, action, subject) VALUES (1, $1, $2, 'settlement.change', 'settlement:1')"

	testkit.Exec(t, p.DB, row, "user:1", 1002)
	testkit.Exec(t, p.DB, row, "staff:budi", 1001)

	for late := time.After(testkit.Patience); ; {
		select {
		case heard := <-others:
			if heard == "event: everything" {
				t.Error("another client hears of it")
			}
		case heard := <-hints:
			if heard == "event: everything" {
				return
			}
		case <-late:
			t.Fatal("no hint about what staff changed")
		}
	}
}

func TestSignOutEndsStreams(t *testing.T) {
	t.Parallel()

	p := start(t, db.SQLite)
	token, other := p.signIn(t, 1001, "root"), p.signIn(t, 1001, "root")
	hints, others := p.listen(t, token), p.listen(t, other)

	// The restricted token of an expired password may sign out too.
	for _, leaving := range []string{token, p.signIn(t, 1003, "expired")} {
		if status, text := p.ask(t, http.MethodPost, "/v1/user/logout", leaving, ""); status != http.StatusOK || strings.TrimSpace(text) != "{}" {
			t.Errorf("sign out: %d %s", status, text)
		}
	}

	for range hints { // until it closes
	}

	p.changeOrders(t, 1001)

	select {
	case _, open := <-others:
		if !open {
			t.Error("another session's stream ended too")
		}
	case <-time.After(testkit.Patience):
		t.Error("another session's stream is silent")
	}

	if status, _ := p.ask(t, http.MethodGet, "/v1/events", token, ""); status != http.StatusUnauthorized {
		t.Errorf("the stream opens with an ended session: %d", status)
	}
}

// TestEndedSessionsEndStreams: when a session is ended, on this node or by another
// program on the same database, its streams close soon, and no others.
func TestEndedSessionsEndStreams(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		other, err := app.New(t.Context(), app.Options{Config: p.conf, Demo: true, Command: true})
		if err != nil {
			t.Fatal(err)
		}

		other.StartForCommand(t.Context())
		t.Cleanup(func() { stopWithin(t, other.Stop) })

		kept := p.listen(t, p.signIn(t, 1001, "root"))

		for username, end := range map[string]func() error{
			"viewer": func() error {
				return other.Staff.EndSessions(t.Context(), identity.By{Actor: "staff:budi", Reason: "test"},
					identity.UserRef{ClientID: 1001, Username: "viewer"})
			},
			"finance": func() error {
				p.expect(t, http.StatusOK, "{}", http.MethodPatch, "/v1/user/changePassword", p.signIn(t, 1001, "finance"),
					`{"oldPassword":"`+demo.Password+`","password":"Kuda-Terbang-7","repassword":"Kuda-Terbang-7"}`)

				return nil
			},
		} {
			hints := p.listen(t, p.signIn(t, 1001, username))
			began := time.Now()

			if err := end(); err != nil {
				t.Fatal(err)
			}

			for range hints { // until it closes
			}

			// Other programs' ends are looked for every 2 s, for at most 5 s.
			if took := time.Since(began); took > testkit.Patience/2 {
				t.Errorf("the stream of %s ended after %s", username, took)
			}
		}

		p.changeOrders(t, 1001)

		if _, open := <-kept; !open {
			t.Error("another session's stream ended too")
		}
	})
}

func TestStopFinishesWhatRuns(t *testing.T) {
	t.Parallel()

	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		hints := p.listen(t, p.signIn(t, 1001, "root"))

		// The supplier of this order hangs: the stop must not wait for it.
		status, text := p.ask(t, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001",
			`{"productCode":"TSEL10","destinationNo":"081234567806","clientRef":"STOP-1"}`)
		if status != http.StatusCreated {
			t.Fatalf("place: %d %s", status, text)
		}

		began := time.Now()

		stopWithin(t, p.Stop)
		stopWithin(t, p.Stop) // a second stop does nothing

		const margin = 6 * time.Second // of a busy machine

		if took := time.Since(began); took > app.StopTime+margin {
			t.Errorf("the stop took %s", took)
		}

		for range hints { // until it closes
		}

		if _, err := http.Get(p.base + "/healthz"); err == nil { // it must not answer
			t.Error("it still answers")
		}
	})
}

func TestServeRefusesWhatIsUnsafe(t *testing.T) {
	t.Parallel()

	t.Run("demo", func(t *testing.T) {
		t.Parallel()

		p := start(t, db.SQLite)
		stopWithin(t, p.Stop)

		if _, err := app.New(t.Context(), app.Options{Config: p.conf}); err == nil || !strings.Contains(err.Error(), "loket demo") {
			t.Errorf("the demo's database serves: %v", err)
		}

		if err := app.CheckDatabase(t.Context(), p.conf, false); err == nil || !strings.Contains(err.Error(), "loket demo") {
			t.Errorf("the demo's database passes the check: %v", err)
		}
	})

	t.Run("not durable", func(t *testing.T) {
		t.Parallel()

		// The tests' own server runs without fsync.
		_, err := app.New(t.Context(), app.Options{Config: settings(t, db.Postgres)})
		if err == nil || !strings.Contains(err.Error(), "fsync") || !strings.Contains(err.Error(), "full_page_writes") {
			t.Errorf("a server that may lose orders is taken: %v", err)
		}
	})

	t.Run("no schema", func(t *testing.T) {
		t.Parallel()

		conf := settings(t, db.SQLite)
		conf.DatabaseURL = t.TempDir() + "/new.db"

		if _, err := app.New(t.Context(), app.Options{Config: conf}); err == nil || !strings.Contains(err.Error(), "loket migrate") {
			t.Errorf("an empty database is taken: %v", err)
		}

		a, err := app.New(t.Context(), app.Options{Config: conf, Migrate: true})
		if err != nil {
			t.Fatal(err)
		}

		stopWithin(t, a.Stop)
	})
}

// TestLogsHoldNoSecrets searches the log of a run for each of its secrets.
func TestLogsHoldNoSecrets(t *testing.T) {
	t.Parallel()

	p := start(t, db.SQLite)
	token := p.signIn(t, 1001, "root")

	p.ask(t, http.MethodGet, "/v1/user?token="+token, token, "")
	p.ask(t, http.MethodGet, "/nothing/"+token, token, "")
	p.ask(t, http.MethodPost, "/v1/auth", "", `{"clientId":1001,"username":"root","password":"wrong-PASSWORD-1"}`)
	p.ask(t, http.MethodGet, "/h2h/v1/balance", "lk_demo_1001", "")
	stopWithin(t, p.Stop)

	log := p.log.String()
	if !strings.Contains(log, `"actor":"user:1"`) || !strings.Contains(log, `"route":"GET /v1/user"`) {
		t.Fatalf("the access log is not there: %s", log)
	}

	for _, hidden := range []string{
		token, demo.Password, demo.PIN, "wrong-PASSWORD-1", "lk_demo_1001", p.conf.TokenKey.Reveal(), p.conf.PINPepper.Reveal(),
	} {
		if strings.Contains(log, hidden) {
			t.Errorf("the log holds %q", hidden)
		}
	}
}

// changeOrders sends a live update about a client's orders.
func (p *program) changeOrders(t *testing.T, client int64) {
	t.Helper()

	err := p.DB.Tx(t.Context(), func(tx *db.Tx) error {
		p.Live.ChangedTx(tx, client, order.LiveTopic)

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
