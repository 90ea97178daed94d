package drills

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -kills 2000.
var kills = flag.Int("kills", 8, "how often the program is killed on each engine")

const (
	drillCallers = 16
	shortest     = 100 * time.Millisecond
	spread       = 400 * time.Millisecond
	settleTime   = 2 * time.Minute
)

// TestKilledUnderLoad kills the program repeatedly while orders arrive. No
// acknowledged order may be missing, doubled or have another id, the supplier must
// have executed exactly what was charged, and the books must hold. On PostgreSQL
// every second kill hits the database server first.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, server := durableDatabase(t, engine)
			p := newProgram(t, url)
			c := newCallers(p.address)

			p.start(t) // makes the demo's data
			p.stop(t)
			p.fund(t)

			for n := range *kills {
				p.start(t)

				if server != nil && n%2 == 1 {
					strikeUnderLoad(t, p, c, server)
				} else {
					strikeUnderLoad(t, p, c, nil)
				}
			}

			p.start(t)

			if len(c.acked) < *kills {
				t.Errorf("%d kills met %d orders: there was no load", *kills, len(c.acked))
			}

			for _, problem := range audit(t, p, c) {
				t.Error(problem)
			}

			p.stop(t)
			p.verify(t)
			t.Logf("%d kills, %d orders acknowledged", *kills, len(c.acked))
		})
	}
}

// durableDatabase returns a database with durable settings, and its server, which
// is nil on SQLite.
func durableDatabase(t *testing.T, engine db.Engine) (url string, server *testkit.Server) {
	t.Helper()

	if engine == db.SQLite {
		return "", nil
	}

	server, err := testkit.StartServer(true)
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})

	if url, err = server.NewDatabase(t.Context()); err != nil {
		t.Fatal(err)
	}

	return url, server
}

// strikeUnderLoad kills the program at a random moment while requests are in
// flight. It kills the database server first, if one is given.
func strikeUnderLoad(t *testing.T, p *program, c *callers, server *testkit.Server) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	ended := make(chan []error, 1)
	go func() { ended <- c.run(ctx, drillCallers) }()

	time.Sleep(shortest + rand.N(spread))

	if server != nil {
		must(t, server.Crash())
		must(t, server.Restart())
	}

	p.kill()
	cancel()

	for _, err := range <-ended {
		t.Error(err)
	}
}

// audit compares the callers' log, the orders and the supplier's book.
func audit(t *testing.T, p *program, c *callers) []string {
	t.Helper()

	problems := []string{}

	// Repeat the open references: each is at most one order.
	for ref := range c.open {
		delete(c.open, ref)

		if err := c.place(t.Context(), ref); err != nil {
			problems = append(problems, err.Error())
		}
	}

	deadline := time.Now().Add(settleTime)

	for ref, id := range c.acked {
		o, status, err := c.get(t.Context(), ref)

		// Without an answer, repeat the request.
		for (err != nil || status == http.StatusOK && o.Data.Status == "pending") && time.Now().Before(deadline) {
			time.Sleep(shortest)

			o, status, err = c.get(t.Context(), ref)
		}

		switch {
		case err != nil || status != http.StatusOK:
			problems = append(problems, fmt.Sprintf("%s was acknowledged and is lost (%d, %v)", ref, status, err))
		case o.Data.OrderID != id:
			problems = append(problems, fmt.Sprintf("%s was acknowledged as %s and is %s", ref, id, o.Data.OrderID))
		case o.Data.Status == "pending":
			problems = append(problems, ref+" never ends")
		}
	}

	return append(problems, compareBook(t, p, c)...)
}

// compareBook finds what the supplier executed twice or without an order of ours.
func compareBook(t *testing.T, p *program, c *callers) []string {
	t.Helper()

	problems := []string{}
	delivered := supplierBook(t, p)

	for number, times := range delivered {
		if times > 1 {
			problems = append(problems, fmt.Sprintf("%s was delivered %d times", number, times))
		}
	}

	if len(delivered) != len(c.acked) {
		problems = append(problems, fmt.Sprintf("%d destinations were delivered, %d orders acknowledged", len(delivered), len(c.acked)))
	}

	return problems
}

// supplierBook is how often the supplier delivered to each destination, by its own book.
func supplierBook(t *testing.T, p *program) map[string]int {
	t.Helper()

	var book []struct {
		CustomerNo string `json:"customerNo"`
		Executed   bool   `json:"executed"`
	}

	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.simulators+"/supplier/book", nil)
	must(t, err)

	res, err := http.DefaultClient.Do(req)
	must(t, err)

	defer res.Body.Close()

	must(t, json.NewDecoder(res.Body).Decode(&book))

	delivered := map[string]int{}

	for _, e := range book {
		if e.Executed {
			delivered[e.CustomerNo]++
		}
	}

	return delivered
}

// TestKillGateSeesAnEarlyAnswer plants the bug that the drill must catch: an answer
// before the order is stored. A proxy in front of the program answers "placed" at
// once and loses what it has not passed on when it is killed.
func TestKillGateSeesAnEarlyAnswer(t *testing.T) {
	t.Parallel()

	p := newProgram(t, "")
	p.start(t)

	early := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"data":{"orderId":"1","status":"pending"}}`))

			return
		}

		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(early.Close)

	c := newCallers(func() string { return early.URL })
	if err := c.place(t.Context(), "drill-000001"); err != nil {
		t.Fatal(err)
	}

	p.kill()
	p.start(t)

	c.base = p.address
	if problems := strings.Join(audit(t, p, c), "\n"); !strings.Contains(problems, "drill-000001 was acknowledged and is lost") {
		t.Errorf("an acknowledged order is lost and the check saw only: %s", problems)
	}
}
