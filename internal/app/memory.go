package app

import (
	"os"
	"runtime/debug"
)

const (
	// heapGrowth is GOGC: collect when the heap has grown by 300 %. The live heap is small
	// and requests allocate much. With the default of 100 the collector took a fifth of
	// an order's processor time (docs/performance.md). Memory at rest is the same.
	heapGrowth = 300
	// heapSoftLimit is GOMEMLIMIT: near it the runtime collects more often, so that many
	// requests at once don't use up the machine's memory.
	heapSoftLimit = 512 << 20
)

// TuneMemory configures the garbage collector. Values that an operator sets by GOGC or
// GOMEMLIMIT have priority.
func TuneMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}

	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapSoftLimit)
	}
}
