package app_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// What the gate of dead parts allows.
const (
	slower   = 1.5              // calls that don't need the dead part, against normal: 99 of 100
	recovery = 10 * time.Second // without a restart

	// grace is what a busy machine may add to a call; one that waits for a dead
	// part waits for a time-out, which is longer.
	grace = 250 * time.Millisecond
	// delivery is how long one order is watched: the one before it may have gone
	// into a connection that was dead already, and is asked for after a minute.
	delivery = 3 * time.Second
)

// outage is a part that Loket needs and that dies under it.
type outage struct {
	part  string
	begin func(t *testing.T)
	end   func(t *testing.T)
	// apart don't need the part; leaning does, and is what the gate must catch.
	apart   []func(ctx context.Context) error
	leaning func(ctx context.Context) error
	// well tells that everything works again.
	well func(ctx context.Context) error
}

// TestDeadPartsAreLeftAlone kills the database, the suppliers and the mail
// server in turn, by cutting them off and by letting them hang. Calls that
// don't need the dead part stay as fast as they were, and once the part is
// back everything works again by itself.
func TestDeadPartsAreLeftAlone(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			for _, o := range wired(t, engine) {
				t.Run(o.part, func(t *testing.T) { o.try(t) })
			}
		})
	}
}

func (o outage) try(t *testing.T) {
	t.Helper()

	normal, err := slowest(t.Context(), o.apart)
	if err != nil {
		t.Fatalf("before the outage: %v", err)
	}

	o.begin(t)

	if said := notice(t.Context(), normal, o.apart); said != "" {
		t.Errorf("what needs no %s: %s", o.part, said)
	}

	if notice(t.Context(), normal, slices.Insert(slices.Clone(o.apart), 0, o.leaning)) == "" {
		t.Errorf("what needs the %s was not seen to suffer: the gate sees nothing", o.part)
	}

	o.end(t)

	deadline := time.Now().Add(recovery)

	for err = o.well(t.Context()); err != nil; err = o.well(t.Context()) {
		if time.Now().After(deadline) {
			t.Fatalf("%s after the outage: %v", recovery, err)
		}
	}
}

// notice says how the calls suffer. The machine is shared, and whoever else
// works on it can only make a round slower: the best of some rounds counts.
func notice(ctx context.Context, normal time.Duration, calls []func(ctx context.Context) error) string {
	const rounds = 5

	said := ""

	for range rounds {
		took, err := slowest(ctx, calls)
		if err != nil {
			return err.Error()
		}

		if took <= time.Duration(slower*float64(normal))+grace {
			return ""
		}

		said = fmt.Sprintf("99 of 100 within %s, normally %s", took, normal)
	}

	return said
}

// slowest makes the calls in turn and gives the time within which 99 of 100
// were answered.
func slowest(ctx context.Context, calls []func(ctx context.Context) error) (time.Duration, error) {
	const (
		count   = 200
		rank    = count * 99 / 100
		patient = 2 * time.Second
	)

	took := make([]time.Duration, 0, count)

	for n := range count {
		start := time.Now()
		one, cancel := context.WithTimeout(ctx, patient)
		err := calls[n%len(calls)](one)

		cancel()

		if err != nil {
			return 0, err
		}

		took = append(took, time.Since(start))
	}

	slices.Sort(took)

	return took[rank], nil
}

// wired starts the program with a wire to each part, and gives what to break.
func wired(t *testing.T, engine db.Engine) []outage {
	t.Helper()

	var suppliers, mails, database *testkit.Wire

	conf := settings(t, engine)
	if engine == db.Postgres {
		database, conf.DatabaseURL = testkit.WireToDatabase(t, conf.DatabaseURL)
	}

	h := startWith(t, conf, func(conf *config.Config, list []config.Supplier) {
		for i := range list {
			base, err := url.Parse(list[i].BaseURL)
			if err != nil {
				t.Fatal(err)
			}

			if suppliers == nil {
				suppliers = testkit.NewWire(t, "tcp", base.Host)
			}

			base.Host = suppliers.Address()
			list[i].BaseURL = base.String()
		}

		mails = testkit.NewWire(t, "tcp", net.JoinHostPort(conf.SMTPHost, strconv.Itoa(conf.SMTPPort)))

		_, port, err := net.SplitHostPort(mails.Address())
		if err != nil {
			t.Fatal(err)
		}

		if conf.SMTPPort, err = strconv.Atoi(port); err != nil {
			t.Fatal(err)
		}
	})
	c := &outsider{h: h, token: h.signIn(t, 1001, "root")}
	list := []outage{}

	for how, strike := range map[string]func(*testkit.Wire){"cut off": (*testkit.Wire).Cut, "hanging": (*testkit.Wire).Hang} {
		broken := func(w *testkit.Wire) (begin, end func(*testing.T)) {
			return func(*testing.T) { strike(w) }, func(*testing.T) { w.Heal() }
		}

		supplier := outage{part: "supplier, " + how, apart: c.all(), leaning: c.inquire, well: c.delivered}
		supplier.begin, supplier.end = broken(suppliers)

		mail := outage{part: "mail server, " + how, apart: c.all(), leaning: c.greeted(mails), well: c.mailed}
		mail.begin, mail.end = broken(mails)
		list = append(list, supplier, mail)

		if engine == db.Postgres {
			server := outage{part: "database, " + how, apart: c.pages(), leaning: c.look("/v1/user"), well: c.delivered}
			server.begin, server.end = broken(database)
			list = append(list, server)
		}
	}

	if engine == db.SQLite {
		file := outage{part: "database, written by another program", apart: append(c.pages(), c.reads()...), leaning: c.order, well: c.delivered}
		file.begin, file.end = occupied(conf.DSN())
		list = append(list, file)
	}

	return list
}

// occupied is another program that keeps SQLite's one place for writers.
func occupied(path string) (begin, end func(t *testing.T)) {
	var other *sql.DB

	run := func(t *testing.T, statement string) {
		t.Helper()

		if _, err := other.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}

	return func(t *testing.T) {
			t.Helper()

			var err error
			if other, err = sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"); err != nil {
				t.Fatal(err)
			}

			other.SetMaxOpenConns(1)
			run(t, "BEGIN IMMEDIATE")
		}, func(t *testing.T) {
			t.Helper()
			run(t, "ROLLBACK")

			if err := other.Close(); err != nil {
				t.Error(err)
			}
		}
}

// outsider calls the program.
type outsider struct {
	h     *house
	token string
	refs  int
}

func (c *outsider) pages() []func(ctx context.Context) error {
	return []func(ctx context.Context) error{c.look("/healthz"), c.look("/external/"), c.look("/external/login")}
}

func (c *outsider) reads() []func(ctx context.Context) error {
	return []func(ctx context.Context) error{c.look("/v1/user"), c.look("/v1/orders/external?query=none"), c.look("/dashboard/v1/deposits/client")}
}

func (c *outsider) all() []func(ctx context.Context) error {
	return slices.Concat(c.pages(), c.reads(), []func(ctx context.Context) error{c.order})
}

func (c *outsider) look(path string) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		return c.call(ctx, http.MethodGet, path, c.token, "", nil)
	}
}

// order places one more.
func (c *outsider) order(ctx context.Context) error {
	c.refs++

	return c.call(ctx, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001",
		fmt.Sprintf(`{"productCode":"TSEL10","destinationNo":"0812%06d0","clientRef":"OUTAGE-%d"}`, c.refs, c.refs), nil)
}

// inquire asks the supplier for a bill.
func (c *outsider) inquire(ctx context.Context) error {
	return c.call(ctx, http.MethodPost, "/h2h/v1/inquiries", "lk_demo_1001", `{"productCode":"PLNPOST","destinationNo":"530000000001"}`, nil)
}

// delivered places an order and sees it end.
func (c *outsider) delivered(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, delivery)
	defer cancel()

	if err := c.order(ctx); err != nil {
		return err
	}

	var out struct {
		Data struct {
			Status string `json:"status"`
		} `json:"data"`
	}

	ref := fmt.Sprintf("OUTAGE-%d", c.refs)

	for ctx.Err() == nil {
		if err := c.call(ctx, http.MethodGet, "/h2h/v1/orders/"+ref, "lk_demo_1001", "", &out); err != nil {
			return err
		}

		if out.Data.Status == "success" {
			return nil
		}
	}

	return fmt.Errorf("%s stays %s: %w", ref, out.Data.Status, ctx.Err())
}

// greeted is a call that talks to the mail server itself, as none of ours does.
func (*outsider) greeted(w *testkit.Wire) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", w.Address())
		if err != nil {
			return fmt.Errorf("mail server: %w", err)
		}
		defer conn.Close()

		end, _ := ctx.Deadline()
		if err := conn.SetDeadline(end); err != nil {
			return fmt.Errorf("mail server: %w", err)
		}

		if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
			return fmt.Errorf("mail server: %w", err)
		}

		return nil
	}
}

// mailed adds a user and sees the message come.
func (c *outsider) mailed(ctx context.Context) error {
	c.refs++
	address := fmt.Sprintf("outage.%d@example.com", c.refs)

	if err := c.call(ctx, http.MethodPost, "/v1/user", c.token, fmt.Sprintf(`{"username":"outage%d","email":%q,"roleId":[8]}`, c.refs, address), nil); err != nil {
		return err
	}

	for deadline := time.Now().Add(recovery); time.Now().Before(deadline) && ctx.Err() == nil; {
		for _, m := range c.h.world.Mails() {
			if m.To == address {
				return nil
			}
		}
	}

	return fmt.Errorf("no message to %s came", address)
}

// call is one request; anything but 200 and 201 is an error.
func (c *outsider) call(ctx context.Context, method, path, token, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.h.base+path, strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}

	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer answer.Body.Close()

	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusCreated {
		return fmt.Errorf("%s: %d %s: %w", path, answer.StatusCode, text, err)
	}

	if into == nil {
		return nil
	}

	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}

	return nil
}
