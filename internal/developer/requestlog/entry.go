package requestlog

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
)

// Entry is a request as it is kept.
type Entry struct {
	At        time.Time
	RequestID string
	KeyID     int64
	KeyEnding string
	Method    string
	Route     string
	Target    string
	Status    int
	Took      time.Duration
	Address   string
	Program   string
	Reference string

	// Of one entry alone.
	HasBodies    bool // they are kept
	Body, Answer string

	place Position
}

// ID names an entry of a client.
func (e *Entry) ID() string { return e.place.String() }

// Position is a place in the log: before or behind an entry, or that of one.
type Position struct{ at, block, id, index int64 }

// String is the position as text, for ParsePosition: the time, how much later its block ends, and its place there.
func (p Position) String() string {
	return fmt.Sprintf("%d-%d-%d-%d", p.at, p.block-p.at, p.id, p.index)
}

// ParsePosition reads the id of an entry, or a position.
func ParsePosition(text string) (Position, bool) {
	const parts = 4

	words := strings.Split(text, "-")
	if len(words) != parts {
		return Position{}, false
	}

	var n [parts]int64

	for i, word := range words {
		var err error
		if n[i], err = strconv.ParseInt(word, 10, 64); err != nil {
			return Position{}, false
		}
	}

	p := Position{at: n[0], block: n[0] + n[1], id: n[2], index: n[3]}

	return p, p.at >= 0 && p.at <= latest && p.block >= p.at && p.block <= p.at+blockSpan.Microseconds()
}

// latest is later than any time, with room behind it.
const latest = 1 << 60

func (p Position) compare(other Position) int {
	return cmp.Or(cmp.Compare(p.at, other.at), cmp.Compare(p.block, other.block), cmp.Compare(p.id, other.id), cmp.Compare(p.index, other.index))
}

// Query asks for requests of a client. Zero values limit nothing.
type Query struct {
	ClientID  int64
	From, To  time.Time
	Method    string
	Class     int // of the status: 2, 4 or 5
	Route     string
	KeyEnding string
	Text      string    // reference or request id
	OlderThan *Position // older ones than this
	NewerThan *Position // newer ones than this; not with OlderThan
	Limit     int
}

// matches reports whether a query asks for an entry.
func (q *Query) matches(e *Entry) bool {
	const class = 100

	switch {
	case !q.From.IsZero() && e.place.at < clock.Micros(q.From), !q.To.IsZero() && e.place.at >= clock.Micros(q.To),
		q.Method != "" && e.Method != q.Method,
		q.Class != 0 && e.Status/class != q.Class,
		q.Route != "" && e.Route != q.Route,
		q.KeyEnding != "" && e.KeyEnding != q.KeyEnding,
		q.Text != "" && e.RequestID != q.Text && e.Reference != q.Text,
		q.OlderThan != nil && e.place.compare(*q.OlderThan) >= 0,
		q.NewerThan != nil && e.place.compare(*q.NewerThan) <= 0:
		return false
	}

	return true
}
