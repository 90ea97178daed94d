package schedule_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A repeat with the key of an order that was made is answered by that order, although the price and the time are others by
// now. A new order is refused.
func TestRepeatIsAnsweredAfterPriceAndTimeChanged(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d, ordertest.Options{})

		first := w.wanted("081234567890")
		first.At = start.Add(10 * time.Minute)
		made := w.create(first)

		w.clk.Advance(8 * time.Minute)

		late := w.wanted("081234567890")
		late.At = first.At

		if _, err := w.Create(t.Context(), late); !fault.ErrValidation.Is(err) {
			t.Errorf("two minutes ahead: %v", err)
		}

		testkit.Exec(t, d, "UPDATE products SET price = price + 1 WHERE code = $1", ordertest.Product)
		testkit.Exec(t, d, "INSERT INTO versions (name, version) VALUES ('catalog', 9) ON CONFLICT (name) DO UPDATE SET version = versions.version + 9")
		w.clk.Advance(2 * time.Second) // the age at which the catalogue is read again

		dearer := w.wanted("081234567890")
		if _, err := w.Create(t.Context(), dearer); !placing.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("another price: %v", err)
		}

		if again := w.create(first); again.ID != made.ID {
			t.Errorf("the repeat made %d, the first was %d", again.ID, made.ID)
		}

		if found, err := w.FindCreated(t.Context(), ordertest.Client, w.user, first.Request.Key); err != nil || found.ID != made.ID {
			t.Errorf("found %d by its key, %v", found.ID, err)
		}

		for name, user := range map[string]int64{"of another user": w.user + 1, "refused": w.user} {
			key := first.Request.Key
			if name == "refused" {
				key = dearer.Request.Key
			}

			if _, err := w.FindCreated(t.Context(), ordertest.Client, user, key); !fault.ErrNotFound.Is(err) {
				t.Errorf("a key %s: %v", name, err)
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM scheduled_orders"); n != 1 {
			t.Errorf("there are %d", n)
		}
	})
}
