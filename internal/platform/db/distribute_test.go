package db_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pressly/goose/v3/lock"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/db/migrations"
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
			"citus.enable_unsafe_triggers": "on", "citus.shard_replication_factor": "1", "citus.recover_2pc_interval": "10s",
		}
	}

	if found := db.WrongSettings(good()); len(found) > 0 {
		t.Errorf("good settings are refused: %v", found)
	}

	const recovery = "citus.recover_2pc_interval"

	for _, c := range [][2]string{
		{"max_prepared_transactions", "99"},
		{"wal_level", "replica"},
		{"output_plugin_libraries", "pgoutput, test_decoding"},
		{"citus.enable_unsafe_triggers", "off"},
		{"citus.shard_replication_factor", "2"},
		{recovery, "-1"},
		{recovery, "0"},
		{recovery, "1min"},
		{recovery, "11s"},
		{recovery, "1d"},
	} {
		name, bad := c[0], c[1]
		values := good()
		values[name] = bad

		if found := errors.Join(db.WrongSettings(values)...); found == nil || !strings.Contains(found.Error(), "setting "+name+" of server a:5432 is '"+bad+"'") {
			t.Errorf("%s = %s: %v", name, bad, found)
		}
	}
}

// distributed makes a database of a Citus that is distributed.
func distributed(t *testing.T) db.Options {
	t.Helper()

	if !testkit.OnCitus() {
		t.Skip("it is about a Citus")
	}

	return db.Options{URL: testkit.URL(t, db.Postgres)}
}

// dropAll drops our tables and functions. Dropping the schema would drop the extension, too.
const dropAll = `DO $$ DECLARE r record; BEGIN
	SET LOCAL citus.multi_shard_modify_mode = 'sequential';
	FOR r IN SELECT c.relname FROM pg_class c WHERE relkind = 'r' AND relnamespace = CAST('public' AS regnamespace) AND NOT relation_is_a_known_shard(c.oid) LOOP
		EXECUTE 'DROP TABLE IF EXISTS public.' || r.relname || ' CASCADE';
	END LOOP;
	DROP FUNCTION refuse_change;
	DROP FUNCTION scheduled_line_kept;
END $$`

// undistributed makes a migrated database of a Citus in which Citus knows no table yet.
func undistributed(t *testing.T) db.Options {
	t.Helper()

	opt := distributed(t)
	run(t, opt, dropAll)

	if _, err := db.Migrate(t.Context(), opt); err != nil {
		t.Fatal(err)
	}

	return opt
}

// run executes statements at a server.
func run(t *testing.T, opt db.Options, list ...string) {
	t.Helper()
	testkit.Must(t, onDatabase(t, db.Postgres, opt.URL, func(ctx context.Context, d *sql.DB) error { return execute(ctx, d, list) }))
}

func value(t *testing.T, opt db.Options, query string) (text string) {
	t.Helper()
	testkit.Must(t, onDatabase(t, db.Postgres, opt.URL, func(ctx context.Context, d *sql.DB) error { return d.QueryRowContext(ctx, query).Scan(&text) }))

	return text
}

// tablesOfClients is how many tables of clients there are.
func tablesOfClients() string {
	n := 0

	for _, role := range migrations.Roles() {
		if role == migrations.OfClients {
			n++
		}
	}

	return strconv.Itoa(n)
}

// Rows that are there stay, tables get their roles and keep their keys and triggers, numbers go on, and a second call does nothing.
func TestDistributeKeepsRowsAndNumbers(t *testing.T) {
	t.Parallel()

	opt := undistributed(t)
	run(t, opt,
		"INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) SELECT n, 'toko-' || n, 'Toko', 'PT Toko', 'f@example.com', 1 FROM generate_series(1, 20) n",
		"INSERT INTO wallets (id, client_id, type, balance, seq, created_at) SELECT n AS id, n, 'level_1', 500, 1, 1 FROM generate_series(1, 20) n",
		`INSERT INTO wallet_history (wallet_id, seq, client_id, action, amount, balance_before, balance_after, contra, posting_key, created_at)
			SELECT n, 1, n, 'topup', 500, 0, 500, 'cash', 'k', 1 FROM generate_series(1, 20) n`,
		"INSERT INTO audit_log (at, actor, action, subject) SELECT 1, 'system', 'test', 'x' FROM generate_series(1, 7) n",
		"INSERT INTO events (client_id, kind, subject, channel, data, at) SELECT 1, 'order.failed', n, '', '', 1 FROM generate_series(1, 9) n",
		"DELETE FROM events", // numbers go on after facts that are deleted, too
	)

	done, err := db.Distribute(t.Context(), opt)
	testkit.Must(t, err)

	for _, want := range []string{
		"wallet_history: distributed by client_id", "clients: copied to every server", "jobs: stays on the coordinator, known to Citus",
		"goose_db_version: stays on the coordinator, known to Citus", "events: id goes on after 9", "audit_log: id goes on after 7",
	} {
		if !slices.Contains(done, want) {
			t.Errorf("%q is not among what it says: %q", want, done)
		}
	}

	for table := range migrations.Roles() {
		if lines := slices.IndexFunc(done, func(line string) bool { return strings.HasPrefix(line, table+": ") }); lines < 0 {
			t.Errorf("it says nothing of %s", table)
		}
	}

	again, err := db.Distribute(t.Context(), opt)
	if err != nil || len(again) != 0 {
		t.Errorf("the second time it did %q: %v", again, err)
	}

	testkit.Must(t, db.CheckSchema(t.Context(), opt))

	run(t, opt, "INSERT INTO audit_log (at, actor, action, subject) VALUES (1, 'system', 'test', 'x')",
		"INSERT INTO events (client_id, kind, subject, channel, data, at) VALUES (1, 'order.failed', '10', '', '', 1)")

	for query, want := range map[string]string{
		"SELECT SUM(balance) || ' ' || COUNT(*) FROM wallets":                               "10000 20",
		"SELECT COUNT(*) FROM wallet_history":                                               "20",
		"SELECT MAX(id) FROM audit_log":                                                     "8",
		"SELECT MAX(id) FROM events":                                                        "10",
		"SELECT COUNT(*) FROM pg_dist_partition WHERE partmethod = 'h'":                     tablesOfClients(),
		"SELECT COUNT(DISTINCT colocationid) FROM pg_dist_partition WHERE partmethod = 'h'": "1",
		"SELECT COUNT(*) FROM pg_constraint WHERE contype = 'f' AND conname IN ('scheduled_lines_client_id_scheduled_order_id_fkey', 'settlement_periods_client_id_settlement_id_fkey', 'scheduled_orders_client_id_retry_of_id_fkey') AND conrelid IN (SELECT logicalrelid FROM pg_dist_partition)": "3",
		// What was copied to the shards doesn't stay on the coordinator too.
		"SELECT pg_relation_size('wallet_history') + pg_relation_size('clients')": "0",
	} {
		if got := value(t, opt, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}

	for _, statement := range []string{"UPDATE wallet_history SET amount = 1 WHERE client_id = 3", "DELETE FROM wallet_history WHERE client_id = 4"} {
		err := onDatabase(t, db.Postgres, opt.URL, func(ctx context.Context, d *sql.DB) error { return execute(ctx, d, []string{statement}) })
		if err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// A start is refused with the names of the tables that stand elsewhere, and migrate --distribute mends it.
func TestDistributedDatabaseIsChecked(t *testing.T) {
	t.Parallel()

	cases := map[string]struct{ plant, fault, mended string }{
		"a table that Citus doesn't know": {
			"CREATE TABLE unheard_of (id BIGINT)", "table unheard_of is not known to Citus", "unheard_of: stays on the coordinator",
		},
		"a local table that Citus forgot": {"SELECT undistribute_table('jobs')", "table jobs is not known to Citus", "jobs: stays on the coordinator"},
		"a table of clients on the coordinator": {
			"SELECT undistribute_table('order_reviews')", "table order_reviews is not distributed by client_id", "order_reviews: distributed",
		},
		"a small table on one server": {
			"SELECT undistribute_table('versions')", "table versions is not on every server", "versions: copied",
		},
		"a shard without a trigger": {
			`SELECT run_command_on_shards('wallet_history', 'DO $do$ BEGIN EXECUTE (SELECT ''DROP TRIGGER '' || tgname || '' ON '' || CAST(tgrelid AS regclass)
				FROM pg_trigger WHERE tgrelid = CAST(''%s'' AS regclass) AND NOT tgisinternal AND tgname LIKE ''%%append_only%%''); END $do$')`,
			"table wallet_history has shards without its triggers", "wallet_history: its triggers are on all shards again",
		},
		"a trigger that is switched off": {
			`SELECT run_command_on_shards('settlement_history', $$ALTER TABLE %s DISABLE TRIGGER ALL$$)`,
			"table settlement_history has shards without its triggers", "settlement_history: its triggers",
		},
		"foreign keys that are switched off": {
			`SELECT run_command_on_shards('contacts', $$ALTER TABLE %s DISABLE TRIGGER ALL$$)`,
			"table contacts has shards without its triggers", "contacts: its triggers",
		},
		"a table of somebody else's": {
			`CREATE TABLE "Backup 2026" (id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY)`, "table Backup 2026 is not known to Citus",
			"Backup 2026: stays on the coordinator",
		},
	}

	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			opt := distributed(t)
			run(t, opt, c.plant)

			if err := db.CheckSchema(t.Context(), opt); !errors.Is(err, db.ErrDistribution) || !strings.Contains(err.Error(), c.fault) {
				t.Fatalf("the check said: %v", err)
			}

			done, err := db.Distribute(t.Context(), opt)
			if err != nil || !strings.Contains(strings.Join(done, "\n"), c.mended) {
				t.Errorf("it did %q: %v", done, err)
			}

			testkit.Must(t, db.CheckSchema(t.Context(), opt))

			if n := value(t, opt, "SELECT SUM(CAST(result AS INTEGER)) FROM pg_dist_partition, run_command_on_shards(logicalrelid, "+countOff+")"); n != "0" {
				t.Errorf("%s triggers are switched off", n)
			}
		})
	}
}

// countOff counts the triggers of a shard that are switched off.
const countOff = "$$SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = CAST('%s' AS regclass) AND tgenabled = 'D'$$"

// Tables that are not ours may stand anywhere that Citus knows.
func TestDistributeLeavesTablesOfOthers(t *testing.T) {
	t.Parallel()

	opt := distributed(t)
	run(t, opt, `CREATE TABLE "Their Table" ("Id" BIGINT PRIMARY KEY)`, `SELECT create_distributed_table('"Their Table"', 'Id', colocate_with => 'none')`,
		"CREATE TABLE theirs (id BIGINT PRIMARY KEY)", "SELECT create_reference_table('theirs')")

	if done, err := db.Distribute(t.Context(), opt); err != nil || len(done) > 0 {
		t.Errorf("it did %q: %v", done, err)
	}

	testkit.Must(t, db.CheckSchema(t.Context(), opt))
}

// A migration of a newer program that ends while Distribute waits for it is seen.
func TestDistributeWaitsForMigrations(t *testing.T) {
	t.Parallel()

	opt := distributed(t)
	done := make(chan error, 1)

	testkit.Must(t, onDatabase(t, db.Postgres, opt.URL, func(ctx context.Context, pool *sql.DB) error {
		tx, err := pool.BeginTx(ctx, nil)
		if err != nil {
			return err
		}

		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", lock.DefaultLockID); err != nil {
			return err
		}

		go func() {
			_, err := db.Distribute(ctx, opt)
			done <- err
		}()

		testkit.Eventually(t, testkit.Patience, "somebody who waits for migrations", func() bool {
			var waits bool

			err := pool.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`).Scan(&waits)

			return err == nil && waits
		})

		if _, err := tx.ExecContext(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, TRUE)"); err != nil {
			return err
		}

		return tx.Commit()
	}))

	if err := <-done; !errors.Is(err, db.ErrNewer) {
		t.Errorf("it said: %v", err)
	}
}

const laterMigration = `-- +goose Up
ALTER TABLE orders ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_note ON orders (client_id, note);
ALTER TABLE clients ADD COLUMN note TEXT;
ALTER TABLE jobs ADD COLUMN note TEXT;
ALTER TABLE audit_log ADD COLUMN note TEXT REFERENCES operators (code);
CREATE TRIGGER order_reviews_no_delete BEFORE DELETE ON order_reviews FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TABLE later (id BIGINT PRIMARY KEY, operator_code TEXT REFERENCES operators (code));
`

// Nothing is distributed while a program runs, whose number is named.
func TestDistributeRefusesRunningPrograms(t *testing.T) {
	t.Parallel()

	opt := undistributed(t)
	run(t, opt, "INSERT INTO nodes (number, holder, lease_until) VALUES (3, 'a', 1), (7, 'b', 9000000000000000)")

	if done, err := db.Distribute(t.Context(), opt); !errors.Is(err, db.ErrRunning) || !strings.Contains(err.Error(), "(node 7)") || len(done) > 0 {
		t.Errorf("it did %q: %v", done, err)
	}

	run(t, opt, "UPDATE nodes SET lease_until = 1")

	_, err := db.Distribute(t.Context(), opt)
	testkit.Must(t, err)
}

// Migrations work on a distributed database. One that makes a table needs migrate --distribute after it.
func TestMigrationOfADistributedDatabase(t *testing.T) {
	t.Parallel()

	opt := distributed(t)
	run(t, opt, "INSERT INTO audit_log (at, actor, action, subject) SELECT 1, 'system', 'test', 'x' FROM generate_series(1, 7) n")

	files := withExample(t, laterMigration)
	steps, err := db.MigrateWith(t.Context(), opt, files)

	if err != nil || steps != 1 {
		t.Fatalf("%d steps: %v", steps, err)
	}

	if err := db.CheckSchemaWith(t.Context(), opt, files); !errors.Is(err, db.ErrDistribution) || !strings.Contains(err.Error(), "table later is not known to Citus") {
		t.Errorf("the check said: %v", err)
	}

	if done, err := db.DistributeWith(t.Context(), opt, files); err != nil || len(done) != 1 {
		t.Errorf("it did %q: %v", done, err)
	}

	testkit.Must(t, db.CheckSchemaWith(t.Context(), opt, files))
	run(t, opt, "INSERT INTO audit_log (at, actor, action, subject) VALUES (1, 'system', 'test', 'x')")

	if got := value(t, opt, "SELECT MAX(id) FROM audit_log"); got != "8" {
		t.Errorf("the audit log went on with %s", got)
	}
}
