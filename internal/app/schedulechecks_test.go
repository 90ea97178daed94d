package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/api/portal/schedules"
	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/clock"
)

const scheduledPath = "/v1/scheduled-orders"

// TestScheduledChecksAndFigures: what create would refuse is told by the check, and the figures of a canceled run go on.
func TestScheduledChecksAndFigures(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		root := p.signIn(t, 1001, "root")
		p.checksForesee(t, root)
		p.figuresGoOn(t, root)
		testkit.ProveBooks(t, p.DB)
	})
}

// foreseen is what the check of an order must say.
type foreseen struct {
	body     string
	runs     int
	cut      bool
	refusals []string // codes, those of fields with the field
	approval bool
}

// checksForesee holds the check against create: where the check refuses something, create refuses it with the same code or field, whatever the
// PIN; where it doesn't, the order is made.
func (p *program) checksForesee(t *testing.T, root string) {
	t.Helper()

	zone := testkit.Jakarta(t)
	now := time.Now().In(zone)
	later := func(after time.Duration) string { return now.Truncate(time.Hour).Add(after).Format(time.RFC3339) }
	// The 31st of a month with 31 days, at least two months away, so that a shorter month follows it within the series.
	long := time.Date(now.Year(), now.Month()+2, 1, 10, 0, 0, 0, zone)
	for long.AddDate(0, 1, -1).Day() != 31 {
		long = long.AddDate(0, 1, 0)
	}

	last := long.AddDate(0, 0, 30)
	plain := `"productCode":"TSEL10","destinationNos":["081233330000"]`
	monthly := func(from, to time.Time) string {
		return fmt.Sprintf(`%s,"scheduledAt":%q,"interval":"monthly","endsAt":%q`, plain, from.Format(time.RFC3339), to.Format(time.RFC3339))
	}

	many := make([]string, 2000)
	for i := range many {
		many[i] = fmt.Sprintf(`"08123%07d"`, i)
	}

	testkit.Exec(t, p.DB, "INSERT INTO scheduled_approvals (client_id, above, updated_at, since) VALUES (1001, 15000, 1, $1)", clock.Micros(time.Now()))

	for name, c := range map[string]foreseen{
		"at once":             {plain, 1, false, nil, false},
		"two lines":           {`"productCode":"TSEL10","destinationNos":["081233330000","081233330001"]`, 1, false, nil, true},
		"later":               {plain + `,"scheduledAt":"` + later(48*time.Hour) + `"`, 1, false, nil, false},
		"three runs":          {monthly(long, long.AddDate(0, 2, 0)), 3, false, nil, false},
		"shorter months":      {monthly(last, last.AddDate(0, 2, 0)), 3, true, nil, false},
		"in the past":         {plain + `,"scheduledAt":"` + later(-48*time.Hour) + `"`, 1, false, []string{"scheduledAt"}, false},
		"in two years":        {plain + `,"scheduledAt":"` + later(800*24*time.Hour) + `"`, 1, false, []string{"scheduledAt"}, false},
		"no five minutes":     {plain + `,"scheduledAt":"` + now.Truncate(time.Hour).Add(48*time.Hour+3*time.Minute).Format(time.RFC3339) + `"`, 1, false, []string{"scheduledAt"}, false},
		"ends before":         {monthly(long, long.AddDate(0, -1, 0)), 1, false, []string{"endsAt"}, false},
		"monthly, at once":    {plain + `,"interval":"monthly","endsAt":"` + later(90*24*time.Hour) + `"`, 1, false, []string{"scheduledAt"}, false},
		"an amount too many":  {plain + `,"amount":5000`, 1, false, []string{"amount"}, false},
		"no amount":           {`"productCode":"DANAOPEN","destinationNos":["081233330000"]`, 1, false, []string{"amount"}, false},
		"too little money":    {`"productCode":"DANAOPEN","amount":2000000,"destinationNos":[` + strings.Join(many, ",") + "]", 1, false, []string{"InsufficientBalanceError"}, true},
		"an amount too large": {`"productCode":"DANAOPEN","amount":9000000,"destinationNos":["081233330000"]`, 1, false, []string{"amount"}, true},
	} {
		p.foresees(t, name, root, c)
	}

	// The state of the product and of the wallet.
	for name, c := range map[string]struct{ table, column, where, code string }{
		"an inactive product": {"products", "active", "code = 'TSEL10'", "ProductInactiveError"},
		"an inactive wallet":  {"wallets", "active", "client_id = 1001 AND type = 'level_1'", "WalletInactiveError"},
	} {
		testkit.Exec(t, p.DB, fmt.Sprintf("UPDATE %s SET %s = FALSE WHERE %s", c.table, c.column, c.where))
		p.catalogueChanged(t)
		testkit.Eventually(t, testkit.Patience, name+" is known", func() bool {
			_, text := p.ask(t, http.MethodPost, scheduledPath+"/check", root, "{"+plain+"}")

			return strings.Contains(text, c.code)
		})
		p.foresees(t, name, root, foreseen{plain, 1, false, []string{c.code}, false})
		testkit.Exec(t, p.DB, fmt.Sprintf("UPDATE %s SET %s = TRUE WHERE %s", c.table, c.column, c.where))
		p.catalogueChanged(t)
		testkit.Eventually(t, testkit.Patience, name+" has ended", func() bool {
			_, text := p.ask(t, http.MethodPost, scheduledPath+"/check", root, "{"+plain+"}")

			return !strings.Contains(text, c.code)
		})
	}

	// A user without a PIN hears so before typing one.
	p.expect(t, http.StatusOK, `"pin":{"set":false`, http.MethodPost, scheduledPath+"/check", p.signIn(t, 1003, "root"), "{"+plain+"}")
	p.expect(t, http.StatusOK, `"pin":{"set":true,"triesLeft":5`, http.MethodPost, scheduledPath+"/check", root, "{"+plain+"}")
}

// catalogueChanged makes the program read the catalogue anew.
func (p *program) catalogueChanged(t *testing.T) {
	t.Helper()
	testkit.Exec(t, p.DB, "INSERT INTO versions (name, version) VALUES ('catalog', 1) ON CONFLICT (name) DO UPDATE SET version = versions.version + 1")
}

func (p *program) foresees(t *testing.T, name, root string, want foreseen) {
	t.Helper()

	var checked schedules.OneCheckedScheduledOrder

	p.get(t, http.StatusOK, http.MethodPost, scheduledPath+"/check", root, "{"+want.body+"}", &checked)

	var refusals []string

	for _, r := range checked.Data.Refusals {
		if r.Field != "" {
			refusals = append(refusals, r.Field)
		} else {
			refusals = append(refusals, r.Code)
		}
	}

	if c := checked.Data; c.Runs != want.runs || c.DayIsCut != want.cut || !slices.Equal(refusals, want.refusals) || c.NeedsApproval != want.approval {
		t.Errorf("%s: %d runs, cut %t, refused %v, approval %t; want %+v", name, c.Runs, c.DayIsCut, refusals, c.NeedsApproval, want)
	}

	if len(want.refusals) == 0 {
		return
	}

	total := int64(0)
	if checked.Data.Total != nil {
		total = *checked.Data.Total
	}

	// Create refuses the same, with the right PIN.
	status, text := p.create(t, scheduledPath, root, strings.ReplaceAll(name, " ", "-"), fmt.Sprintf(`{"pin":%q,"name":"x","expectedTotal":%d,%s}`, demo.PIN, total, want.body))
	if status == http.StatusOK || !strings.Contains(text, want.refusals[0]) {
		t.Errorf("%s: create answers %d %s, the check said %v", name, status, text, want.refusals)
	}
}

// figuresGoOn cancels an order while its lines are placed: what was placed goes on to its end, the figures follow, and the lines that were canceled
// are neither done nor charged.
func (p *program) figuresGoOn(t *testing.T, root string) {
	t.Helper()
	testkit.Exec(t, p.DB, "DELETE FROM scheduled_approvals")

	const lines = 1000

	list := make([]string, lines)
	for i := range list {
		list[i] = fmt.Sprintf(`"08129%06d%d"`, i, []int{0, 2, 3}[i%3])
	}

	body := `"productCode":"TSEL10","destinationNos":[` + strings.Join(list, ",") + "]"

	var checked schedules.OneCheckedScheduledOrder

	p.get(t, http.StatusOK, http.MethodPost, scheduledPath+"/check", root, "{"+body+"}", &checked)

	status, text := p.create(t, scheduledPath, root, "figures", fmt.Sprintf(`{"pin":%q,"name":"Figures","expectedTotal":%d,%s}`, demo.PIN, *checked.Data.Total, body))
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}

	one := scheduledPath + "/" + madeID(t, text)

	var canceled struct {
		Data struct {
			CanceledLines int `json:"canceledLines"`
		} `json:"data"`
	}

	testkit.Must(t, json.Unmarshal([]byte(p.expect(t, http.StatusOK, `"canceledLines"`, http.MethodPost, one+"/cancel", root, "")), &canceled))

	var progress schedules.OneScheduledProgress

	testkit.Eventually(t, 2*testkit.Patience, "what was placed ends", func() bool {
		p.get(t, http.StatusOK, http.MethodGet, one+"/progress", root, "", &progress)

		c := progress.Data.Counts
		if c.Success+c.Failed+c.Error+c.Pending+c.Canceled+c.Waiting != lines || c.Total != lines {
			t.Errorf("the figures don't add up: %+v", c)
		}

		return c.Pending == 0 && c.Waiting == 0
	})

	unit := *checked.Data.Total / lines
	placed := testkit.Value[int64](t, p.DB, "SELECT COUNT(*) FROM scheduled_lines WHERE order_id IS NOT NULL AND CAST(scheduled_order_id AS TEXT) = $1", madeID(t, text))

	if c := progress.Data.Counts; progress.Data.Status != "canceled" || canceled.Data.CanceledLines == 0 || c.Canceled != canceled.Data.CanceledLines ||
		int64(c.Success+c.Failed+c.Error) != placed || progress.Data.Charged != int64(c.Success)*unit {
		t.Errorf("canceled %d lines, %d were placed: %+v", canceled.Data.CanceledLines, placed, progress.Data)
	}
}
