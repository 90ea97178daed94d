package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity"
	"loket/internal/platform/db"
)

// output is what a run prints, read while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()

	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()

	return o.text.String()
}

// asProgram is a variable of the environment with which the program of these tests is Loket itself, for tests that start it as a process.
const asProgram = "PROGRAM_OF_TESTS_IS_LOKET"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}

	testkit.Main(m)
}

func loket(t *testing.T, args ...string) (int, string) {
	t.Helper()

	out := &output{}

	return run(t.Context(), "", onDatabase(t, args), out, out), out.String()
}

// made are the databases of folders on Citus.
var made sync.Map

// database is where the rows of a folder are: its file, or in a run on Citus a database there.
func database(t *testing.T, folder string) string {
	t.Helper()

	if !testkit.OnCitus() {
		return filepath.Join(folder, "loket.db")
	}

	url, ok := made.Load(folder)
	if !ok {
		url = testkit.URL(t, db.Postgres)
		made.Store(folder, url)
	}

	return url.(string)
}

// onDatabase adds the database of the folder to the arguments of a command in a run on Citus.
func onDatabase(t *testing.T, args []string) []string {
	t.Helper()

	i := slices.Index(args, "--data")
	if i < 0 || !testkit.OnCitus() {
		return args
	}

	return slices.Insert(slices.Clone(args), i, "--database-url", database(t, args[i+1]))
}

// startDemo runs the demo. The returned function stops it and returns its exit code.
func startDemo(t *testing.T, folder string) (string, func() int) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)

	out, code := &output{}, make(chan int, 1)
	args := onDatabase(t, []string{
		"demo", "--data", folder, "--listen", "127.0.0.1:0", "--staff-listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--simulate-listen", "127.0.0.1:0",
		"--orders", "20", "--log-level", "error",
	})

	go func() {
		code <- run(ctx, "", args, out, io.Discard)
	}()

	deadline := time.After(time.Minute)

	for !strings.Contains(out.String(), "loket: ready on http://127.0.0.1:") {
		select {
		case c := <-code:
			t.Fatalf("the demo ended with %d: %s", c, out)
		case <-deadline:
			t.Fatalf("the demo is not ready: %s", out)
		case <-time.After(10 * time.Millisecond):
		}
	}

	return out.String(), func() int {
		cancel()

		select {
		case c := <-code:
			return c
		case <-time.After(time.Minute):
			t.Fatal("the demo does not stop")

			return -1
		}
	}
}

// testKeyOfTheDemo looks at the sandbox by the key that documents name.
func testKeyOfTheDemo(t *testing.T, welcome string) {
	t.Helper()

	_, rest, _ := strings.Cut(welcome, "ready on ")
	base, _, _ := strings.Cut(rest, "/external/")

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/h2h/v1/balance", nil)
	testkit.Must(t, err)
	r.Header.Set("Authorization", "Bearer "+identity.DemoTestKey.Reveal())

	answer, err := http.DefaultClient.Do(r)
	testkit.Must(t, err)

	defer answer.Body.Close()

	if answer.StatusCode != http.StatusOK || answer.Header.Get("Loket-Mode") != "test" {
		t.Errorf("the test key of the demo: %s, mode %q", answer.Status, answer.Header.Get("Loket-Mode"))
	}
}

func TestDemoStopsGoesOnAndProves(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	text, stop := startDemo(t, folder)
	for _, want := range []string{"/external/\n", "lk_demo_1001", "Loket-Demo-2026", "viewer", "135790"} {
		if !strings.Contains(text, want) {
			t.Errorf("the welcome lacks %q: %s", want, text)
		}
	}

	testKeyOfTheDemo(t, text)

	if code := stop(); code != 0 {
		t.Errorf("stopped with %d", code)
	}

	_, stop = startDemo(t, folder) // continues with the same data

	// The demo's past ends long ago, so events of it that nobody has read when the program stops are late.
	testkit.Eventually(t, testkit.Patience, "proof while it runs", func() bool {
		code, _ := loket(t, "verify", "--data", folder)

		return code == 0
	})

	if code := stop(); code != 0 {
		t.Errorf("stopped with %d the second time", code)
	}

	files, err := filepath.Glob(filepath.Join(folder, "secrets", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no secrets: %v", err)
	}

	for _, name := range files {
		if stat, err := os.Stat(name); err != nil || stat.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, stat.Mode(), err)
		}
	}

	if code, text := loket(t, "verify", "--data", folder); code != 0 || !strings.Contains(text, "the books hold") {
		t.Errorf("verify: %d %s", code, text)
	}

	// a rupiah without a row of history
	testkit.Exec(t, testkit.OpenAt(t, database(t, folder)), "UPDATE wallets SET balance = balance + 1 WHERE client_id = 1001 AND id = 1")

	if code, text := loket(t, "verify", "--data", folder); code != 1 || !strings.Contains(text, "balance") {
		t.Errorf("verify does not see a planted rupiah: %d %s", code, text)
	}
}

func TestServeListsEveryFault(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "one of the faults is that there is no database")

	settings := filepath.Join(t.TempDir(), "loket.env")
	if err := os.WriteFile(settings, []byte("LOKET_TOKEN_KYE=x\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	suppliers := filepath.Join(t.TempDir(), "suppliers.json")
	if err := os.WriteFile(suppliers, []byte(`[{"code":"a","kind":"digiflazz","baseUrl":"http://supplier.example","key":"k"},{"code":"b","kind":"iak","baseUrl":"https://a.example","postpaidUrl":"http://b.example","key":"k"}]`), 0o600); err != nil {
		t.Fatal(err)
	}

	code, text := loket(t, "serve", "--suppliers", suppliers, "--report-dsn", "https://report.example", "--config", settings, "--data", t.TempDir(), "--listen", "nowhere", "--token-key", "demo-key",
		"--max-conns", "0", "--smtp-port", "many", "--session-idle", "long", "--settlement=perhaps", "--log-level", "loud")
	if code != exitFault {
		t.Errorf("ended with %d", code)
	}

	for _, want := range []string{
		"listen:", "token-key: is a secret of the demo", "pin-pepper: is missing", "max-conns:", "loket migrate",
		"supplier a: ", "username is missing", "must be https", "supplier b: ", "postpaid URL must be https", "report-dsn",
		"loket.env:1: LOKET_TOKEN_KYE is no setting", "loket.env:2: ", `smtp-port: "many" is not a whole number`,
		`session-idle: "long" is not a length of time`, `settlement: "perhaps" is not true or false`,
		`log-level: "loud" is not one of debug, info, warn, error`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told: %s", want, text)
		}
	}
}

// Only `migrate` creates a database. After a mistyped folder the other commands fail
// and leave no empty database there.
func TestNothingButMigrateMakesADatabase(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "a server's database is there before its URL can be given")

	folder := t.TempDir()

	for _, args := range [][]string{{"verify"}, {"admin", "client", "list"}, {"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"}} {
		if code, text := loket(t, append(args, "--data", folder)...); code != 1 || !strings.Contains(text, "there is no database; loket migrate makes one") {
			t.Errorf("loket %v: %d %s", args, code, text)
		}
	}

	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// Staff commands take no node number, so any number of them in a row leaves all numbers to the programs.
func TestAdminTakesNoNodeNumber(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	for _, args := range [][]string{
		{"migrate"},
		{"admin", "client", "create", "--code", "toko", "--name", "Toko", "--email", "a@example.com", "--reason", "new"},
		{"admin", "client", "list"},
	} {
		if code, text := loket(t, append(args, "--data", folder)...); code != 0 {
			t.Fatalf("loket %v: %d %s", args, code, text)
		}
	}

	if taken := testkit.Value[int](t, testkit.OpenAt(t, database(t, folder)), "SELECT COUNT(*) FROM nodes"); taken != 0 {
		t.Errorf("%d node numbers were taken", taken)
	}
}

func TestMigrateThenAdminThenServe(t *testing.T) {
	t.Parallel()

	folder := filepath.Join(t.TempDir(), "new")

	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"migrate", "--data", folder}, "steps taken"},
		{[]string{"migrate", "--data", folder}, "0 steps taken"},
		{[]string{"admin", "client", "create", "--data", folder, "--code", "toko", "--name", "Toko", "--email", "a@example.com", "--reason", "new"}, "client 1001 made"},
		{
			[]string{"admin", "user", "create", "1001", "root", "--data", folder, "--email", "a@example.com", "--roles", "7", "--reason", "new"},
			"Keep it now",
		},
		{[]string{"admin", "wallet", "create", "1001", "level_1", "--data", folder, "--reason", "new"}, "wallet 1 made"},
		{[]string{"admin", "wallet", "adjust", "1001", "level_1", "--amount", "5000", "--data", folder, "--key", "a", "--reason", "gift"}, "balance Rp 5.000"},
		{[]string{"admin", "wallet", "adjust", "1001", "level_1", "--amount", "5000", "--data", folder, "--key", "a", "--reason", "gift"}, "balance Rp 5.000"},
		{[]string{"admin", "key", "make", "1001", "--data", folder, "--reason", "new"}, "lk_"},
		{[]string{"admin", "client", "list", "--data", folder}, "toko"},
		{[]string{"verify", "--data", folder}, "1 wallets, 1 rows of history"},
		{[]string{"openapi"}, `"x-permission": "apikey"`},
		{[]string{"--version"}, "dev"},
		{[]string{"version"}, "loket dev\ncommit "},
		{[]string{"admin", "wallet", "adjust", "--help"}, "--amount"},
	} {
		if code, text := loket(t, step.args...); code != 0 || !strings.Contains(text, step.want) {
			t.Fatalf("loket %v: %d %s", step.args, code, text)
		}
	}

	for _, refused := range []struct {
		args []string
		want string
	}{
		{[]string{"wallet", "adjust", "1001", "level_1", "--amount", "5000"}, "reason"},
		{[]string{"wallet", "adjust", "1001", "level_1", "--amount", "5000", "--reason", "  "}, "reason"},
		{[]string{"wallet", "create", "1001", "level_2", "--reason", "  "}, "reason"},
		{[]string{"wallet", "adjust", "1001", "level_1", "--amount", "9223372036854775807", "--reason", "slip"}, "amount: "},
		{[]string{"wallet", "adjust", "1001", "level_1", "--amount=-9223372036854775808", "--reason", "slip"}, "amount: "},
		{[]string{"wallet", "adjust", "1001", "level_1", "--amount", "0", "--reason", "slip"}, "amount: "},
		{[]string{"wallet", "create", "4711", "level_1", "--reason", "new"}, "There is no such client"},
		{[]string{"wallet", "list", "4711"}, "There is no such client"},
		{[]string{"user", "list", "4711"}, "There is no such client"},
		{[]string{"key", "list", "4711"}, "There is no such client"},
	} {
		args := append([]string{"admin", "--data", folder}, refused.args...)
		if code, text := loket(t, args...); code != exitFault || !strings.Contains(text, refused.want) || strings.Contains(text, "sql:") {
			t.Errorf("%v: %d %s", refused.args, code, text)
		}
	}

	if code, text := loket(t, "verify", "--data", folder); code != 0 || !strings.Contains(text, "1 wallets, 1 rows of history") {
		t.Errorf("a refused change left something: %d %s", code, text)
	}

	if code, _ := loket(t, "no-such-command"); code != exitUsage {
		t.Errorf("an unknown command ended with %d", code)
	}
}
