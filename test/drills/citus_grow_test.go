package drills

import (
	"strconv"
	"testing"
)

// TestWorkerIsAddedOnCitus adds a worker under load and rebalances the cluster, so that some clients stand on the new one. Then its rows move
// back under load, and it is taken away.
func TestWorkerIsAddedOnCitus(t *testing.T) {
	c := newCitusDrill(t)

	for range *strikes {
		c.changeUnderLoad(t, "a further worker", func() {
			added, err := c.cluster.AddWorker(t.Context(), c.url)
			must(t, err)

			ask[string](t, c.url, `SELECT CAST(citus_rebalance_start(shard_transfer_mode => 'force_logical') AS TEXT)`)
			ask[string](t, c.url, `SELECT CAST(citus_rebalance_wait() AS TEXT)`)

			if n := ask[int](t, c.url, `SELECT COUNT(*) FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid JOIN pg_dist_shard s ON s.shardid = p.shardid
				WHERE n.nodename = $1 AND s.logicalrelid = CAST('orders' AS regclass)`, added.Dir()); n == 0 {
				t.Error("the new worker has no rows of clients")
			}
		})

		workers := c.cluster.Workers()
		added := workers[len(workers)-1]

		c.changeUnderLoad(t, "a worker less", func() { must(t, c.cluster.RemoveWorker(t.Context(), c.url, added)) })
	}

	c.audit(t)
}

// TestClientIsIsolatedOnCitus gives one client after the other shards of its own under load.
func TestClientIsIsolatedOnCitus(t *testing.T) {
	for left := *strikes; left > 0; left -= citusClients {
		t.Run(strconv.Itoa(left), func(t *testing.T) { // one after the other: each has a cluster of its own
			c := newCitusDrill(t)

			for n := range min(left, citusClients) {
				shards := func() int {
					return ask[int](t, c.url, "SELECT COUNT(*) FROM pg_dist_shard WHERE logicalrelid = CAST('orders' AS regclass)")
				}
				before := shards()

				c.changeUnderLoad(t, "an isolated client", func() {
					ask[string](t, c.url, "SELECT CAST(isolate_tenant_to_new_shard('orders', CAST($1 AS BIGINT), 'CASCADE', shard_transfer_mode => 'block_writes') AS TEXT)",
						int64(firstCitusClient+n))
				})

				if now := shards(); now <= before {
					t.Errorf("%d shards, before it %d", now, before)
				}
			}

			c.audit(t)
		})
	}
}
