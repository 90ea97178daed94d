package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"database/sql"
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/demo/launch"
	"loket/internal/dev/simulate"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/identity/password"
	"loket/internal/platform/db"
	"loket/internal/platform/secret"
)

func TestMain(m *testing.M) { testkit.Finish(max(m.Run(), checkShards())) }

// lockedLog collects the log of the program. It is safe for concurrent use.
type lockedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()

	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()

	return l.text.String()
}

// program is the whole program with the demo's data, on free ports.
type program struct {
	*app.App

	simulators *simulate.Server
	bucket     *filetest.Bucket // nil if files are stored in a folder
	base       string
	log        *lockedLog
	conf       config.Config
	looking    string // token of staff who look, for the matrix
}

func settings(t *testing.T, engine db.Engine) config.Config {
	t.Helper()

	conf := config.Config{Idle: time.Hour, MaxSession: time.Hour, MaxConns: 10, Log: config.Log{RequestLog: true}}
	conf.Flags = config.Flags{Settlement: true, Pricing: true}
	conf.Data = t.TempDir()
	conf.DatabaseURL = testkit.URL(t, engine) // for SQLite a path
	conf.Listen, conf.StaffListen, conf.AdminListen = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	conf.TokenKey, conf.PINPepper = secret.Text(strings.Repeat("k", 40)), secret.Text(strings.Repeat("p", 40))

	return conf
}

func start(t *testing.T, engine db.Engine, change ...func(*config.Config)) *program {
	t.Helper()

	conf := settings(t, engine)
	for _, f := range change {
		f(&conf)
	}

	plain := conf.DatabaseURL

	t.Cleanup(func() { proveBooks(t, plain) }) // after the program has stopped

	conf.DatabaseURL = logStatements(t, plain)

	p := startWith(t, conf, func(*config.Config, []config.Supplier) {})
	p.readEvents(t) // a test may prove the books, or stop the program, at once
	t.Cleanup(func() { p.readEvents(t) })

	return p
}

// readEvents has the consumers read the ends of the demo's past orders, which are older than what the books excuse: a short test
// would leave them unread. A test that has stopped the program has left it time to read, and the books tell if not. An error is no
// failure, since the program may have stopped: proveBooks finds what a consumer failed at.
func (p *program) readEvents(t *testing.T) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()

	if err := p.Events.Drain(ctx); err != nil {
		t.Logf("read the events: %v", err)
	}
}

func proveBooks(t *testing.T, url string) {
	t.Helper()

	d, err := db.Open(context.WithoutCancel(t.Context()), db.Options{URL: url})
	if err != nil {
		t.Error(err)

		return
	}
	defer d.Close()

	testkit.ProveBooks(t, d)

	// The books excuse what is set aside for 10 minutes, in which a test is over.
	for _, failure := range setAside(t, d) {
		t.Errorf("an event is set aside: %s", failure)
	}
}

// setAside says which events are set aside, and why.
func setAside(t *testing.T, d *db.DB) []string {
	t.Helper()

	rows, err := d.Reader().Query(context.WithoutCancel(t.Context()), `SELECT consumer || ' failed at ' || kind || ' of ' || subject || ': ' || error
		FROM event_failures ORDER BY consumer, seq`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (what string, err error) {
		err = row.Scan(&what)

		return what, err
	})
	if err != nil {
		t.Errorf("list events that are set aside: %v", err)
	}

	return list
}

// The query of proveBooks finds an event that was set aside just now.
func TestEventsSetAsideAreFound(t *testing.T) {
	t.Parallel()

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		if got := setAside(t, d); len(got) != 0 {
			t.Errorf("of none: %q", got)
		}

		testkit.InsertClient(t, d, 1)
		testkit.Exec(t, d, `INSERT INTO event_failures (consumer, seq, client_id, kind, subject, channel, data, at, failures, error, set_aside_at, due_at)
			VALUES ('schedule', 1, 1, 'order.succeeded', '14', 'portal', '', 1, 1, 'no such line', 1, 2)`)

		if got := setAside(t, d); !slices.Equal(got, []string{"schedule failed at order.succeeded of 14: no such line"}) {
			t.Errorf("it says %q", got)
		}
	})
}

// startWith starts the program with settings; rewire may change how it reaches
// the suppliers and the mail server of its simulators.
func startWith(t *testing.T, conf config.Config, rewire func(*config.Config, []config.Supplier)) *program {
	t.Helper()

	log := &lockedLog{}
	logger := slog.New(slog.NewJSONHandler(log, nil))

	p := &program{log: log}

	// A test that has ended keeps what its clean-ups refer to, which would be each program and its documents. The first clean-up is the last.
	t.Cleanup(func() { *p = program{} })

	useBankKey(t, conf.Data)

	simulators, err := launch.NewSimulators(conf.Data, "127.0.0.1:0", "", nil, logger)
	if err != nil {
		t.Fatal(err)
	}

	if err := simulators.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	p.simulators = simulators

	t.Cleanup(func() { stopWithin(t, p.simulators.Stop) })

	suppliers, err := launch.SimulatedSuppliers(simulators, conf.Data)
	if err != nil {
		t.Fatal(err)
	}

	banks, err := launch.SimulatedBanks(conf.Data)
	if err != nil {
		t.Fatal(err)
	}

	if err := launch.UseSimulatedMail(&conf, simulators); err != nil {
		t.Fatal(err)
	}

	// Files are stored in a folder with SQLite and in a bucket with PostgreSQL, as in
	// deployments.
	var bucket *filetest.Bucket
	if db.IsPostgres(conf.DatabaseURL) {
		bucket = filetest.NewBucket(t)
		opt := bucket.Options()
		conf.S3 = config.S3{
			S3Endpoint: opt.Endpoint, S3Bucket: opt.Bucket, S3Region: opt.Region, S3Prefix: opt.Prefix, S3AccessKey: opt.AccessKey, S3SecretKey: opt.SecretKey,
		}
	}

	rewire(&conf, suppliers)

	a, err := app.New(t.Context(), app.Options{
		Config: conf, Suppliers: suppliers, Banks: banks, Logger: logger, Version: "test", Demo: true, Dispatch: launch.Dispatch(),
		Hash: password.Options{Memory: 64, Time: 1}, // the tests sign in a lot
		Undeclared: func(operation, code string) {
			t.Errorf("%s answers with %s, which it does not declare", operation, code)
		},
	})
	if err != nil {
		t.Fatal(err)
	}

	p.App = a

	t.Cleanup(func() { stopWithin(t, p.Stop) })

	if err := launch.Seed(t.Context(), a, launch.SeedOptions{Orders: 50, Payment: "http://127.0.0.1/pay", SmallPictures: true}); err != nil {
		t.Fatal(err)
	}

	if err := a.Start(t.Context()); err != nil {
		t.Fatal(err)
	}

	p.bucket, p.conf, p.base = bucket, conf, "http://"+a.Address()
	simulators.SetWebhookURLs(launch.NoticeURL(p.base))
	launch.ConnectBank(a, simulators)

	return p
}

// bankKey is the key of the simulated banks, which takes long to make.
var bankKey = sync.OnceValue(func() []byte {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}

	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
})

// useBankKey puts it where the demo looks for it.
func useBankKey(t *testing.T, data string) {
	t.Helper()

	secrets := filepath.Join(data, "secrets")
	testkit.Must(t, os.MkdirAll(secrets, 0o700))
	testkit.Must(t, os.WriteFile(filepath.Join(secrets, "bank-key.pem"), bankKey(), 0o600))
}

func stopWithin(t *testing.T, stop func(ctx context.Context) error) {
	t.Helper()

	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), app.StopTime)
	defer cancel()

	if err := stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
}

// ask makes a request and returns the status and body of the answer.
func (p *program) ask(t *testing.T, method, path, token, body string) (int, string) {
	t.Helper()

	return p.askIn(t, "", method, path, token, body)
}

// askIn is ask with an Accept-Language.
func (p *program) askIn(t *testing.T, language, method, path, token, body string) (int, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), method, p.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}

	r.Header.Set("Content-Type", "application/json")

	if language != "" {
		r.Header.Set("Accept-Language", language)
	}

	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}

	answer, text := exchange(t, r)

	return answer.StatusCode, text
}

// exchange makes a request and returns the answer and its whole body.
func exchange(t *testing.T, r *http.Request) (*http.Response, string) {
	t.Helper()

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()

	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}

	return answer, string(text)
}

// fetch gets a URL as a browser that follows a link.
func fetch(t *testing.T, url string) (*http.Response, string) {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}

	return exchange(t, r)
}

// signIn returns a token, which is a restricted one if the password has expired.
func (p *program) signIn(t *testing.T, client int64, username string) string {
	t.Helper()

	body, err := json.Marshal(map[string]any{"clientId": client, "username": username, "password": demo.Password})
	if err != nil {
		t.Fatal(err)
	}

	_, text := p.ask(t, http.MethodPost, "/v1/auth", "", string(body))

	var out struct {
		Token string `json:"token"`
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil || out.Token == "" {
		t.Fatalf("sign in as %d/%s: %s", client, username, text)
	}

	return out.Token
}

// eachEngine starts the program on both engines.
func eachEngine(t *testing.T, fn func(t *testing.T, p *program), change ...func(*config.Config)) {
	t.Helper()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			p := start(t, engine, change...)
			if p.DB.Engine() != engine {
				t.Fatalf("started on %s", p.DB.Engine())
			}

			fn(t, p)
		})
	}
}
