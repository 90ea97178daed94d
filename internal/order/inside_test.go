package order

import (
	"context"
	"testing"

	"loket/internal/platform/fault"
	"loket/internal/supplier"
)

// FailBy ends an order by a failed attempt that was read earlier, as a notice does.
func (s *Service) FailBy(ctx context.Context, o Order, a Attempt, said supplier.Answer) error {
	return s.fail(ctx, answered{task: task{o, a}, said: said})
}

// QueryAfter reads the due status queries of a supplier, runs what happens meanwhile, and returns how many may
// still be sent.
func (s *Service) QueryAfter(ctx context.Context, supplierCode string, meanwhile func()) (int, error) {
	const most = 10

	due, err := s.dueTasks(ctx, supplierCode, most)
	if err != nil {
		return 0, err
	}

	meanwhile()

	recorded, err := s.claims.Do(ctx, dispatchWrite{query: due})

	return len(recorded.tasks), err
}

// TestCountMissesNoOrderThatIsBeingPlaced: an order that is stored after the count read the database counts too.
func TestCountMissesNoOrderThatIsBeingPlaced(t *testing.T) {
	t.Parallel()

	const bound = 1

	b := newBacklog(bound, bound)

	if err := b.take(1); err != nil {
		t.Fatal(err)
	}

	b.begin()
	b.counted(map[int64]int{}) // read before the order was stored
	b.placed(1)

	if err := b.take(1); !fault.ErrBusy.Is(err) {
		t.Errorf("an order beyond the bound: %v", err)
	}

	b.begin()
	b.counted(map[int64]int{}) // it was sent meanwhile

	if err := b.take(1); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}
