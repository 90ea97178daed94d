package testkit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"loket/internal/platform/db"
)

// Patroni is three PostgreSQL servers under Patroni with etcd, on addresses of their own of this machine, by the samples of deploy/patroni.
type Patroni struct {
	Servers []*PatroniServer

	network string // 127.x.y., in which server n has the address n
	bin     string
	etcd    string
	url     string // of the primary's database, through HAProxy
	replica string
}

// PatroniServer is one of them.
type PatroniServer struct {
	*Server

	address  string
	settings string // path of its file
}

const (
	patroniServers = 3
	askTime        = 2 * time.Second // of a question to Patroni, which may be frozen
)

// StartPatroni starts the servers, and HAProxy in front of them. samples is the folder deploy of the project. The migrated database is at URL.
func StartPatroni(t testing.TB, samples string) *Patroni {
	t.Helper()

	bin, err := binaries()
	Must(t, err)

	p := &Patroni{bin: bin, network: fmt.Sprintf("127.%d.%d.", 132+os.Getpid()>>8&0x3f, os.Getpid()&0xff)}
	p.startEtcd(t)

	for n := range patroniServers {
		p.Servers = append(p.Servers, p.prepare(t, samples, n+1))
	}

	for _, s := range p.Servers {
		s.Resume(t)
	}

	Eventually(t, startTime, "there is a primary with a synchronous standby", p.Whole)
	p.startProxy(t, samples)

	Must(t, p.Primary().admin(t.Context(), "CREATE DATABASE loket"))

	_, err = db.Migrate(t.Context(), db.Options{URL: p.url})
	Must(t, err)

	return p
}

// URL is the database on whichever server is the primary.
func (p *Patroni) URL() string { return p.url }

// ReplicaURL is the database on a standby.
func (p *Patroni) ReplicaURL() string { return p.replica }

// prepare writes the settings of a server.
func (p *Patroni) prepare(t testing.TB, samples string, n int) *PatroniServer {
	t.Helper()

	inner, err := newServer("")
	Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(inner.dir) })

	s := &PatroniServer{Server: inner, address: p.network + strconv.Itoa(n), settings: filepath.Join(inner.dir, "patroni.yml")}
	text := Sample(t, filepath.Join(samples, "patroni/patroni.yml"), "name: db1", "name: db"+strconv.Itoa(n),
		"10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379", p.etcd, "10.0.0.1:", s.address+":",
		"/var/lib/postgresql/15/loket", filepath.Join(s.dir, "data"), "/usr/lib/postgresql/15/bin", p.bin,
		"/var/lib/postgresql/.pgpass_patroni", filepath.Join(s.dir, "pgpass"),
		"username: postgres, password: change-me", "username: loket", ", password: change-me", "",
		"all peer", "all trust", "hostssl ", "host ",
		"10.0.0.0/24 scram-sha-256", "127.0.0.0/8 trust", "mode: automatic", `mode: "off"`,
		"  pg_hba:", "  parameters: {unix_socket_directories: "+s.dir+", timezone: UTC}\n  pg_hba:")
	Must(t, os.WriteFile(s.settings, []byte(text), 0o600))

	if s.cred != nil {
		Must(t, os.Chown(s.settings, int(s.cred.Uid), int(s.cred.Gid)))
	}

	t.Cleanup(func() {
		if t.Failed() {
			log, _ := os.ReadFile(s.logFile())
			t.Logf("the log of %s ends:\n%s", s.address, log[max(0, len(log)-3000):])
		}
	})

	return s
}

func (s *PatroniServer) logFile() string { return filepath.Join(s.dir, "patroni.log") }

// Resume starts a server's Patroni, also after Kill.
func (s *PatroniServer) Resume(t testing.TB) {
	t.Helper()

	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	Must(t, err)

	defer log.Close()

	cmd := exec.Command(Program(t, "patroni"), s.settings)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred}
	cmd.Dir = s.dir
	cmd.Stdout, cmd.Stderr = log, log

	end, err := StartTerminated(cmd)
	Must(t, err)

	s.end = end

	t.Cleanup(func() {
		Must(t, s.killAll(s.processes())) // whatever a test left of it
		end()
	})
}

// keepers are the processes of Patroni itself.
func (s *PatroniServer) keepers() (list []int) {
	paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")

	for _, path := range paths {
		text, _ := os.ReadFile(path) // it may have ended
		if strings.Contains(string(text), "python3\x00") && strings.Contains(string(text), s.settings) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				list = append(list, pid)
			}
		}
	}

	return list
}

// Kill ends the server and its Patroni at once, as a machine that ends.
func (s *PatroniServer) Kill() error {
	if _, err := s.Freeze(); err != nil { // so that no process sees the end of another one
		return err
	}

	return s.killAll(s.processes())
}

// killAll kills Patroni, and the processes of the server, if there are any.
func (s *PatroniServer) killAll(list []int, err error) error {
	var errs []error
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}

	for _, pid := range append(list, s.keepers()...) {
		errs = append(errs, signal(pid, syscall.SIGKILL))
	}

	return errors.Join(errs...)
}

// Freeze stops the server and its Patroni where they are, until the returned function is called.
func (s *PatroniServer) Freeze() (goOn func() error, err error) {
	keepers := s.keepers()
	for _, pid := range keepers {
		if err := signal(pid, syscall.SIGSTOP); err != nil {
			return nil, err
		}
	}

	server, err := s.Server.Freeze()
	if err != nil {
		return nil, err
	}

	return func() error {
		errs := []error{server()}
		for _, pid := range keepers {
			errs = append(errs, signal(pid, syscall.SIGCONT))
		}

		return errors.Join(errs...)
	}, nil
}

// KillPostgres ends PostgreSQL alone; Patroni sees it.
func (s *PatroniServer) KillPostgres() error {
	list, err := s.processes()
	if err != nil {
		return err
	}

	return signal(list[0], syscall.SIGKILL)
}

// is reports whether Patroni gives the server a role: primary, replica, sync.
func (s *PatroniServer) is(role string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()

	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+":8008/"+role, nil)
	if err != nil {
		return false
	}

	answer, err := http.DefaultClient.Do(r)

	return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
}

// Primary is the server that is it now; nil while there is none.
func (p *Patroni) Primary() *PatroniServer {
	for _, s := range p.Servers {
		if s.is("primary") {
			return s
		}
	}

	return nil
}

// Whole reports whether there are a primary, a synchronous standby and another one.
func (p *Patroni) Whole() bool { return p.Primary() != nil && p.standbys() == patroniServers-1 }

// standbys counts the standbys; none counts before one of them is synchronous.
func (p *Patroni) standbys() (n int) {
	synchronous := false

	for _, s := range p.Servers {
		if s.is("replica") {
			n++
		}

		synchronous = synchronous || s.is("sync")
	}

	if !synchronous {
		return 0
	}

	return n
}

func (p *Patroni) startProxy(t testing.TB, samples string) {
	t.Helper()

	pairs := []string{"127.0.0.1:500", p.network + "10:500"}
	for i, s := range p.Servers {
		pairs = append(pairs, fmt.Sprintf("10.0.0.%d:", i+1), s.address+":")
	}

	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	Must(t, os.WriteFile(path, []byte(Sample(t, filepath.Join(samples, "patroni/haproxy.cfg"), pairs...)), 0o600))

	end, err := StartTerminated(exec.Command(Program(t, "haproxy"), "-q", "-f", path))
	Must(t, err)
	t.Cleanup(end)

	at := func(port string) string {
		return "postgres://loket@" + p.network + "10:" + port + "/loket?sslmode=disable"
	}
	p.url, p.replica = at("5000"), at("5001")
}
