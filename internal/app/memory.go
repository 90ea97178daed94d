package app

import (
	"os"
	"runtime/debug"
)

const (
	// heapGrowth is how much, in per cent of what lives, the heap may grow
	// before it is swept. Little lives in this program and much is made for each
	// request: with the runtime's 100 a fifth of an order's processor time went
	// into sweeping (docs/performance.md). At rest it changes nothing.
	heapGrowth = 300
	// heapSoftLimit is where the runtime sweeps as often as it must, so that a
	// flood does not take the machine's memory.
	heapSoftLimit = 512 << 20
)

// TuneMemory sets how the process of the program sweeps its memory. What an
// operator set by GOGC or GOMEMLIMIT stays.
func TuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}

	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapSoftLimit)
	}
}
