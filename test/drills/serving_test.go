package drills

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"loket/internal/dev/demo"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/identitytest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

// deployment is what `loket serve` needs: a database with a client that has money, products, an API key and a user, and suppliers in this process
// with a book of their own.
type deployment struct {
	url       string // of the database
	settings  []string
	simulator *simulate.Server
	address   string // a loopback address that no other process of a test run uses, so that its ports are free
}

const deployedKey = "lk_drill_of_the_deployment"

// newDeployment fills a migrated, empty database. settings are further ones of all nodes, NAME=value.
func newDeployment(t *testing.T, url string, settings ...string) *deployment {
	t.Helper()

	dep := &deployment{url: url, address: fmt.Sprintf("127.131.%d.%d", os.Getpid()>>8&0xff, os.Getpid()&0xff)}

	d, err := db.Open(t.Context(), db.Options{URL: url, MaxConns: 2})
	must(t, err)

	ordertest.Fill(t, d, citusFortune)

	by, people := identity.By{Actor: "staff:drill", Reason: "a drill"}, identitytest.New(t, d, clock.System{})
	keys := staff.New(staff.Deps{DB: d, Clock: clock.System{}, Identity: people})

	_, err = keys.AddKnownAPIKey(t.Context(), by, ordertest.Client, secret.Text(deployedKey))
	must(t, err)
	must(t, people.EnsureRoles(t.Context()))

	_, _, err = people.CreateUser(t.Context(), by, identity.NewUser{
		ClientID: ordertest.Client, Username: "root", Email: "root@example.com", Password: demo.Password, KeepPassword: true, RoleIDs: []int64{identity.ClientRootID},
	})
	must(t, err)
	must(t, d.Close())

	dep.startSuppliers(t)

	dep.settings = append(append(os.Environ(), "LOKET_DATABASE_URL="+url, "LOKET_ADMIN_LISTEN=127.0.0.1:0", "LOKET_REQUEST_LOG=false",
		"LOKET_TOKEN_KEY="+string(identitytest.Key), "LOKET_PIN_PEPPER="+strings.Repeat("p", secret.MinKey), "LOKET_SUPPLIERS="+dep.suppliersFile(t)), settings...)

	return dep
}

func (dep *deployment) startSuppliers(t *testing.T) {
	t.Helper()

	accounts := []upstream.Account{}
	for _, name := range []string{"a", "b"} {
		accounts = append(accounts, upstream.Account{Name: name, Username: "user", Key: "key-of-the-drill"})
	}

	var err error

	dep.simulator, err = simulate.New(simulate.Options{Dir: t.TempDir(), Suppliers: accounts})
	must(t, err)
	must(t, dep.simulator.Start(t.Context()))
	t.Cleanup(func() { must(t, dep.simulator.Stop(context.WithoutCancel(t.Context()))) })
}

func (dep *deployment) suppliersFile(t *testing.T) string {
	t.Helper()

	list := []map[string]string{}
	for _, name := range []string{"a", "b"} {
		list = append(list, map[string]string{
			"code": name, "kind": "digiflazz", "baseUrl": dep.simulator.SupplierURL(name), "username": "user", "key": "key-of-the-drill", "timeout": "5s",
		})
	}

	text, err := json.Marshal(list)
	must(t, err)

	path := filepath.Join(t.TempDir(), "suppliers.json")
	must(t, os.WriteFile(path, text, 0o600))

	return path
}

// serving is one node, `loket serve` in a process of its own.
type serving struct {
	dep     *deployment
	bin     string
	data    string
	address string
	cmd     *exec.Cmd
	ended   chan error
}

// node prepares a node that serves at a port of the deployment's address.
func (dep *deployment) node(t *testing.T, port int) *serving {
	t.Helper()

	bin, err := build()
	must(t, err)

	s := &serving{dep: dep, bin: bin, data: t.TempDir(), address: fmt.Sprintf("%s:%d", dep.address, port)}

	t.Cleanup(func() {
		s.kill()

		if t.Failed() {
			text, _ := os.ReadFile(s.logFile())
			t.Logf("the log of %s ends:\n%s", s.address, text[max(0, len(text)-4000):])
		}
	})

	return s
}

func (s *serving) logFile() string { return filepath.Join(s.data, "log") }

// start starts the node and waits until it is ready.
func (s *serving) start(t *testing.T) {
	t.Helper()

	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(t, err)

	defer log.Close()

	s.cmd = exec.Command(s.bin, "serve")
	s.cmd.Env = append(s.dep.settings, "LOKET_DATA="+s.data, "LOKET_LISTEN="+s.address)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	must(t, s.cmd.Start())

	s.ended = make(chan error, 1)

	go func() { s.ended <- s.cmd.Wait() }()

	testkit.Eventually(t, startTime, s.address+" is ready", func() bool {
		select {
		case err := <-s.ended:
			s.cmd = nil
			t.Fatalf("%s ended: %v", s.address, err)
		default:
		}

		return s.ready()
	})
}

// ready asks as a proxy does.
func (s *serving) ready() bool {
	answer, err := http.Get("http://" + s.address + "/readyz")
	if err != nil {
		return false
	}

	return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}

// stop ends the node gracefully.
func (s *serving) stop(t *testing.T) {
	t.Helper()
	must(t, s.cmd.Process.Signal(syscall.SIGTERM))

	if err := <-s.ended; err != nil {
		t.Errorf("%s ended with %v", s.address, err)
	}

	s.cmd = nil
}

func (s *serving) kill() {
	if s.cmd == nil {
		return
	}

	_ = s.cmd.Process.Kill()
	<-s.ended
	s.cmd = nil
}
