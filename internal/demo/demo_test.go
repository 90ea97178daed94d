package demo_test

import (
	"database/sql"
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/clock"
	"loket/internal/db"
	"loket/internal/demo"
	"loket/internal/identity"
	"loket/internal/secret"
	"loket/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// noon is a Saturday; in western Indonesia it is 14:32.
func noon() time.Time { return time.Date(2026, 11, 21, 7, 32, 41, 123456000, time.UTC) }

func deps(t *testing.T, d *db.DB, now time.Time) demo.Deps {
	t.Helper()

	clk := clock.NewManual(now)

	svc, err := identity.New(d, clk, identity.Options{
		SigningKeys: []secret.Text{secret.Text(strings.Repeat("k", 32))}, PINPepper: secret.Text(strings.Repeat("p", 32)),
		Hash: identity.HashOptions{Memory: 64, Time: 1},
	})
	if err != nil {
		t.Fatal(err)
	}

	svc.Start(t.Context())
	t.Cleanup(func() {
		if err := svc.Stop(t.Context()); err != nil {
			t.Logf("stop identity: %v", err)
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

func value[T any](t *testing.T, d *db.DB, text string, args ...any) T {
	t.Helper()

	var v T
	if err := d.Reader().QueryRow(t.Context(), text, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}

	return v
}

func rows(t *testing.T, d *db.DB, text string, args ...any) []string {
	t.Helper()

	got, err := d.Reader().Query(t.Context(), text, args...)

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

		if n := value[int](t, d, `SELECT COUNT(*) FROM orders WHERE client_id = 1001`); n != 2_000 {
			t.Errorf("%d orders", n)
		}

		want := "1001/level_1/50000000/true 1001/level_2/25000000/true 1001/marketplace/0/false 1001/multibiller/10000000/true " +
			"1002/level_1/1000000/true 1003/level_1/3250000/true 1003/multibiller/1500000/true 1004/level_1/0/true"
		got := rows(t, d, `SELECT client_id || '/' || type || '/' || balance || '/' || CASE WHEN active THEN 'true' ELSE 'false' END
			FROM wallets ORDER BY client_id, type`)

		if strings.Join(got, " ") != want {
			t.Errorf("wallets:\n%s, want\n%s", strings.Join(got, " "), want)
		}

		// Withheld tax: half a per cent of each deposit on level 2, right after it.
		wrong := rows(t, d, `SELECT 'row ' || h.seq FROM wallet_history h JOIN wallets w ON w.id = h.wallet_id
			LEFT JOIN wallet_history x ON x.wallet_id = h.wallet_id AND x.seq = h.seq + 1
			WHERE w.type = 'level_2' AND h.action IN ('topup', 'topup_va') AND (x.action IS NULL OR x.action <> 'tax_22' OR x.amount <> -(h.amount / 200))`)
		if taxed := value[int](t, d, `SELECT COUNT(*) FROM wallet_history WHERE action = 'tax_22'`); len(wrong) > 0 || taxed == 0 {
			t.Errorf("%d tax rows, wrong after %v", taxed, wrong)
		}

		late := rows(t, d, `SELECT 'row ' || b.seq FROM wallet_history a JOIN wallet_history b ON b.wallet_id = a.wallet_id AND b.seq = a.seq + 1
			WHERE b.created_at < a.created_at`)
		if len(late) > 0 {
			t.Errorf("history is not in order of time: %v", late)
		}

		future := value[int](t, d, `SELECT COUNT(*) FROM orders WHERE created_at > $1 OR updated_at > $1 OR updated_at < created_at`,
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
					counts[status+3] = value[int](t, d, `SELECT COUNT(*) FROM orders WHERE client_id = 1001 AND status = $1 AND created_at >= $2 AND created_at < $3`,
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

		pending := value[int](t, d, `SELECT COUNT(*) FROM orders WHERE status = 5`)
		answered := value[int](t, d, `SELECT COUNT(*) FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
			WHERE o.status = 5 AND a.state = 'answered' AND a.outcome = 'pending' AND a.next_check_at IS NULL`)
		old := value[int](t, d, `SELECT COUNT(*) FROM orders WHERE status = 5 AND created_at <= $1`, clock.Micros(noon().Add(-24*time.Hour)))
		reviews := value[int](t, d, `SELECT COUNT(*) FROM order_reviews WHERE kind = 'unknown' AND resolved_at IS NULL`)
		jobs := value[int](t, d, `SELECT COUNT(*) FROM jobs`)

		if pending == 0 || pending > 20 || answered != pending || reviews != old || old == 0 || jobs != 0 {
			t.Errorf("%d pending, %d answered, %d older than a day, %d reviews, %d jobs", pending, answered, old, reviews, jobs)
		}
	})
}

// fingerprint is everything that was made but for salted hashes.
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

func TestOptionsAndForeignData(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for _, n := range []int{-1, demo.MaxOrders + 1} {
		if _, err := demo.Seed(t.Context(), deps(t, d, noon()), demo.Options{Orders: n}); err == nil {
			t.Errorf("%d orders were accepted", n)
		}
	}

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) VALUES (1001, 'x', 'x', 'x', 'x', 1)`)

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	if _, err := demo.Seed(t.Context(), deps(t, d, noon()), demo.Options{}); err == nil || !strings.Contains(err.Error(), demo.ErrNotEmpty.Error()) {
		t.Errorf("got %v, want %v", err, demo.ErrNotEmpty)
	}
}

func TestFewOrders(t *testing.T) {
	t.Parallel()

	for _, n := range []int{0, 1, 3, 7, 50, 401} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()

			d := testkit.Open(t, db.SQLite)
			seed(t, d, noon(), demo.Options{Orders: n, Seed: 9})

			if got := value[int](t, d, `SELECT COUNT(*) FROM orders`); got != n {
				t.Errorf("%d orders, want %d", got, n)
			}

			testkit.ProveBooks(t, d)
		})
	}
}

func TestFixedFacts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		dp := seed(t, d, noon(), demo.Options{Orders: 100, Seed: 1})
		checkPeople(t, dp)
		checkTSEL10(t, dp)
		checkCatalogue(t, dp)
	})
}

func checkPeople(t *testing.T, dp demo.Deps) {
	t.Helper()

	got := rows(t, dp.DB, `SELECT id || ' ' || code || ' ' || name || ' ' || features || ' ' || email_finance FROM clients ORDER BY id`)
	want := []string{
		`1001 majujaya Toko Maju Jaya ["corporate","unique-amount","connect"] billing.1001@example.com`,
		`1002 warungsinar Warung Sinar [] billing.1002@example.com`,
		`1003 bahari Koperasi Bahari ["corporate"] billing.1003@example.com`,
		`1004 dorman Toko Dorman ["connect"] billing.1004@example.com`,
	}

	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("clients:\n%s", strings.Join(got, "\n"))
	}

	got = rows(t, dp.DB, `SELECT u.client_id || ' ' || u.username || ' ' || u.email || ' ' || r.name
			|| CASE WHEN u.pin_hash IS NULL THEN '' ELSE ' pin' END || CASE WHEN u.password_expired THEN ' expired' ELSE '' END
			|| CASE WHEN u.deposit_event_new_report THEN ' report' ELSE '' END
		FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles r ON r.id = x.role_id ORDER BY u.id`)
	want = []string{
		"1001 root root.1001@example.com client_root pin report", "1001 finance finance.1001@example.com client_user",
		"1001 viewer viewer.1001@example.com viewer", "1002 root root.1002@example.com client_root",
		"1003 root root.1003@example.com client_root", "1003 expired expired.1003@example.com client_user expired",
		"1004 root root.1004@example.com client_root",
	}

	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("users:\n%s", strings.Join(got, "\n"))
	}

	if n := value[int](t, dp.DB, `SELECT COUNT(*) FROM role_permissions p JOIN roles r ON r.id = p.role_id WHERE r.name = 'viewer'`); n != 0 {
		t.Errorf("the viewer has %d permissions", n)
	}

	for key, client := range map[string]int64{"lk_demo_1001": 1001, "lk_demo_1002": 1002} {
		if p, err := dp.Identity.AuthenticateKey(t.Context(), key); err != nil || p.ClientID != client {
			t.Errorf("key %s: client %d, %v", key, p.ClientID, err)
		}
	}

	hash := value[string](t, dp.DB, `SELECT password_hash FROM users WHERE username = 'finance'`)
	if ok, _, err := dp.Identity.Hasher().CheckPassword(t.Context(), hash, secret.Text("Loket-Demo-2026")); !ok || err != nil {
		t.Errorf("the password does not fit: %v", err)
	}

	if err := dp.Identity.VerifyPIN(t.Context(), 1001, value[int64](t, dp.DB, `SELECT id FROM users WHERE pin_hash IS NOT NULL`), "135790"); err != nil {
		t.Errorf("the PIN does not fit: %v", err)
	}

	if status := value[string](t, dp.DB, `SELECT settlement_status FROM wallets WHERE client_id = 1001 AND type = 'level_1'`); status != "active" {
		t.Errorf("settlement is %s", status)
	}

	if len(demo.SignIns()) != len(want) {
		t.Errorf("%d sign-ins are printed", len(demo.SignIns()))
	}
}

func checkTSEL10(t *testing.T, dp demo.Deps) {
	t.Helper()

	snap, err := catalog.New(dp.DB, dp.Clock).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	p, _ := snap.Product("TSEL10")
	if p.Name != "Telkomsel 10.000" || p.OperatorCode != "TSEL" || p.OperatorName != "Telkomsel" || p.OperatorType != "mobile" ||
		p.Kind != catalog.Prepaid || p.WalletType != "level_1" || p.Price != 10_250 || !p.Active || p.Problem {
		t.Errorf("TSEL10: %+v", p)
	}

	if a, b := snap.Price(1001, p), snap.Price(1002, p); a != 10_250 || b != 10_250 {
		t.Errorf("TSEL10 costs %d and %d", a, b)
	}

	skus := snap.SKUs("TSEL10")
	if len(skus) != 2 || skus[0].Supplier != "digiflazz-a" || skus[1].Supplier != "digiflazz-b" || skus[0].Cost >= skus[1].Cost || skus[1].Cost >= p.Price {
		t.Errorf("SKUs of TSEL10: %+v", skus)
	}
}

func checkCatalogue(t *testing.T, dp demo.Deps) {
	t.Helper()

	snap, err := catalog.New(dp.DB, dp.Clock).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	all := snap.List(catalog.Filter{})
	if len(all) < 400 || len(snap.Operators()) < 12 {
		t.Errorf("%d products of %d operators", len(all), len(snap.Operators()))
	}

	inactive, problem, groups := 0, 0, map[string]int{}
	listed := map[string]map[string]demo.Goods{}

	for _, supplier := range []string{demo.FirstSupplier, demo.SecondSupplier} {
		listed[supplier] = map[string]demo.Goods{}
		for _, g := range demo.SupplierPriceList(supplier) {
			listed[supplier][g.SKU] = g
		}
	}

	for _, p := range all {
		groups[p.OperatorType]++

		if !p.Active {
			inactive++
		}

		if p.Problem {
			problem++
		}

		for _, k := range snap.SKUs(p.Code) {
			g, ok := listed[k.Supplier][k.Code]
			if !ok || g.Postpaid != (p.Kind != catalog.Prepaid) || g.Price != k.Cost || (p.Kind == catalog.Prepaid && k.Cost >= p.Price) {
				t.Errorf("%s at %s: %+v lists %+v", p.Code, k.Supplier, k, g)
			}
		}
	}

	for _, g := range catalog.OperatorTypes() {
		if groups[g.Code] == 0 {
			t.Errorf("no product of type %s", g.Code)
		}
	}

	if inactive < 5 || problem < 5 || inactive+problem > 60 {
		t.Errorf("%d inactive products, %d with a problem", inactive, problem)
	}

	if n := outOfStock(t, listed[demo.FirstSupplier]); n < 5 || len(demo.OutOfStock(demo.SecondSupplier)) > 0 {
		t.Errorf("%d products are out of stock at the first supplier", n)
	}
}

func outOfStock(t *testing.T, goods map[string]demo.Goods) int {
	t.Helper()

	n := 0

	for _, pattern := range demo.OutOfStock(demo.FirstSupplier) {
		for sku := range goods {
			if ok, err := path.Match(pattern, sku); err != nil {
				t.Fatal(err)
			} else if ok {
				n++
			}
		}
	}

	return n
}
