package db_test

import (
	"errors"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

func TestDistributeNeedsCitus(t *testing.T) {
	t.Parallel()

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			opt := db.Options{URL: emptyURL(t, engine)}
			if _, err := db.Migrate(t.Context(), opt); err != nil {
				t.Fatal(err)
			}

			if done, err := db.Distribute(t.Context(), opt); !errors.Is(err, db.ErrNoCitus) {
				t.Errorf("got %q, %v", done, err)
			}

			testkit.Must(t, db.CheckSchema(t.Context(), opt))
		})
	}
}

// Each setting that would lose something is named.
func TestWrongSettingsOfAClusterAreNamed(t *testing.T) {
	t.Parallel()

	good := func() map[string]string {
		return map[string]string{
			"max_connections": "100", "max_prepared_transactions": "200", "wal_level": "logical", "output_plugin_libraries": "pgoutput, citus",
			"citus.enable_unsafe_triggers": "on", "citus.shard_replication_factor": "1", "citus.recover_2pc_interval": "1min",
		}
	}

	if found := db.WrongSettings(good()); len(found) > 0 {
		t.Errorf("good settings are refused: %v", found)
	}

	for name, bad := range map[string]string{
		"max_prepared_transactions": "99", "wal_level": "replica", "output_plugin_libraries": "pgoutput, test_decoding",
		"citus.enable_unsafe_triggers": "off", "citus.shard_replication_factor": "2", "citus.recover_2pc_interval": "-1",
	} {
		values := good()
		values[name] = bad

		if found := errors.Join(db.WrongSettings(values)...); found == nil || !strings.Contains(found.Error(), "setting "+name+" of server a:5432 is '"+bad+"'") {
			t.Errorf("%s = %s: %v", name, bad, found)
		}
	}
}
