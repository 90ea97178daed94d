package app_test

import (
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// With a certificate callers and staff speak TLS, operators don't.
func TestTLSOfItsOwn(t *testing.T) {
	t.Parallel()

	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	t.Cleanup(certificate.Close)

	folder := t.TempDir()
	certFile, keyFile := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")

	key, err := x509.MarshalPKCS8PrivateKey(certificate.TLS.Certificates[0].PrivateKey)
	testkit.Must(t, err)

	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: certificate.Certificate().Raw}, keyFile: {Type: "PRIVATE KEY", Bytes: key}} {
		testkit.Must(t, os.WriteFile(name, pem.EncodeToMemory(block), 0o600))
	}

	p := start(t, db.SQLite, func(c *config.Config) { c.TLSCert, c.TLSKey = certFile, keyFile })

	for url, good := range map[string]bool{
		"https://" + p.Address() + "/readyz": true, "https://" + p.StaffAddress() + "/": true, "http://" + p.AdminAddress() + "/metrics": true,
		"http://" + p.Address() + "/readyz": false, "https://" + p.AdminAddress() + "/metrics": false,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		testkit.Must(t, err)

		answer, err := certificate.Client().Do(r)
		if err == nil {
			testkit.Must(t, answer.Body.Close())
		}

		if got := err == nil && answer.StatusCode == http.StatusOK; got != good {
			t.Errorf("%s: %v, %v", url, answer, err)
		}
	}
}

// Profiles are served on wish, at the address of operators alone.
func TestProfilesAreOffByDefault(t *testing.T) {
	t.Parallel()

	const profile = "/debug/pprof/goroutine?debug=1"

	for on, want := range map[bool]int{false: http.StatusNotFound, true: http.StatusOK} {
		p := start(t, db.SQLite, func(c *config.Config) { c.Profiles = on })
		admin := &program{base: "http://" + p.AdminAddress()}

		if status, text := admin.ask(t, http.MethodGet, profile, "", ""); status != want {
			t.Errorf("on %t: %d %s", on, status, text)
		}

		if status, text := admin.ask(t, http.MethodGet, "/debug/pprof/cmdline", "", ""); status != http.StatusNotFound {
			t.Errorf("the command line, which may have secrets: %d %s", status, text)
		}

		if _, text := p.ask(t, http.MethodGet, profile, "", ""); strings.Contains(text, "goroutine profile") {
			t.Error("callers of the API get profiles")
		}
	}
}

// A program whose address is taken starts nothing: it would send orders that nobody can look at.
func TestNothingRunsWithoutItsAddress(t *testing.T) {
	t.Parallel()

	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	testkit.Must(t, err)

	defer taken.Close()

	for _, change := range []func(*config.Config, string){
		func(c *config.Config, at string) { c.Listen = at },
		func(c *config.Config, at string) { c.StaffListen = at },
		func(c *config.Config, at string) { c.AdminListen = at },
	} {
		conf := settings(t, db.SQLite)
		change(&conf, taken.Addr().String())

		a, err := app.New(t.Context(), app.Options{Config: conf})
		testkit.Must(t, err)

		if err := a.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "listen on ") {
			t.Errorf("it started: %v", err)
		}

		// The first thing that a start writes.
		if roles := testkit.Value[int](t, testkit.OpenAt(t, conf.DatabaseURL), "SELECT COUNT(*) FROM roles"); roles != 0 {
			t.Errorf("it made %d roles", roles)
		}
	}
}

// What the settings leave open is a warning in the log of the start, and what they don't is none.
func TestStartWarnsOfWhatIsLeftOpen(t *testing.T) {
	t.Parallel()

	const mails, metrics, account = "smtp-host is not set", "admin-listen is not on this machine alone", "invoice-account is not set"

	for open, change := range map[bool]func(*config.Config){
		false: func(c *config.Config) { c.InvoiceAccount = "8880010099" },
		true:  func(c *config.Config) { c.SMTPHost, c.AdminListen = "", "0.0.0.0:0" },
	} {
		conf := settings(t, db.SQLite)
		p := startWith(t, conf, func(c *config.Config, _ []config.Supplier) { change(c) })

		for _, want := range []string{mails, metrics, account} {
			if strings.Contains(p.log.String(), want) != open {
				t.Errorf("open %t: the log should say %q: %t", open, want, open)
			}
		}
	}
}
