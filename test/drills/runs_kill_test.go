package drills

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/scheduletest"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -runkills 200. There is no short one: a run goes on after a kill when the
// lease of its job ends, half a minute later.
var runKills = flag.Int("runkills", 0, "how often the program is killed in the middle of a run on each engine; 0 leaves the drill out")

const (
	linesAKill      = 150 // so that most kills meet the run
	killsASession   = 50
	patienceForRuns = 10 * time.Minute
)

// shownLine is a line of a scheduled order as the portal shows it.
type shownLine struct {
	DestinationNo string `json:"destinationNo"`
	Status        string `json:"status"`
}

type shownRun struct {
	Data struct {
		ID      string      `json:"id"`
		EndedAt *time.Time  `json:"endedAt"`
		Total   *int64      `json:"total"`
		Orders  []shownLine `json:"orders"`
	} `json:"data"`
}

// TestKilledInTheMiddleOfARun kills the whole program repeatedly, each time while it places and sends the lines of a new
// scheduled order. Each line is paid once if it says so and never otherwise, nothing else is paid, and the books hold.
func TestKilledInTheMiddleOfARun(t *testing.T) {
	t.Parallel()

	if *runKills == 0 {
		t.Skip("only with -runkills")
	}

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, _ := durableDatabase(t, engine)
			p := newProgram(t, url)
			buyer := &portalUser{t: t, p: p}

			p.start(t) // makes the demo's data
			p.stop(t)
			p.fund(t)
			p.start(t)

			var made []string

			for n := range *runKills {
				if n%killsASession == 0 {
					buyer.signIn()
				}

				made = append(made, buyer.order(fmt.Sprint("drill-", n), scheduletest.Numbers(fmt.Sprintf("0812%04d", n), linesAKill, "00020")))

				time.Sleep(rand.N(spread))
				p.kill()
				p.start(t)
			}

			buyer.signIn()

			var lines []shownLine

			for _, id := range made {
				testkit.Eventually(t, patienceForRuns, "the run ends", func() bool {
					var run shownRun

					buyer.call(http.MethodGet, "/v1/scheduled-orders/"+id, "", nil, &run)

					if run.Data.EndedAt != nil {
						lines = append(lines, run.Data.Orders...)
					}

					return run.Data.EndedAt != nil
				})
			}

			for _, problem := range compareLines(t, p, lines, *runKills*linesAKill) {
				t.Error(problem)
			}

			p.stop(t)
			p.verify(t)
		})
	}
}

// compareLines finds lines that disagree with the supplier's book.
func compareLines(t *testing.T, p *program, lines []shownLine, count int) []string {
	t.Helper()

	problems := []string{}
	delivered := supplierBook(t, p)
	paid := 0

	for _, l := range lines {
		want := 0
		if l.Status == "success" {
			want, paid = 1, paid+1
		}

		if delivered[l.DestinationNo] != want {
			problems = append(problems, fmt.Sprintf("%s is %s and was delivered %d times", l.DestinationNo, l.Status, delivered[l.DestinationNo]))
		}
	}

	if len(lines) != count || len(delivered) != paid || paid < count/2 {
		problems = append(problems, fmt.Sprintf("%d of %d lines are shown, %d of them paid, and %d destinations were delivered", len(lines), count, paid, len(delivered)))
	}

	return problems
}

// portalUser is a user of the demo's client.
type portalUser struct {
	t     *testing.T
	p     *program
	token string
}

func (u *portalUser) signIn() {
	u.t.Helper()

	var in struct {
		Token string `json:"token"`
	}

	u.token = ""
	u.call(http.MethodPost, "/v1/auth", "", map[string]any{"clientId": 1001, "username": "root", "password": demo.Password}, &in)

	if u.token = in.Token; u.token == "" {
		u.t.Fatal("a sign-in without a token")
	}
}

// order makes an immediate scheduled order and returns its id.
func (u *portalUser) order(key string, numbers []string) string {
	u.t.Helper()

	var checked, made shownRun

	u.call(http.MethodPost, "/v1/scheduled-orders/check", "", map[string]any{"productCode": "TSEL10", "destinationNos": numbers}, &checked)
	u.call(http.MethodPost, "/v1/scheduled-orders", key, map[string]any{
		"pin": demo.PIN, "name": "drill", "productCode": "TSEL10", "destinationNos": numbers, "expectedTotal": checked.Data.Total,
	}, &made)

	return made.Data.ID
}

func (u *portalUser) call(method, path, key string, body, into any) {
	u.t.Helper()

	text, err := json.Marshal(body)
	must(u.t, err)

	req, err := http.NewRequestWithContext(u.t.Context(), method, u.p.address()+path, bytes.NewReader(text))
	must(u.t, err)
	req.Header.Set("Content-Type", "application/json")

	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}

	if body == nil {
		req.Body, req.ContentLength = http.NoBody, 0
	}

	if u.token != "" {
		req.Header.Set("Authorization", "Bearer "+u.token)
	}

	res, err := http.DefaultClient.Do(req)
	must(u.t, err)

	defer res.Body.Close()

	text, err = io.ReadAll(res.Body)
	must(u.t, err)

	if res.StatusCode != http.StatusOK {
		u.t.Fatalf("%s: status %d: %s", path, res.StatusCode, text)
	}

	must(u.t, json.Unmarshal(text, into))
}
