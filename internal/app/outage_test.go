package app_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// outageRounds makes the measurement of times: go test ./internal/app -run TestDeadPartsAreLeftAlone -outage 8.
var outageRounds = flag.Int("outage", 0, "how often 200 calls are timed at most while a part is dead; 0 counts failed calls alone")

// The limits of the outage test.
const (
	patience = 20 * time.Second // of a call that needs no dead part: one that needs it fails, or doesn't end by then
	doubt    = time.Second      // of a call that must fail, since it needs the dead part
	repeats  = 3                // of each call, at the same time
	slower   = 1.5              // with -outage: 99th percentile of calls that don't need the dead part, relative to normal
	recovery = time.Minute      // without a restart

	// delivery is how long the test waits for the end of an order. The first order
	// may have been sent on a dead connection: its status query comes only after a
	// minute, so the test places another one.
	delivery = 10 * time.Second
)

type call = func(ctx context.Context) error

// mailPause leaves the processor to the program between two looks into the mailbox.
const mailPause = 5 * time.Millisecond

// outage is the failure of a part that Loket needs.
type outage struct {
	part  string
	begin func(t *testing.T)
	end   func(t *testing.T)
	// apart don't need the part. leaning needs it, so the test must report it.
	apart   func(c *outsider) []call
	leaning call
	// well reports that everything works again.
	well call
}

// TestDeadPartsAreLeftAlone cuts off the database, each supplier and the mail server
// in turn, and lets them hang. Calls that don't need the dead part are answered, and
// the orders of the other supplier come to their end. When the part is back, everything
// works again without a restart. With -outage the calls must be as fast as before, and the
// comparison must see the call that needs the part.
func TestDeadPartsAreLeftAlone(t *testing.T) {
	t.Parallel()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			list, dead := wired(t, engine)

			var normal *outsider

			if *outageRounds > 0 {
				healthy := startWith(t, settings(t, engine), func(*config.Config, []config.Supplier) {})
				healthy.sellApart(t)
				normal = &outsider{p: healthy, token: healthy.signIn(t, 1001, "root")}
			}

			for _, o := range list {
				t.Run(o.part, func(t *testing.T) { o.try(t, dead, normal) })
			}
		})
	}
}

func (o outage) try(t *testing.T, dead, normal *outsider) {
	t.Helper()

	o.begin(t)

	for _, err := range failures(t.Context(), patience, o.apart(dead)) {
		t.Errorf("what needs no %s: %v", o.part, err)
	}

	if len(failures(t.Context(), doubt, []call{o.leaning})) < repeats {
		t.Errorf("what needs the %s was answered: it is not dead", o.part)
	}

	if normal != nil {
		if said := compare(t, o.apart(dead), o.apart(normal)); said != "" {
			t.Errorf("what needs no %s: %s", o.part, said)
		}

		if compare(t, slices.Insert(o.apart(dead), 0, o.leaning), o.apart(normal)) == "" {
			t.Errorf("what needs the %s was not seen to suffer: the comparison sees nothing", o.part)
		}
	}

	o.end(t)

	deadline := time.Now().Add(recovery)

	for err := o.wellAgain(t.Context(), dead); err != nil; err = o.wellAgain(t.Context(), dead) {
		if time.Now().After(deadline) {
			t.Fatalf("%s after the outage: %v", recovery, err)
		}
	}
}

// wellAgain tries what needed the dead part, and then all calls at the same time: each connection to a database that was
// cut off fails once when it is used within a second.
func (o outage) wellAgain(ctx context.Context, dead *outsider) error {
	if err := o.well(ctx); err != nil {
		return err
	}

	return errors.Join(failures(ctx, patience, dead.all())...)
}

// failures makes each call some times, all at the same time, and returns the errors of those that failed or took longer.
func failures(ctx context.Context, patience time.Duration, calls []call) []error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	errs := make([]error, len(calls)*repeats)

	var wg sync.WaitGroup

	for n := range errs {
		wg.Go(func() { errs[n] = calls[n%len(calls)](ctx) })
	}

	wg.Wait()

	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// compare makes calls in turn to a program with a dead part and to one without: other
// load on the machine slows both. It describes how much slower the first are. A few
// calls decide about a round, so the best of several rounds counts.
func compare(t *testing.T, calls, normal []call) string {
	t.Helper()

	const (
		count = 200
		rank  = count * 99 / 100
	)

	said := ""

	for range *outageRounds {
		took, usual := make([]time.Duration, count), make([]time.Duration, count)

		for n := range count {
			var err error
			if took[n], err = timed(t.Context(), calls[n%len(calls)]); err != nil {
				return err.Error()
			}

			if usual[n], err = timed(t.Context(), normal[n%len(normal)]); err != nil {
				t.Fatalf("the program whose parts are well: %v", err)
			}
		}

		slices.Sort(took)
		slices.Sort(usual)

		if float64(took[rank]) <= slower*float64(usual[rank]) {
			return ""
		}

		said = fmt.Sprintf("99 of 100 within %s, normally %s", took[rank], usual[rank])
	}

	return said
}

func timed(ctx context.Context, one call) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	start := time.Now()
	err := one(ctx)

	return time.Since(start), err
}

// wired starts the program with a wire to each part. It returns the outages and the
// caller.
func wired(t *testing.T, engine db.Engine) ([]outage, *outsider) {
	t.Helper()

	var mails, database *testkit.Wire

	suppliers := map[string]*testkit.Wire{}

	conf := settings(t, engine)
	if engine == db.Postgres {
		database, conf.DatabaseURL = testkit.WireToDatabase(t, conf.DatabaseURL)
	}

	p := startWith(t, conf, func(conf *config.Config, list []config.Supplier) {
		for i := range list {
			base, err := url.Parse(list[i].BaseURL)
			if err != nil {
				t.Fatal(err)
			}

			wire := testkit.NewWire(t, "tcp", base.Host)
			suppliers[list[i].Code] = wire
			base.Host = wire.Address()
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
	p.sellApart(t)

	c := &outsider{p: p, token: p.signIn(t, 1001, "root")}
	list := []outage{}

	for how, strike := range map[string]func(*testkit.Wire){"cut off": (*testkit.Wire).Cut, "hanging": (*testkit.Wire).Hang} {
		broken := func(w *testkit.Wire) (begin, end func(*testing.T)) {
			return func(*testing.T) { strike(w) }, func(*testing.T) { w.Heal() }
		}

		for code, other := range map[string]string{demo.FirstSupplier: demo.SecondSupplier, demo.SecondSupplier: demo.FirstSupplier} {
			supplier := outage{part: code + ", " + how, leaning: c.deliveredBy(code), well: c.deliveredBy(code)}
			supplier.apart = func(c *outsider) []call { return append(c.all(), c.deliveredBy(other)) }
			supplier.begin, supplier.end = broken(suppliers[code])
			list = append(list, supplier)
		}

		mail := outage{part: "mail server, " + how, apart: (*outsider).all, leaning: c.greeted(mails), well: c.mailed}
		mail.begin, mail.end = broken(mails)
		list = append(list, mail)

		if engine == db.Postgres {
			server := outage{part: "database, " + how, apart: (*outsider).pages, leaning: c.look("/v1/user"), well: c.delivered}
			server.begin, server.end = broken(database)
			list = append(list, server)
		}
	}

	if engine == db.SQLite {
		file := outage{part: "database, written by another program", apart: func(c *outsider) []call { return append(c.pages(), c.reads()...) }, leaning: c.order, well: c.delivered}
		file.begin, file.end = occupied(conf.DSN())
		list = append(list, file)
	}

	return list, c
}

// occupied is another program that holds SQLite's write lock.
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
	p     *program
	token string
	refs  atomic.Int64 // orders and users so far
}

func (c *outsider) pages() []call {
	return []call{c.look("/healthz"), c.look("/external/"), c.look("/external/login")}
}

func (c *outsider) reads() []call {
	return []call{c.look("/v1/user"), c.look("/v1/orders/external?query=none"), c.look("/dashboard/v1/deposits/client")}
}

func (c *outsider) all() []call {
	return slices.Concat(c.pages(), c.reads(), []call{c.order})
}

func (c *outsider) look(path string) call {
	return func(ctx context.Context) error {
		return c.call(ctx, http.MethodGet, path, c.token, "", nil)
	}
}

// bothSell is a product of both suppliers.
const bothSell = "TSEL10"

// soldBy is a product that one supplier alone sells, after sellApart.
func soldBy(code string) string {
	return map[string]string{demo.FirstSupplier: "TSEL20", demo.SecondSupplier: "TSEL25"}[code]
}

// sellApart gives each supplier a product that the other doesn't sell.
func (p *program) sellApart(t *testing.T) {
	t.Helper()

	for _, code := range []string{demo.FirstSupplier, demo.SecondSupplier} {
		testkit.Exec(t, p.DB, "DELETE FROM product_skus WHERE product_code = $1 AND supplier <> $2", soldBy(code), code)
	}

	testkit.Exec(t, p.DB, "INSERT INTO versions (name, version) VALUES ('catalog', 1) ON CONFLICT (name) DO UPDATE SET version = versions.version + 1")
}

// order places an order.
func (c *outsider) order(ctx context.Context) error {
	_, err := c.orderOf(ctx, bothSell)

	return err
}

// orderOf places an order for a product and returns its reference.
func (c *outsider) orderOf(ctx context.Context, product string) (string, error) {
	n := c.refs.Add(1)
	ref := fmt.Sprintf("OUTAGE-%d", n)

	return ref, c.call(ctx, http.MethodPost, "/h2h/v1/orders", "lk_demo_1001",
		fmt.Sprintf(`{"productCode":%q,"destinationNo":"0812%06d0","clientRef":%q}`, product, n, ref), nil)
}

// delivered places an order and waits for its end.
func (c *outsider) delivered(ctx context.Context) error { return c.deliveredOf(ctx, bothSell) }

// deliveredBy is delivered with an order that one supplier alone can take.
func (c *outsider) deliveredBy(code string) call {
	return func(ctx context.Context) error { return c.deliveredOf(ctx, soldBy(code)) }
}

func (c *outsider) deliveredOf(ctx context.Context, product string) error {
	ctx, cancel := context.WithTimeout(ctx, delivery)
	defer cancel()

	ref, err := c.orderOf(ctx, product)
	if err != nil {
		return err
	}

	return c.endsAs(ctx, ref, "success")
}

// endsAs waits until an order has a status.
func (c *outsider) endsAs(ctx context.Context, ref, want string) error {
	var out struct {
		Data struct {
			Status string `json:"status"`
		} `json:"data"`
	}

	for ctx.Err() == nil {
		if err := c.call(ctx, http.MethodGet, "/h2h/v1/orders/"+ref, "lk_demo_1001", "", &out); err != nil {
			return err
		}

		if out.Data.Status == want {
			return nil
		}
	}

	return fmt.Errorf("%s stays %s: %w", ref, out.Data.Status, ctx.Err())
}

// greeted is a call that connects to the mail server itself, which no call of the
// program does.
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

// mailed adds a user and waits for the mail.
func (c *outsider) mailed(ctx context.Context) error {
	n := c.refs.Add(1)
	address := fmt.Sprintf("outage.%d@example.com", n)

	if err := c.call(ctx, http.MethodPost, "/v1/user", c.token, fmt.Sprintf(`{"username":"outage%d","email":%q,"roleId":[8]}`, n, address), nil); err != nil {
		return err
	}

	for deadline := time.Now().Add(recovery); time.Now().Before(deadline) && ctx.Err() == nil; {
		for _, m := range c.p.simulators.Mails() {
			if m.To == address {
				return nil
			}
		}

		time.Sleep(mailPause)
	}

	return fmt.Errorf("no message to %s came", address)
}

// call is one request; anything but 200 and 201 is an error.
func (c *outsider) call(ctx context.Context, method, path, token, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.p.base+path, strings.NewReader(body))
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
