package placing

import (
	"testing"

	"loket/internal/platform/fault"
)

// TestCountMissesNoOrderThatIsBeingPlaced: an order that is stored after the count read the database counts too.
func TestCountMissesNoOrderThatIsBeingPlaced(t *testing.T) {
	t.Parallel()

	const bound = 1

	b := newBacklog(bound, bound)

	if err := b.reserve(1); err != nil {
		t.Fatal(err)
	}

	b.beginCount()
	b.endCount(map[int64]int{}) // read before the order was stored
	b.release(1)

	if err := b.reserve(1); !fault.ErrBusy.Is(err) {
		t.Errorf("an order beyond the bound: %v", err)
	}

	b.beginCount()
	b.endCount(map[int64]int{}) // it was sent meanwhile

	if err := b.reserve(1); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}
