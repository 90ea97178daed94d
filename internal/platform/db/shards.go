package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"time"
)

// shards are the parts of clients' tables on a Citus, by the smallest hash of each. All rows of a client stand in one shard of each
// table, and shards of the same number stand on one server. Other databases have none.
//
// A statement for many rows becomes one for each shard (Columns): Citus refuses one that locks rows of several shards, or uses what it
// changed, and sends each of ours to one server. They share a transaction, which Citus commits on all servers or on none.
type shards []int32

// findShards reads the shards of a database whose tables are distributed. It is the first query of a new pool, so it fails if the server
// doesn't answer.
func findShards(ctx context.Context, pool *sql.DB) (shards, error) {
	if has, err := hasCitus(ctx, pool); err != nil || !has {
		return nil, err
	}

	rows, err := pool.QueryContext(ctx, "SELECT CAST(shardminvalue AS BIGINT) FROM pg_dist_shard WHERE logicalrelid = to_regclass('orders') ORDER BY 1")

	list, err := Collect(rows, err, func(row *sql.Rows) (int32, error) {
		var smallest int32

		return smallest, row.Scan(&smallest)
	})
	if err != nil {
		return nil, fmt.Errorf("read the shards of a Citus: %w", err)
	}

	return list, nil
}

// Distributed reports whether the rows of clients are spread over several servers.
func (d *DB) Distributed() bool { return d.shards.Load() != nil }

// shardsNow are the shards as far as this program knows.
func (d *DB) shardsNow() shards {
	if s := d.shards.Load(); s != nil {
		return *s
	}

	return nil
}

// Part is the number of the part of the database that has a client's rows: on a Citus its shard, elsewhere 0. A transaction that writes one part
// costs one statement for each table, and is committed by one server.
func (d *DB) Part(client int64) int { return max(0, d.shardsNow().of(client)) }

// Parts is how many parts there are.
func (d *DB) Parts() int { return max(1, len(d.shardsNow())) }

// Spread chooses one of n writers for a client. Those who write one part of a Citus are one writer's, so that their rows share statements.
func (d *DB) Spread(client int64, n int) int {
	if d.Distributed() {
		return d.Part(client) % n
	}

	return int(uint64(client) % uint64(n)) //nolint:gosec // ids are positive
}

// Pause is how long a writer waits for more rows that can share its commit: one time on a single server, another on a Citus, where a batch costs
// several times as much, and holds rows of one part.
func (d *DB) Pause(single, spread time.Duration) time.Duration {
	if d.Distributed() {
		return spread
	}

	return single
}

// retryOnNewShards runs a transaction, and once more if a Citus refused a statement of it and its shards have been divided meanwhile, as they are to
// give a big client one of its own: then rows that stood in one shard stand in two. What was refused is rolled back.
func (d *DB) retryOnNewShards(ctx context.Context, try func() error) error {
	before := d.shardsNow()

	err := try()
	if !d.Distributed() || !hasCode(err, pgNotSupported) {
		return err
	}

	found, errRead := findShards(ctx, d.read)
	if errRead != nil {
		return errors.Join(err, errRead)
	}

	if len(found) > 0 {
		d.shards.Store(&found)
	}

	if slices.Equal(before, d.shardsNow()) {
		return err
	}

	return try()
}

// of is the number of a client's shard.
func (s shards) of(client int64) int {
	hash := hashOf(client)

	return sort.Search(len(s), func(i int) bool { return s[i] > hash }) - 1
}

// hashOf is PostgreSQL's hash of a bigint (hashint8, hash_bytes_uint32), by which Citus distributes rows.
func hashOf(v int64) int32 {
	low, high := uint32(v), uint32(v>>32) //nolint:gosec // the two halves
	if v < 0 {
		high = ^high
	}

	const start = 0x9e3779b9 + 4 + 3923095

	a, b, c := uint32(start)+(low^high), uint32(start), uint32(start)

	mix := func(to *uint32, from uint32, by int) {
		*to ^= from
		*to -= bits.RotateLeft32(from, by)
	}

	mix(&c, b, 14)
	mix(&a, c, 11)
	mix(&b, a, 25)
	mix(&c, b, 16)
	mix(&a, c, 4)
	mix(&b, a, 14)
	mix(&c, b, 24)

	return int32(c) //nolint:gosec // the same bits
}

// clientOfRow is the name of the column with the clients of rows, by which they are divided.
const clientOfRow = "client"

// clients is the place of the column with the clients of rows, or -1.
func (c Columns) clients() int {
	return slices.IndexFunc(c, func(column Column) bool { return column.Name == clientOfRow })
}

// byShard divides rows so that each part has clients of one shard, in the order of the shards, so that two batches lock in one order. Rows of
// tables that are not distributed have no client and stay together.
func (c Columns) byShard(s shards) []Columns {
	if len(s) == 0 || c.rows() <= 1 {
		return []Columns{c}
	}

	i := c.clients()
	if i < 0 {
		return []Columns{c}
	}

	clients, ok := c[i].Values.([]int64)
	if !ok {
		panic(fmt.Sprintf("db: the column %s can't hold %T", clientOfRow, c[i].Values))
	}

	rows := make([][]int, len(s))

	for row, client := range clients {
		n := s.of(client)
		rows[n] = append(rows[n], row)
	}

	out := make([]Columns, 0, len(s))

	for _, part := range rows {
		switch len(part) {
		case 0:
		case c.rows():
			return []Columns{c}
		default:
			out = append(out, c.some(part))
		}
	}

	return out
}

// some are some of the rows.
func (c Columns) some(rows []int) Columns {
	out := make(Columns, len(c))

	for i, column := range c {
		out[i] = Column{column.Name, pickAny(column.Values, rows)}
	}

	return out
}

func pickAny(values any, rows []int) any {
	switch v := values.(type) {
	case []int64:
		return pick(v, rows)
	case []string:
		return pick(v, rows)
	case []bool:
		return pick(v, rows)
	case []*int64:
		return pick(v, rows)
	case []*string:
		return pick(v, rows)
	case [][]byte:
		return pick(v, rows)
	default:
		panic(fmt.Sprintf("db: a column can't hold %T", values))
	}
}

func pick[T any](values []T, rows []int) []T {
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = values[row]
	}

	return out
}
