package schedule_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/schedule"
	"loket/internal/platform/db"
)

// Lines are found by state, number and name, a page at a time.
func TestLinesAreFilteredSearchedAndPaged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		o := w.ended(w.create(w.wanted("081234567890", "081234567892", "081311110000", "081311110002", "081411110000")).ID)

		// A bill's order names its customer.
		testkit.Exec(t, d, `UPDATE orders SET reference = '{"name":"Siti Aminah","period":"Nov"}' WHERE destination_no = '081411110000'`)

		testkit.Exec(t, d, "UPDATE scheduled_lines SET destination_no = '551203880 2010' WHERE destination_no = '081234567890'")
		testkit.Exec(t, d, "UPDATE orders SET reason = CASE destination_no WHEN '081234567892' THEN 'number_wrong' ELSE 'timeout' END WHERE status = 3")

		for name, c := range map[string]struct {
			filter schedule.LineFilter
			want   []int
			total  int
		}{
			"failed":              {schedule.LineFilter{State: schedule.LineFailed}, []int{2, 4}, 2},
			"part of a number":    {schedule.LineFilter{Search: "1311"}, []int{3, 4}, 2},
			"another writing":     {schedule.LineFilter{Search: "+62 813-1111 0000"}, []int{3}, 1},
			"00 before":           {schedule.LineFilter{Search: "0062813"}, []int{3, 4}, 2},
			"digits of a script":  {schedule.LineFilter{Search: "٠٨١٣"}, []int{3, 4}, 2},
			"abroad":              {schedule.LineFilter{Search: "+1 813"}, nil, 0},
			"number and state":    {schedule.LineFilter{Search: "0813", State: schedule.LineFailed}, []int{4}, 1},
			"a customer":          {schedule.LineFilter{Search: "siti am"}, []int{5}, 1},
			"a contact":           {schedule.LineFilter{Search: "Budi", Named: []string{"081234567892", "0899"}}, []int{2}, 1},
			"a contact's player":  {schedule.LineFilter{Search: "Budi", Named: []string{"5512038802010"}}, []int{1}, 1},
			"a player":            {schedule.LineFilter{Search: "551203880 (2010)"}, []int{1}, 1},
			"a player's zone":     {schedule.LineFilter{Search: "2010"}, []int{1}, 1},
			"letters and digits":  {schedule.LineFilter{Search: "x1311"}, nil, 0},
			"no customer":         {schedule.LineFilter{Search: "nov"}, nil, 0},
			"nobody":              {schedule.LineFilter{Search: "name"}, nil, 0},
			"no wildcard":         {schedule.LineFilter{Search: "%_"}, nil, 0},
			"second page":         {schedule.LineFilter{Page: 2, Count: 2}, []int{3, 4}, 5},
			"last page":           {schedule.LineFilter{Page: 3, Count: 2}, []int{5}, 5},
			"beyond":              {schedule.LineFilter{Page: 4, Count: 2}, nil, 5},
			"page of a filter":    {schedule.LineFilter{Page: 2, Count: 1, State: schedule.LineFailed}, []int{4}, 2},
			"from a line onwards": {schedule.LineFilter{From: 4}, []int{4, 5}, 5},
		} {
			if c.filter.Count == 0 {
				c.filter.Count = 10
			}

			c.filter.Retriable = true
			list, total, err := w.Lines(t.Context(), ordertest.Client, o.ID, c.filter)

			got := make([]int, 0, len(list))
			for _, l := range list {
				got = append(got, l.Number)

				if failed := l.State == schedule.LineFailed; l.Retriable != failed || l.WrongNumber() != (l.Number == 2) {
					t.Errorf("%s: %+v", name, l)
				}
			}

			if err != nil || !slices.Equal(got, c.want) || total != c.total {
				t.Errorf("%s: %v of %d, %v; want %v of %d", name, got, total, err, c.want, c.total)
			}
		}
	})
}

// Running orders stand first, then the last scheduled; a series and what waits can be chosen.
func TestListOrdersAndFilters(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})
		order := func(name string, ahead time.Duration, monthly bool) schedule.Order {
			n := w.wanted("081234567890")
			n.Name = name

			if ahead > 0 {
				n.At = start.Add(ahead)
			}

			if n.Monthly = monthly; monthly {
				n.EndsAt = n.At.AddDate(0, 3, 0)
			}

			w.clk.Advance(time.Second)

			return w.create(n)
		}

		soon, done, running := order("b", time.Hour, true), order("c", 0, false), order("a", 0, false)
		late := order("d", 3*time.Hour, true)

		w.ended(done.ID)

		testkit.Exec(t, d, "UPDATE scheduled_orders SET executed_at = 1 WHERE id = $1", running.ID)
		testkit.Exec(t, d, "UPDATE scheduled_orders SET status = 'draft', waits_for = 'approval' WHERE id = $1", soon.ID)

		for name, c := range map[string]struct {
			filter schedule.Filter
			want   []schedule.Order
		}{
			"no choice":     {schedule.Filter{}, []schedule.Order{running, late, soon, done}},
			"running":       {schedule.Filter{Sort: schedule.SortRunning}, []schedule.Order{running, late, soon, done}},
			"scheduled":     {schedule.Filter{Sort: schedule.SortScheduled}, []schedule.Order{done, running, soon, late}},
			"last":          {schedule.Filter{Sort: schedule.SortLastScheduled}, []schedule.Order{late, soon, running, done}},
			"created":       {schedule.Filter{Sort: schedule.SortCreated}, []schedule.Order{soon, done, running, late}},
			"last created":  {schedule.Filter{Sort: schedule.SortLastCreated}, []schedule.Order{late, running, done, soon}},
			"name":          {schedule.Filter{Sort: schedule.SortName}, []schedule.Order{running, soon, done, late}},
			"last name":     {schedule.Filter{Sort: schedule.SortLastName}, []schedule.Order{late, done, soon, running}},
			"a series":      {schedule.Filter{SeriesID: late.SeriesID}, []schedule.Order{late}},
			"waits":         {schedule.Filter{WaitsFor: schedule.ForApproval}, []schedule.Order{soon}},
			"nothing waits": {schedule.Filter{WaitsFor: schedule.ForLate}, nil},
		} {
			c.filter.Page, c.filter.PerPage = 1, 10
			list, total, err := w.List(t.Context(), ordertest.Client, c.filter)

			if err != nil || total != len(c.want) || !slices.EqualFunc(list, c.want, func(a, b schedule.Order) bool { return a.ID == b.ID }) {
				t.Errorf("%s: %+v, %d, %v", name, list, total, err)
			}
		}
	})
}
