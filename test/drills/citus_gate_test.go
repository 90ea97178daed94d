package drills

import (
	"context"
	"database/sql"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
)

const (
	halfWriters = 8
	mostCrashes = 10 // until one has left half of a transaction
	writingTime = 300 * time.Millisecond
)

// TestPhasesGateSeesAnUnknownTableOnCitus plants the bug against which a start looks: a table on the coordinator that Citus doesn't know. A
// transaction that writes it and a client's row is committed on the worker first and then here, so a crash in between leaves half of it. The
// same crashes leave no half when Citus knows the table.
func TestPhasesGateSeesAnUnknownTableOnCitus(t *testing.T) {
	cluster, url := durableCluster(t)

	for _, statement := range []string{
		"CREATE TABLE halves_here (client_id BIGINT, n BIGINT)",
		"CREATE SCHEMA drill",
		"CREATE TABLE drill.halves_there (client_id BIGINT, n BIGINT)",
		"SELECT CAST(create_distributed_table('drill.halves_there', 'client_id', colocate_with => 'none') AS TEXT)",
	} {
		execute(t, url, statement)
	}

	refusal := refusedStart(t, url)
	if !strings.Contains(refusal, "table halves_here is not known to Citus") || !strings.Contains(refusal, "loket migrate --distribute") {
		t.Errorf("a start says: %s", refusal)
	}

	crashes, halves := 0, 0
	for ; halves == 0 && crashes < mostCrashes; crashes++ {
		halves = crashWhileWriting(t, cluster, url, crashes)
	}

	if halves == 0 {
		t.Errorf("%d crashes left no half of a transaction, so this drill can't see the planted bug", crashes)
	}

	t.Logf("with a table that Citus doesn't know %d crashes left %d halves", crashes, halves)

	execute(t, url, "TRUNCATE halves_here")
	execute(t, url, "TRUNCATE drill.halves_there")

	bin, err := build()
	must(t, err)

	if out, err := exec.CommandContext(t.Context(), bin, "migrate", "--distribute", "--database-url", url).CombinedOutput(); err != nil {
		t.Fatalf("migrate --distribute: %v: %s", err, out)
	}

	for n := range crashes + *strikes {
		if halves := crashWhileWriting(t, cluster, url, mostCrashes+n); halves > 0 {
			t.Errorf("%d halves are left although Citus knows the table", halves)
		}
	}
}

// refusedStart is what a start says that must not succeed.
func refusedStart(t *testing.T, url string) string {
	t.Helper()

	bin, err := build()
	must(t, err)

	out, err := exec.CommandContext(t.Context(), bin, "verify", "--database-url", url).CombinedOutput()
	if err == nil {
		t.Error("a start with an unknown table is not refused")
	}

	return string(out)
}

func execute(t *testing.T, url, statement string) {
	t.Helper()

	pool, err := sql.Open("pgx", url)
	must(t, err)

	defer pool.Close()

	_, err = pool.ExecContext(t.Context(), statement)
	must(t, err)
}

// crashWhileWriting kills the coordinator while transactions write a row on a worker and one here, and returns how many have only one of them.
func crashWhileWriting(t *testing.T, cluster *testkit.Cluster, url string, round int) (halves int) {
	t.Helper()

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	pool, err := sql.Open("pgx", url)
	must(t, err)

	defer pool.Close()

	var wg sync.WaitGroup

	for w := range halfWriters {
		wg.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if writeBoth(ctx, pool, int64(w), int64(round)<<32+int64(n)) != nil {
					return // the crash
				}
			}
		})
	}

	time.Sleep(writingTime)
	must(t, cluster.Coordinator().Crash())
	cancel()
	wg.Wait()
	must(t, cluster.Coordinator().Restart())

	d := citusDrill{cluster: cluster, url: url}
	d.awaitCommits(t, time.Now())

	here, there := written(t, url, "halves_here"), written(t, url, "drill.halves_there")

	for row := range here {
		if !there[row] {
			halves++
		}
	}

	for row := range there {
		if !here[row] {
			halves++
		}
	}

	return halves
}

// written are the rows of a table.
func written(t *testing.T, url, table string) map[string]bool {
	t.Helper()

	rows := map[string]bool{}
	for row := range strings.FieldsSeq(ask[string](t, url, "SELECT COALESCE(string_agg(client_id || '-' || n, ' '), '') FROM "+table)) {
		rows[row] = true
	}

	return rows
}

func writeBoth(ctx context.Context, pool *sql.DB, client, n int64) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}

	defer func() { _ = tx.Rollback() }() // does nothing after the commit

	for _, table := range []string{"drill.halves_there", "halves_here"} {
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+table+" (client_id, n) VALUES ($1, $2)", client, n); err != nil {
			return fmt.Errorf("write %s: %w", table, err)
		}
	}

	return tx.Commit()
}
