package event_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// On a Citus a fact can be read a moment before what it tells of, which stands on another server. A consumer gets it only when it can read
// both. Here that moment lasts: the worker doesn't hear that it must commit.
func TestFactWaitsForCommitOnAllServers(t *testing.T) {
	t.Parallel()

	if !testkit.OnCitus() {
		t.Skip("it is about a Citus")
	}

	const client = 7

	d := testkit.Open(t, db.Postgres)
	testkit.InsertClient(t, d, client)
	testkit.Exec(t, d, "INSERT INTO contacts (id, client_id, code, name, destination_no, match_no, search, created_at, updated_at) VALUES (1, $1, 'c', 'before', '1', '1', 'c', 1, 1)", client)

	wire := testkit.WireToWorker(t, d, client)

	var (
		mu   sync.Mutex
		read []string
	)

	seen := func() []string {
		mu.Lock()
		defer mu.Unlock()

		return slices.Clone(read)
	}

	r := newRecord(d)
	r.Consume(event.Consumer{
		Name: "reader", Kinds: []event.Kind{event.OrderSucceeded}, FromStart: true,
		Handle: func(ctx context.Context, tx *db.Tx, _ []event.Event) error {
			var name string
			if err := tx.QueryRow(ctx, "SELECT name FROM contacts WHERE client_id = $1 AND id = 1", client).Scan(&name); err != nil {
				return err
			}

			mu.Lock()
			defer mu.Unlock()

			read = append(read, name)

			return nil
		},
	})
	start(t, r)

	wire.Hold("COMMIT PREPARED")

	committed := make(chan error, 1)

	go func() {
		committed <- d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), "UPDATE contacts SET name = 'after' WHERE client_id = $1 AND id = 1", client); err != nil {
				return err
			}

			return event.AddTx(t.Context(), tx, fact("1", ""))
		})
	}()

	testkit.Eventually(t, patience, "the fact can be read", func() bool {
		select {
		case err := <-committed:
			t.Fatalf("the transaction ended: %v", err)
		default:
		}

		return testkit.Value[int](t, d, "SELECT COUNT(*) FROM events") == 1
	})

	// Who gives positions holds the lock while it waits. One that doesn't wait lets the consumer read at once.
	held := 0

	testkit.Eventually(t, patience, "the record waits, or doesn't", func() bool {
		free := testkit.Value[int](t, d, "SELECT COUNT(*) FROM (SELECT 1 FROM event_positions WHERE name = 'numbering' FOR UPDATE SKIP LOCKED) p")
		if held++; free > 0 {
			held = 0
		}

		return held >= 20 || len(seen()) > 0
	})

	if early := seen(); len(early) > 0 {
		t.Errorf("the consumer read %q before the commit was done", early)
	}

	wire.Heal()
	testkit.Must(t, <-committed)
	testkit.Eventually(t, patience, "the consumer reads", func() bool { return len(seen()) > 0 })

	if got := seen(); !slices.Equal(got, []string{"after"}) {
		t.Errorf("the consumer read %q", got)
	}
}
