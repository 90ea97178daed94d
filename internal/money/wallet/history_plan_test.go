package wallet_test

import (
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
)

// Each way to look for rows uses its own index on SQLite, which knows nothing of the sizes of tables: by the primary key
// it would read the whole wallet.
func TestSearchesUseTheirIndexes(t *testing.T) {
	t.Parallel()

	d := testkit.Open(t, db.SQLite)

	for index, f := range map[string]wallet.HistoryFilter{
		"sqlite_autoindex":         {}, // the primary key
		"wallet_history_action":    {Action: wallet.TopupVA},
		"wallet_history_order":     {Search: wallet.Search{OrderIDs: []int64{1}}},
		"wallet_history_reference": {Search: wallet.Search{Text: "a reference"}},
	} {
		q := wallet.HistoryQuery{HistoryFilter: f, ClientID: 1}
		text, args := q.Statement(wallet.Wallet{ID: 1, ClientID: 1}, 1000)
		usesIndex(t, d, index, text, args)

		q.Type = wallet.Level1
		text, args = q.OneStatement()
		usesIndex(t, d, index, text, args)
	}
}

func usesIndex(t *testing.T, d *db.DB, index, text string, args []any) {
	t.Helper()

	plan, used := []string{}, false

	testkit.Must(t, d.Read(t.Context(), "EXPLAIN QUERY PLAN "+text, args, func(row db.Row) error {
		var (
			id, parent, unused int
			step               string
		)

		err := row.Scan(&id, &parent, &unused, &step)
		plan = append(plan, step)
		used = used || strings.Contains(step, "SEARCH wallet_history USING") && strings.Contains(step, index)

		return err
	}))

	if !used {
		t.Errorf("not by %s:\n%s", index, strings.Join(plan, "\n"))
	}
}
