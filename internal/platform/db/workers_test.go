package db_test

import (
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// ofBoth are clients whose rows stand on both workers of a test's cluster.
const ofBoth = 12

// openSpread opens a new database on a Citus, and skips a test elsewhere. The workers have the given addresses, by those that the cluster has.
func openSpread(t *testing.T, addresses func(workers []string) map[string]string) *db.DB {
	t.Helper()

	if !testkit.OnCitus() {
		t.Skip("it is about a Citus")
	}

	where := db.Options{URL: testkit.URL(t, db.Postgres)}

	if addresses != nil {
		plain := testkit.OpenAt(t, where.URL)
		list := testkit.Value[string](t, plain, "SELECT string_agg(nodename || ':' || nodeport, ' ' ORDER BY nodeid) FROM pg_dist_node WHERE groupid <> 0")
		where.Workers = addresses(strings.Fields(list))
	}

	d, err := db.Open(t.Context(), where)
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, d.Close()) })

	for client := range int64(ofBoth) {
		testkit.InsertClient(t, d, client+1)
	}

	return d
}

// contactID is the last id of a contact.
var contactID atomic.Int64

// contactsOf are columns of two contacts of a client.
func contactsOf(client int64) []db.Column {
	id := contactID.Add(2)
	text, one := []string{"a", "b"}, []int64{1, 1}

	return []db.Column{
		{Name: "id", Values: []int64{id, id + 1}},
		{Name: "client_id", Values: []int64{client, client}},
		{Name: "name", Values: text},
		{Name: "code", Values: []string{strconv.FormatInt(id, 10), strconv.FormatInt(id+1, 10)}},
		{Name: "destination_no", Values: text},
		{Name: "match_no", Values: text},
		{Name: "search", Values: text},
		{Name: "created_at", Values: one},
		{Name: "updated_at", Values: one},
	}
}

// serverOf is the group of the server on which a batch of a client runs. The batch writes two contacts of the client.
func serverOf(t *testing.T, d *db.DB, client int64) (group int64) {
	t.Helper()

	testkit.Must(t, d.BatchOf(t.Context(), client, func(b *db.Batch) error {
		b.Query("SELECT groupid FROM pg_dist_local_group", nil, func(row db.Row) error { return row.Scan(&group) })
		b.Insert("contacts", contactsOf(client)...)

		return nil
	}))

	return group
}

// groupOf is the group of the worker that has a client's rows.
func groupOf(t *testing.T, d *db.DB, client int64) int64 {
	t.Helper()

	return testkit.Value[int64](t, d, "SELECT groupid FROM pg_dist_placement WHERE shardid = get_shard_id_for_distribution_column('orders', CAST($1 AS BIGINT))", client)
}

// A batch of a client's rows runs on the worker that has them.
func TestBatchGoesToItsWorkerOnCitus(t *testing.T) {
	t.Parallel()

	d := openSpread(t, nil)
	groups := map[int64]bool{}

	for client := int64(1); client <= ofBoth; client++ {
		want := groupOf(t, d, client)
		groups[want] = true

		if got := serverOf(t, d, client); got != want {
			t.Errorf("a batch of client %d ran on the server of group %d, want %d", client, got, want)
		}
	}

	if len(groups) < 2 {
		t.Errorf("all clients are on one worker")
	}
}

// A batch goes to the coordinator if its worker can't be reached, or if its address leads to another server.
func TestBatchGoesToTheCoordinatorOnCitus(t *testing.T) {
	t.Parallel()

	closed, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	testkit.Must(t, closed.Close())

	for name, addresses := range map[string]func(workers []string) map[string]string{
		"unreachable": func(w []string) map[string]string {
			return map[string]string{w[0]: closed.Addr().String(), w[1]: closed.Addr().String()}
		},
		"swapped": func(w []string) map[string]string { return map[string]string{w[0]: w[1], w[1]: w[0]} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			d := openSpread(t, addresses)

			for client := int64(1); client <= ofBoth; client++ {
				if group := serverOf(t, d, client); group != 0 {
					t.Errorf("a batch of client %d ran on the server of group %d", client, group)
				}
			}

			if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM contacts"); n != 2*ofBoth {
				t.Errorf("%d rows were written", n)
			}
		})
	}
}

// After a client's rows are moved, its batches are right at once, and soon go to the other worker.
func TestBatchFollowsItsRowsOnCitus(t *testing.T) {
	t.Parallel()

	const client = 7

	d := openSpread(t, nil)
	from := groupOf(t, d, client)

	if got := serverOf(t, d, client); got != from {
		t.Fatalf("a batch ran on the server of group %d, want %d", got, from)
	}

	testkit.Exec(t, d, `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('orders', CAST($1 AS BIGINT)), a.nodename, a.nodeport, b.nodename, b.nodeport, 'block_writes')
		FROM pg_dist_node a, pg_dist_node b WHERE a.groupid = $2 AND b.groupid NOT IN ($2, 0)`, int64(client), from)

	written := int64(1)

	testkit.Eventually(t, testkit.Patience, "batches go to the worker that has the rows now", func() bool {
		written++

		return serverOf(t, d, client) == groupOf(t, d, client)
	})

	if n := testkit.Value[int64](t, d, "SELECT COUNT(*) FROM contacts WHERE client_id = $1", int64(client)); n != 2*written || groupOf(t, d, client) == from {
		t.Errorf("%d rows of %d are there, on the server of group %d", n, written, groupOf(t, d, client))
	}
}
