package schedule_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// What Create would refuse after the PIN is what Check says before it, and nothing else.
func TestCheckForeseesWhatCreateRefuses(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{Balance: 3 * ordertest.Price})
		next := start.Add(time.Hour)

		noPIN, _, err := w.identity.CreateUser(t.Context(), identity.By{Actor: "staff:budi", Reason: "new"}, identity.NewUser{
			ClientID: ordertest.Client, Username: "nopin", FullName: "Tono", Email: "tono@example.com", RoleIDs: []int64{identity.ClientRootID},
		})
		testkit.Must(t, err)

		for name, c := range map[string]struct {
			change func(n *schedule.CreateInput)
			field  string // of the refusal
			code   string
		}{
			"at once":              {func(*schedule.CreateInput) {}, "", ""},
			"later":                {func(n *schedule.CreateInput) { n.At = next }, "", ""},
			"later than the money": {func(n *schedule.CreateInput) { n.At, n.Destinations = next, numbers(4) }, "", ""},
			"monthly":              {func(n *schedule.CreateInput) { n.At, n.Monthly, n.EndsAt = next, true, next }, "", ""},
			"above the balance":    {func(n *schedule.CreateInput) { n.Destinations = numbers(4) }, "", "InsufficientBalanceError"},
			"no PIN":               {func(n *schedule.CreateInput) { n.UserID = noPIN.ID }, "", identity.ErrPINNotSet.Code},
			"an amount":            {func(n *schedule.CreateInput) { n.Amount = new(money.Rupiah(5_000)) }, "amount", ""},
			"between the steps":    {func(n *schedule.CreateInput) { n.At = next.Add(time.Minute) }, "scheduledAt", ""},
			"too soon":             {func(n *schedule.CreateInput) { n.At = start.Add(5 * time.Minute) }, "scheduledAt", ""},
			"too late":             {func(n *schedule.CreateInput) { n.At = start.AddDate(2, 0, 0) }, "scheduledAt", ""},
			"monthly at once":      {func(n *schedule.CreateInput) { n.Monthly, n.EndsAt = true, next }, "scheduledAt", ""},
			"without an end":       {func(n *schedule.CreateInput) { n.At, n.Monthly = next, true }, "endsAt", ""},
			"an end once":          {func(n *schedule.CreateInput) { n.At, n.EndsAt = next, next }, "endsAt", ""},
			"an end too far":       {func(n *schedule.CreateInput) { n.At, n.Monthly, n.EndsAt = next, true, start.AddDate(6, 0, 0) }, "endsAt", ""},
			"an end before it": {func(n *schedule.CreateInput) {
				n.At, n.Monthly, n.EndsAt = next.AddDate(0, 1, 0), true, next
			}, "endsAt", ""},
		} {
			n := w.wanted("081234567890")
			n.ExpectedTotal = nil
			c.change(&n)

			checked, err := w.Check(t.Context(), schedule.CheckInput{
				ClientID: n.ClientID, UserID: n.UserID, ProductCode: n.ProductCode, Destinations: n.Destinations, Amount: n.Amount, At: n.At,
				Monthly: n.Monthly, EndsAt: n.EndsAt, Zone: testkit.Jakarta(t),
			})
			testkit.Must(t, err)

			if c.field != "" {
				c.code = fault.ErrValidation.Code
			}

			_, err = w.Create(t.Context(), n)
			if got := fault.From(err); (err == nil) != (c.code == "") || err != nil && (got.Code != c.code || c.field != "" && got.Fields[0].Field != c.field) {
				t.Errorf("%s: create: %v", name, err)
			}

			switch {
			case c.code == "" && len(checked.Refusals) == 0:
			case len(checked.Refusals) != 1, checked.Refusals[0].Code != c.code, c.field != "" && checked.Refusals[0].Fields[0].Field != c.field:
				t.Errorf("%s: foreseen %v", name, checked.Refusals)
			}
		}
	})
}

// The number of runs is that of the months, the longest series included; a month that lacks the day is told.
func TestCheckCountsTheRuns(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		first := start.AddDate(0, 0, 9) // 30 November

		for _, c := range []struct {
			at, ends time.Time
			runs     int
			short    bool
		}{
			{time.Time{}, time.Time{}, 1, false},
			{first, first, 1, false},
			{first, first.AddDate(0, 2, 0), 3, false},
			{first, first.AddDate(0, 3, -5), 4, true}, // February
			{start.Add(time.Hour), start.AddDate(0, 60, 0), 61, false},
		} {
			checked, err := w.Check(t.Context(), schedule.CheckInput{
				ClientID: ordertest.Client, UserID: w.user, ProductCode: ordertest.Product, Destinations: []string{"081234567890"}, At: c.at,
				Monthly: !c.at.IsZero(), EndsAt: c.ends, Zone: testkit.Jakarta(t),
			})
			if err != nil || checked.Runs != c.runs || checked.ShortMonths != c.short || len(checked.Refusals) != 0 {
				t.Errorf("%s until %s: %d runs, short %t, %v %v", c.at, c.ends, checked.Runs, checked.ShortMonths, checked.Refusals, err)
			}
		}
	})
}
