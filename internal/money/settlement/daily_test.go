package settlement_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/settlement"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// The sums of the days are those of the rows, by the days of any zone, also where a day has 23 hours.
func TestDailyAgreesWithTheRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, settlement.AllDays)

		for i := range 120 {
			w.clk.Advance(9 * time.Hour)

			id, err := w.charge(money.Rupiah(1 + i%7))
			testkit.Must(t, err)

			if i%5 == 0 {
				w.refund(id, money.Rupiah(1+i%7))
			}
		}

		type row struct {
			at      time.Time
			action  settlement.Action
			amount  money.Rupiah
			balance money.Rupiah
		}

		var rows []row

		testkit.Must(t, d.Read(t.Context(), "SELECT created_at, action, amount, balance_after FROM settlement_history WHERE settlement_id = $1 ORDER BY seq",
			[]any{w.id}, func(scan db.Row) error {
				var (
					r  row
					at int64
				)

				err := scan.Scan(&at, &r.action, &r.amount, &r.balance)
				r.at = clock.FromMicros(at)
				rows = append(rows, r)

				return err
			}))

		for _, name := range []string{"Asia/Jakarta", "Asia/Jayapura", "America/New_York"} {
			zone, err := clock.Zone(name)
			testkit.Must(t, err)

			days, err := w.Daily(t.Context(), client, w.id, zone)
			testkit.Must(t, err)

			if len(days) != settlement.DailyDays || days[len(days)-1].Day != clock.DayOf(w.clk.Now().In(zone)) {
				t.Fatalf("%s: %+v", name, days)
			}

			for _, got := range days {
				want := settlement.DaySum{Day: got.Day}

				for _, r := range rows {
					of := clock.DayOf(r.at.In(zone))
					if of.Sub(got.Day) <= 0 {
						want.Balance = r.balance
					}

					switch {
					case of != got.Day:
					case r.action == settlement.Payment:
						want.Used -= r.amount
					case r.action == settlement.Refund:
						want.Refunded += r.amount
					}
				}

				if got != want {
					t.Errorf("%s: %+v, want %+v", name, got, want)
				}
			}
		}

		lines, err := w.TrialBalance(t.Context())
		testkit.Must(t, err)

		sum := money.Rupiah(0)
		for _, l := range lines {
			sum += l.Amount
		}

		if sum != 0 || len(lines) != 3 || lines[1].Amount <= 0 { // granted, sales, settlements
			t.Errorf("the trial balance: %+v", lines)
		}

		if _, err := w.Daily(t.Context(), client, w.id+1, time.UTC); !fault.ErrNotFound.Is(err) {
			t.Errorf("another settlement: %v", err)
		}
	})
}
