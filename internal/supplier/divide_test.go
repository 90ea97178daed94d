package supplier

import "testing"

// What all nodes may do together is the limit, with any number of nodes; only where there are more nodes than calls, each has one.
func TestPartsOfNodesSumUpToTheLimit(t *testing.T) {
	t.Parallel()

	for _, limit := range []int{1, 2, 5, 32, 33, 100} {
		for nodes := 1; nodes <= 40; nodes++ {
			sum := 0

			for number := range nodes {
				registry, err := NewRegistry(Options{CircuitAfter: limit}, Entry{Code: "a", Adapter: struct{ Adapter }{}, Limit: limit})
				if err != nil {
					t.Fatal(err)
				}

				registry.Divide(number, nodes)

				g, _ := registry.Get("a")
				sum += g.slots.limit

				if g.circuits[Purchase].after != g.slots.limit {
					t.Errorf("the circuit of node %d of %d opens after %d silent calls of %d", number, nodes, g.circuits[Purchase].after, limit)
				}
			}

			if sum != max(limit, nodes) {
				t.Errorf("%d nodes may make %d calls, the limit is %d", nodes, sum, limit)
			}
		}
	}
}

// A lower limit lets running calls end and no other begin until there is room; a higher one wakes who waits.
func TestLimitChangesWhileCallsRun(t *testing.T) {
	t.Parallel()

	s := newSlots(16)

	for range 8 {
		if !s.tryTake(Purchase) {
			t.Fatal("a call within the limit was refused")
		}
	}

	s.setLimit(4)

	if s.tryTake(Purchase) || s.room(Purchase) != 0 {
		t.Error("a call began beyond the lower limit")
	}

	for range 5 {
		s.release(Purchase)
	}

	if s.room(Purchase) != 1 {
		t.Errorf("there is room for %d calls beside three of four", s.room(Purchase))
	}

	s.setLimit(2)

	<-s.share[Purchase].freed // of the calls that ended

	s.setLimit(16)

	select {
	case <-s.share[Purchase].freed:
	default:
		t.Error("nobody was told of the higher limit")
	}

	if s.room(Purchase) == 0 {
		t.Error("the higher limit gives no room")
	}
}
