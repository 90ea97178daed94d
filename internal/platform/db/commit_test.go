package db_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A server that is told to stop closes its connections with an error. If the error comes
// after COMMIT was sent, the outcome is unknown.
func TestServerThatEndsAfterTheCommitLeavesTheOutcomeUnknown(t *testing.T) {
	t.Parallel()

	url := testkit.URL(t, db.Postgres)
	p, way := tapped(t, url)
	direct, through := testkit.OpenAt(t, url), testkit.OpenAt(t, way)

	const written = "COALESCE((SELECT version FROM versions WHERE name = 'held'), 0)"

	add := func() error {
		return through.Batch(t.Context(), func(b *db.Batch) error {
			b.Exec(`INSERT INTO versions (name, version) VALUES ('held', 1)
				ON CONFLICT (name) DO UPDATE SET version = versions.version + 1`)

			return nil
		})
	}
	if err := add(); err != nil { // the statements are prepared from here on
		t.Fatal(err)
	}

	p.on(func(ofServer bool, kind byte) bool {
		if !ofServer && kind == 'S' { // Sync, the end of a pipeline: it was run but not answered
			<-p.done
		}

		return true
	})

	outcome := make(chan error, 1)

	go func() { outcome <- add() }()

	testkit.Eventually(t, testkit.Patience, "the second commit", func() bool {
		var n int
		if err := direct.Reader().QueryRow(t.Context(), "SELECT "+written).Scan(&n); err != nil {
			t.Fatal(err)
		}

		return n == 2
	})

	var ended int

	err := direct.Reader().QueryRow(t.Context(), `SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name = 'loket-batch'`).Scan(&ended)
	if err != nil || ended == 0 {
		t.Fatal(ended, err)
	}

	if err := <-outcome; !fault.ErrOutcomeUnknown.Is(err) {
		t.Errorf("a commit that took effect gave %v", err)
	}
}
