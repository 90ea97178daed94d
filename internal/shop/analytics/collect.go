package analytics

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"net/netip"
	"slices"
	"time"

	"loket/internal/platform/clock"
)

// Bounds of what is stored.
const (
	// maxAge is how late an event may come: a page in the background reports when it is looked at again.
	maxAge = 24 * time.Hour
	// perAddress and perShop are the most batches of one network address and of one shop in a window. Many shoppers share an address.
	perAddress = 300
	perShop    = 30_000
	window     = time.Minute
	// keys is how many addresses and shops are remembered.
	keys = 60_000
	// maxDay is the most events of a shop on a day.
	maxDay = 5_000_000
)

// storedEvent is an event as it is stored.
type storedEvent struct {
	pair

	client, day, session, seq int64
	kind                      Kind
}

// Collect stores the events of a page of a shop, each once: what was sent before, names what the shop doesn't have, is too old or beyond
// the bounds is dropped without an error. Errors: fault.ErrNotFound for a code without a shop; an outage.
func (s *Service) Collect(ctx context.Context, code string, source netip.Addr, b Batch) error {
	now := s.deps.Clock.Now()

	if !s.opt.On || !s.addresses.Take(source, now) {
		return nil
	}

	o, err := s.offerOf(ctx, code)
	if err != nil || !o.published || !s.shops.Take(o.clientID, now) {
		return err
	}

	list := o.storable(b, now)
	if list = slices.DeleteFunc(list, s.full.has); len(list) == 0 {
		return nil
	}

	_, err = s.writes.Do(ctx, list)

	return err
}

// storable are the events of a batch that the shop counts.
func (o *offer) storable(b Batch, now time.Time) []storedEvent {
	hash := sha256.Sum256([]byte(b.Session))
	session := int64(binary.BigEndian.Uint64(hash[:])) //nolint:gosec // the same 64 bits
	list := []storedEvent{}

	for _, e := range b.Events {
		kind, known := kindOf(e.Kind)
		ago := time.Duration(e.Ago) * time.Millisecond

		if !known || e.Seq >= maxSeq || e.Ago < 0 || e.Ago > maxAge.Milliseconds() {
			continue
		}

		what, ok := o.admit(kind, e.Name, e.Value)
		if !ok {
			continue
		}

		list = append(list, storedEvent{
			client: o.clientID, day: number(clock.DayOf(now.Add(-ago).In(o.zone))), session: session, seq: e.Seq, kind: kind, pair: what,
		})
	}

	return list
}

// byKey orders events as their keys, so that two nodes never wait for each other.
func byKey(a, b storedEvent) int {
	return cmp.Or(cmp.Compare(a.client, b.client), cmp.Compare(a.day, b.day), cmp.Compare(a.session, b.session), cmp.Compare(a.seq, b.seq))
}
