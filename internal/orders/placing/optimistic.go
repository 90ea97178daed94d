package placing

import (
	"errors"

	"loket/internal/orders/order"
)

// A batch is written in one of two ways. Pessimistic: lock the accounts, look up
// the references and the catalogue's version, decide, write. Optimistic: decide
// with the accounts as the last batch left them, and let the database refuse the
// whole batch when anything has changed: another node or a refund changed a
// wallet or settlement, the catalogue changed, a reference was used before. The batch is then
// written again, pessimistically. Most batches are optimistic, which saves a
// round trip and the look-ups.

// errUnsure says that an optimistic batch would refuse a request. A request is
// refused only with data that was read in the same transaction.
var errUnsure = errors.New("a request is refused only by a pessimistic batch")

// maxStreak bounds the pessimistic batches after failures in a row: 2 to the
// power of it.
const maxStreak = 6

// pace decides which way the next batch is written. A failed optimistic batch
// costs its work twice and leaves dead rows, so each failure in a row doubles
// the number of pessimistic batches that follow.
type pace struct {
	pessimistic int // batches that are still to be written so
	streak      int // failures in a row
}

func (p *pace) optimistic() bool {
	if p.pessimistic > 0 {
		p.pessimistic--

		return false
	}

	return true
}

func (p *pace) recordSuccess() { p.streak = 0 }

func (p *pace) recordFailure() {
	p.streak = min(p.streak+1, maxStreak)
	p.pessimistic = 1 << p.streak
}

// learn learns from the outcome of one try of a batch. A batch that would refuse a request was not sent to the database: it
// says nothing about the next batches, nor about what is remembered.
func (p *placer) learn(keys order.AccountKeys, optimistic bool, err error) {
	switch {
	case errors.Is(err, errUnsure):
		return
	case err == nil && optimistic:
		p.pace.recordSuccess()
	case err != nil && optimistic:
		p.pace.recordFailure()
	}

	if err != nil {
		p.cache.forget(keys)
	}
}
