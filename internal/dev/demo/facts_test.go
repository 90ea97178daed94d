package demo_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

func TestFixedFacts(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		dp := seed(t, d, noon(), demo.Options{Orders: 100, Seed: 1})
		checkPeople(t, dp)
		checkTSEL10(t, dp)
		checkCatalogue(t, dp)
	})
}

// The ids come from several nodes, which also take orders of other clients, and are in the order of their times.
// The serial number of a voucher is a code.
func TestIDsLookReal(t *testing.T) {
	t.Parallel()

	dp := seed(t, testkit.Open(t, db.SQLite), noon(), demo.Options{Orders: 3000, Seed: 1})

	if nodes := rows(t, dp.DB, `SELECT CAST(id / 100000 % 100 AS TEXT) FROM orders GROUP BY 1 ORDER BY 1`); strings.Join(nodes, " ") != "21 22 23 24" {
		t.Errorf("the ids are of nodes %v", nodes)
	}

	if n := testkit.Value[int](t, dp.DB, `SELECT COUNT(*) FROM orders WHERE id % 100000 = 0`); n > 30 {
		t.Errorf("%d of 3000 ids have the counter 0", n)
	}

	if n := testkit.Value[int](t, dp.DB, `SELECT COUNT(*) FROM orders a JOIN orders b ON b.id > a.id AND b.created_at < a.created_at
			AND b.id < a.id + 100000000`); n != 0 {
		t.Errorf("%d pairs of ids are not in the order of their times", n)
	}

	codes := rows(t, dp.DB, `SELECT serial_number FROM orders JOIN products ON code = product_code
		WHERE operator_type = 'voucher' AND serial_number IS NOT NULL`)
	if len(codes) == 0 {
		t.Error("no voucher was sold")
	}

	for _, code := range codes {
		if !voucherCode.MatchString(code) {
			t.Errorf("a voucher has the serial number %s", code)
		}
	}
}

var voucherCode = regexp.MustCompile(`^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$`)

func checkPeople(t *testing.T, dp demo.Deps) {
	t.Helper()

	got := rows(t, dp.DB, `SELECT id || ' ' || code || ' ' || name || ' ' || features || ' ' || email_finance || ' ' || language FROM clients WHERE id > 1 ORDER BY id`)
	want := []string{
		`1001 majujaya Toko Maju Jaya ["corporate","unique-amount","connect"] billing.1001@example.com en`,
		`1002 warungsinar Warung Sinar [] billing.1002@example.com id`,
		`1003 bahari Koperasi Bahari ["corporate"] billing.1003@example.com id`,
		`1004 dorman Toko Dorman ["connect"] billing.1004@example.com en`,
	}

	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("clients:\n%s", strings.Join(got, "\n"))
	}

	got = rows(t, dp.DB, `SELECT u.client_id || ' ' || u.username || ' ' || u.email || ' ' || r.name
			|| CASE WHEN u.pin_hash IS NULL THEN '' ELSE ' pin' END || CASE WHEN u.password_expired THEN ' expired' ELSE '' END
			|| CASE WHEN u.deposit_event_new_report THEN ' report' ELSE '' END
		FROM users u JOIN user_roles x ON x.user_id = u.id JOIN roles r ON r.id = x.role_id ORDER BY u.client_id = 1, u.id`)
	want = []string{
		"1001 root root.1001@example.com client_root pin report", "1001 finance finance.1001@example.com client_user",
		"1001 viewer viewer.1001@example.com viewer", "1002 root root.1002@example.com client_root",
		"1003 root root.1003@example.com client_root", "1003 expired expired.1003@example.com client_user expired",
		"1004 root root.1004@example.com client_root",
		"1 ana ana.1@example.com staff_support", "1 budi budi.1@example.com staff_operations", "1 citra citra.1@example.com staff_finance",
		"1 dewi dewi.1@example.com staff_owner", "1 eka eka.1@example.com staff_owner",
	}

	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("users:\n%s", strings.Join(got, "\n"))
	}

	if n := testkit.Value[int](t, dp.DB, `SELECT COUNT(*) FROM role_permissions p JOIN roles r ON r.id = p.role_id WHERE r.name = 'viewer'`); n != 0 {
		t.Errorf("the viewer has %d permissions", n)
	}

	for key, client := range map[string]int64{"lk_demo_1001": 1001, "lk_demo_1002": 1002} {
		if p, err := dp.Identity.AuthenticateKey(t.Context(), key, ""); err != nil || p.ClientID != client {
			t.Errorf("key %s: client %d, %v", key, p.ClientID, err)
		}
	}

	hash := testkit.Value[string](t, dp.DB, `SELECT password_hash FROM users WHERE username = 'finance'`)
	if ok, _, err := dp.Identity.Hasher().Matches(t.Context(), hash, secret.Text("Loket-Demo-2026")); !ok || err != nil {
		t.Errorf("the password does not fit: %v", err)
	}

	if err := dp.Identity.VerifyPIN(t.Context(), 1001, testkit.Value[int64](t, dp.DB, `SELECT id FROM users WHERE pin_hash IS NOT NULL`), "135790"); err != nil {
		t.Errorf("the PIN does not fit: %v", err)
	}

	if len(demo.SignIns())+len(demo.StaffNames()) != len(want) {
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
	if len(skus) != len(demo.Suppliers()) {
		t.Errorf("SKUs of TSEL10: %+v", skus)
	}

	for n, code := range demo.Suppliers() { // each is dearer than the one before it
		if skus[n].Supplier != code || skus[n].Cost >= p.Price || (n > 0 && skus[n].Cost <= skus[n-1].Cost) {
			t.Errorf("SKU %d of TSEL10: %+v", n+1, skus[n])
		}
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

	for _, supplier := range demo.Suppliers() {
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

	checkPartOfIAK(t, listed[demo.IAKSupplier], len(all))

	if n := len(listed[demo.TextSupplier]); n < len(all)/5 || n > len(all)/2 {
		t.Errorf("the text supplier sells %d of %d products", n, len(all))
	}

	if n := outOfStock(t, listed[demo.FirstSupplier]); n < 5 || len(demo.OutOfStock(demo.SecondSupplier)) > 0 {
		t.Errorf("%d products are out of stock at the first supplier", n)
	}
}

// checkPartOfIAK: it sells a part of the catalogue, of which its codes name each product once, with bills among them.
func checkPartOfIAK(t *testing.T, goods map[string]demo.Goods, products int) {
	t.Helper()

	bills := 0

	for _, g := range goods {
		if g.Postpaid {
			bills++
		}
	}

	if len(goods) < products/3 || len(goods) == products || bills < 10 || len(goods) != len(demo.SupplierPriceList(demo.IAKSupplier)) {
		t.Errorf("it sells %d of %d products, %d bills", len(goods), products, bills)
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

// A real deployment refuses the keys of the demo; the app knows them by identity.DocumentedKeys.
func TestKeysOfTheDemoAreRefusedElsewhere(t *testing.T) {
	t.Parallel()

	keys := []secret.Text{}

	for _, s := range demo.SignIns() {
		if s.APIKey != "" {
			keys = append(keys, secret.Text(s.APIKey))
		}
	}

	keys = append(keys, identity.DemoTestKey) // of a sandbox, so of nobody who signs in

	if !slices.Equal(keys, identity.DocumentedKeys()) {
		t.Errorf("the demo makes %d keys that differ from the %d documented ones", len(keys), len(identity.DocumentedKeys()))
	}
}
