package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Staff see the events that are set aside, let one be tried now, and drop one, with a reason.
func TestStaffCommandsOfEvents(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	d := testkit.OpenAt(t, database(t, folder))
	later := time.Now().Add(time.Hour).UnixMicro()

	testkit.Exec(t, d, "INSERT INTO event_positions (name, position, set_aside) VALUES ('schedule', 9, 2)")
	testkit.Exec(t, d, `INSERT INTO event_failures (consumer, seq, client_id, kind, subject, channel, data, at, failures, error, set_aside_at, due_at)
			VALUES ('schedule', 7, 1001, 'order.failed', '42', 'portal', '', 1, 3, $1, 1, $2), ('schedule', 8, 1001, 'order.reversed', '42', 'portal', '', 1, 0, '', 1, NULL)`,
		"no such\nline", later)

	expect := func(code int, part string, args ...string) {
		t.Helper()

		got, text := loket(t, append(append([]string{"admin", "events"}, args...), "--data", folder)...)
		if (got == 0) != (code == 0) || !strings.Contains(text, part) {
			t.Errorf("%v: %d %s, want %s", args, got, text, part)
		}
	}

	expect(0, "no such line", "list")
	expect(0, "waits behind another", "list", "--consumer", "schedule")
	expect(1, "--reason", "retry", "schedule", "8")
	expect(1, "no such event is set aside", "retry", "schedule", "6", "--reason", "repaired")
	expect(0, "", "retry", "schedule", "8", "--reason", "repaired")

	if due := testkit.Value[int64](t, d, "SELECT due_at FROM event_failures WHERE seq = 7"); due >= later {
		t.Errorf("due at %d, later is %d", due, later)
	}

	expect(0, "", "drop", "schedule", "7", "--reason", "the line is gone")
	expect(1, "no such event is set aside", "drop", "schedule", "7", "--reason", "the line is gone")

	agg := map[db.Engine]string{db.SQLite: "GROUP_CONCAT(%s)", db.Postgres: "STRING_AGG(%s, ',')"}[d.Engine()]
	left := testkit.Value[string](t, d, "SELECT (SELECT "+fmt.Sprintf(agg, "seq || ' ' || CASE WHEN due_at IS NULL THEN 0 ELSE 1 END")+
		" FROM event_failures) || ', ' || (SELECT set_aside FROM event_positions WHERE name = 'schedule') || ', ' || (SELECT "+
		fmt.Sprintf(agg, "action || ' ' || subject || ' ' || reason")+" FROM audit_log WHERE action LIKE 'event.%')")

	if want := "8 1, 1, event.retry event:schedule:8 repaired,event.drop event:schedule:7 the line is gone"; left != want {
		t.Errorf("%s", left)
	}
}
