package staff_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	client       int64 = 1001
	userPassword       = secret.Text("Loket-Test-2026")
)

// fixture has the client majujaya with its user root.
type fixture struct {
	*staff.Service

	people *identity.Service
	db     *db.DB
}

func newFixture(t *testing.T, d *db.DB) fixture {
	t.Helper()

	clk := clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))
	f := fixture{people: identitytest.New(t, d, clk), db: d}
	f.Service = staff.New(staff.Deps{DB: d, Clock: clk, Identity: f.people})

	testkit.Must(t, f.people.EnsureRoles(t.Context()))

	_, err := f.CreateClient(t.Context(), budi(), staff.NewClient{ID: client, Code: "majujaya", Name: "Toko Maju Jaya", EmailFinance: "billing@example.com"})
	testkit.Must(t, err)

	_, _, err = f.people.CreateUser(t.Context(), budi(), identity.NewUser{
		ClientID: client, Username: "root", Email: "root@example.com", RoleIDs: []int64{identity.ClientRootID}, Password: userPassword, KeepPassword: true,
	})
	testkit.Must(t, err)

	return f
}

func budi() identity.By { return identity.By{Actor: audit.Staff("budi"), Reason: "test"} }

func ref(name string) identity.UserRef { return identity.UserRef{ClientID: client, Username: name} }

// signIn returns a token of root.
func (f fixture) signIn(t *testing.T) string {
	t.Helper()

	in, err := f.people.SignIn(t.Context(), identity.Credentials{ClientID: client, Username: "root", Password: userPassword, Address: "10.0.0.7"})
	testkit.Must(t, err)

	return in.Token
}

func (f fixture) count(t *testing.T, query string) (n int64) {
	t.Helper()
	testkit.Must(t, f.db.Reader().QueryRow(t.Context(), query).Scan(&n))

	return n
}

// want fails unless err is of a kind, and returns it.
func want(t *testing.T, d fault.Definition, err error) *fault.Error {
	t.Helper()

	if !d.Is(err) {
		t.Fatalf("got %v, want %s", err, d.Code)
	}

	return fault.From(err)
}

func TestRolesOfStaffTakeEffectAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)

		r, err := f.CreateRole(t.Context(), budi(), staff.NewRole{
			Name: "finance", Label: "Finance", Permissions: []identity.Permission{identity.InvoiceList, identity.DepositClient},
		})
		testkit.Must(t, err)

		if r.ID <= 100 {
			t.Fatalf("role id %d", r.ID)
		}

		roles := []int64{identity.ClientUserID, r.ID}
		_, err = f.UpdateUser(t.Context(), budi(), staff.UserChange{User: ref("root"), RoleIDs: &roles})
		testkit.Must(t, err)

		token := f.signIn(t)
		p, err := f.people.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		if p.IsRoot() || len(p.Roles) != 2 || !p.Permissions.Has(identity.InvoiceList) || !p.Permissions.Has(identity.OrderDetail) {
			t.Fatalf("principal %+v", p)
		}

		testkit.Must(t, f.SetRolePermissions(t.Context(), budi(), r.ID, []identity.Permission{identity.ClientPriceEdit}))

		p, err = f.people.Authenticate(t.Context(), token)
		testkit.Must(t, err)
		testkit.Must(t, p.Require(identity.ClientPriceEdit))

		_, err = f.CreateRole(t.Context(), budi(), staff.NewRole{Name: "finance", Label: "Again"})
		want(t, identity.ErrTaken, err)
		want(t, identity.ErrRoleFixed, f.SetRolePermissions(t.Context(), budi(), identity.ClientRootID, nil))
		want(t, fault.ErrNotFound, f.SetRolePermissions(t.Context(), budi(), 4711, nil))
		want(t, fault.ErrValidation, f.SetRolePermissions(t.Context(), budi(), r.ID, []identity.Permission{5}))
	})
}

func TestStaffNamesAReasonAndIsRecorded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		before := f.count(t, `SELECT count(*) FROM audit_log`)
		name := "Toko Baru"

		_, err := f.UpdateClient(t.Context(), identity.By{Actor: "staff:budi"}, staff.ClientChange{ID: client, Name: &name})
		if e := want(t, fault.ErrValidation, err); e.Fields[0].Field != "reason" {
			t.Fatalf("fields %v", e.Fields)
		}

		c, err := f.UpdateClient(t.Context(), budi(), staff.ClientChange{ID: client, Name: &name})
		testkit.Must(t, err)

		if c.Name != name || c.Code != "majujaya" {
			t.Fatalf("client %+v", c)
		}

		_, err = f.SetPassword(t.Context(), budi(), ref("root"), "Another-One-9")
		testkit.Must(t, err)
		testkit.Must(t, f.EndSessions(t.Context(), budi(), ref("Root")))

		if n := f.count(t, `SELECT count(*) FROM audit_log`) - before; n != 3 {
			t.Fatalf("%d entries", n)
		}

		if n := f.count(t, `SELECT count(*) FROM audit_log WHERE action = 'client.update' AND actor = 'staff:budi' AND client_id = 1001
			AND subject = 'client:1001' AND reason = 'test' AND detail = '{"name":{"after":"Toko Baru","before":"Toko Maju Jaya"}}'`); n != 1 {
			t.Fatal("the entry does not say what was done")
		}

		if n := f.count(t, `SELECT count(*) FROM audit_log WHERE detail LIKE '%Another%' OR detail LIKE '%argon%'`); n != 0 {
			t.Fatal("the log holds a secret")
		}

		if n := f.count(t, `SELECT count(*) FROM past_passwords`); n != 1 {
			t.Fatalf("%d past passwords", n)
		}
	})
}

func TestCreateClient(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d)
		in := staff.NewClient{Code: "bahari", Name: "Koperasi", EmailFinance: "a@example.com"}

		c, err := f.CreateClient(t.Context(), budi(), in)
		testkit.Must(t, err)

		if c.ID != 1002 || c.LegalName != "Koperasi" || c.TimeZone != "Asia/Jakarta" {
			t.Fatalf("client %+v", c)
		}

		got, err := f.people.Client(t.Context(), c.ID)
		testkit.Must(t, err)

		if got != c {
			t.Fatalf("stored %+v, made %+v", got, c)
		}

		_, err = f.CreateClient(t.Context(), budi(), in)
		want(t, identity.ErrTaken, err)

		_, err = f.people.Client(t.Context(), 4711)
		want(t, fault.ErrNotFound, err)

		for name, change := range map[string]func(*staff.NewClient){
			"code":         func(in *staff.NewClient) { in.Code = "-bad" },
			"emailFinance": func(in *staff.NewClient) { in.EmailFinance = "nobody" },
			"timeZone":     func(in *staff.NewClient) { in.TimeZone = "Mars/Olympus" },
			"features":     func(in *staff.NewClient) { in.Features = []identity.Feature{"all"} },
			"name":         func(in *staff.NewClient) { in.Name, in.LegalName = " ", "L" },
			"taxNumber":    func(in *staff.NewClient) { in.TaxNumber = "x" },
			"id":           func(in *staff.NewClient) { in.ID = -1 },
		} {
			bad := in
			bad.Code = "other"
			change(&bad)

			_, err := f.CreateClient(t.Context(), budi(), bad)
			if e := want(t, fault.ErrValidation, err); e.Fields[0].Field != name || len(e.Fields) != 1 {
				t.Errorf("%s: %v", name, e.Fields)
			}
		}

		reserved := in
		reserved.Code = "external"
		_, err = f.CreateClient(t.Context(), budi(), reserved)
		want(t, fault.ErrValidation, err)
	})
}
