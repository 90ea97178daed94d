package db_test

import (
	"strconv"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// Many rows of one part of a Citus are copied, and what its COPY hides is told all the same: a row that is there already is one, whatever stands
// beside it, and nothing of its batch is written.
func TestCopiedRowsKeepTheirErrors(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const rows, client = 20, 7

		insert := func(first int) (tries int, err error) {
			clients, calls, keys, created := make([]int64, rows), make([]string, rows), make([]string, rows), make([]int64, rows)
			for i := range rows {
				clients[i], calls[i], keys[i] = client, "call", strconv.Itoa(first+i)
			}

			err = d.Batch(t.Context(), func(b *db.Batch) error {
				tries++

				b.Insert("idempotency_keys", db.Column{Name: "client_id", Values: clients}, db.Column{Name: "call", Values: calls}, db.Column{Name: "request_key", Values: keys},
					db.Column{Name: "input_hash", Values: calls}, db.Column{Name: "answer", Values: calls}, db.Column{Name: "created_at", Values: created})

				return nil
			})

			return tries, err
		}

		if tries, err := insert(0); err != nil || tries != 1 {
			t.Fatalf("%d tries, %v", tries, err)
		}

		tries, err := insert(rows - 1) // the first is there
		if !db.IsUnique(err) {
			t.Errorf("a row that is there already: %v", err)
		}

		if testkit.OnCitus() && tries == 1 {
			t.Error("the rows were not copied, so this test says nothing")
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM idempotency_keys WHERE client_id = $1", client); n != rows {
			t.Errorf("%d rows are stored", n)
		}
	})
}
