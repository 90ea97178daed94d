// Package ids makes the ids of Loket: order ids that people can read aloud,
// and opaque random ones.
package ids

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"
)

// An order id has 19 decimal digits: YYMMDDhhmmss in western Indonesian time,
// two of the node that made it, and five that count within the second. It is
// time-ordered, longer than 2^53 and unique over a hundred nodes; the database
// enforces the last with a unique key all the same.
const (
	counterSize = 100_000
	nodeCount   = 100
	secondSize  = nodeCount * counterSize

	centuryYears = 100
	firstYear    = 2000
)

// zone is fixed and not loaded: western Indonesia has no summer time, and ids
// of all clients must sort by one clock.
var zone = time.FixedZone("WIB", int((7 * time.Hour).Seconds()))

// Generator makes order ids on one node; safe for several goroutines.
type Generator struct {
	mu      sync.Mutex
	node    int64
	second  int64 // unix second of the ids being made
	counter int64

	lent  bool // the node's number is only good until a moment
	until time.Time
	again *sync.Cond // that moment was moved
}

// NewGenerator makes a generator for a node number from 0 to 99, which no
// other running node may hold.
func NewGenerator(node int) (*Generator, error) {
	if node < 0 || node >= nodeCount {
		return nil, fmt.Errorf("node number %d is not in 0..%d", node, nodeCount-1)
	}

	g := &Generator{node: int64(node)}
	g.again = sync.NewCond(&g.mu)

	return g, nil
}

// Until says up to when the node's number is surely this node's. From then on
// Next waits until it is told of a later moment: an id that another node may
// make as well is worse than a late one.
func (g *Generator) Until(moment time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()

	g.lent, g.until = true, moment
	g.again.Broadcast()
}

// Next makes the next id at a time. Ids of one generator always grow: when
// the clock goes back, or a second is used up, they run on from the last one.
func (g *Generator) Next(now time.Time) int64 {
	g.mu.Lock()
	defer g.mu.Unlock()

	for g.lent && !now.Before(g.until) {
		g.again.Wait()
	}

	if s := now.Unix(); s > g.second {
		g.second, g.counter = s, 0
	} else if g.counter == counterSize {
		g.second++
		g.counter = 0
	}

	id := base(time.Unix(g.second, 0)) + g.node*counterSize + g.counter
	g.counter++

	return id
}

// base is the smallest id of a second. No id is older than its century: two
// digits of the year can't tell 1926 from 2026.
func base(t time.Time) int64 {
	t = t.In(zone)
	if t.Year() < firstYear {
		return 0
	}

	day := int64(t.Year()%centuryYears)*10_000 + int64(t.Month())*100 + int64(t.Day())
	clock := int64(t.Hour())*10_000 + int64(t.Minute())*100 + int64(t.Second())

	return (day*1_000_000 + clock) * secondSize
}

// Time is the second in which an id was made. A row keeps a moment that is not
// before it, so that ids and moments sort alike.
func Time(id int64) time.Time {
	digits := id / secondSize
	part := func(divisor int64) int { return int(digits / divisor % 100) }

	return time.Date(firstYear+part(1e10), time.Month(part(1e8)), part(1e6), part(1e4), part(1e2), part(1), 0, zone).UTC()
}

// Range gives the ids lo <= id < hi that were made from one moment up to
// another, both whole seconds. It lets the order of ids serve a range of time.
func Range(from, to time.Time) (int64, int64) { return base(from), base(to) }

// Token is an opaque random id of 130 bits in 26 letters and digits.
func Token() string { return rand.Text() }
