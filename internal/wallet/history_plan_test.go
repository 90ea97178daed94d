package wallet_test

import (
	"strings"
	"testing"

	"loket/internal/platform/db"
	"loket/internal/testkit"
	"loket/internal/wallet"
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
		text, args := wallet.HistoryQuery{HistoryFilter: f, ClientID: 1}.Statement(wallet.Wallet{ID: 1, ClientID: 1}, 1000)
		plan := []string{}

		testkit.Must(t, d.Read(t.Context(), "EXPLAIN QUERY PLAN "+text, args, func(row db.Row) error {
			var (
				id, parent, unused int
				step               string
			)

			err := row.Scan(&id, &parent, &unused, &step)
			plan = append(plan, step)

			return err
		}))

		if all := strings.Join(plan, "\n"); !strings.Contains(all, "SEARCH wallet_history USING") || !strings.Contains(all, index) {
			t.Errorf("not by %s:\n%s", index, all)
		}
	}
}
