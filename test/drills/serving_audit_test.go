package drills

import (
	"database/sql"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/db"
)

// audit finds acknowledged orders that are lost or doubled, and destinations that were bought twice or without an order. Nodes must have ended
// all orders before, or must run.
func (dep *deployment) audit(t *testing.T, c *callers) {
	t.Helper()

	d, err := db.Open(t.Context(), db.Options{URL: dep.url, MaxConns: 2})
	must(t, err)

	defer d.Close()

	testkit.Eventually(t, settleTime, "all orders end", func() bool {
		return testkit.Value[int](t, d, "SELECT COUNT(*) FROM order_attempts WHERE state <> 'answered'") == 0
	})

	rows, err := d.Reader().Query(t.Context(), "SELECT client_ref, CAST(id AS TEXT), destination_no, refunded FROM orders WHERE client_id = $1", ordertest.Client)

	type stored struct {
		ref, id, destination string
		refunded             bool
	}

	list, err := db.Collect(rows, err, func(row *sql.Rows) (o stored, err error) {
		return o, row.Scan(&o.ref, &o.id, &o.destination, &o.refunded)
	})
	must(t, err)

	missing, bought := maps.Clone(c.acked), map[string]int{}

	for _, e := range dep.simulator.Book("") {
		if e.Executed {
			bought[e.CustomerNo]++
		}
	}

	for _, o := range list {
		if id, ok := missing[o.ref]; ok && id != o.id {
			t.Errorf("%s was acknowledged as %s and is %s", o.ref, id, o.id)
		}

		delete(missing, o.ref)

		want := 1
		if o.refunded {
			want = 0
		}

		if got := bought[o.destination]; got != want {
			t.Errorf("%s was bought %d times, want %d", o.ref, got, want)
		}

		delete(bought, o.destination)
	}

	if len(missing) > 0 || len(bought) > 0 {
		t.Errorf("acknowledged and lost: %v; bought without an order: %v", missing, bought)
	}

	out, err := exec.CommandContext(t.Context(), dep.mustBuild(t), "verify", "--database-url", dep.url).CombinedOutput()
	if err != nil {
		t.Errorf("verify: %v: %s", err, out)
	}
}

func (dep *deployment) mustBuild(t *testing.T) string {
	t.Helper()

	bin, err := build()
	must(t, err)

	return bin
}

// haproxy starts the sample in front of nodes and returns its address. changes are further ones of the sample.
func (dep *deployment) haproxy(t *testing.T, a, b *serving, changes ...string) string {
	t.Helper()

	at := dep.address + ":18443"
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	text := testkit.Sample(t, "../../deploy/proxy/haproxy.cfg", append([]string{
		"bind :80", "bind " + dep.address + ":18080", "bind :443 ssl crt /etc/loket/tls/both.pem alpn h2,http/1.1", "bind " + at,
		"server a 127.0.0.1:8080", "server a " + a.address, "server b 127.0.0.1:8180", "server b " + b.address,
	}, changes...)...)
	must(t, os.WriteFile(path, []byte(text), 0o600))

	end, err := testkit.StartTerminated(exec.Command(testkit.Program(t, "haproxy"), "-q", "-f", path))
	must(t, err)
	t.Cleanup(end)

	testkit.Eventually(t, testkit.Patience, "HAProxy passes calls on", func() bool {
		answer, err := http.Get("http://" + at + "/healthz")

		return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})

	return "http://" + at
}

// answersButGood are the answers of the callers that are none of success.
func (c *callers) answersButGood() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()

	list := map[string]int{}

	for answer, times := range c.answers {
		if !strings.HasPrefix(answer, "20") {
			list[answer] = times
		}
	}

	return list
}
