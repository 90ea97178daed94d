package drills

import (
	"flag"
	"os/exec"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

// The drill needs Debian's patroni, etcd-server, haproxy and pgbouncer: go test ./test/drills -run TestPatroniLosesNothing -patroni 5.
var patroniStrikes = flag.Int("patroni", 0, "how often each thing happens to the primary under Patroni; 0: the drill is not run")

const (
	// wholeAgain is how long the servers may take until they are three again, and helpAfter when they get help.
	wholeAgain = 2 * time.Minute
	helpAfter  = 45 * time.Second
)

// TestPatroniLosesNothing kills and freezes the primary of three PostgreSQL servers while two nodes behind HAProxy take orders, through PgBouncer.
// Patroni promotes the synchronous standby. Nobody helps: orders are taken again in time, and no acknowledged one is lost or bought twice.
func TestPatroniLosesNothing(t *testing.T) {
	if *patroniStrikes == 0 {
		return
	}

	for _, name := range []string{"patroni", "etcd"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("the drill needs %s: apt-get install --no-install-recommends patroni python3-etcd etcd-server", name)
		}
	}

	p := testkit.StartPatroni(t, "../../deploy")
	pooler := testkit.StartPooler(t, "../../deploy/pgbouncer/pgbouncer.ini", p.URL(), "20")
	dep := newDeployment(t, p.URL(), "LOKET_POOLER_URL="+pooler, "LOKET_REPLICA_URL="+p.ReplicaURL())
	a, b := dep.node(t, 18081), dep.node(t, 18181)
	a.start(t)
	b.start(t)

	proxy := dep.haproxy(t, a, b)
	c := newCallers(func() string { return proxy })
	c.key = deployedKey
	load := startMixedLoad(t, c)

	for n := range *patroniStrikes {
		for _, s := range []struct {
			what   string
			strike func(s *testkit.PatroniServer) (heal func(), err error)
		}{
			{"PostgreSQL of the primary is killed", func(s *testkit.PatroniServer) (func(), error) { return func() {}, s.KillPostgres() }},
			{"the primary's machine ends", func(s *testkit.PatroniServer) (func(), error) { return func() { s.Resume(t) }, s.Kill() }},
			{"the primary's machine is frozen", func(s *testkit.PatroniServer) (func(), error) {
				goOn, err := s.Freeze()

				return func() { must(t, goOn()) }, err
			}},
		} {
			load.more(t)

			first := p.Primary()
			heal, err := s.strike(first)
			must(t, err)

			took := c.takenAgain(t)
			t.Logf("%d: %s: orders are taken again after %s", n+1, s.what, took.Round(10*time.Millisecond))

			if took > serviceBack {
				t.Errorf("%s: orders were taken again after %s", s.what, took)
			}

			heal()
			awaitWhole(t, p)
		}
	}

	load.more(t)
	load.endOrders()
	t.Logf("%d orders acknowledged; answers %v", c.count(), c.answersButGood())
	dep.audit(t, c)
}

// awaitWhole waits until there are a primary, a synchronous standby and another one. Patroni 3.0.2 needs help when a primary that was frozen wakes up
// and writes that it is the one with a synchronous standby.
func awaitWhole(t *testing.T, p *testkit.Patroni) {
	t.Helper()

	for began := time.Now(); !p.Whole(); time.Sleep(shortest) {
		if time.Since(began) > helpAfter {
			t.Log("Patroni needs help: the synchronous standby is made known anew")
			must(t, p.ForgetSynchronous(t.Context()))

			break
		}
	}

	testkit.Eventually(t, wholeAgain, "the servers are three again", p.Whole)
}

// takenAgain places orders until one that was begun after the call is acknowledged, and returns how long that took.
func (c *callers) takenAgain(t *testing.T) time.Duration {
	t.Helper()

	began := time.Now()

	for {
		ref := c.reference()
		must(t, c.place(t.Context(), ref))

		c.mu.Lock()
		_, taken := c.acked[ref]
		c.mu.Unlock()

		if taken {
			return time.Since(began)
		}

		time.Sleep(shortest)
	}
}
