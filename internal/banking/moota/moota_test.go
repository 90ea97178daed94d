package moota_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"loket/internal/banking/moota"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const patience = testkit.Patience

func mutation(id string, amount int64) bankside.Mutation {
	return bankside.Mutation{ID: id, AccountNo: banktest.OurAccount, Amount: amount, Description: "TRSF E-BANKING CR", At: time.Now()}
}

func send(t *testing.T, n *banktest.Node, body string, alter func(r *http.Request)) int {
	t.Helper()

	reply, err := n.Hook().Send(context.WithoutCancel(t.Context()), []byte(body), alter)
	testkit.Must(t, err)

	return reply.Status
}

// order makes an open order of client 1 for a total at our account at BCA.
func order(t *testing.T, d *db.DB, id, total int64, account int) {
	t.Helper()

	now := time.Now()
	testkit.Exec(t, d, `INSERT INTO topup_orders (id, client_id, wallet_id, wallet_type, bank_account_id, nominal, code, amount, reference, status, created_by, created_at, expires_at)
		VALUES ($1, $1, $1, 'level_1', $2, $3, $4, $5, $6, 'pending', 'user:1', $7, $8)`,
		id, account, total/1000*1000, total%1000, total, fmt.Sprintf("0003-%d", id), now.UnixMicro(), now.Add(time.Hour).UnixMicro())
	testkit.Exec(t, d, "INSERT INTO unique_codes (bank_account_id, code, order_id) VALUES ($1, $2, $3)", account, total%1000, id)
}

func results(t *testing.T, n *banktest.Node) map[string]string {
	t.Helper()

	list, err := n.Inbox.List(t.Context(), inbox.Filter{Source: "bank:" + banktest.MootaCode, Limit: 100})
	testkit.Must(t, err)

	out := map[string]string{}

	for _, r := range list {
		var row struct {
			ID string `json:"mutation_id"` //nolint:tagliatelle // Moota's name
		}

		_ = json.Unmarshal([]byte(r.Body), &row) // unreadable ones have none

		out[row.ID] = r.Result
		if r.AppliedAt.IsZero() {
			out[row.ID] = fmt.Sprint("waits, failed: ", r.Attempts > 0)
		}
	}

	return out
}

// A webhook is stored and applied: the transfer of an open order is credited, all others are held, each once.
func TestMutationsAreMatchedOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 2)

		n := banktest.New(t, d, banktest.Options{})
		order(t, d, 1, 500_123, 1)
		order(t, d, 2, 700_456, 2) // at Mandiri, where our account has the same number

		outgoing := mutation("out", 500_123)
		outgoing.Outgoing = true
		foreign := mutation("foreign", 700_456)
		foreign.AccountNo = "5555555555"

		body := string(bankside.MutationsBody(mutation("right", 500_123), mutation("again", 500_123), mutation("other", 700_456), outgoing, foreign))

		for range 3 {
			if status := send(t, n, body, nil); status != http.StatusOK {
				t.Fatalf("answered %d", status)
			}
		}

		testkit.Eventually(t, patience, "all are applied", func() bool {
			got := results(t, n)

			return len(got) == 5 && got["foreign"] == "waits, failed: true" && got["out"] == "outgoing money, ignored" && got["other"] != "waits, failed: false"
		})

		got := results(t, n)
		if !strings.HasPrefix(got["right"], "credited to client 1: matched 0003-1") || !strings.HasPrefix(got["again"], "suspense: late 0003-1") ||
			!strings.HasPrefix(got["other"], "suspense: unmatched") {
			t.Errorf("%v", got)
		}

		if count, sum := banktest.Credited(t, d); count != 1 || sum != 500_123 {
			t.Errorf("credited %d: %d", count, sum)
		}

		testkit.ProveBooks(t, d)
	})
}

// Forged and altered webhooks are refused, and nothing of them is stored. The check of the address is answered.
func TestWebhooksAreVerified(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 1)

		n := banktest.New(t, d, banktest.Options{})
		body := string(bankside.MutationsBody(mutation("a", 500_123)))

		for name, c := range map[string]struct {
			body  string
			alter func(r *http.Request)
			want  int
		}{
			"check of the address": {"", func(r *http.Request) { r.Header.Del(moota.HeaderSignature) }, http.StatusOK},
			"no signature":         {body, func(r *http.Request) { r.Header.Del(moota.HeaderSignature) }, http.StatusUnauthorized},
			"odd signature":        {body, func(r *http.Request) { r.Header.Set(moota.HeaderSignature, "zz") }, http.StatusUnauthorized},
			"another signature":    {body, func(r *http.Request) { r.Header.Set(moota.HeaderSignature, strings.Repeat("ab", 32)) }, http.StatusUnauthorized},
			"two signatures":       {body, func(r *http.Request) { r.Header.Add(moota.HeaderSignature, "ab") }, http.StatusUnauthorized},
			"unknown connection":   {body, func(r *http.Request) { r.URL.Path += "x" }, http.StatusNotFound},
			"no list":              {`{"amount":1}`, nil, http.StatusBadRequest},
			"null":                 {`null`, nil, http.StatusBadRequest},
			"no JSON":              {`[`, nil, http.StatusBadRequest},
			"too long":             {`["` + strings.Repeat("x", moota.MaxBody) + `"]`, nil, http.StatusRequestEntityTooLarge},
			"empty list":           {`[]`, nil, http.StatusOK},
		} {
			if got := send(t, n, c.body, c.alter); got != c.want {
				t.Errorf("%s: %d", name, got)
			}
		}

		if got := results(t, n); len(got) != 0 {
			t.Errorf("stored: %v", got)
		}
	})
}

// An amount is read exactly or not at all. What can't be read is set aside for staff at once: the transfer behind all of
// these is credited, and orders of the account expire.
func TestAmountsAreReadExactly(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 1)

		n := banktest.New(t, d, banktest.Options{})
		order(t, d, 1, 500_123, 1)

		row := func(account, id, kind, amount string) string {
			return fmt.Sprintf(`{"account_number":%q,"mutation_id":%q,"type":%q,"amount":%s}`, account, id, kind, amount)
		}

		const ours = banktest.OurAccount

		// Set aside by what they lack; debits are ignored however their amount is written.
		aside := []string{
			`10000123.5`, `"10000123.01"`, `1e7`, `-10000123`, `"10.000.123"`, `""`, `null`, `0`, `[1]`, `9999999999999999`,
		}
		debits := []string{`"-100001.5"`, `100001.50`, `null`, `-100001`}

		rows := []string{
			row(ours, strings.Repeat("i", 129), "CR", "1000"), row(ours, "", "CR", "1000"), row(ours, "k", "K", "1000"), row(ours, "none", "", "1000"),
			row("5555555555", "foreign", "CR", "1000"), `{"account_number":"` + ours + `","mutation_id":"date","type":"CR","amount":1000,"date":5}`,
			`{"account_number":"` + ours + `","mutation_id":"bell\u0007","type":"CR","amount":1000}`,
		}
		waiting := len(rows) + len(aside)

		for i, amount := range aside {
			rows = append(rows, row(ours, fmt.Sprint("m", i), "CR", amount))
		}

		for i, amount := range debits {
			rows = append(rows, row(ours, fmt.Sprint("d", i), "DB", amount))
		}

		for i, amount := range []string{`10000123`, `"10000123"`, `10000123.00`, `"10000123.0"`} {
			rows = append(rows, row(ours, fmt.Sprint("r", i), "CR", amount))
		}

		rows = append(rows, row(ours, "pays", "CR", "500123"))

		for _, row := range rows { // each in a webhook
			if status := send(t, n, "["+row+"]", nil); status != http.StatusOK {
				t.Fatalf("answered %d", status)
			}
		}

		// What is set aside holds up nothing that came after it.
		testkit.Eventually(t, testkit.Patience, "the transfer behind them is credited", func() bool {
			count, sum := banktest.Credited(t, d)

			return count == 1 && sum == 500_123
		})

		testkit.Eventually(t, patience, "each notice was tried", func() bool {
			return testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NULL AND attempts = 0") == 0
		})

		testkit.Eventually(t, patience, "no notice holds up an expiry", func() bool {
			waits, err := moota.NoticesWait(t.Context(), d.Reader(), banktest.Bank, ours)
			testkit.Must(t, err)

			return !waits
		})

		for query, want := range map[string]int{
			"SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NULL AND attempts > 0":         waiting,
			"SELECT COUNT(*) FROM inbox_notices WHERE result = 'outgoing money, ignored'":          len(debits),
			"SELECT COUNT(*) FROM bank_transfers WHERE amount = 10000123 AND status = 'suspense'":  4,
			"SELECT COUNT(*) FROM bank_transfers WHERE NOT (amount = 10000123 OR amount = 500123)": 0,
		} {
			if got := testkit.Value[int](t, d, query); got != want {
				t.Errorf("%s: %d, want %d", query, got, want)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// The vector that we made of Moota's description.
func TestSignatureVector(t *testing.T) {
	t.Parallel()

	const (
		body      = `[{"account_number":"1234567890","amount":10000123,"type":"CR","mutation_id":"abc"}]`
		signature = "a28fd8dd361d24850a344b8ba2a0f460c7af7ccbe28158534b4a043ed984f278"
	)

	source := moota.Source{Secret: "moota-secret"}
	if err := source.Verify(http.Header{"Signature": {signature}}, []byte(body)); err != nil {
		t.Error(err)
	}

	if source.Verify(http.Header{"Signature": {signature}}, []byte(body+" ")) == nil {
		t.Error("another body was accepted")
	}
}

// A mutation that was read twice, before and after a crash, is one transfer.
func TestApplyIsSafeToRepeat(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 1)

		n := banktest.New(t, d, banktest.Options{})
		order(t, d, 1, 500_123, 1)

		raw := string(bankside.MutationsBody(mutation("a", 500_123)))
		notice := inbox.Notice{
			ID: "x", Kind: inbox.Bank, Code: banktest.MootaCode, Content: raw[1 : len(raw)-1], ReceivedAt: time.Now(),
		}

		for range 3 {
			testkit.Must(t, n.Moota.Apply(t.Context(), notice))
		}

		if count, sum := banktest.Credited(t, d); count != 1 || sum != 500_123 {
			t.Errorf("credited %d: %d", count, sum)
		}

		testkit.ProveBooks(t, d)
	})
}
