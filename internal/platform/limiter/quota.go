package limiter

import (
	"container/list"
	"sync"
	"time"
)

// Quota bounds how often something happens in a window of time, for each key by itself: no number of other keys makes it refuse one. Its
// memory is bounded: where it is full, the key that was used least recently is forgotten.
type Quota[K comparable] struct {
	most, keys int
	window     time.Duration

	mu    sync.Mutex
	byKey map[K]*list.Element // of windowUse[K]
	order *list.List          // the most recent first
}

// windowUse is what a key has used since its window began.
type windowUse[K comparable] struct {
	key   K
	began time.Time
	count int
}

// NewQuota makes a Quota that allows most events of a key in each window, and remembers so many keys.
func NewQuota[K comparable](most, keys int, window time.Duration) *Quota[K] {
	return &Quota[K]{most: most, keys: keys, window: window, byKey: map[K]*list.Element{}, order: list.New()}
}

// Take counts an event, and reports whether it is within the bound of its key. One that is not is not counted.
func (q *Quota[K]) Take(key K, now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()

	u := q.of(key, now)
	if u.count >= q.most {
		return false
	}

	u.count++

	return true
}

// Used is how many events of a key were counted in its window.
func (q *Quota[K]) Used(key K, now time.Time) int {
	q.mu.Lock()
	defer q.mu.Unlock()

	if u, known := valueOf[K](q.byKey[key]); known && now.Sub(u.began) < q.window {
		return u.count
	}

	return 0
}

// Return takes back an event that was counted and then didn't happen.
func (q *Quota[K]) Return(key K) {
	q.mu.Lock()
	defer q.mu.Unlock()

	if u, known := valueOf[K](q.byKey[key]); known {
		u.count = max(u.count-1, 0)
	}
}

// of is what a key has used, as the most recent one.
func (q *Quota[K]) of(key K, now time.Time) *windowUse[K] {
	if u, known := valueOf[K](q.byKey[key]); known {
		q.order.MoveToFront(q.byKey[key])

		if now.Sub(u.began) >= q.window {
			u.began, u.count = now, 0
		}

		return u
	}

	if len(q.byKey) >= q.keys {
		if oldest, known := valueOf[K](q.order.Back()); known {
			q.order.Remove(q.byKey[oldest.key])
			delete(q.byKey, oldest.key)
		}
	}

	u := &windowUse[K]{key: key, began: now}
	q.byKey[key] = q.order.PushFront(u)

	return u
}

// valueOf is what an element of the list holds; nothing for no element.
func valueOf[K comparable](e *list.Element) (*windowUse[K], bool) {
	if e == nil {
		return nil, false
	}

	u, ok := e.Value.(*windowUse[K])

	return u, ok
}
