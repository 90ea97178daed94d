package identity_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"loket/internal/identity"
	hashing "loket/internal/identity/password"
	"loket/internal/platform/db"
	"loket/internal/testkit"
)

// What two durations may differ by, and how often they are looked at. What
// else runs on the machine can hide that they are alike, never that they are
// not: one round of a few must show it, on a busy machine a later one.
const (
	enumerationPairs  = 500
	enumerationRounds = 8
	enumerationMost   = 0.05
)

// dear is a hash that outweighs the rest of a request, so that leaving it out,
// or another cost, shows.
func dear() hashing.Options { return hashing.Options{Memory: 1024, Time: 1} }

// TestEnumerationByTime compares the time of interleaved requests for a known
// and an unknown user.
func TestEnumerationByTime(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		o := openOffice(t, d, withoutLimits)

		for what, call := range map[string]func(name string) error{"forgot password": o.forgot, "sign-in": guess(o.house, o.Service)} {
			if differ := leastDifference(t, enumerationPairs, enumerationRounds, call); differ > enumerationMost {
				t.Errorf("%s: the medians differ by %.1f %%", what, 100*differ)
			}
		}
	})
}

// The planted bugs: a dummy that is cheaper to compare with than a real hash,
// and a request that is answered before its work where there is no such user.
func TestEnumerationGateSeesTheDifference(t *testing.T) {
	t.Parallel()

	const few = 50

	o := openOffice(t, testkit.Open(t, db.SQLite), withoutLimits, func(opt *identity.Options) { opt.Hash.Memory = 16 * 1024 })

	opt := options() // with next to no hash
	withoutLimits(&opt)

	opt.Hash = cheap()

	known, unknown := guess(o.house, o.Service), guess(o.house, o.service(opt))

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

			return o.forgot(name)
		},
	} {
		if differ := leastDifference(t, few, 1, call); differ <= enumerationMost {
			t.Errorf("%s: the medians differ by %.1f %% only", bug, 100*differ)
		}
	}
}

func withoutLimits(opt *identity.Options) {
	opt.ResetTries, opt.ResetAddressTries, opt.AccountTries, opt.AddressTries = 1e6, 1e6, 1e6, 1e6
	opt.Hash = dear()
}

// guess signs in with a wrong password.
func guess(h *house, s *identity.Service) func(name string) error {
	return func(name string) error {
		c := credentials()
		c.Username, c.Password = name, another

		_, err := s.SignIn(h.t.Context(), c)
		want(h.t, identity.ErrInvalidCredentials, err)

		return nil
	}
}

// leastDifference is by how much the medians of both users differ, as a share
// of the longer one, in the round that shows the least.
func leastDifference(t *testing.T, pairs, rounds int, call func(name string) error) float64 {
	t.Helper()

	least := 1.0

	for range rounds {
		took := map[string][]time.Duration{}

		for range pairs {
			names := []string{"root", "lost"}
			rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })

			for _, name := range names {
				start := time.Now()

				must(t, call(name))

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
