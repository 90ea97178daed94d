package drills

import (
	"testing"
	"time"
)

// TestShardsAreMovedOnCitus moves the rows of a client, and of those whose rows stand beside them, to the other worker under load.
func TestShardsAreMovedOnCitus(t *testing.T) {
	c := newCitusDrill(t)

	for n := range *strikes {
		client := int64(firstCitusClient + n%citusClients)

		c.changeUnderLoad(t, "a move", func() {
			from, err := c.cluster.WorkerOf(t.Context(), c.url, client)
			must(t, err)

			to := c.cluster.Workers()[0]
			if to == from {
				to = c.cluster.Workers()[1]
			}

			ask[string](t, c.url, `SELECT CAST(citus_move_shard_placement(get_shard_id_for_distribution_column('orders', CAST($1 AS BIGINT)),
				$2, 5432, $3, 5432, shard_transfer_mode => 'force_logical') AS TEXT)`, client, from.Dir(), to.Dir())

			now, err := c.cluster.WorkerOf(t.Context(), c.url, client)
			must(t, err)

			if now != to {
				t.Error("the rows were not moved")
			}
		})
	}

	c.audit(t)
}

// changeUnderLoad lets somebody change where rows stand, under load, and tells how long it took.
func (c *citusDrill) changeUnderLoad(t *testing.T, what string, change func()) {
	t.Helper()

	var took time.Duration

	before := c.answers()

	orders, _ := c.underLoad(t, func() {
		began := time.Now()

		change()

		took = time.Since(began)
	})

	after := c.answers()
	for answer, times := range before {
		if after[answer] -= times; after[answer] == 0 {
			delete(after, answer)
		}
	}

	t.Logf("%s took %s, orders of all clients %s after it; answers meanwhile: %v", what, took.Round(time.Millisecond), orders.Round(time.Millisecond), after)

	if orders > serviceBack {
		t.Errorf("orders of all clients are taken %s after %s", orders, what)
	}
}
