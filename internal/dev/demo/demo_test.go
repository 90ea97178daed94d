package demo_test

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// noon is a Saturday; in western Indonesia it is 14:32.
func noon() time.Time { return time.Date(2026, 11, 21, 7, 32, 41, 123456000, time.UTC) }

func deps(t *testing.T, d *db.DB, now time.Time) demo.Deps {
	t.Helper()

	clk := clock.NewManual(now)

	svc, err := identity.New(d, clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", 32))}, PINPepper: secret.Text(strings.Repeat("p", 32)),
		Hash: password.Options{Memory: 64, Time: 1},
	})
	if err != nil {
		t.Fatal(err)
	}

	svc.Start(t.Context())
	t.Cleanup(func() {
		if err := svc.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("stop identity: %v", err)
		}
	})

	return demo.Deps{DB: d, Clock: clk, Identity: svc}
}

func seed(t *testing.T, d *db.DB, now time.Time, opt demo.Options) demo.Deps {
	t.Helper()

	dp := deps(t, d, now)

	result, err := demo.Seed(t.Context(), dp, opt)
	if err != nil || result.Found || result.Orders != opt.Orders {
		t.Fatalf("seed: %+v, %v", result, err)
	}

	return dp
}

func rows(t *testing.T, d *db.DB, text string) []string {
	t.Helper()

	got, err := d.Reader().Query(t.Context(), text)

	list, err := db.Collect(got, err, func(r *sql.Rows) (string, error) {
		var s string

		return s, r.Scan(&s)
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}

	return list
}

func TestBooksHold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		dp := seed(t, d, noon(), demo.Options{Orders: 2_000, Seed: 7})

		if n := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders WHERE client_id = 1001`); n != 2_000 {
			t.Errorf("%d orders", n)
		}

		want := "1001/level_1/50000000/true 1001/level_2/25000000/true 1001/marketplace/0/false 1001/multibiller/10000000/true " +
			"1002/level_1/1000000/true 1003/level_1/3250000/true 1003/multibiller/1500000/true 1004/level_1/0/true"
		got := rows(t, d, `SELECT client_id || '/' || type || '/' || balance || '/' || CASE WHEN active THEN 'true' ELSE 'false' END
			FROM wallets ORDER BY client_id, type`)

		if strings.Join(got, " ") != want {
			t.Errorf("wallets:\n%s, want\n%s", strings.Join(got, " "), want)
		}

		// Half a per cent of each deposit on level 2 is withheld, in the row after it.
		wrong := rows(t, d, `SELECT 'row ' || h.seq FROM wallet_history h JOIN wallets w ON w.client_id = h.client_id AND w.id = h.wallet_id
			LEFT JOIN wallet_history x ON x.client_id = h.client_id AND x.wallet_id = h.wallet_id AND x.seq = h.seq + 1
			WHERE w.type = 'level_2' AND h.action IN ('topup', 'topup_va') AND (x.action IS NULL OR x.action <> 'tax_22' OR x.amount <> -(h.amount / 200))`)
		if taxed := testkit.Value[int](t, d, `SELECT COUNT(*) FROM wallet_history WHERE action = 'tax_22'`); len(wrong) > 0 || taxed == 0 {
			t.Errorf("%d tax rows, wrong after %v", taxed, wrong)
		}

		late := rows(t, d, `SELECT 'row ' || b.seq FROM wallet_history a JOIN wallet_history b ON b.client_id = a.client_id AND b.wallet_id = a.wallet_id AND b.seq = a.seq + 1
			WHERE b.created_at < a.created_at`)
		if len(late) > 0 {
			t.Errorf("history is not in order of time: %v", late)
		}

		future := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders WHERE created_at > $1 OR updated_at > $1 OR updated_at < created_at`,
			clock.Micros(dp.Clock.Now()))
		if future > 0 {
			t.Errorf("%d orders are from the future", future)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestRecentDaysShowEveryStatus(t *testing.T) {
	t.Parallel()

	wib := time.FixedZone("WIB", 7*3600)

	for what, now := range map[string]time.Time{
		"afternoon":      noon(),
		"midnight":       time.Date(2026, 11, 21, 0, 0, 0, 0, wib),
		"after midnight": time.Date(2026, 11, 21, 0, 3, 0, 0, wib),
		"evening":        time.Date(2026, 3, 1, 23, 59, 59, 999999000, wib),
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()

			d := testkit.Open(t, db.SQLite)
			seed(t, d, now, demo.Options{Orders: 2_000, Seed: 3})

			today := time.Date(now.In(wib).Year(), now.In(wib).Month(), now.In(wib).Day(), 0, 0, 0, 0, wib)

			for back := range 4 {
				from := today.AddDate(0, 0, -back)

				counts := map[int64]int{}
				for status := range int64(3) {
					counts[status+3] = testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders WHERE client_id = 1001 AND status = $1 AND created_at >= $2 AND created_at < $3`,
						status+3, from.UnixMicro(), from.AddDate(0, 0, 1).UnixMicro())
				}

				if counts[3]+counts[4]+counts[5] < 100 || counts[3] < 1 || counts[4] < 50 || counts[5] < 1 || counts[5] > 5 {
					t.Errorf("%d days back: %v", back, counts)
				}
			}

			testkit.ProveBooks(t, d)
		})
	}
}

func TestPendingOrdersAreLeftAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		seed(t, d, noon(), demo.Options{Orders: 1_000, Seed: 1})

		pending := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders WHERE status = 5`)
		answered := testkit.Value[int](t, d, `SELECT COUNT(*) FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE o.status = 5 AND a.state = 'answered' AND a.outcome = 'pending' AND a.next_check_at IS NULL`)
		reviews := testkit.Value[int](t, d, `SELECT COUNT(*) FROM order_reviews WHERE kind = 'unknown' AND resolved_at IS NULL`)
		jobs := testkit.Value[int](t, d, `SELECT COUNT(*) FROM jobs`)

		if pending == 0 || pending > 20 || answered != pending || reviews != pending || jobs != 0 {
			t.Errorf("%d pending, %d answered, %d reviews, %d jobs", pending, answered, reviews, jobs)
		}
	})
}

// fingerprint hashes all data except salted hashes.
func fingerprint(t *testing.T, d *db.DB) string {
	t.Helper()

	var b strings.Builder

	for _, text := range []string{
		`SELECT id || '|' || client_ref || '|' || product_code || '|' || destination_no || '|' || price || '|' || status || '|' || reference
			|| '|' || COALESCE(serial_number, '') || '|' || COALESCE(reason, '') || '|' || created_at || '|' || updated_at || '|' || input_hash FROM orders ORDER BY id`,
		`SELECT wallet_id || '|' || seq || '|' || action || '|' || amount || '|' || balance_after || '|' || contra || '|' || COALESCE(order_id, 0)
			|| '|' || COALESCE(posting_key, '') || '|' || reference || '|' || created_at FROM wallet_history ORDER BY wallet_id, seq`,
		`SELECT id || '|' || username || '|' || client_id || '|' || email FROM users ORDER BY id`,
		`SELECT code || '|' || name || '|' || price || '|' || kind FROM products ORDER BY code`,
		`SELECT name || '|' || version FROM versions ORDER BY name`,
	} {
		for _, row := range rows(t, d, text) {
			b.WriteString(row + "\n")
		}
	}

	return b.String()
}

func TestTheSameSeedGivesTheSameDataOnBothEngines(t *testing.T) {
	t.Parallel()

	made := map[string]string{}

	for name, c := range map[string]struct {
		engine db.Engine
		seed   uint64
	}{"lite": {db.SQLite, 42}, "again": {db.SQLite, 42}, "postgres": {db.Postgres, 42}, "other": {db.SQLite, 43}} {
		d := testkit.Open(t, c.engine)
		seed(t, d, noon(), demo.Options{Orders: 600, Seed: c.seed})
		made[name] = fingerprint(t, d)
	}

	if made["lite"] != made["again"] || made["lite"] != made["postgres"] {
		t.Error("the same seed gave other data")
	}

	if made["lite"] == made["other"] {
		t.Error("another seed gave the same data")
	}
}

func TestSecondStartChangesNothing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		seed(t, d, noon(), demo.Options{Orders: 500, Seed: 1})
		before := fingerprint(t, d)

		result, err := demo.Seed(t.Context(), deps(t, d, noon().Add(time.Hour)), demo.Options{Orders: 900, Seed: 2})
		if err != nil || !result.Found || result.Orders != 500 {
			t.Fatalf("%+v, %v", result, err)
		}

		if fingerprint(t, d) != before {
			t.Error("a second start changed the data")
		}
	})
}

// TestKilledRunIsTakenUp stops seeding after some chunks and starts it again later with
// other options. The result is that of one run.
func TestKilledRunIsTakenUp(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		whole := testkit.Open(t, d.Engine())
		seed(t, whole, noon(), demo.WithChunk(demo.Options{Orders: 900, Seed: 5}, 200))

		for stop := 1; stop <= 3; stop++ {
			ctx, cancel := context.WithCancel(t.Context())
			chunks := 0
			opt := demo.Options{Orders: 900, Seed: 5, Progress: func(int) {
				if chunks++; chunks == 1 {
					cancel()
				}
			}}

			if stop > 1 {
				opt.Orders, opt.Seed = 100, 6 // ignored: those of the first run count
			}

			now := noon().Add(time.Duration(stop-1) * time.Hour)
			if _, err := demo.Seed(ctx, deps(t, d, now), demo.WithChunk(opt, 200)); err == nil {
				t.Fatalf("run %d was not stopped", stop)
			}

			cancel()

			if n := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders`); n != stop*200 {
				t.Errorf("%d orders after run %d", n, stop)
			}
		}

		result, err := demo.Seed(t.Context(), deps(t, d, noon().Add(time.Hour)), demo.Options{})
		if err != nil || result.Found || result.Orders != 900 {
			t.Fatalf("%+v, %v", result, err)
		}

		if fingerprint(t, d) != fingerprint(t, whole) {
			t.Error("the data is not that of one run")
		}

		testkit.ProveBooks(t, d)
	})
}

func TestOptionsAndForeignData(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for _, n := range []int{-1, demo.MaxOrders + 1} {
		if _, err := demo.Seed(t.Context(), deps(t, d, noon()), demo.Options{Orders: n}); err == nil {
			t.Errorf("%d orders were accepted", n)
		}
	}

	testkit.InsertClient(t, d, 1001)

	if _, err := demo.Seed(t.Context(), deps(t, d, noon()), demo.Options{}); err == nil || !strings.Contains(err.Error(), demo.ErrNotEmpty.Error()) {
		t.Errorf("got %v, want %v", err, demo.ErrNotEmpty)
	}
}

func TestFewOrders(t *testing.T) {
	t.Parallel()

	for _, n := range []int{0, 1, 3, 7, 50, 401} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()

			d := testkit.Open(t, db.SQLite)
			seed(t, d, noon(), demo.Options{Orders: n, Seed: 9})

			if got := testkit.Value[int](t, d, `SELECT COUNT(*) FROM orders`); got != n {
				t.Errorf("%d orders, want %d", got, n)
			}

			testkit.ProveBooks(t, d)
		})
	}
}

// A folder of an earlier version gets the banks at its next start.
func TestEarlierDataGetsTheBanks(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		dp := seed(t, d, noon(), demo.Options{Orders: 10, Seed: 1})
		numbers := testkit.Value[int](t, d, "SELECT COUNT(*) FROM virtual_accounts")

		for _, table := range []string{"virtual_accounts", "payment_channels", "unique_codes", "bank_accounts", "bank_tutorials", "banks"} {
			testkit.Exec(t, d, "DELETE FROM "+table)
		}

		testkit.Exec(t, d, "UPDATE versions SET version = 2 WHERE name = 'demo:format'")

		for range 2 {
			if result, err := demo.Seed(t.Context(), dp, demo.Options{Orders: 10, Seed: 1}); err != nil || !result.Found {
				t.Fatalf("%+v, %v", result, err)
			}

			if got := testkit.Value[int](t, d, "SELECT COUNT(*) FROM virtual_accounts"); got != numbers || numbers == 0 {
				t.Errorf("%d virtual accounts, want %d", got, numbers)
			}
		}
	})
}
