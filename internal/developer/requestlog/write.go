package requestlog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/safetext"
)

const (
	// writeRows is how many requests a transaction writes.
	writeRows = 250
	writeTime = 5 * time.Second

	// Bounds of texts of callers, in bytes.
	maxTarget  = 500
	maxProgram = 200
)

// write stores requests with their bodies, masked.
func (s *Service) write(ctx context.Context, list []Request) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()

	open, err := s.showNumbers(ctx, list)
	if err != nil {
		return err
	}

	rows := newRows(len(list))
	for i := range list {
		rows.add(&list[i], !open[list[i].ClientID])
	}

	err = s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		rows.insert(b)

		return nil
	})
	if err != nil {
		return fmt.Errorf("store requests: %w", err)
	}

	return nil
}

// rows are requests by columns.
type rows struct {
	clients, ats, ids, keys, statuses, tooks                                 []int64
	requestIDs, endings, methods, routes, targets, addresses, programs, refs []string
	bodies, answers                                                          []string
}

func newRows(n int) *rows {
	numbers := func() []int64 { return make([]int64, 0, n) }
	texts := func() []string { return make([]string, 0, n) }

	return &rows{
		clients: numbers(), ats: numbers(), ids: numbers(), keys: numbers(), statuses: numbers(), tooks: numbers(),
		requestIDs: texts(), endings: texts(), methods: texts(), routes: texts(), targets: texts(), addresses: texts(), programs: texts(), refs: texts(),
		bodies: texts(), answers: texts(),
	}
}

func (l *rows) add(r *Request, maskNumbers bool) {
	l.clients = append(l.clients, r.ClientID)
	l.ats = append(l.ats, clock.Micros(r.At))
	l.ids = append(l.ids, rand.Int64())
	l.keys = append(l.keys, r.KeyID)
	l.statuses = append(l.statuses, int64(r.Status))
	l.tooks = append(l.tooks, r.Took.Microseconds())
	l.requestIDs = append(l.requestIDs, r.RequestID)
	l.endings = append(l.endings, r.KeyEnding)
	l.methods = append(l.methods, safetext.MakeStorable(r.Method))
	l.routes = append(l.routes, r.Route)
	l.targets = append(l.targets, safetext.ClipBytes(safetext.MakeStorable(r.Target), maxTarget))
	l.addresses = append(l.addresses, r.Address)
	l.programs = append(l.programs, safetext.ClipBytes(safetext.MakeStorable(r.Program), maxProgram))
	l.refs = append(l.refs, referenceOf(r))
	l.bodies = append(l.bodies, masked(r.Body, r.BodyCut, maskNumbers))
	l.answers = append(l.answers, masked(r.Answer, r.AnswerCut, maskNumbers))
}

func (l *rows) insert(b *db.Batch) {
	b.Insert("api_requests", db.Columns{
		{Name: "client_id", Values: l.clients},
		{Name: "at", Values: l.ats},
		{Name: "id", Values: l.ids},
		{Name: "request_id", Values: l.requestIDs},
		{Name: "key_id", Values: l.keys},
		{Name: "key_ending", Values: l.endings},
		{Name: "method", Values: l.methods},
		{Name: "route", Values: l.routes},
		{Name: "target", Values: l.targets},
		{Name: "status", Values: l.statuses},
		{Name: "took", Values: l.tooks},
		{Name: "address", Values: l.addresses},
		{Name: "program", Values: l.programs},
		{Name: "reference", Values: l.refs},
	}...)
	b.Insert("api_request_bodies", db.Columns{
		{Name: "client_id", Values: l.clients},
		{Name: "at", Values: l.ats},
		{Name: "id", Values: l.ids},
		{Name: "body", Values: l.bodies},
		{Name: "answer", Values: l.answers},
	}...)
}
