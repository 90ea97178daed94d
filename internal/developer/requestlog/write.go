package requestlog

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"loket/internal/platform/db"
)

const (
	// writeRequests is how many requests a transaction writes.
	writeRequests = 4096
	writeTime     = 5 * time.Second
)

// write stores requests with their bodies, masked and packed: a row of each table for some hundred of a client.
func (s *Service) write(ctx context.Context, list []Request) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()

	open, err := s.showNumbers(ctx, list)
	if err != nil {
		return err
	}

	rows := pack(list, open)

	err = s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		rows.insert(b)

		return nil
	})
	if err != nil {
		return fmt.Errorf("store requests: %w", err)
	}

	return nil
}

// rows are blocks by columns.
type rows struct {
	clients, ats, ids []int64
	requests, bodies  [][]byte
}

// pack sorts requests by client and time and makes blocks of them. open are the clients that want to see the numbers of their customers.
func pack(list []Request, open map[int64]bool) *rows {
	sorted := make([]*Request, len(list))
	for i := range list {
		sorted[i] = &list[i]
	}

	slices.SortStableFunc(sorted, func(a, b *Request) int { return cmp.Or(cmp.Compare(a.ClientID, b.ClientID), a.At.Compare(b.At)) })

	l := &rows{}

	var b block

	for _, r := range sorted {
		if !b.takes(r) {
			l.add(&b)
			b.begin(r, !open[r.ClientID])
		}

		b.add(r)
	}

	l.add(&b)

	return l
}

func (l *rows) add(b *block) {
	if b.number == 0 {
		return
	}

	l.clients = append(l.clients, b.client)
	l.ats = append(l.ats, b.last)
	l.ids = append(l.ids, rand.Int64())
	l.requests = append(l.requests, compress(b.requests))
	l.bodies = append(l.bodies, compress(b.bodies))
}

func (l *rows) insert(b *db.Batch) {
	key := db.Columns{{Name: "client_id", Values: l.clients}, {Name: "at", Values: l.ats}, {Name: "id", Values: l.ids}}

	b.Insert("api_requests", append(slices.Clip(key), db.Column{Name: "requests", Values: l.requests})...)
	b.Insert("api_request_bodies", append(slices.Clip(key), db.Column{Name: "bodies", Values: l.bodies})...)
}
