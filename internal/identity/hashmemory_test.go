package identity //nolint:testpackage // who has which memory shows nowhere outside

import (
	"testing"
	"testing/synctest"
	"time"
)

// One hash after the other works in the same memory, two at a time never do,
// what a foreign hash needed is not kept, and when nobody signs in any more
// nothing is.
func TestHashesShareMemoryInTurn(t *testing.T) {
	t.Parallel()

	synctest.Test(t, func(t *testing.T) {
		m := hashMemory{most: 64}
		cost, salt := hashCost{memory: 64, time: 1, threads: 1}, make([]byte, saltLength)

		first, second := m.take(), m.take()
		if first == second {
			t.Fatal("two hashes at a time got the same memory")
		}

		m.give(first)

		m.key(cost, salt, nil)
		time.Sleep(spareTime - time.Second)
		m.key(cost, salt, nil)
		time.Sleep(spareTime - time.Second)

		if again := m.take(); again != first || again.KiB() != 64 {
			t.Fatalf("the next hash got other memory, of %d KiB", again.KiB())
		}

		m.give(first)
		m.give(second)

		if m.take() == m.take() {
			t.Fatal("two hashes at a time got the same memory")
		}

		m.give(first)
		m.give(second)
		time.Sleep(spareTime + time.Second)

		if n := len(m.free); n != 0 {
			t.Errorf("%d are kept for nobody", n)
		}

		cost.memory = 128
		m.key(cost, salt, nil)

		if n := len(m.free); n != 0 {
			t.Error("what a foreign hash needed is kept")
		}
	})
}
