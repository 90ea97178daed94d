package audit_test

import (
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestEntryLivesAndDiesWithItsTransaction(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		now := time.Date(2026, 3, 1, 2, 3, 4, 5000, time.UTC)
		entry := audit.Entry{
			Actor: audit.Staff("budi"), Client: 1001, Action: "wallet.adjust", Subject: "wallet:4",
			Reason: "bank slip 88", Detail: map[string]any{"amount": 5000}, Address: "192.0.2.1",
		}
		boom := errors.New("boom")

		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return errors.Join(audit.Write(t.Context(), tx, now, entry), boom)
		})
		if !errors.Is(err, boom) {
			t.Fatal(err)
		}

		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			own := audit.Entry{Actor: audit.System, Action: "job.retry", Subject: "job:1"}

			return errors.Join(audit.Write(t.Context(), tx, now, entry), audit.Write(t.Context(), tx, now, own))
		})
		if err != nil {
			t.Fatal(err)
		}

		var (
			count, at, client   int64
			actor, text, reason string
		)

		row := d.Reader().QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log")
		if err := row.Scan(&count); err != nil || count != 2 {
			t.Fatalf("%d entries, %v; want 2", count, err)
		}

		row = d.Reader().QueryRow(t.Context(), "SELECT at, actor, client_id, detail, reason FROM audit_log WHERE client_id IS NOT NULL")
		if err := row.Scan(&at, &actor, &client, &text, &reason); err != nil {
			t.Fatal(err)
		}

		if at != clock.Micros(now) || actor != "staff:budi" || client != 1001 || text != `{"amount":5000}` || reason != "bank slip 88" {
			t.Errorf("kept %d %s %d %s %s", at, actor, client, text, reason)
		}
	})
}

func TestAnonymousEntryIsRefused(t *testing.T) {
	t.Parallel()

	for _, e := range []audit.Entry{
		{Action: "a", Subject: "s"},
		{Actor: audit.User(1), Subject: "s"},
		{Actor: audit.Key(1), Action: "a"},
	} {
		if err := audit.Write(t.Context(), nil, time.Time{}, e); !errors.Is(err, audit.ErrIncomplete) {
			t.Errorf("%+v gave %v", e, err)
		}
	}
}
