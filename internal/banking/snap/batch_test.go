package snap_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"loket/internal/banking/snap"
	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/banktest"
	"loket/internal/platform/db"
)

// Calls that share a commit are answered as if each had come alone: repeats among them get the first answer or a
// conflict, and what is refused doesn't hinder the others.
func TestCallsThatShareACommit(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		banktest.Fill(t, d, 3)
		testkit.Exec(t, d, "UPDATE wallets SET active = FALSE WHERE client_id = 2")
		testkit.Exec(t, d, "DELETE FROM wallets WHERE client_id = 3")
		testkit.Exec(t, d, "INSERT INTO wallets (id, client_id, type, created_at) VALUES (3, 3, 'level_2', 1)")
		testkit.Exec(t, d, "UPDATE virtual_accounts SET wallet_type = 'level_2' WHERE client_id = 3")
		testkit.Exec(t, d, "UPDATE payment_channels SET fee = 4500")

		n := banktest.New(t, d, banktest.Options{})
		asked, want := mixedCalls()

		// The second time everything is a repeat.
		for round, expected := range [][]string{want, repeated(asked, want)} {
			said, err := n.Snap.Together(t.Context(), "partner-1", asked)
			testkit.Must(t, err)

			for i, got := range said {
				testkit.Must(t, got.Err)

				if code := codeOf(t, got); code != expected[i] {
					t.Errorf("round %d, call %d: %s instead of %s", round, i, code, expected[i])
				}
			}

			if first, again := bodyOf(t, said[0]), bodyOf(t, said[1]); round == 0 && first != again {
				t.Errorf("%s instead of %s", again, first)
			}
		}

		for client, want := range map[int]string{1: "topup_va 500000, topup_fee -4500, topup_va 600000, topup_fee -4500", 2: "", 3: "topup_va 700000, tax_22 -7000, topup_fee -4500"} {
			if got := historyOf(t, d, client); got != want {
				t.Errorf("client %d: %s", client, got)
			}
		}

		if kept := testkit.Value[int](t, d, "SELECT COUNT(*) FROM inbox_notices WHERE applied_at IS NOT NULL"); kept != len(distinctBodies(asked)) {
			t.Errorf("%d payments in the inbox", kept)
		}

		testkit.ProveBooks(t, d)
	})
}

// mixedCalls are calls with their response codes.
func mixedCalls() ([]snap.Asked, []string) {
	var (
		asked []snap.Asked
		want  []string
	)

	call := func(externalID string, client int, p bankside.Payment, code string) {
		p.AccountNo = banktest.AccountNo(client)
		asked, want = append(asked, snap.Asked{ExternalID: externalID, Body: p.Body()}), append(want, code)
	}
	inquire := func(externalID, code string) {
		asked = append(asked, snap.Asked{ExternalID: externalID, Body: payment("r1", 500_000).InquiryBody(), Inquiry: true})
		want = append(want, code)
	}

	first, advised := payment("r1", 500_000), payment("r1", 500_000)
	advised.Advise = true

	call("1", 1, first, "2002500")
	call("1", 1, advised, "2002500")
	call("1", 1, first, "4092500")
	call("2", 1, first, "4092500")
	call("3", 1, advised, "2002500")
	call("4", 1, payment("r1", 500_001), "4042518")
	call("5", 3, payment("r1", 500_000), "4042518")
	call("6", 9, payment("r2", 500_000), "4042512")
	call("7", 2, payment("r3", 500_000), "4032518")
	call("8", 1, payment("r4", 9_999), "4042513")
	call("9", 1, payment("r2", 600_000), "2002500") // its id was refused before
	call("10", 3, payment("r5", 700_000), "2002500")
	inquire("1", "2002400")
	inquire("1", "4092400")

	return asked, want
}

// repeated are the codes of calls whose external ids were all used: only repeats that say so get the first answer.
func repeated(asked []snap.Asked, want []string) []string {
	out := slices.Clone(want)

	for i := range out {
		switch {
		case asked[i].Inquiry:
			out[i] = "4092400"
		case !strings.Contains(string(asked[i].Body), `"flagAdvise":"Y"`):
			out[i] = "4092500"
		}
	}

	return out
}

// distinctBodies are the payments that reached a decision: the third call was a conflict before.
func distinctBodies(asked []snap.Asked) map[string]bool {
	out := map[string]bool{}

	for _, a := range asked {
		if !a.Inquiry {
			out[string(a.Body)] = true
		}
	}

	return out
}

func bodyOf(t *testing.T, r snap.Response) string {
	t.Helper()

	text, err := json.Marshal(r.Body)
	testkit.Must(t, err)

	return string(text)
}

func codeOf(t *testing.T, r snap.Response) string {
	t.Helper()

	var said struct {
		Code string `json:"responseCode"`
	}
	testkit.Must(t, json.Unmarshal([]byte(bodyOf(t, r)), &said))

	return said.Code
}

func historyOf(t *testing.T, d *db.DB, client int) string {
	t.Helper()

	lines := []string{}

	testkit.Must(t, d.Read(t.Context(), "SELECT action, amount FROM wallet_history WHERE client_id = $1 ORDER BY seq", []any{int64(client)}, func(row db.Row) error {
		var (
			action string
			amount int64
		)

		err := row.Scan(&action, &amount)
		lines = append(lines, fmt.Sprint(action, " ", amount))

		return err
	}))

	return strings.Join(lines, ", ")
}
