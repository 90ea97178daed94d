package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Staff see the events that are set aside, let one be tried now, and drop one, with a reason.
func TestStaffCommandsOfEvents(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()
	if code, text := loket(t, "migrate", "--data", folder); code != 0 {
		t.Fatal(code, text)
	}

	d, err := sql.Open("sqlite", filepath.Join(folder, "loket.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()

	later := time.Now().Add(time.Hour).UnixMicro()

	for _, statement := range []string{
		"INSERT INTO event_positions (name, position, set_aside) VALUES ('schedule', 9, 2)",
		`INSERT INTO event_failures (consumer, seq, client_id, kind, subject, channel, data, at, failures, error, set_aside_at, due_at)
			VALUES ('schedule', 7, 1001, 'order.failed', '42', 'portal', '', 1, 3, 'no such' || CHAR(10) || 'line', 1, ?1), ('schedule', 8, 1001, 'order.reversed', '42', 'portal', '', 1, 0, '', 1, NULL)`,
	} {
		if _, err := d.ExecContext(t.Context(), statement, later); err != nil {
			t.Fatal(err)
		}
	}

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

	var due int64
	if err := d.QueryRowContext(t.Context(), "SELECT due_at FROM event_failures WHERE seq = 7").Scan(&due); err != nil || due >= later {
		t.Errorf("due at %d, later is %d: %v", due, later, err)
	}

	expect(0, "", "drop", "schedule", "7", "--reason", "the line is gone")
	expect(1, "no such event is set aside", "drop", "schedule", "7", "--reason", "the line is gone")

	var left string

	err = d.QueryRowContext(t.Context(), `SELECT (SELECT GROUP_CONCAT(seq || ' ' || (due_at IS NOT NULL)) FROM event_failures) || ', ' || (SELECT set_aside FROM event_positions WHERE name = 'schedule')
		|| ', ' || (SELECT GROUP_CONCAT(action || ' ' || subject || ' ' || reason) FROM audit_log WHERE action LIKE 'event.%')`).Scan(&left)
	if want := "8 1, 1, event.retry event:schedule:8 repaired,event.drop event:schedule:7 the line is gone"; err != nil || left != want {
		t.Errorf("%s: %v", left, err)
	}
}
