package identity_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/identity/staff"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	userPassword = secret.Text("Loket-Test-2026")
	signingKey   = secret.Text("0123456789abcdef0123456789abcdef")
	pepper       = secret.Text("pepper-pepper-pepper-pepper-pepp")
	client       = int64(1001)
)

// serviceWithRoot is an identity service on a manual clock, with client 1001 and
// its user root.
type serviceWithRoot struct {
	*identity.Service

	t     *testing.T
	d     *db.DB
	clk   *clock.Manual
	staff *staff.Service
	root  identity.User
}

// cheap has the lowest cost of hashing.
func cheap() password.Options { return password.Options{Memory: 64, Time: 1} }

func options() identity.Options {
	return identity.Options{SigningKeys: []secret.Text{signingKey}, PINPepper: pepper, Hash: cheap(), Mail: &mailtest.Recorder{}}
}

// optionsWithQueue are options whose jobs wait.
func optionsWithQueue(t testing.TB, d *db.DB, clk clock.Clock) identity.Options {
	t.Helper()

	opt := options()
	opt.Jobs = mailtest.NewQueue(t, d, clk)

	return opt
}

// staffOf is what staff change on the database of an identity service.
func staffOf(d *db.DB, clk clock.Clock, s *identity.Service) *staff.Service {
	return staff.New(staff.Deps{DB: d, Clock: clk, Identity: s})
}

func asStaff() identity.By { return identity.By{Actor: audit.Staff("budi"), Reason: "test"} }

func newServiceWithRoot(t *testing.T, d *db.DB, change ...func(*identity.Options)) *serviceWithRoot {
	t.Helper()

	opt := options()
	for _, f := range change {
		f(&opt)
	}

	svc := &serviceWithRoot{t: t, d: d, clk: clock.NewManual(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC))}
	svc.Service = svc.startNode(opt)
	svc.staff = staffOf(d, svc.clk, svc.Service)

	testkit.Must(t, svc.EnsureRoles(t.Context()))
	svc.client(client, "majujaya")
	svc.root = svc.user(client, "root", identity.ClientRootID)

	return svc
}

// startNode starts a node on the same database.
func (svc *serviceWithRoot) startNode(opt identity.Options) *identity.Service {
	svc.t.Helper()

	if opt.Jobs == nil {
		opt.Jobs = mailtest.NewQueue(svc.t, svc.d, svc.clk)
	}

	s, err := identity.New(svc.d, svc.clk, opt)
	testkit.Must(svc.t, err)
	s.Start(svc.t.Context())
	svc.t.Cleanup(func() {
		if err := s.Stop(svc.t.Context()); err != nil && !errors.Is(err, svc.t.Context().Err()) {
			svc.t.Errorf("stop: %v", err)
		}
	})

	return s
}

func (svc *serviceWithRoot) client(id int64, code string) {
	svc.t.Helper()

	_, err := svc.staff.CreateClient(svc.t.Context(), asStaff(), staff.NewClient{
		ID: id, Code: code, Name: "Toko Maju Jaya", LegalName: "PT Maju Jaya", EmailFinance: "billing@example.com",
		Features: []identity.Feature{identity.Connect, identity.Corporate},
	})
	testkit.Must(svc.t, err)
}

func (svc *serviceWithRoot) user(clientID int64, name string, roles ...int64) identity.User {
	svc.t.Helper()

	u, _, err := svc.CreateUser(svc.t.Context(), asStaff(), identity.NewUser{
		ClientID: clientID, Username: name, FullName: "Some One", Email: name + "@example.com", RoleIDs: roles, Password: userPassword,
		KeepPassword: true,
	})
	testkit.Must(svc.t, err)

	return u
}

func credentials() identity.Credentials {
	return identity.Credentials{ClientID: client, Username: "root", Password: userPassword, Address: "10.0.0.7", Device: "Firefox"}
}

// signIn returns a token of root.
func (svc *serviceWithRoot) signIn() string {
	svc.t.Helper()

	in, err := svc.SignIn(svc.t.Context(), credentials())
	testkit.Must(svc.t, err)

	token := in.Token

	return token
}

func (svc *serviceWithRoot) count(query string, args ...any) int64 {
	svc.t.Helper()

	return testkit.Value[int64](svc.t, svc.d, query, args...)
}

func ref(name string) identity.UserRef { return identity.UserRef{ClientID: client, Username: name} }

// want requires that err has the given definition and returns it as a fault.
func want(t *testing.T, d fault.Definition, err error) *fault.Error {
	t.Helper()

	if !d.Is(err) {
		t.Fatalf("got %v, want %s", err, d.Code)
	}

	return fault.From(err)
}

// race starts callers at the same moment and returns for how many of them try was
// true.
func race(callers int, try func(i int) bool) int {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		passed int
	)

	start := make(chan struct{})

	for i := range callers {
		wg.Go(func() {
			<-start

			if try(i) {
				mu.Lock()
				defer mu.Unlock()

				passed++
			}
		})
	}

	close(start)
	wg.Wait()

	return passed
}

func contains(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}

	return false
}
