package app_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/report"
	"loket/internal/platform/secret"
)

// ingest receives error reports at the envelope endpoint of Sentry's protocol.
type ingest struct {
	dsn secret.Text

	mu        sync.Mutex
	envelopes []string
}

const (
	ingestKey  = "1f2e3d4c5b6a79881f2e3d4c5b6a7988"
	ingestPath = "/api/7/envelope/"
)

func newIngest(t *testing.T) *ingest {
	t.Helper()

	in := &ingest{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}

		if r.Method != http.MethodPost || r.URL.Path != ingestPath || !strings.Contains(r.Header.Get("X-Sentry-Auth"), ingestKey) {
			t.Errorf("%s %s with %q is no report", r.Method, r.URL, r.Header.Get("X-Sentry-Auth"))
		}

		in.mu.Lock()
		defer in.mu.Unlock()

		in.envelopes = append(in.envelopes, string(body))

		w.WriteHeader(http.StatusOK)
	}))
	t.Cleanup(server.Close)

	in.dsn = secret.Text(strings.Replace(server.URL, "http://", "http://"+ingestKey+"@", 1) + "/7")

	return in
}

// reported returns the texts of all envelopes so far by request id.
func (in *ingest) reported(t *testing.T) map[string][]string {
	t.Helper()
	in.mu.Lock()
	defer in.mu.Unlock()

	out := map[string][]string{}

	for _, text := range in.envelopes {
		id := ""

		for line := range strings.SplitSeq(text, "\n") {
			var event struct {
				Tags    map[string]string `json:"tags"`
				Release string            `json:"release"`
			}

			if json.Unmarshal([]byte(line), &event) == nil && event.Tags["request_id"] != "" {
				id = event.Tags["request_id"]

				if event.Release != "test" {
					t.Errorf("the release is %q", event.Release)
				}
			}
		}

		out[id] = append(out[id], text)
	}

	return out
}

// leaks returns the secrets that a text contains.
func leaks(text string, secrets []string) []string {
	return slices.DeleteFunc(slices.Clone(secrets), func(s string) bool { return !strings.Contains(text, s) })
}

// broken makes a request while a table is missing and returns the request id of the
// 500.
func (p *program) broken(t *testing.T, table, method, path, token, body string) string {
	t.Helper()
	p.alter(t, `ALTER TABLE `+table+` RENAME TO taken_away`)

	status, answer := p.ask(t, method, path, token, body)

	p.alter(t, `ALTER TABLE taken_away RENAME TO `+table)

	if status != http.StatusInternalServerError || field(t, answer, "message") != "Something went wrong!" {
		t.Fatalf("%s %s without %s: %d %s", method, path, table, status, answer)
	}

	return field(t, answer, "requestId")
}

func (p *program) alter(t *testing.T, statement string) {
	t.Helper()

	testkit.Exec(t, p.DB, statement)
}

// TestFaultsAreReported renames tables of the running program: each 500 is reported
// once, with request id and release and without secrets. Answers below 500 are not
// reported.
func TestFaultsAreReported(t *testing.T) {
	t.Parallel()

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			in := newIngest(t)
			p := start(t, engine, func(c *config.Config) { c.ReportDSN, c.Environment = in.dsn, "proof" })
			token := p.signIn(t, 1001, "root")

			p.expect(t, http.StatusOK, "", http.MethodPost, "/v1/user/resetPin", token, "")

			link := p.address(t, p.mailTo(t, "root.1001@example.com", "Confirm your new PIN"))
			linkPath := strings.TrimPrefix(link, p.base)

			const typed, newPIN = "Typed-Password-1", "864209"

			secrets := []string{
				token, typed, demo.Password, demo.PIN, newPIN, "lk_demo_1001", linkPath, linkPath[strings.LastIndexByte(linkPath, '/')+1:],
				p.conf.TokenKey.Reveal(), p.conf.PINPepper.Reveal(), "Authorization", "Bearer", "Cookie", "query-canary",
			}

			// None of these is an internal error.
			p.ask(t, http.MethodPost, "/v1/auth", "", `{"clientId":1001,"username":"root","password":"`+typed+`"}`)
			p.ask(t, http.MethodPost, "/v1/auth", "", `{"clientId":`)
			p.ask(t, http.MethodGet, "/v1/user/list", "", "")
			p.ask(t, http.MethodGet, "/nothing", token, "")
			p.ask(t, http.MethodPost, "/v1/user", p.signIn(t, 1001, "viewer"), `{}`)

			ids := []string{
				p.broken(t, "tries", http.MethodPost, "/v1/auth", "", `{"clientId":1001,"username":"root","password":"`+typed+`"}`),
				p.broken(t, "audit_log", http.MethodPatch, "/v1/pin", token, `{"pin":"`+demo.PIN+`","newPin":"`+newPIN+`","confirmPin":"`+newPIN+`"}`),
				p.broken(t, "wallets", http.MethodGet, "/h2h/v1/balance", "lk_demo_1001", ""),
				p.broken(t, "wallet_history", http.MethodGet, "/v1/depositevents?query=query-canary", token, ""),
				p.brokenLink(t, linkPath),
			}

			stopWithin(t, p.Stop) // sends the queued reports

			got := in.reported(t)
			if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(slices.Values(ids))) {
				t.Errorf("reported %v, the faults were %v", slices.Sorted(maps.Keys(got)), ids)
			}

			for id, texts := range got {
				if len(texts) != 1 || !strings.Contains(texts[0], `"proof"`) {
					t.Errorf("%s was reported %d times: %s", id, len(texts), texts)
				}

				if found := leaks(strings.Join(texts, "\n"), secrets); len(found) > 0 {
					t.Errorf("the report holds %q: %s", found, texts)
				}
			}
		})
	}
}

// brokenLink confirms an e-mailed link while a query of it fails. The page says that
// it is an internal error; the user can try again.
func (p *program) brokenLink(t *testing.T, path string) string {
	t.Helper()
	p.alter(t, `ALTER TABLE one_time_links RENAME TO taken_away`)

	answer := follow(t, http.MethodPost, p.base+path)

	p.alter(t, `ALTER TABLE taken_away RENAME TO one_time_links`)

	if text := read(t, answer); answer.StatusCode != http.StatusInternalServerError ||
		!strings.Contains(text, "The fault is ours") || !strings.Contains(text, "Try again</button>") {
		t.Fatalf("the link answers %d %s", answer.StatusCode, text)
	}

	again := follow(t, http.MethodPost, p.base+path)
	if to := again.Header.Get("Location"); again.StatusCode != http.StatusSeeOther || !strings.HasSuffix(to, "=true") {
		t.Fatalf("the second try answers %d %s", again.StatusCode, to)
	}

	return answer.Header.Get("X-Request-ID")
}

// The planted bug: an error that quotes user input. The search for secrets must find
// it.
func TestReportGateSeesAQuotedSecret(t *testing.T) {
	t.Parallel()

	in := newIngest(t)

	r, err := report.New(report.Options{DSN: in.dsn, Release: "test"})
	if err != nil {
		t.Fatal(err)
	}

	r.Report(t.Context(), errors.New("no user has the password "+demo.Password), "PLANTED")
	r.Close(time.Minute)

	if texts := in.reported(t)["PLANTED"]; len(texts) != 1 || len(leaks(texts[0], []string{demo.Password, demo.PIN})) != 1 {
		t.Errorf("not seen in %s", texts)
	}
}

// TestNothingIsReportedUnasked: without the setting nothing is reported, even if the
// environment has the variable that Sentry's own libraries read.
func TestNothingIsReportedUnasked(t *testing.T) {
	in := newIngest(t)
	t.Setenv("SENTRY_DSN", in.dsn.Reveal())

	p := start(t, db.SQLite)
	id := p.broken(t, "wallets", http.MethodGet, "/h2h/v1/balance", "lk_demo_1001", "")
	stopWithin(t, p.Stop)

	if !strings.Contains(p.log.String(), id) {
		t.Error("the log does not have the fault")
	}

	if got := in.reported(t); len(got) != 0 {
		t.Errorf("reported %v", got)
	}
}
