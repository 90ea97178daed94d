package db_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// A client gets a shard of its own while batches lock and change rows of all clients: none of them fails.
func TestShardIsDividedWhileBatchesRun(t *testing.T) {
	t.Parallel()

	const writers, clients, further = 2, 40, 10

	opt := distributed(t)
	run(t, opt,
		"INSERT INTO clients (id, code, name, legal_name, email_finance, created_at) SELECT n, 'toko-' || n, 'Toko', 'PT Toko', 'f@example.com', 1 FROM generate_series(1, 40) n",
		"INSERT INTO wallets (id, client_id, type, balance, seq, created_at) SELECT n AS id, n, 'level_1', 500, 1, 1 FROM generate_series(1, 40) n")

	d := testkit.OpenAt(t, opt.URL)
	all := make([]int64, clients)

	for i := range all {
		all[i] = int64(i + 1)
	}

	var (
		batches atomic.Int64
		ended   = make(chan error, writers)
		stop    atomic.Bool
	)

	for range writers {
		go func() {
			var err error
			for err == nil && !stop.Load() {
				err = lockAndChange(t, d, all)

				batches.Add(1)
			}

			ended <- err
		}()
	}

	more := func() {
		want := batches.Load() + further

		testkit.Eventually(t, testkit.Patience, "further batches", func() bool { return batches.Load() >= want || len(ended) > 0 })
	}

	more()
	run(t, opt, "SELECT isolate_tenant_to_new_shard('orders', 7, 'CASCADE', shard_transfer_mode => 'block_writes')")
	more()
	stop.Store(true)

	testkit.Must(t, errors.Join(<-ended, <-ended))

	if shards := value(t, opt, "SELECT COUNT(*) FROM pg_dist_shard WHERE logicalrelid = CAST('orders' AS regclass)"); shards == "4" {
		t.Error("no shard was divided")
	}
}

// lockAndChange is a batch over wallets of clients, each of which has its client's number.
func lockAndChange(t *testing.T, d *db.DB, clients []int64) error {
	t.Helper()

	rows := db.Columns{{Name: "client", Values: clients}, {Name: "wallet", Values: clients}}

	return d.Batch(t.Context(), func(b *db.Batch) error {
		locked := 0

		b.QueryRows(rows, "SELECT w.balance FROM wallets w {JOIN} WHERE w.client_id = {client} AND w.id = {wallet}"+d.Engine().ForUpdateInOrder("w", "id"), nil,
			func(row db.Row) error {
				locked++

				return row.Scan(new(int64))
			})

		if err := b.Flush(t.Context()); err != nil {
			return err
		}

		if locked != len(clients) {
			return errors.New("not all wallets were locked")
		}

		b.ExecRowsExpect(rows, "UPDATE wallets AS w SET changed_at = $1 {FROM} WHERE w.client_id = {client} AND w.id = {wallet}", int64(2))

		return nil
	})
}
