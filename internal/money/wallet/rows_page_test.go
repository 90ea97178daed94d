package wallet_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Pages of any size together have each row of the period once, in its order, and rows that are added while somebody reads come at the end.
func TestRowsPageByPage(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newClient(t, d, 2, nil)

		s := newService(t, d, clock.NewManual(now))
		w := newWallet(t, d, 1, wallet.Level2)
		makeDeposits(t, d, s, w)
		makeDeposits(t, d, s, newWallet(t, d, 2, wallet.Level2))

		all := everyRow(t, d, 1)
		slices.SortFunc(all, func(a, b wallet.HistoryRow) int { return int(a.Seq - b.Seq) })

		middle := all[len(all)/2].CreatedAt

		for name, c := range map[string]struct{ from, to time.Time }{
			"all": {}, "until the middle": {to: middle}, "from the middle": {from: middle}, "one moment": {from: middle, to: middle.Add(time.Microsecond)}, "nothing": {from: middle, to: middle},
			"before the first": {to: all[0].CreatedAt}, "after the last": {from: all[len(all)-1].CreatedAt.Add(time.Microsecond)},
		} {
			var want []string

			for _, row := range all {
				if !row.CreatedAt.Before(c.from) && (c.to.IsZero() || row.CreatedAt.Before(c.to)) {
					want = append(want, row.ID().String())
				}
			}

			for _, limit := range []int{1, 3, wallet.MaxRows} {
				q := wallet.RowsQuery{ClientID: 1, Type: wallet.Level2, From: c.from, To: c.to, Limit: limit}

				var got []string

				for more := true; more; {
					page, err := s.Rows(t.Context(), q)
					testkit.Must(t, err)

					got = append(got, idsOf(page.Rows)...)

					if more = page.More; more {
						q.After = page.Rows[len(page.Rows)-1].ID()
					}
				}

				if !slices.Equal(got, want) {
					t.Errorf("%s in pages of %d: %v, want %v", name, limit, got, want)
				}
			}
		}

		last := all[len(all)-1].ID()

		testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
			_, _, err := wallet.PostTx(t.Context(), tx, now, wallet.Posting{
				WalletID: w.ID, ClientID: w.ClientID, Action: wallet.Deduct, Amount: -1, Contra: wallet.Adjustments, Key: "late",
			})

			return err
		}))

		page, err := s.Rows(t.Context(), wallet.RowsQuery{ClientID: 1, Type: wallet.Level2, After: last, Limit: 1})
		testkit.Must(t, err)

		if len(page.Rows) != 1 || page.Rows[0].Seq != last.Seq+1 {
			t.Errorf("after the last row comes %+v", page.Rows)
		}

		for field, q := range map[string]wallet.RowsQuery{
			"createdTo": {ClientID: 1, Type: wallet.Level2, From: middle, To: middle.Add(-1), Limit: 1},
			"cursor":    {ClientID: 2, Type: wallet.Level2, After: last, Limit: 1},
		} {
			if _, err := s.Rows(t.Context(), q); fieldOf(err) != field {
				t.Errorf("%s: %v", field, err)
			}
		}

		if _, err := s.Rows(t.Context(), wallet.RowsQuery{ClientID: 1, Type: wallet.Marketplace, Limit: 1}); !fault.ErrNotFound.Is(err) {
			t.Errorf("a wallet that the client doesn't have: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}
