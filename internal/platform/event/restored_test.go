package event_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// restore brings the record back to the state after its first n facts, which the consumer "all" had read up to a position.
func restore(t *testing.T, d *db.DB, n, read int) {
	t.Helper()
	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		for _, text := range []string{ // the lock of who gives positions first
			"UPDATE event_positions SET position = $1 WHERE name = 'numbering' AND position > $1", "DELETE FROM events WHERE seq > $1",
		} {
			if _, err := tx.Exec(t.Context(), text, n); err != nil {
				return err
			}
		}

		_, err := tx.Exec(t.Context(), "UPDATE event_positions SET position = $1 WHERE name = 'all'", read)

		return err
	}))
}

// A node that survives a restore of its database to an older state reads what happens from then on, from the positions of that state: in a
// running record and in one that reads on demand.
func TestRestoreToAnOlderState(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		for name, run := range map[string]func(t *testing.T, r *event.Record){
			"on demand": func(*testing.T, *event.Record) {},
			"running":   start,
		} {
			t.Run(name, func(t *testing.T) {
				restore(t, d, 0, 0)
				testkit.Exec(t, d, "DELETE FROM event_positions WHERE name = 'all'")

				r, h := newRecord(d), &heard{}
				r.Consume(h.consumer("all"))
				run(t, r)

				heardAll := func(want string) {
					t.Helper()

					if name == "on demand" {
						testkit.Must(t, r.Drain(t.Context()))
					}

					testkit.Eventually(t, patience, "read: "+want, func() bool { return h.subjects() == want })
				}

				add(t, d, fact("a", ""), fact("b", ""), fact("c", ""))
				heardAll("a b c")

				restore(t, d, 2, 1) // c is lost, and the effects of b
				add(t, d, fact("d", ""))

				heardAll("a b c b d")

				// The facts that don't concern the consumer moved it further in memory than the state has it.
				other := fact("x", "")
				other.Kind = event.OrderFailed
				add(t, d, other, other)

				if name == "on demand" {
					testkit.Must(t, r.Drain(t.Context()))
				}

				restore(t, d, 3, 3)
				add(t, d, fact("e", ""))

				heardAll("a b c b d e")

				// A state from before the consumer was added.
				testkit.Exec(t, d, "DELETE FROM event_positions WHERE name = 'all'")

				heardAll("a b c b d e a b d e")
			})
		}
	})
}

// Facts that a consumer has not read which this program doesn't have, as one of a newer node, stay twice as long as others, and not for
// ever: nobody may have it any more.
func TestPurgeKeepsWhatOthersHaveNotRead(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		r, h := newRecord(d), &heard{}
		r.Consume(h.consumer("all"))
		testkit.Exec(t, d, "INSERT INTO event_positions (name, position) VALUES ('newer', 1)")

		for _, days := range []int{71, 71, 69, 36, 1} { // the first one was read by all
			old := fact("old", "")
			old.At = time.Now().Add(-time.Duration(days) * 24 * time.Hour)
			add(t, d, old)
		}

		testkit.Must(t, r.Drain(t.Context()))

		if n, err := r.Purge(t.Context()); err != nil || n != 2 {
			t.Errorf("%d facts were deleted: %v", n, err)
		}

		testkit.Exec(t, d, "UPDATE event_positions SET position = 3 WHERE name = 'newer'")

		if n, err := r.Purge(t.Context()); err != nil || n != 1 {
			t.Errorf("%d facts were deleted after they were read: %v", n, err)
		}

		none := newRecord(d) // a program without consumers
		if n, err := none.Purge(t.Context()); err != nil || n != 0 {
			t.Errorf("%d facts were deleted by a program without consumers: %v", n, err)
		}
	})
}
