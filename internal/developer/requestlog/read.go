package requestlog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const (
	// firstBlocks and moreBlocks are how many blocks a look reads at once.
	firstBlocks = 4
	moreBlocks  = 64
	// blockCost is what opening a block costs, in requests.
	blockCost = 10
)

// Page is what a look found, the newest first.
type Page struct {
	Entries []Entry
	// Older is from where the log goes on; nil at its end. A page may be short, or empty, and the log go on: a look goes through a part of it
	// alone. SearchedTo is then how far.
	Older      *Position
	SearchedTo time.Time
}

// List returns requests. It takes no longer for a filter that nothing matches: then it returns from where to go on.
func (s *Service) List(ctx context.Context, q Query) (Page, error) {
	l := look{query: q, limit: q.Limit, most: s.opt.Search}
	l.begin, l.end = 0, latest

	if !q.From.IsZero() {
		l.begin = clock.Micros(q.From)
	}

	if !q.To.IsZero() {
		l.end = clock.Micros(q.To) + blockSpan.Microseconds()
	}

	if p := q.OlderThan; p != nil {
		l.end = min(l.end, p.at+blockSpan.Microseconds())
	}

	if p := q.NewerThan; p != nil {
		l.begin, l.up = max(l.begin, p.at), true
	}

	if err := s.search(ctx, &l); err != nil {
		return Page{}, fmt.Errorf("requests of client %d: %w", q.ClientID, err)
	}

	return l.page(), nil
}

// search reads blocks until a look has what it wants.
func (s *Service) search(ctx context.Context, l *look) error {
	at, id := l.end, int64(math.MaxInt64)
	if l.up {
		at, id = l.begin, math.MinInt64
	}

	for blocks := firstBlocks; !l.done; blocks = moreBlocks {
		text := `SELECT r.at, r.id, r.requests FROM api_requests r WHERE r.client_id = $1 AND r.at >= $2 AND r.at <= $3 AND (r.at, r.id) < ($4, $5)
			ORDER BY r.at DESC, r.id DESC LIMIT $6`
		if l.up {
			text = `SELECT r.at, r.id, r.requests FROM api_requests r WHERE r.client_id = $1 AND r.at >= $2 AND r.at <= $3 AND (r.at, r.id) > ($4, $5)
				ORDER BY r.at, r.id LIMIT $6`
		}

		found := 0

		err := s.deps.DB.Read(ctx, text, []any{l.query.ClientID, l.begin, l.end, at, id, blocks}, func(row db.Row) error {
			var packed []byte
			if err := row.Scan(&at, &id, &packed); err != nil {
				return err
			}

			found++

			return l.take(packed, at, id)
		})
		if err != nil {
			return err
		}

		if found < blocks && !l.done {
			l.finish()
		}
	}

	return nil
}

// look goes through blocks in the order of their ends, from the newest, or up from the oldest. Blocks overlap, so an entry has its place in the
// list only when no later block can have one before it.
type look struct {
	query      Query
	limit      int
	most       int   // requests that it goes through, about
	begin, end int64 // of the ends of blocks
	up         bool

	found    []Entry
	reached  int64 // the end of the last block
	searched int
	done     bool
	whole    bool // nothing is left
}

// take adds what matches of the next block.
func (l *look) take(packed []byte, at, id int64) error {
	if l.done {
		return nil
	}

	entries, err := requestsOf(packed, at, id)
	if err != nil {
		return err
	}

	for i := range entries {
		if l.query.matches(&entries[i]) {
			l.found = append(l.found, entries[i])
		}
	}

	l.reached = at
	l.searched += len(entries) + blockCost

	// A look that ends early must have come further than its blocks overlap, else the next would begin where it did.
	far := l.end-at > 2*blockSpan.Microseconds()
	if l.up {
		far = at-l.begin > 2*blockSpan.Microseconds()
	}

	l.done = l.settled() > l.limit || l.searched >= l.most && far

	return nil
}

// settled is how many entries have their place.
func (l *look) settled() int {
	if len(l.found) <= l.limit { // most often
		return 0
	}

	n := 0

	for i := range l.found {
		if l.isSettled(&l.found[i]) {
			n++
		}
	}

	return n
}

func (l *look) isSettled(e *Entry) bool {
	if l.up {
		return l.whole || e.place.at < l.reached-blockSpan.Microseconds()
	}

	return l.whole || e.place.at > l.reached
}

func (l *look) finish() { l.whole, l.done = true, true }

// page is what was found, the newest first.
func (l *look) page() Page {
	list := slices.DeleteFunc(l.found, func(e Entry) bool { return !l.isSettled(&e) })
	slices.SortFunc(list, func(a, b Entry) int { return b.place.compare(a.place) })

	full := len(list) > l.limit

	switch {
	case full && l.up:
		list = list[len(list)-l.limit:]
	case full:
		list = list[:l.limit]
	}

	p := Page{Entries: list}

	switch {
	case l.up && len(list) > 0: // the page behind exists
		p.Older = &list[len(list)-1].place
	case l.up:
		p.Older = l.query.NewerThan
	case full || !l.whole && len(list) == l.limit:
		p.Older = &list[len(list)-1].place
	case !l.whole:
		p.Older = &Position{at: l.reached + 1, block: l.reached + 1}
	}

	if p.Older != nil {
		p.SearchedTo = clock.FromMicros(p.Older.at)
	}

	return p
}

// Get returns a request with its bodies, while they are kept. Errors: fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID int64, at Position) (Entry, error) {
	var requests, bodies []byte

	err := s.deps.DB.Reader().QueryRow(ctx, `SELECT r.requests, b.bodies FROM api_requests r
		LEFT JOIN api_request_bodies b ON b.client_id = $1 AND b.at = r.at AND b.id = r.id WHERE r.client_id = $1 AND r.at = $2 AND r.id = $3`,
		clientID, at.block, at.id).Scan(&requests, &bodies)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Entry{}, fault.ErrNotFound.Msg(msgNone)
	case err != nil:
		return Entry{}, fmt.Errorf("a request of client %d: %w", clientID, err)
	}

	entries, err := requestsOf(requests, at.block, at.id)
	if err != nil {
		return Entry{}, fmt.Errorf("a request of client %d: %w", clientID, err)
	}

	if at.index < 0 || at.index >= int64(len(entries)) || entries[at.index].place != at {
		return Entry{}, fault.ErrNotFound.Msg(msgNone)
	}

	e := entries[at.index]

	if bodies != nil {
		e.HasBodies = true

		if e.Body, e.Answer, err = bodiesOf(bodies, at.index); err != nil {
			return Entry{}, fmt.Errorf("a request of client %d: %w", clientID, err)
		}
	}

	return e, nil
}
