package drills

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/limittest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// The flag sets the long run: go test ./test/drills -closekills 30.
var closeKills = flag.Int("closekills", 2, "how often the program is killed while it closes the periods of settlements on each engine")

const (
	closingClients = 150 // so that most kills meet the closes
	firstClosing   = 5000
	closingPrice   = money.Rupiah(1000)
	patienceClose  = 90 * time.Second
)

// TestKilledAroundTheClose kills the program repeatedly while it closes the periods of many settlements. Each period is closed once and
// has one invoice of what its orders cost, also after each kill, and the books hold. On PostgreSQL every second kill hits the database
// server first.
func TestKilledAroundTheClose(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, server := durableDatabase(t, engine)
			c := &closingDrill{t: t, p: newProgram(t, url), database: url, used: map[int64]int64{}}

			if url == "" {
				c.database = filepath.Join(c.p.data, "loket.db")
			}

			c.p.start(t) // makes the demo's data
			c.p.stop(t)
			c.grantLimits()

			met := 0

			for n := range *closeKills {
				c.endPeriods()
				c.p.start(t)

				c.awaitCloses(rand.N(closingClients))

				if server != nil && n%2 == 1 {
					must(t, server.Crash())
					must(t, server.Restart())
				}

				c.p.kill()

				if left := c.check(); left > 0 {
					met++
				}
			}

			if met == 0 {
				t.Errorf("none of %d kills met the closes", *closeKills)
			}

			c.makeDue()
			c.p.start(t)
			c.awaitCloses(closingClients)
			c.p.stop(t)

			if left := c.check(); left > 0 {
				t.Errorf("%d periods are not closed", left)
			}

			c.p.verify(t)
			t.Logf("%d kills, %d of them between two closes; %d invoices", *closeKills, met, c.invoices())
		})
	}
}

// closingDrill has the settlements of a program. It changes them while the program is dead.
type closingDrill struct {
	t        *testing.T
	p        *program
	database string
	orders   int64
	used     map[int64]int64 // orders of each client, which are all of its periods
}

// with opens the database for a while.
func (c *closingDrill) with(fn func(d *db.DB)) {
	c.t.Helper()

	d, err := db.Open(c.t.Context(), db.Options{URL: c.database})
	must(c.t, err)
	fn(d)
	must(c.t, d.Close())
}

func (c *closingDrill) grantLimits() {
	c.with(func(d *db.DB) {
		service := parts.New(c.t, d, clock.System{}).Settlements(settlement.Options{})
		limit, days := money.Rupiah(1_000_000_000), settlement.AllDays

		for id := int64(firstClosing); id < firstClosing+closingClients; id++ {
			testkit.InsertClient(c.t, d, id)

			_, err := service.Change(c.t.Context(), settlement.Change{
				ClientID: id, Create: true, Limit: &limit, MaxLimit: &limit, Days: &days, Actor: "staff:drill", Reason: "a drill",
			})
			must(c.t, err)
		}
	})
}

// endPeriods lets each client whose period goes on pay an order from its limit, and makes this the last moment of its period.
func (c *closingDrill) endPeriods() {
	c.with(func(d *db.DB) {
		var list []limittest.Order

		must(c.t, d.Read(c.t.Context(), "SELECT client_id FROM settlement_periods WHERE closed_at IS NULL AND client_id >= $1 AND ends_at > $2",
			[]any{int64(firstClosing), clock.Micros(time.Now())}, func(row db.Row) error {
				c.orders++
				o := limittest.Order{ID: 1_000_000_000 + c.orders, Price: closingPrice}
				list = append(list, o)

				return row.Scan(&list[len(list)-1].ClientID)
			}))
		must(c.t, limittest.Charge(c.t.Context(), d, nil, time.Now(), list...))

		for _, o := range list {
			c.used[o.ClientID]++
		}

		testkit.Exec(c.t, d, "UPDATE settlement_periods SET ends_at = $1 WHERE closed_at IS NULL AND client_id >= $2 AND ends_at > $1",
			clock.Micros(time.Now()), int64(firstClosing))
	})
	c.makeDue()
}

// makeDue makes the job of the closes due at the next start, as it is half a minute later, when the lease of the killed program ends.
func (c *closingDrill) makeDue() {
	c.with(func(d *db.DB) {
		testkit.Exec(c.t, d, "DELETE FROM jobs WHERE kind = 'settlement.close'")
		testkit.Exec(c.t, d, "UPDATE job_schedules SET next_run_at = 0 WHERE name = 'settlement.close'")
	})
}

const openAndOver = "SELECT COUNT(*) FROM settlement_periods WHERE closed_at IS NULL AND client_id >= $1 AND ends_at <= $2"

// awaitCloses waits until so many settlements have no period that is over.
func (c *closingDrill) awaitCloses(count int) {
	c.with(func(d *db.DB) {
		deadline := time.Now().Add(patienceClose)

		for {
			left := testkit.Value[int64](c.t, d, openAndOver, int64(firstClosing), clock.Micros(time.Now()))
			if closingClients-int(left) >= count {
				return
			}

			if time.Now().After(deadline) {
				c.t.Fatalf("%d periods are not closed", left)
			}

			time.Sleep(time.Millisecond)
		}
	})
}

// check compares the closed periods and their invoices with the orders, and returns how many periods are over and not closed.
func (c *closingDrill) check() (left int64) {
	c.with(func(d *db.DB) {
		left = testkit.Value[int64](c.t, d, openAndOver, int64(firstClosing), clock.Micros(time.Now()))

		var closed int64

		must(c.t, d.Read(c.t.Context(), `SELECT p.client_id, COUNT(*), COUNT(DISTINCT p.id), COUNT(i.id), COALESCE(SUM(i.amount), 0), MIN(COALESCE(i.amount, 0))
			FROM settlement_periods p LEFT JOIN invoices i ON i.period_id = p.id
			WHERE p.closed_at IS NOT NULL AND p.client_id >= $1 GROUP BY p.client_id`, []any{int64(firstClosing)}, func(row db.Row) error {
			var client, rows, periods, invoices, sum, least int64
			if err := row.Scan(&client, &rows, &periods, &invoices, &sum, &least); err != nil {
				return err
			}

			closed += periods

			if rows != periods || invoices != periods || sum != periods*int64(closingPrice) || least != int64(closingPrice) {
				c.t.Errorf("client %d: %d closed periods, %d invoices of %d", client, periods, invoices, sum)
			}

			return nil
		}))

		ordered := int64(0)
		for _, n := range c.used {
			ordered += n
		}

		if closed+left != ordered {
			c.t.Errorf("%d orders in %d closed periods and %d that are over", ordered, closed, left)
		}

		testkit.ProveBooks(c.t, d)
	})

	return left
}

func (c *closingDrill) invoices() (n int64) {
	c.with(func(d *db.DB) {
		n = testkit.Value[int64](c.t, d, "SELECT COUNT(*) FROM invoices WHERE client_id >= $1", int64(firstClosing))
	})

	return n
}
