// Package ids makes the ids of Loket: order ids that people can read aloud,
// and opaque random ones.
package ids

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"loket/internal/platform/clock"
)

// An order id has 19 decimal digits: YYMMDDhhmmss in western Indonesian time,
// two digits for the node that made it, and a five-digit counter within the
// second. Ids are ordered by time, greater than 2^53 and unique over a hundred
// nodes, each of which leases its number. The keys of PostgreSQL begin with the
// client, so they refuse an id twice at one client alone; `loket verify` finds
// one that stands at two.
const (
	counterSize = 100_000
	nodeCount   = 100
	secondSize  = nodeCount * counterSize

	centuryYears = 100
	firstYear    = 2000
)

// Generator makes order ids on one node. It is safe for concurrent use.
type Generator struct {
	mu      sync.Mutex
	node    int64
	second  int64 // unix second of the ids being made
	counter int64

	lent  bool // the node number is leased and valid only until a moment
	until time.Time
	again *sync.Cond // signals that the moment was moved
}

// NewGenerator makes a generator for a node number from 0 to 99. No other
// running node may hold the number.
func NewGenerator(node int) (*Generator, error) {
	if node < 0 || node >= nodeCount {
		return nil, fmt.Errorf("node number %d is not in 0..%d", node, nodeCount-1)
	}

	g := &Generator{node: int64(node)}
	g.again = sync.NewCond(&g.mu)

	return g, nil
}

// Until sets the moment up to which the lease of the node number is certain.
// After it Next waits for a later one: a late id is better than one that another
// node may make too.
func (g *Generator) Until(moment time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()

	g.lent, g.until = true, moment
	g.again.Broadcast()
}

// Next makes the next id for the given time. The ids of a generator always
// increase: when the clock goes back, or the counter of a second is used up,
// they continue from the last one.
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

// base is the smallest id of a second. Times before this century give 0, since
// an id has only two digits of the year.
func base(t time.Time) int64 {
	t = t.In(clock.Jakarta()) // whatever the client's zone, so that ids of all clients sort together
	if t.Year() < firstYear {
		return 0
	}

	day := int64(t.Year()%centuryYears)*10_000 + int64(t.Month())*100 + int64(t.Day())
	clock := int64(t.Hour())*10_000 + int64(t.Minute())*100 + int64(t.Second())

	return (day*1_000_000 + clock) * secondSize
}

// Time is the second in which an id was made. The created_at of a row is never
// before it, so sorting by id and by time gives the same order.
func Time(id int64) time.Time {
	digits := id / secondSize
	part := func(divisor int64) int { return int(digits / divisor % 100) }

	return time.Date(firstYear+part(1e10), time.Month(part(1e8)), part(1e6), part(1e4), part(1e2), part(1), 0, clock.Jakarta()).UTC()
}

// Range gives the bounds lo <= id < hi of the ids made from one moment up to
// another, both whole seconds. With it a range of time is a range of ids.
func Range(from, to time.Time) (int64, int64) { return base(from), base(to) }

// Token is an opaque random id: 130 bits as 26 letters and digits.
func Token() string { return rand.Text() }
