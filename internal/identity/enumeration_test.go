package identity_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// The medians of two durations may differ by enumerationMost in the best of a few
// rounds: other load on the machine only increases the difference. Planted bugs get
// the same number of rounds and must differ more in each.
const (
	enumerationPairs  = 200
	enumerationRounds = 6
	enumerationMost   = 0.05
)

// dear is a hash that takes longer than the rest of a request, so a missing hash or
// another cost can be measured.
func dear() password.Options { return password.Options{Memory: 1024, Time: 1} }

// TestEnumerationByTime compares the time of interleaved requests for a known
// and an unknown user.
func TestEnumerationByTime(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d, withoutLimits)

		for what, call := range map[string]func(name string) error{"forgot password": svc.forgot, "sign-in": guess(svc.serviceWithRoot, svc.Service)} {
			if differ := leastDifference(t, call); differ > enumerationMost {
				t.Errorf("%s: the medians differ by %.1f %%", what, 100*differ)
			}
		}
	})
}

// The planted bugs: a dummy hash that is cheaper than a real one, and an answer
// without any work if the user doesn't exist.
func TestEnumerationGateSeesTheDifference(t *testing.T) {
	t.Parallel()

	svc := newServiceWithHeldMail(t, testkit.Open(t, db.SQLite), withoutLimits, func(opt *identity.Options) {
		opt.Hash = password.Options{Memory: 8 * dear().Memory, Time: 1} // so that a busy machine doesn't hide the difference
	})

	opt := options() // with a cheap hash
	withoutLimits(&opt)

	opt.Hash = cheap()

	known, unknown := guess(svc.serviceWithRoot, svc.Service), guess(svc.serviceWithRoot, svc.startNode(opt))

	for bug, call := range map[string]func(name string) error{
		"cheap dummy": func(name string) error {
			if name == "lost" {
				return unknown(name)
			}

			return known(name)
		},
		"early answer": func(name string) error {
			if name == "lost" {
				return nil
			}

			return svc.forgot(name)
		},
	} {
		if differ := leastDifference(t, call); differ <= enumerationMost {
			t.Errorf("%s: the medians differ by %.1f %% only", bug, 100*differ)
		}
	}
}

func withoutLimits(opt *identity.Options) {
	opt.ResetTries, opt.ResetAddressTries, opt.AccountTries, opt.AddressTries = 1e6, 1e6, 1e6, 1e6
	opt.Hash = dear()
}

// guess signs in with a wrong password.
func guess(svc *serviceWithRoot, s *identity.Service) func(name string) error {
	return func(name string) error {
		c := credentials()
		c.Username, c.Password = name, another

		_, err := s.SignIn(svc.t.Context(), c)
		want(svc.t, identity.ErrInvalidCredentials, err)

		return nil
	}
}

// leastDifference returns the smallest difference of the medians of both users over
// all rounds, as a share of the longer one.
func leastDifference(t *testing.T, call func(name string) error) float64 {
	t.Helper()

	least := 1.0

	for range enumerationRounds {
		took := map[string][]time.Duration{}

		for range enumerationPairs {
			names := []string{"root", "lost"}
			rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })

			for _, name := range names {
				start := time.Now()

				testkit.Must(t, call(name))

				took[name] = append(took[name], time.Since(start))
			}
		}

		known, unknown := median(took["root"]), median(took["lost"])
		longer := max(known, unknown)

		if least = min(least, float64(longer-min(known, unknown))/float64(longer)); least <= enumerationMost {
			break
		}
	}

	return least
}

func median[T cmp.Ordered](list []T) T {
	slices.Sort(list)

	return list[len(list)/2]
}
