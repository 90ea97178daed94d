package identity_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/argon"
	"loket/internal/platform/db"
)

// enumerationRounds makes the measurement of times: go test ./internal/identity -run ByTime -enumeration 8.
var enumerationRounds = flag.Int("enumeration", 0, "how often 60 pairs of requests are timed at most, on each engine; 0 leaves the measurement out")

// The median of the differences of pairs may be enumerationMost of a request's time.
// Pairs are measured until it is certain that it is less, or the rounds have
// passed. Then only a difference that is certainly larger counts: on a busy machine
// single requests take several times as long as others.
const (
	enumerationPairs = 60
	enumerationMost  = 0.05
	// enumerationSure is the width of the confidence interval, in standard deviations
	// to each side: one honest run in 15,000 lies outside.
	enumerationSure = 4
)

// dear is a hash that takes several times as long as the rest of a request, so a
// missing hash or another cost can be measured beside the noise of a busy machine.
func dear() password.Options { return password.Options{Memory: 4096, Time: 1} }

// derivation is the cost of one hash.
type derivation struct {
	memory, passes, length uint32
	threads                uint8
	salt                   int
}

// strangers stands for a user of a client that doesn't exist.
const strangers = "a user of an unknown client"

// clientOf is the client of a user.
func clientOf(name string) int64 {
	if name == strangers {
		return client + 1
	}

	return client
}

// costs counts what requests make: hashes and jobs.
type costs struct {
	d    *db.DB
	made []derivation
}

// count has a service count its hashes.
func (c *costs) count(opt *identity.Options) {
	withoutLimits(opt)

	opt.Hash.Derive = func(k argon.Key) []byte {
		c.made = append(c.made, derivation{k.Memory, k.Time, k.Length, k.Threads, len(k.Salt)})

		return k.Derive()
	}
}

// of is what a request for a user makes.
func (c *costs) of(t *testing.T, call func(name string) error, name string) (hashes []derivation, jobs int) {
	t.Helper()

	c.made = nil
	before := testkit.Value[int](t, c.d, "SELECT COUNT(*) FROM jobs")

	testkit.Must(t, call(name))

	return c.made, testkit.Value[int](t, c.d, "SELECT COUNT(*) FROM jobs") - before
}

// differ compares what a request makes for a known user, an unknown one, and one of an unknown client. It returns what differs from each
// other or from the numbers that are expected; empty if nothing does.
func (c *costs) differ(t *testing.T, call func(name string) error, hashes, jobs int) string {
	t.Helper()

	known, knownJobs := c.of(t, call, "root")
	found := []string{fmt.Sprintf("hashes %+v and %d jobs for a known user", known, knownJobs)}
	same := len(known) == hashes && knownJobs == jobs

	for _, name := range []string{"lost", strangers} {
		made, added := c.of(t, call, name)
		found = append(found, fmt.Sprintf("%+v and %d for %s", made, added, name))
		same = same && slices.Equal(known, made) && added == jobs
	}

	if same {
		return ""
	}

	return strings.Join(found, ", ")
}

// TestUnknownUsersCostTheSame compares what a request costs for a known and an unknown user: the hashes that it makes, and the
// jobs that it adds. Nothing else depends on the name.
func TestUnknownUsersCostTheSame(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		c := &costs{d: d}
		svc := newServiceWithHeldMail(t, d, c.count)

		for what, r := range map[string]struct {
			call         func(name string) error
			hashes, jobs int
		}{
			"sign-in":         {guess(svc.serviceWithRoot, svc.Service), 1, 0},
			"forgot password": {svc.forgot, 0, 1},
		} {
			if differ := c.differ(t, r.call, r.hashes, r.jobs); differ != "" {
				t.Errorf("%s: %s", what, differ)
			}
		}
	})
}

// The planted bugs of the comparison, which it must see: a dummy hash that is cheaper than a real one, none, and an answer without any
// work if the user doesn't exist.
func TestUnknownUsersThatCostLessAreSeen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		c := &costs{d: d}
		svc := newServiceWithHeldMail(t, d, c.count)

		opt := options()
		c.count(&opt)
		opt.Hash.Memory /= 2

		known, unknown := guess(svc.serviceWithRoot, svc.Service), guess(svc.serviceWithRoot, svc.startNode(opt))

		// unless is a call that does something else for a user who is unknown, or whose client is.
		unless := func(who string, call, instead func(name string) error) func(name string) error {
			return func(name string) error {
				if name == who {
					return instead(name)
				}

				return call(name)
			}
		}
		nothing := func(string) error { return nil }

		for bug, r := range map[string]struct {
			call         func(name string) error
			hashes, jobs int
		}{
			"cheap dummy":                        {unless("lost", known, unknown), 1, 0},
			"no dummy":                           {unless("lost", known, nothing), 1, 0},
			"early answer":                       {unless("lost", svc.forgot, nothing), 0, 1},
			"no dummy for an unknown client":     {unless(strangers, known, nothing), 1, 0},
			"early answer for an unknown client": {unless(strangers, svc.forgot, nothing), 0, 1},
		} {
			if c.differ(t, r.call, r.hashes, r.jobs) == "" {
				t.Errorf("%s: not seen", bug)
			}
		}
	})
}

// TestEnumerationByTime compares the time of interleaved requests for a known
// and an unknown user.
func TestEnumerationByTime(t *testing.T) {
	if *enumerationRounds == 0 {
		t.Skip("only with -enumeration")
	}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		svc := newServiceWithHeldMail(t, d, withoutLimits)

		for what, call := range map[string]func(name string) error{"forgot password": svc.forgot, "sign-in": guess(svc.serviceWithRoot, svc.Service)} {
			if differ := certainDifference(t, call); differ > enumerationMost {
				t.Errorf("%s: the median difference is at least %.1f %%", what, 100*differ)
			}
		}
	})
}

// The planted bugs of the measurement: a dummy hash that is cheaper than a real one, and an answer
// without any work if the user doesn't exist.
func TestEnumerationByTimeSeesTheDifference(t *testing.T) {
	if *enumerationRounds == 0 {
		t.Skip("only with -enumeration")
	}

	svc := newServiceWithHeldMail(t, testkit.Open(t, db.SQLite), withoutLimits)

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
		if differ := certainDifference(t, call); differ <= enumerationMost {
			t.Errorf("%s: the median difference is certainly %.1f %% only", bug, 100*differ)
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
		c.ClientID, c.Username, c.Password = clientOf(name), name, another

		_, err := s.SignIn(svc.t.Context(), c)
		want(svc.t, identity.ErrInvalidCredentials, err)

		return nil
	}
}

// certainDifference returns the smallest difference between a known and an unknown user
// that the measured pairs leave possible, as a share of the time of a known one. The
// requests of a pair follow each other, so load that comes and goes meets both.
func certainDifference(t *testing.T, call func(name string) error) float64 {
	t.Helper()

	var known, differ []time.Duration

	least := 0.0

	for range *enumerationRounds {
		for range enumerationPairs {
			names := []string{"root", "lost"}
			rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })

			took := map[string]time.Duration{}

			for _, name := range names {
				start := time.Now()

				testkit.Must(t, call(name))

				took[name] = time.Since(start)
			}

			known = append(known, took["root"])
			differ = append(differ, took["root"]-took["lost"])
		}

		slices.Sort(known)
		slices.Sort(differ)

		low, high := medianBetween(differ)
		request := float64(known[len(known)/2])

		least = max(float64(low), float64(-high), 0) / request
		if most := max(float64(-low), float64(high)) / request; most <= enumerationMost {
			break
		}
	}

	return least
}

// medianBetween returns the confidence interval of the median of a sorted sample, by the
// binomial distribution of its ranks.
func medianBetween(sorted []time.Duration) (low, high time.Duration) {
	n := float64(len(sorted))
	reach := int(math.Ceil(enumerationSure * math.Sqrt(n) / 2))
	middle := len(sorted) / 2

	return sorted[max(0, middle-reach)], sorted[min(len(sorted)-1, middle+reach)]
}
