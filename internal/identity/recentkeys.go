package identity

import (
	"sync"
	"time"
)

// keyMemory is how long a key that was found stays good without another look
// into the database.
const keyMemory = 100 * time.Millisecond

// recentKeys remembers for a moment whose keys were found: a busy client shows
// the same one many times in it. It knows keys by their hashes, and remembers
// no refusals.
type recentKeys struct {
	mu   sync.Mutex
	page *keyPage
}

// keyPage holds what was found within one moment, and is thrown away as a
// whole. What a query finds belongs to the page that was open before the query
// began: once that is thrown away, nobody reads it any more.
type keyPage struct {
	since time.Time
	found map[string]Principal
}

// look gives what is remembered of a key, and the page to keep it on if it is
// looked up instead.
func (r *recentKeys) look(hash string) (Principal, bool, *keyPage) {
	r.mu.Lock()
	defer r.mu.Unlock()

	// The machine's own clock, which nobody sets back: outlive waits by it.
	if r.page == nil || time.Since(r.page.since) >= keyMemory {
		r.page = &keyPage{since: time.Now(), found: map[string]Principal{}}
	}

	p, ok := r.page.found[hash]

	return p, ok, r.page
}

func (r *recentKeys) keep(page *keyPage, hash string, p Principal) {
	r.mu.Lock()
	defer r.mu.Unlock()

	page.found[hash] = p
}

// outlive is called after a key or a client changed and before that is
// answered: this node looks again at once, and when it returns no other node
// still remembers what was found before. So a key whose end was acknowledged
// works nowhere.
func (r *recentKeys) outlive() {
	r.mu.Lock()
	r.page = nil
	r.mu.Unlock()

	time.Sleep(keyMemory)
}
