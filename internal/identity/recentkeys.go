package identity

import (
	"sync"
	"time"
)

// keyMemory is how long a key that was found is valid without another query.
const keyMemory = 100 * time.Millisecond

// recentKeys caches keys that were found, by their hashes. It does not cache refusals.
type recentKeys struct {
	mu   sync.Mutex
	page *keyPage
}

// keyPage holds the keys that were found within keyMemory. It is dropped as a whole. The
// result of a query goes to the page that was open before the query began, so it is never
// used after that page was dropped.
type keyPage struct {
	since time.Time
	found map[string]Principal
}

// get returns the cached principal of a key, and the page for the result if the key must
// be looked up.
func (r *recentKeys) get(hash string) (Principal, bool, *keyPage) {
	r.mu.Lock()
	defer r.mu.Unlock()

	// The monotonic clock, because invalidate sleeps by it.
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

// invalidate drops the cache of this node and waits until the caches of all other nodes have
// expired. Call it after a key or a client changed and before the call returns.
func (r *recentKeys) invalidate() {
	r.mu.Lock()
	r.page = nil
	r.mu.Unlock()

	time.Sleep(keyMemory)
}
