package books_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// endedUnread adds the order of a line that has ended, of which an event at the moment 1 tells.
func endedUnread() string {
	return anOrder("B-2", "0812") + `;
		INSERT INTO event_positions (name, position) VALUES ('schedule', 0);
		INSERT INTO events (client_id, kind, subject, channel, data, at) VALUES (1, 'order.succeeded', '14', 'portal', '', 1)`
}

// An unread event excuses what differs from its order for 10 minutes of the program's time. Then it is a finding itself.
func TestUnreadEventsExcuseForTenMinutes(t *testing.T) {
	t.Parallel()

	const (
		aside = "no event is set aside for more than 10 minutes: not so for schedule: 1 set aside, the first one at position 1"
		late  = "consumers read the ends of orders within 10 minutes: not so for schedule: 1 unread, the first of order 14"
		line  = "a line ends when its order does: not so for scheduled order 2 line 2"
	)

	after := func(d time.Duration) string { return strconv.FormatInt(1+d.Microseconds(), 10) }
	lease := func(d time.Duration) string {
		return "INSERT INTO nodes (number, holder, lease_until) VALUES (1, 'n', " + after(d) + ")"
	}
	newer := func(d time.Duration) string {
		return "INSERT INTO events (client_id, kind, subject, channel, data, at) VALUES (1, 'topup.credited', '1', '', '', " + after(d) + ")"
	}

	// The consumer failed at the event and went on.
	failed := `INSERT INTO event_failures (consumer, seq, client_id, kind, subject, channel, data, at, failures, error, set_aside_at, due_at)
			SELECT 'schedule', 1, client_id, kind, subject, channel, data, at, 1, 'failed', 1, 2 FROM events;
		UPDATE events SET seq = 1; UPDATE event_positions SET position = 1, set_aside = 1 WHERE name = 'schedule'; `

	cases := map[string]struct {
		plant string
		want  []string
	}{
		"just written":                   {"SELECT 1", nil},
		"for 10 minutes":                 {lease(10 * time.Minute), nil},
		"while a node ran on":            {lease(10*time.Minute + time.Microsecond), []string{line, late}},
		"while others were made":         {newer(10*time.Minute + time.Microsecond), []string{line, late}},
		"of another consumer":            {"UPDATE event_positions SET name = 'checkout' WHERE name = 'schedule'", []string{line}},
		"read":                           {"UPDATE events SET seq = 1; UPDATE event_positions SET position = 1 WHERE name = 'schedule'; " + lease(time.Hour), []string{line}},
		"set aside":                      {failed + lease(10*time.Minute), nil},
		"set aside for too long":         {failed + lease(time.Hour), []string{line, aside}},
		"set aside late":                 {failed + "UPDATE event_failures SET set_aside_at = " + after(55*time.Minute) + "; " + lease(time.Hour), []string{line}},
		"without a position for an hour": {"UPDATE event_positions SET position = 9 WHERE name = 'numbering'; " + lease(time.Hour), []string{line, late}},
	}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		run(t, d, soundSchedule)
		run(t, d, endedUnread())

		for name, c := range cases {
			t.Run(name, func(t *testing.T) {
				if got := slices.Sorted(slices.Values(problemsOf(t, d, c.plant))); !slices.Equal(got, c.want) {
					t.Errorf("the report says %q, not %q", got, c.want)
				}
			})
		}
	})
}
