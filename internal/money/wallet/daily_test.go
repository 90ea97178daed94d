package wallet_test

import (
	"strconv"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// The sums of the days are those of the rows, by the days of any zone, also where a day has 23 hours.
func TestDailyAgreesWithTheRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)

		w := newWallet(t, d, 1, wallet.Level1)
		changes := []change{{w, now.Add(-40 * 24 * time.Hour), wallet.Topup, 5_000_000, ""}}

		for i := range 900 {
			c := change{w, now.Add(time.Duration(i-900) * time.Hour), wallet.Payment, money.Rupiah(-1000 - i), "ref-" + strconv.Itoa(i)}

			switch {
			case i%9 == 8 && changes[len(changes)-1].action == wallet.Payment:
				c.action, c.amount = wallet.Refund, -changes[len(changes)-1].amount
			case i%50 == 49:
				c.action, c.amount = wallet.TopupVA, 70_000
			}

			changes = append(changes, c)
		}

		makeHistory(t, d, changes...)

		s := newService(t, d, clock.NewManual(now))
		rows := everyRow(t, d, 1)

		for _, name := range []string{"Asia/Jakarta", "Asia/Jayapura", "America/New_York"} {
			zone, err := clock.Zone(name)
			testkit.Must(t, err)

			daily, err := s.Daily(t.Context(), 1, wallet.Level1, zone, 0)
			testkit.Must(t, err)

			// What is planned beside the pace is taken off first.
			planned, err := s.Daily(t.Context(), 1, wallet.Level1, zone, daily.Days[len(daily.Days)-1].Balance)
			if err != nil || planned.Pace != daily.Pace || (daily.Pace > 0) != (planned.DaysLeft != nil && *planned.DaysLeft == 0) {
				t.Errorf("with everything planned: %+v, %v", planned, err)
			}

			balance, spent := daily.Opening, money.Rupiah(0)

			for i, day := range daily.Days {
				var in, out, net money.Rupiah

				for _, row := range rows {
					if clock.DayOf(row.CreatedAt.In(zone)) != day.Day {
						continue
					}

					in, out = in+max(row.Amount, 0), out-min(row.Amount, 0)
					if row.Action == wallet.Payment || row.Action == wallet.Refund {
						net -= row.Amount
					}
				}

				balance += in - out
				if day.In != in || day.Out != out || day.Balance != balance {
					t.Errorf("%s in %s: got %+v, want in %d, out %d, balance %d", day.Day, name, day, in, out, balance)
				}

				if i >= 15 && i < 29 {
					spent += net
				}
			}

			if list, err := s.List(t.Context(), 1); err != nil || balance != list[0].Balance || len(daily.Days) != 30 {
				t.Errorf("%d days end with %d, the wallet has %+v, %v", len(daily.Days), balance, list, err)
			}

			if left := int64(balance) * 14 / int64(spent); daily.Pace != spent/14 || daily.DaysLeft == nil || *daily.DaysLeft != left ||
				daily.LastsUntil.Sub(clock.DayOf(now.In(zone))) != int(left) {
				t.Errorf("%s: %+v, want %d days", name, daily, left)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

func TestDailyOfAnEmptyWallet(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		s := newService(t, d, clock.NewManual(now))

		daily, err := s.Daily(t.Context(), 1, wallet.Level1, testkit.Jakarta(t), 0)
		if err != nil || daily.DaysLeft != nil || daily.Pace != 0 || daily.Opening != 0 || daily.Days[29].Day != *testkit.Day(t, "2026-11-21") {
			t.Errorf("%+v, %v", daily, err)
		}

		if _, err := s.Daily(t.Context(), 1, wallet.Level2, testkit.Jakarta(t), 0); !fault.ErrNotFound.Is(err) {
			t.Errorf("a wallet that the client does not have: %v", err)
		}
	})
}
