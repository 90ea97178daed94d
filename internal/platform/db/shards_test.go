package db_test

import (
	"math"
	"slices"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// The shard of a client is found without asking the server.
func TestHashOfClientsIsPostgreSQLs(t *testing.T) {
	t.Parallel()

	ids := []int64{0, 1, -1, 7, math.MaxInt32, math.MinInt32, math.MaxUint32, 1 << 40, -1 << 40, math.MaxInt64, math.MinInt64}
	for id := int64(1); id < math.MaxInt64/3; id *= 3 {
		ids = append(ids, id, -id)
	}

	d := testkit.Open(t, db.Postgres)

	for _, id := range ids {
		if want := testkit.Value[int32](t, d, "SELECT hashint8($1)", id); db.HashOf(id) != want {
			t.Errorf("the hash of %d is %d, not PostgreSQL's %d", id, db.HashOf(id), want)
		}
	}
}

// Rows are divided so that each part has clients of one shard, and each row is in one part. Without shards or clients they stay together.
func TestRowsAreDividedByShard(t *testing.T) {
	t.Parallel()

	const quarter = 1 << 30

	shards := []int32{-2 * quarter, -quarter, 0, quarter}
	clients, names := make([]int64, 100), make([]string, 100)

	for i := range clients {
		clients[i], names[i] = int64(i%37), string(rune('a'+i%26))
	}

	rows := db.Columns{{Name: "name", Values: names}, {Name: "client", Values: clients}}

	var seen []int64

	parts := db.ByShard(rows, shards)
	for n, part := range parts {
		found, _ := part[1].Values.([]int64)
		for row, client := range found {
			hash := int(db.HashOf(client))
			if from := int(shards[n]); hash < from || hash >= from+quarter {
				t.Errorf("client %d is in shard %d", client, n)
			}

			if own, _ := part[0].Values.([]string); !slices.Contains(namesOf(client, clients, names), own[row]) {
				t.Errorf("client %d got the name %s of another one", client, own[row])
			}
		}

		seen = append(seen, found...)
	}

	slices.Sort(seen)
	slices.Sort(clients)

	if len(parts) != len(shards) || !slices.Equal(seen, clients) {
		t.Errorf("%d parts have %d", len(parts), seen)
	}

	if len(db.ByShard(rows, nil)) != 1 || len(db.ByShard(rows[:1], shards)) != 1 {
		t.Error("rows without shards or clients were divided")
	}
}

// Rows whose clients are not numbers must not vanish without an error.
func TestClientsOfRowsAreNumbers(t *testing.T) {
	t.Parallel()

	defer func() {
		if recover() == nil {
			t.Error("rows with clients of texts were divided")
		}
	}()

	db.ByShard(db.Columns{{Name: "client", Values: []string{"1", "2"}}}, []int32{math.MinInt32, 0})
}

func namesOf(client int64, clients []int64, names []string) []string {
	var out []string

	for i := range clients {
		if clients[i] == client {
			out = append(out, names[i])
		}
	}

	return out
}
