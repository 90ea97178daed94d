package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
)

// A new deployment has no failure. What it still lacks are warnings, each with what to do.
func TestDoctorOfANewDeployment(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about one folder")

	folder := t.TempDir()
	data, backups := filepath.Join(folder, "data"), filepath.Join(folder, "backups")

	if code, text := loketPlain(t, "init", "--data", data, "--public-url", "http://127.0.0.1:8080", "--client-code", "toko", "--client-name", "Toko",
		"--client-email", "a@example.com", "--owner-email", "b@example.com", filepath.Join(folder, "loket.env")); code != 0 {
		t.Fatalf("init: %d %s", code, text)
	}

	if code, text := loketPlain(t, "backup", "--data", data, backups); code != 0 {
		t.Fatalf("backup: %d %s", code, text)
	}

	before, err := os.ReadDir(data)
	testkit.Must(t, err)

	code, text := loketPlain(t, append(doctorOf(data), "--public-url", "http://127.0.0.1:8080", "--backups", backups)...)
	if code != 0 || strings.Contains(text, "FAILURE") {
		t.Errorf("it ended with %d: %s", code, text)
	}

	for _, want := range []string{
		`ok +settings +complete`, `ok +database +answers`, `disk +.* MiB free`, `ok +DNS +public-url: 127\.0\.0\.1`, `ok +TLS +none`, `ok +files +`,
		`warning +mail +there is no smtp-host\n +set it`, `warning +suppliers +there are none`, `ok +banks +there are none`, `ok +backups +the newest is of 20`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("%s is not told: %s", want, text)
		}
	}

	after, err := os.ReadDir(data)
	testkit.Must(t, err)

	if len(after) != len(before) {
		t.Errorf("it left something in the data folder: %v", after)
	}
}

// doctorOf are the arguments of a doctor with secrets.
func doctorOf(data string) []string {
	return []string{"doctor", "--data", data, "--token-key", strings.Repeat("t", 40), "--pin-pepper", strings.Repeat("p", 40)}
}

// Each part that fails is told, whatever else fails.
func TestDoctorTellsEachFailure(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about one folder")

	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(untrusted.Close)

	silent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
	t.Cleanup(silent.Close)

	suppliers := filepath.Join(t.TempDir(), "suppliers.json")
	testkit.Must(t, os.WriteFile(suppliers, []byte(`[{"code":"a","kind":"digiflazz","baseUrl":"`+silent.URL+`","username":"u","key":"very secret"}]`), 0o600))

	code, text := loketPlain(t, append(doctorOf(filepath.Join(t.TempDir(), "none")), "--public-url", untrusted.URL, "--smtp-host", "127.0.0.1", "--smtp-port", "1",
		"--mail-from", "loket@example.com", "--max-conns", "many", "--suppliers", suppliers, "--backups", t.TempDir())...)
	if code != exitFault {
		t.Errorf("it ended with %d", code)
	}

	for _, want := range []string{
		`FAILURE +settings +max-conns: "many" is not a whole number`, `FAILURE +database +.*there is no database`, `FAILURE +disk `, `FAILURE +TLS +.*certificate`,
		`FAILURE +files `, `FAILURE +mail `, `FAILURE +suppliers +`, `FAILURE +backups +.* has none\n +let loket backup run`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("%s is not told: %s", want, text)
		}
	}

	if strings.Contains(text, "very secret") {
		t.Errorf("a secret is told: %s", text)
	}
}
