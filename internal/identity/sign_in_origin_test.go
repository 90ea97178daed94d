package identity_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// from signs root in from an address with the token of a browser.
func (svc *serviceWithRoot) from(address string, device, password secret.Text) (identity.SignedIn, error) {
	c := credentials()
	c.Address, c.KnownDevice, c.Password = address, device, password

	return svc.SignIn(svc.t.Context(), c)
}

const wrongPassword = secret.Text("Loket-Test-2025")

// Strangers who guess the password of an account lock each other out. The user gets in from a browser or a network from which
// it signed in before, and changes the own password; there only guesses from the same place count.
func TestStrangersLockNobodyOut(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithMail(t, d)
		office, err := svc.from("192.0.2.1", "", userPassword)
		testkit.Must(t, err)

		by, _ := svc.signInAs("root", userPassword) // from its own address

		for i := range 10 {
			_, err := svc.from(fmt.Sprintf("198.51.100.%d", i), "", wrongPassword)
			want(t, identity.ErrInvalidCredentials, err)
		}

		for name, c := range map[string]struct {
			address string
			device  secret.Text
			refused bool
		}{
			"a stranger":                         {"203.0.113.9", "", true},
			"the attacker":                       {"198.51.100.3", "", true},
			"somebody with an invented device":   {"203.0.113.10", "AAAAAAAAAAAAAAAAAAAAAAAAAA", true},
			"the known network":                  {"192.0.2.1", "", false},
			"the known browser, on the way":      {"203.0.113.11", office.Device, false},
			"the known browser at an attacker's": {"198.51.100.4", office.Device, false},
		} { // from different addresses, since a sign-in makes its own known
			_, err := svc.from(c.address, c.device, userPassword)
			if c.refused {
				if e := want(t, fault.ErrThrottled, err); e.RetryAfter <= 0 {
					t.Errorf("%s: again after %s", name, e.RetryAfter)
				}
			} else if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}

		testkit.Must(t, svc.ConfirmPassword(t.Context(), by, userPassword))

		// Whoever has the browser guesses no more often than others.
		for range 10 {
			_, err := svc.from("203.0.113.77", office.Device, wrongPassword)
			want(t, identity.ErrInvalidCredentials, err)
		}

		_, err = svc.from("203.0.113.77", office.Device, userPassword)
		want(t, fault.ErrThrottled, err)
	})
}

// A browser keeps its token while it serves a user of the client. A token that was not made here, or that belongs to another
// client's user, is replaced: nobody can plant a token.
func TestDeviceTokens(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)
		svc.client(1002, "warungsinar")
		svc.user(1002, "root")
		svc.user(client, "second")

		first, err := svc.from("192.0.2.1", "AAAAAAAAAAAAAAAAAAAAAAAAAA", userPassword)
		testkit.Must(t, err)

		if first.Device == "AAAAAAAAAAAAAAAAAAAAAAAAAA" || len(first.Device) != 26 {
			t.Errorf("a planted token became %q", first.Device)
		}

		again, err := svc.from("192.0.2.2", first.Device, userPassword)
		testkit.Must(t, err)

		colleague := credentials()
		colleague.Username, colleague.KnownDevice = "second", first.Device
		ofColleague, err := svc.SignIn(t.Context(), colleague)
		testkit.Must(t, err)

		if again.Device != first.Device || ofColleague.Device != first.Device {
			t.Error("a known browser got another token")
		}

		other := credentials()
		other.ClientID, other.KnownDevice = 1002, first.Device
		ofOther, err := svc.SignIn(t.Context(), other)
		testkit.Must(t, err)

		if ofOther.Device == first.Device {
			t.Error("another client's user kept the token")
		}

		if n := svc.count(`SELECT count(*) FROM sign_in_origins WHERE value = $1`, first.Device.Reveal()); n != 0 {
			t.Error("the token is stored as it is")
		}
	})
}

// Of a user's devices and networks the ten used last are known, networks for a month.
func TestOldOriginsAreForgotten(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithRoot(t, d)

		for i := range 12 {
			_, err := svc.from(fmt.Sprintf("192.0.2.%d", i), "", userPassword)
			testkit.Must(t, err)
			svc.clk.Advance(time.Second)
		}

		if n := svc.count(`SELECT count(*) FROM sign_in_origins`); n != 20 {
			t.Errorf("%d rows", n)
		}

		lock := func() {
			for i := range 10 {
				_, err := svc.from(fmt.Sprintf("198.51.100.%d", i), "", wrongPassword)
				want(t, identity.ErrInvalidCredentials, err)
			}
		}

		lock()

		_, err := svc.from("192.0.2.1", "", userPassword)
		want(t, fault.ErrThrottled, err)

		_, err = svc.from("192.0.2.11", "", userPassword)
		testkit.Must(t, err)

		svc.clk.Advance(31 * 24 * time.Hour)
		lock()

		_, err = svc.from("192.0.2.11", "", userPassword)
		want(t, fault.ErrThrottled, err)

		svc.clk.Advance(150 * 24 * time.Hour)

		_, err = svc.Cleanup(t.Context())
		testkit.Must(t, err)

		if n := svc.count(`SELECT count(*) FROM sign_in_origins`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// A flood of invented accounts from many addresses delays a known user by a hash or two, and a new user by no more than the
// blocks of addresses that the flood has.
func TestFloodDelaysNobodyForLong(t *testing.T) {
	t.Parallel()

	svc := newServiceWithRoot(t, testkit.Open(t, db.SQLite), func(o *identity.Options) {
		o.Hash = dear()
		o.Hash.Workers, o.AddressTries = 1, 1_000_000
	})
	known, err := svc.from("192.0.2.1", "", userPassword)
	testkit.Must(t, err)

	var (
		flood sync.WaitGroup
		end   = make(chan struct{})
	)

	for i := range 200 {
		flood.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-end:
					return
				default:
				}

				c := credentials()
				c.Username, c.Address = fmt.Sprintf("nobody%d-%d", i, n), fmt.Sprintf("198.51.%d.%d", i%4, i)
				_, _ = svc.SignIn(t.Context(), c) // refused, whatever the reason
			}
		})
	}

	testkit.Eventually(t, testkit.Patience, "the queue is long", func() bool { return svc.SignInsWaiting() > 150 })

	for name, device := range map[string]secret.Text{"203.0.113.9, with a known browser": known.Device, "203.0.113.10, a new user": ""} {
		address, _, _ := strings.Cut(name, ",")
		before := svc.Hasher().Stats().Total

		if _, err := svc.from(address, device, userPassword); err != nil {
			t.Errorf("%s: %v", name, err)
		}

		if waited := svc.Hasher().Stats().Total - before; waited > 40 {
			t.Errorf("%s waited for %d hashes", name, waited)
		}
	}

	close(end)
	flood.Wait()
}
