package placing

import (
	"context"
	"sync"
)

// draftList holds the drafts of one placer with their indexes in the requests.
type draftList struct {
	drafts  []draft
	indexes []int
}

func (l *draftList) add(d draft, index int) {
	l.drafts, l.indexes = append(l.drafts, d), append(l.indexes, index)
}

// PlaceMany places up to MaxPerCall orders; each has its own outcome. Orders
// that need no inquiry are submitted together.
func (s *Service) PlaceMany(ctx context.Context, requests []Request) []Result {
	results := make([]Result, len(requests))

	snap, err := s.snapshotFor(ctx, requests...)
	if err != nil {
		for i := range results {
			results[i].Err = err
		}

		return results
	}

	var wg sync.WaitGroup

	lists := map[*placer]*draftList{}

	for i, r := range requests {
		if _, billed := needsBill(snap, r); billed {
			wg.Go(func() { results[i].Placed, results[i].Err = s.Place(ctx, r) })

			continue
		}

		if r, err = r.prepare(snap); err != nil {
			results[i].Err = err

			continue
		}

		if err := s.reserveBacklog(r.ClientID); err != nil {
			results[i].Placed, results[i].Err = s.earlierOr(ctx, r, err)

			continue
		}

		placer := s.placer(r.ClientID)
		if lists[placer] == nil {
			lists[placer] = &draftList{}
		}

		lists[placer].add(draft{Request: r, hash: r.InputHash()}, i)
	}

	for placer, list := range lists {
		wg.Go(func() {
			for n, o := range placer.batches.DoAll(ctx, list.drafts) {
				s.releaseReservation(list.drafts[n].ClientID)
				s.tracePlaced(ctx, o.Res, o.Err)

				results[list.indexes[n]] = Result{Placed: o.Res, Err: placeError(o.Err, list.drafts[n].Request)}
			}
		})
	}

	wg.Wait()

	return results
}
