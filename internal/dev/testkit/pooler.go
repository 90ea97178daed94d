package testkit

import (
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Sample is a sample of a settings file with the values of a test: pairs of what stands in it and what replaces it. All must be in it.
func Sample(t testing.TB, path string, pairs ...string) string {
	t.Helper()

	content, err := os.ReadFile(path)
	Must(t, err)

	text := string(content)

	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%s has no %q", path, pairs[i])
		}

		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}

	return text
}

// StartPooler starts PgBouncer in front of a PostgreSQL database, by a sample of its settings file. It returns the URL of the database through it.
// sessions is how many it has at the server.
func StartPooler(t testing.TB, sample, databaseURL, sessions string) string {
	t.Helper()

	at, err := url.Parse(databaseURL)
	Must(t, err)

	name, server := strings.TrimPrefix(at.Path, "/"), "host="+at.Query().Get("host")
	if at.Host != "" {
		server = "host=" + at.Hostname() + " port=" + at.Port()
	}

	dir, err := os.MkdirTemp("", "loket-pool") //nolint:usetesting // short: socket paths have a limit
	Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })

	settings := filepath.Join(dir, "pgbouncer.ini")
	text := Sample(t, sample, "loket = host=127.0.0.1 port=5432 dbname=loket ", name+" = "+server+" dbname="+name+" user=loket ",
		"listen_addr = 127.0.0.1", "listen_addr =", "unix_socket_dir = /run/postgresql", "unix_socket_dir = "+dir,
		"auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt", "auth_type = any\nadmin_users = loket", // the test's server trusts its socket
		"default_pool_size = 30", "default_pool_size = "+sessions,
		"/var/log/postgresql/pgbouncer.log", filepath.Join(dir, "log"), "/run/postgresql/pgbouncer.pid", filepath.Join(dir, "pid"))
	Must(t, os.WriteFile(settings, []byte(text), 0o600))

	cred, err := unprivileged(dir)
	Must(t, err)

	if cred != nil {
		Must(t, os.Chown(settings, int(cred.Uid), int(cred.Gid)))
	}

	cmd := exec.Command(Program(t, "pgbouncer"), "-q", settings)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	cmd.Dir = dir

	end, err := StartTerminated(cmd)
	Must(t, err)
	t.Cleanup(func() {
		end()

		if t.Failed() {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Logf("PgBouncer's log ends:\n%s", log[max(0, len(log)-4000):])
		}
	})

	Eventually(t, startTime, "PgBouncer listens", func() bool {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "unix", filepath.Join(dir, ".s.PGSQL.6432"))

		return err == nil && conn.Close() == nil
	})

	return "postgres://loket@/" + name + "?host=" + dir + "&port=6432"
}

// Program finds a program that the tests need. Debian keeps some of them where only root looks.
func Program(t testing.TB, name string) string {
	t.Helper()

	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}

	if err != nil {
		t.Fatalf("%s is needed for the tests (make setup installs it on Debian): %v", name, err)
	}

	return path
}
