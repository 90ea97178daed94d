package dispatch

import (
	"context"
	"errors"
	"testing"
	"time"

	"loket/internal/orders/order"
	"loket/internal/supplier"
)

// FailBy ends an order by a failed attempt that was read earlier, as a notice does.
func (s *Service) FailBy(ctx context.Context, o order.Order, a order.Attempt, answer supplier.Answer) error {
	return s.fail(ctx, &attemptResult{orderAttempt: &orderAttempt{o, a}, answer: answer})
}

// QueryAfter reads the due status queries of a supplier, runs what happens meanwhile, and returns how many may
// still be sent.
func (s *Service) QueryAfter(ctx context.Context, supplierCode string, meanwhile func()) (int, error) {
	const most = 10

	found, err := s.dueAttempts(ctx, dueQuery{supplier: supplierCode, limit: most})
	if err != nil {
		return 0, err
	}

	meanwhile()

	recorded, err := s.claims.Do(ctx, dispatchWrite{query: found.attempts})

	return len(recorded.attempts), err
}

// WaitingClients is the look for the clients whose orders wait for a supplier.
const WaitingClients = waitingClients

// MoveLate moves orders that have waited too long for a free slot of their supplier.
func (s *Service) MoveLate(ctx context.Context, supplierCode string) error {
	return s.queues[supplierCode].rerouteLate(ctx)
}

// WaitAgain lets an attempt wait that met no connection, as its sender does.
func (s *Service) WaitAgain(ctx context.Context, o order.Order, a order.Attempt) error {
	return s.returnToQueue(ctx, &orderAttempt{o, a})
}

// DueOf returns the clients of the status queries that would be sent now with some free slots, in their order.
func (s *Service) DueOf(ctx context.Context, supplierCode string, free int) ([]int64, error) {
	found, err := s.dueAttempts(ctx, dueQuery{supplier: supplierCode, limit: free})

	clients := make([]int64, 0, len(found.attempts))
	for _, t := range found.attempts {
		clients = append(clients, t.order.ClientID)
	}

	return clients, err
}

// Claim marks the first attempts of orders as sending, in one flush, and returns how many it marked.
func (s *Service) Claim(ctx context.Context, orders []order.Order) (int, error) {
	list := make([]*orderAttempt, len(orders))

	for i, o := range orders {
		attempts, err := s.deps.Orders.Attempts(ctx, o.ClientID, o.ID)
		if err != nil {
			return 0, err
		}

		list[i] = &orderAttempt{o, attempts[0]}
	}

	claimed, err := s.claims.Do(ctx, dispatchWrite{claim: list})

	return len(claimed.attempts), err
}

// Flush stores answers in one flush, each for the first attempt of an order, and reports which must be stored by themselves.
func (s *Service) Flush(ctx context.Context, orders []order.Order, answers []supplier.Answer) ([]bool, error) {
	alone := make([]bool, len(orders))
	calls := make([]*dispatchCall, len(orders))

	for i, o := range orders {
		list, err := s.deps.Orders.Attempts(ctx, o.ClientID, o.ID)
		if err != nil {
			return nil, err
		}

		calls[i] = &dispatchCall{Req: dispatchWrite{answer: &attemptResult{orderAttempt: &orderAttempt{o, list[0]}, answer: answers[i]}}}
	}

	s.flushDispatch(ctx, calls)

	for i, c := range calls {
		if alone[i] = errors.Is(c.Err, errOwnTx); !alone[i] && c.Err != nil {
			return nil, c.Err
		}
	}

	return alone, nil
}

// TestRefillSkipsOrdersThatWereHandedOut: the database shows orders as waiting until their claim is committed.
func TestRefillSkipsOrdersThatWereHandedOut(t *testing.T) {
	t.Parallel()

	const client = 1

	waiting := func(id int64) *orderAttempt { return &orderAttempt{order: order.Order{ID: id, ClientID: client}} }
	line := newTurns(func(int64) int { return 0 })
	line.add(waiting(1))
	line.expect(client, time.Now())

	first, found, _ := line.next()
	if !found || first.order.ID != 1 {
		t.Fatalf("handed out %d, %t", first.order.ID, found)
	}

	_, _, read := line.next()
	if read == nil || read.limit != heldOfClient+1 {
		t.Fatalf("a client's orders are to be read beside the one that was handed out: %+v", read)
	}

	line.forget([]*orderAttempt{first}) // its claim is committed after the reading began
	line.fill(*read, []*orderAttempt{first, waiting(2)})

	if second, found, _ := line.next(); !found || second.order.ID != 2 {
		t.Errorf("handed out %d, %t", second.order.ID, found)
	}

	line.readAgain([]*orderAttempt{waiting(2)}) // its claim was refused

	if _, _, read = line.next(); read == nil || read.skip[orderKey{client, 2}] {
		t.Fatalf("an order whose claim was refused is not read again: %+v", read)
	}
}

// TestPartsHaveTurns: orders of one part of the database come one after the other, in turns between its clients, and then those of the next part.
func TestPartsHaveTurns(t *testing.T) {
	t.Parallel()

	line := newTurns(func(client int64) int { return int(client % 2) })

	for id := range int64(inARow) {
		for client := range int64(4) {
			line.add(&orderAttempt{order: order.Order{ID: 1 + id, ClientID: 1 + client}})
		}
	}

	var clients []int64

	for w, found, _ := line.next(); found; w, found, _ = line.next() {
		clients = append(clients, w.order.ClientID)
	}

	if len(clients) != 4*inARow {
		t.Fatalf("%d orders were handed out", len(clients))
	}

	for i, client := range clients {
		if part := int64(1 + i/inARow%2); client%2 != part%2 || i%2 == 1 && client == clients[i-1] {
			t.Fatalf("order %d is of client %d, after %v", i, client, clients[max(0, i-2):i])
		}
	}

	if !line.empty() || len(line.parts) > 0 {
		t.Error("turns are kept of clients that have no orders")
	}
}

// Late orders of clients can't move to the supplier of sandboxes, nor those of sandboxes elsewhere: nobody looks for them while it alone has room.
func TestSandboxesHaveNoRoomForOthers(t *testing.T) {
	t.Parallel()

	none := struct{ supplier.Adapter }{}

	registry, err := supplier.NewRegistry(supplier.Options{},
		supplier.Entry{Code: "a", Adapter: none}, supplier.Entry{Code: "b", Adapter: none}, supplier.Entry{Code: supplier.Sandbox, Adapter: none})
	if err != nil {
		t.Fatal(err)
	}

	s := &Service{deps: Deps{Suppliers: registry}}
	s.queues = newQueues(s)

	if room := s.freeSlotsElsewhere("a"); len(room) != 1 || room["b"] == 0 {
		t.Errorf("beside a there is room at %v", room)
	}

	if room := s.freeSlotsElsewhere(supplier.Sandbox); room.any() {
		t.Errorf("orders of sandboxes have room at %v", room)
	}
}
