package drills

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// The flag sets the long run: LOKET_TEST_CITUS=1 go test ./test/drills -run OnCitus -strikes 20.
var strikes = flag.Int("strikes", 1, "how often each thing happens to the servers of a Citus; the drills run only with LOKET_TEST_CITUS")

const (
	firstCitusClient = 2001
	citusClients     = 6 // enough to stand on each worker
	singleCallers    = 2 // of each client, besides one that sends batches
	linesAStrike     = 40
	paymentsAStrike  = 20

	// serviceBack is the longest time from a server's return until orders of each client are acknowledged, and until nothing is left between
	// the phases of a commit.
	serviceBack = 15 * time.Second

	citusFortune = 1_000_000_000_000
)

// citusDrill is a program on a Citus, and those who call it: clients that place orders, one by one and in batches, a user with scheduled orders,
// and banks. Suppliers fail in all ways that the demo's destinations know.
type citusDrill struct {
	cluster *testkit.Cluster
	url     string
	p       *program
	clients []*callers
	loaded  []*callers // those that place orders now
	bank    *banks
	buyer   *portalUser

	paid int      // payments of banks so far
	made []string // scheduled orders
}

// newCitusDrill starts the servers and the program. Its clients stand on both workers.
func newCitusDrill(t *testing.T) *citusDrill {
	t.Helper()

	cluster, where := durableCluster(t)
	c := &citusDrill{cluster: cluster, url: where}

	c.p = newProgram(t, c.url)
	c.p.start(t) // makes the demo's data
	c.p.stop(t)
	c.p.fund(t)
	c.addClients(t, citusClients)
	c.p.start(t)
	c.failSuppliers(t)

	c.loaded = c.clients
	c.bank = newBanks(t, c.p, c.p.address)
	c.bank.number = drillNumber(t, c.p)
	c.buyer = &portalUser{t: t, p: c.p}
	c.buyer.signIn()

	for _, w := range cluster.Workers() {
		if len(c.clientsAt(t, w)) == 0 {
			t.Fatal("a worker has no client")
		}
	}

	return c
}

// durableCluster starts the servers of a Citus, with a distributed database.
func durableCluster(t *testing.T) (cluster *testkit.Cluster, url string) {
	t.Helper()

	if !testkit.OnCitus() {
		t.Skip("it is about a Citus")
	}

	cluster, err := testkit.StartCluster(true)
	must(t, err)
	t.Cleanup(func() { must(t, cluster.Stop()) })

	url, err = cluster.NewDatabase(t.Context())
	must(t, err)

	return cluster, url
}

// addClients makes clients with a wallet and a key of the API.
func (c *citusDrill) addClients(t *testing.T, count int) {
	t.Helper()

	d := testkit.OpenAt(t, c.url)
	keys := staff.New(staff.Deps{DB: d, Clock: clock.System{}, Identity: identitytest.New(t, d, clock.System{})})

	for i := range count {
		id := int64(firstCitusClient + i)
		testkit.InsertClient(t, d, id)
		must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			now := clock.System{}.Now()

			w, err := wallet.CreateTx(t.Context(), tx, now, wallet.Wallet{ClientID: id, Type: wallet.Level1, Active: true})
			if err != nil {
				return err
			}

			_, _, err = wallet.PostTx(t.Context(), tx, now, wallet.Posting{
				WalletID: w.ID, ClientID: id, Action: wallet.Topup, Amount: citusFortune, Contra: wallet.BankClearing, Key: fmt.Sprint("drill-", id),
			})

			return err
		}))

		one := newCallers(c.p.address)
		one.key = fmt.Sprint("lk_drill_of_client_", id)
		one.destination = func(number int) string { return destinationOf(i, number) }

		_, err := keys.AddKnownAPIKey(t.Context(), identity.By{Actor: "staff:drill", Reason: "a drill"}, id, secret.Text(one.key))
		must(t, err)

		c.clients = append(c.clients, one)
	}
}

// destinationOf is the number of a phone whose last digit lets the demo's supplier succeed, fail, answer later or not at all.
func destinationOf(client, number int) string {
	const endings = "0002345670"

	return fmt.Sprintf("0812%02d%05d%c", client, number, endings[number%len(endings)])
}

// failSuppliers lets suppliers cut connections at once instead of hanging, and answer late soon.
func (c *citusDrill) failSuppliers(t *testing.T) {
	t.Helper()

	for _, name := range demo.Suppliers() {
		form := url.Values{"supplier": {name}, "hang": {"-1s"}, "callbackAfter": {"300ms"}}

		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.p.simulators+"/supplier", strings.NewReader(form.Encode()))
		must(t, err)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")

		res, err := http.DefaultClient.Do(req)
		must(t, err)
		must(t, res.Body.Close())

		if res.StatusCode != http.StatusOK {
			t.Fatalf("faults of supplier %s: %d", name, res.StatusCode)
		}
	}
}

// clientsAt are the clients whose rows a worker has.
func (c *citusDrill) clientsAt(t *testing.T, w *testkit.Server) (list []*callers) {
	t.Helper()

	for i, one := range c.loaded {
		at, err := c.cluster.WorkerOf(t.Context(), c.url, int64(firstCitusClient+i))
		must(t, err)

		if at == w {
			list = append(list, one)
		}
	}

	return list
}

// underLoad lets something happen while everybody calls the program, and goes on until orders of each client are acknowledged after it, and
// nothing is left between the phases of a commit. It returns how long both took since it had happened.
func (c *citusDrill) underLoad(t *testing.T, happen func()) (orders, commits time.Duration) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		faults []error
	)

	work := func(run func() []error) {
		wg.Go(func() {
			found := run()

			mu.Lock()
			defer mu.Unlock()

			faults = append(faults, found...)
		})
	}

	for _, one := range c.loaded {
		work(func() []error { return one.run(ctx, singleCallers) })
		work(func() []error {
			return one.runEach(ctx, 1, func() error {
				time.Sleep(shortest) // leaves some of the machine to the suppliers

				return one.placeBatch(ctx)
			})
		})
	}

	first := c.paid
	c.paid += paymentsAStrike

	work(func() []error { return c.bank.deliverAll(t.Context(), first, paymentsAStrike) }) // each until it is taken

	c.made = append(c.made, c.buyer.order(fmt.Sprint("drill-", len(c.made)), scheduletest.Numbers(fmt.Sprintf("0813%04d", len(c.made)), linesAStrike, "0002345670")))

	time.Sleep(rand.N(spread)) // a random moment of the lines
	happen()

	began := time.Now()
	orders = c.awaitOrders(t, began)
	commits = c.awaitCommits(t, began)

	cancel()
	wg.Wait()

	for _, err := range faults {
		t.Error(err)
	}

	return orders, commits
}

// awaitOrders waits until further orders of each client are acknowledged.
func (c *citusDrill) awaitOrders(t *testing.T, began time.Time) time.Duration {
	t.Helper()

	before := make([]int, len(c.loaded))
	for i, one := range c.loaded {
		before[i] = one.count()
	}

	for i, one := range c.loaded {
		testkit.Eventually(t, startTime, fmt.Sprintf("orders of client %d are taken again", firstCitusClient+i), func() bool { return one.count() > before[i] })
	}

	return time.Since(began)
}

// awaitCommits waits until what was between the phases of a commit when it began is so no more.
func (c *citusDrill) awaitCommits(t *testing.T, began time.Time) time.Duration {
	t.Helper()

	left := map[string]bool{}
	for _, name := range c.prepared(t) {
		left[name] = true
	}

	testkit.Eventually(t, startTime, "no transaction is left between its phases", func() bool {
		now := map[string]bool{}
		for _, name := range c.prepared(t) {
			now[name] = true
		}

		for name := range left {
			if !now[name] {
				delete(left, name)
			}
		}

		return len(left) == 0
	})

	return time.Since(began)
}

// prepared names the transactions of all servers that are between the phases of their commit.
func (c *citusDrill) prepared(t *testing.T) (names []string) {
	t.Helper()

	for _, s := range c.cluster.Servers() {
		if text := ask[string](t, s.At(c.url), "SELECT COALESCE(string_agg(gid, ' '), '') FROM pg_prepared_xacts"); text != "" {
			names = append(names, strings.Fields(text)...)
		}
	}

	return names
}

// ask returns the single value that a query finds at a server.
func ask[T any](t *testing.T, url, query string, args ...any) (v T) {
	t.Helper()

	pool, err := sql.Open("pgx", url)
	must(t, err)

	defer pool.Close()

	must(t, pool.QueryRowContext(t.Context(), query, args...).Scan(&v))

	return v
}
