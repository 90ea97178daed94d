package identity_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

func TestSignInGivesWhoAsks(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		c := credentials()
		c.Username = "ROOT" // names have no case

		in, err := svc.SignIn(t.Context(), c)
		testkit.Must(t, err)

		token := in.Token

		p, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		if p.Kind != identity.SessionKind || p.ClientID != client || p.UserID != svc.root.ID || p.Username != "root" ||
			p.Scope != identity.FullScope || p.TimeZone != clock.DefaultZone || p.ClientCode != "majujaya" || !p.IsRoot() {
			t.Fatalf("principal %+v", p)
		}

		testkit.Must(t, p.RequireFull(token))
		testkit.Must(t, p.Require(identity.APIKeyManage))
		testkit.Must(t, p.RequireFeature(identity.Connect))
		want(t, identity.ErrForbidden, p.Require(identity.OrderRefund)) // a permission of the provider's staff
		want(t, identity.ErrForbidden, p.RequireFeature(identity.UniqueAmount))

		if !p.Permissions.Has(6) || !p.Permissions.Has(213) || p.Permissions.Has(51) {
			t.Fatalf("permissions %v", p.Permissions.List())
		}

		u, ofClient, err := svc.CurrentUser(t.Context(), p)
		testkit.Must(t, err)

		if u.FullName != "Some One" || u.Email != "root@example.com" || !u.LastUsedAt.Equal(svc.clk.Now()) || u.HasPIN || !u.Active ||
			ofClient.Code != "majujaya" || ofClient.EmailFinance != "billing@example.com" || ofClient.TimeZone != "Asia/Jakarta" {
			t.Fatalf("user %+v of client %+v", u, ofClient)
		}

		if n := svc.count(`SELECT count(*) FROM tries`); n != 0 {
			t.Fatalf("a success left %d tries", n)
		}
	})
}

// A guesser must not learn which clients and users exist: every failure has the same
// answer, one hash and the same rows. With the planted bug, an answer without a hash
// for unknown users, the number of hashes is too small.
func TestOneAnswerForAllThatIsWrong(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.AddressTries = 1000 })
		svc.client(1002, "warungsinar")
		svc.user(1002, "root")
		svc.user(client, "gone")

		inactive := false
		_, err := svc.staff.UpdateUser(t.Context(), asStaff(), staff.UserChange{User: ref("gone"), Active: &inactive})
		testkit.Must(t, err)
		_, err = svc.staff.UpdateClient(t.Context(), asStaff(), staff.ClientChange{ID: 1002, Active: &inactive})
		testkit.Must(t, err)

		for name, change := range map[string]func(*identity.Credentials){
			"unknown client":  func(c *identity.Credentials) { c.ClientID = 9999 },
			"unknown user":    func(c *identity.Credentials) { c.Username = "nobody" },
			"wrong password":  func(c *identity.Credentials) { c.Password = "Loket-Test-2025" },
			"inactive user":   func(c *identity.Credentials) { c.Username = "gone" },
			"inactive client": func(c *identity.Credentials) { c.ClientID = 1002 },
			"no username":     func(c *identity.Credentials) { c.Username = "ro\x00ot\xff" },
			"endless input":   func(c *identity.Credentials) { c.Password = secret.Text(strings.Repeat("x", 1<<20)) },
			"another's":       func(c *identity.Credentials) { c.Username = strings.Repeat("root", 1000) },
		} {
			c := credentials()
			change(&c)

			hashes, tries := svc.Hasher().Stats().Total, svc.count(`SELECT count(*) FROM tries`)
			_, err := svc.SignIn(t.Context(), c)
			e := want(t, identity.ErrInvalidCredentials, err)

			if e.Message.String() != identity.ErrInvalidCredentials.Message.String() || e.Fields != nil || e.Token != "" || e.RetryAfter != 0 {
				t.Errorf("%s answers %+v", name, e)
			}

			if n := svc.Hasher().Stats().Total - hashes; n != 1 {
				t.Errorf("%s made %d hashes", name, n)
			}

			if n := svc.count(`SELECT count(*) FROM tries`) - tries; n != 2 {
				t.Errorf("%s counted %d tries", name, n)
			}
		}
	})
}

func TestSignInNamesWhatIsMissing(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	_, err := svc.SignIn(t.Context(), identity.Credentials{})

	if e := want(t, fault.ErrValidation, err); len(e.Fields) != 3 || e.Fields[0].Message.String() != "Client ID must be filled" {
		t.Fatalf("fields %v", e.Fields)
	}
}

func TestThrottleCountsFailuresAlone(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		wrong := credentials()
		wrong.Password = "Loket-Test-2025"

		for range 12 {
			svc.signIn()
		}

		for range 10 {
			_, err := svc.SignIn(t.Context(), wrong)
			want(t, identity.ErrInvalidCredentials, err)
			svc.clk.Advance(time.Second)
		}

		_, err := svc.SignIn(t.Context(), credentials())
		e := want(t, fault.ErrThrottled, err)

		if e.RetryAfter != 15*time.Minute-10*time.Second {
			t.Fatalf("retry after %s", e.RetryAfter)
		}

		svc.clk.Advance(e.RetryAfter - time.Microsecond)

		_, err = svc.SignIn(t.Context(), credentials())
		want(t, fault.ErrThrottled, err)
		svc.clk.Advance(time.Microsecond)
		svc.signIn()
	})
}

func TestThrottleCountsByNetwork(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite))
	try := func(i int, address string) error {
		c := credentials()
		c.Username, c.Address = fmt.Sprintf("user%d", i), address
		_, err := svc.SignIn(t.Context(), c)

		return err
	}

	for i := range 50 {
		want(t, identity.ErrInvalidCredentials, try(i, fmt.Sprintf("2001:db8::%x", i)))
	}

	want(t, fault.ErrThrottled, try(50, "2001:db8::ffff:1"))
	want(t, identity.ErrInvalidCredentials, try(51, "2001:db8:0:1::1"))
	want(t, identity.ErrInvalidCredentials, try(52, "::ffff:10.0.0.9"))

	if n := svc.count(`SELECT count(*) FROM tries WHERE bucket = 'address:10.0.0.9'`); n != 1 {
		t.Fatalf("a mapped address made %d tries of its own", n)
	}
}

// Of 64 concurrent callers at most 10 have their password compared.
func TestThrottleHoldsUnderRace(t *testing.T) {
	t.Parallel()

	const callers, limit = 64, 10

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		// As many hashing workers as callers, so that only the throttle limits them.
		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.Hash.Workers = callers })
		wrong := credentials()
		wrong.Password = "Loket-Test-2025"

		evaluated := race(callers, func(int) bool {
			_, err := svc.SignIn(t.Context(), wrong)
			if !fault.ErrThrottled.Is(err) && !identity.ErrInvalidCredentials.Is(err) {
				t.Errorf("got %v", err)
			}

			return identity.ErrInvalidCredentials.Is(err)
		})
		if evaluated != limit {
			t.Fatalf("%d of %d callers had their password looked at, want %d", evaluated, callers, limit)
		}

		// The planted bug: count the rows, compare the password, then add a row.
		var looked sync.WaitGroup

		looked.Add(callers)

		planted := race(callers, func(i int) bool {
			n := svc.count(`SELECT count(*) FROM tries WHERE bucket = 'planted'`)

			looked.Done()
			looked.Wait()

			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(t.Context(), `INSERT INTO tries (id, bucket, at) VALUES ($1, 'planted', 0)`, strconv.Itoa(i))

				return err
			})

			return err == nil && n < limit
		})
		if planted <= limit {
			t.Fatalf("this test does not see the bug it is for: %d", planted)
		}
	})
}

// Many successful sign-ins from one address, as from one office, are not throttled:
// they wait for a worker and all succeed. They are of several users, since the limit
// for one user is 10.
func TestGoodSignInsAtOnceAllGetIn(t *testing.T) {
	t.Parallel()

	const callers = 60 // more than the limit for an address

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d, func(o *identity.Options) { o.Hash.Workers = 2 })

		passed := race(callers, func(int) bool {
			_, err := svc.SignIn(t.Context(), credentials())
			if err != nil {
				t.Errorf("got %v", err)
			}

			return err == nil
		})
		if passed != callers {
			t.Fatalf("%d of %d got in", passed, callers)
		}

		if n := svc.count(`SELECT count(*) FROM sessions WHERE ended_at IS NULL`); n != 5 {
			t.Fatalf("%d sessions are open, want 5", n)
		}
	})
}

func TestExpiredPasswordGivesRestrictedToken(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		open := svc.signIn()

		testkit.Must(t, svc.staff.ExpirePassword(t.Context(), asStaff(), ref("root")))

		_, err := svc.Authenticate(t.Context(), open)
		want(t, identity.ErrUnauthorized, err)

		_, err = svc.SignIn(t.Context(), credentials())
		token := want(t, identity.ErrPasswordExpired, err).Token

		p, err := svc.Authenticate(t.Context(), token)
		testkit.Must(t, err)

		if p.Scope != identity.RestrictedScope || p.Permissions != (identity.PermissionSet{}) || p.IsRoot() {
			t.Fatalf("principal %+v", p)
		}

		if e := want(t, identity.ErrPasswordExpired, p.RequireFull(token)); e.Token != token {
			t.Fatal("the answer carries another token")
		}

		want(t, identity.ErrForbidden, p.Require(identity.UserCreate))
		testkit.Must(t, svc.SignOut(t.Context(), p))

		_, err = svc.Authenticate(t.Context(), token)
		want(t, identity.ErrUnauthorized, err)
	})
}

func TestOldPasswordExpires(t *testing.T) {
	t.Parallel()

	const day = 24 * time.Hour

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite), func(o *identity.Options) { o.PasswordMaxAge = 90 * day })
	svc.clk.Advance(90*day - time.Second)
	svc.signIn()
	svc.clk.Advance(time.Second)

	_, err := svc.SignIn(t.Context(), credentials())
	token := want(t, identity.ErrPasswordExpired, err).Token

	svc.clk.Advance(30 * time.Minute)

	_, err = svc.Authenticate(t.Context(), token)
	want(t, identity.ErrUnauthorized, err) // restricted sessions are short
}

func TestSignInRenewsHashOfOtherCost(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		opt := options()
		opt.Hash.Memory = 128
		dearer := svc.startNode(opt)

		_, err := dearer.SignIn(t.Context(), credentials())
		testkit.Must(t, err)

		if n := svc.count(`SELECT count(*) FROM users WHERE password_hash LIKE '$argon2id$v=19$m=128,t=1,p=1$%'`); n != 1 {
			t.Fatal("the hash was not renewed")
		}

		svc.signIn() // with the first cost again
	})
}
