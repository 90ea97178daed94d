package webhook

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"loket/internal/developer/clientevent"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// consumer is the name of the position of this package.
const consumer = "webhooks"

// due is the topic of the signal that an endpoint has something to send.
const due = "webhooks"

// ofClient is the column of rows with their clients.
const ofClient = "client"

// consume has the record of events make deliveries.
func (s *Service) consume() {
	s.deps.Events.Consume(event.Consumer{Name: consumer, Kinds: clientevent.KindsOf(nil), Handle: s.makeDeliveriesTx})
}

// makeDeliveriesTx stores a delivery of each fact for each endpoint that wants it.
func (s *Service) makeDeliveriesTx(ctx context.Context, tx *db.Tx, list []event.Event) error {
	endpoints, err := s.endpointsFor(ctx, list)
	if err != nil || len(endpoints) == 0 {
		return err
	}

	now := s.deps.Clock.Now()
	made := newDeliveries{}

	for _, client := range slices.Sorted(maps.Keys(endpoints)) {
		var facts []event.Event

		for _, e := range list {
			if e.ClientID == client || e.ClientID == 0 {
				facts = append(facts, e)
			}
		}

		events, err := s.deps.Bodies.RenderTx(ctx, tx, client, facts)
		if err != nil {
			return err
		}

		for i := range endpoints[client] {
			for j := range events {
				if endpoints[client][i].wants(events[j].Type) {
					if err := made.add(&endpoints[client][i], &events[j]); err != nil {
						return err
					}
				}
			}
		}
	}

	return made.storeTx(ctx, tx, clock.Micros(now), "")
}

// endpointsFor returns the endpoints that are on, of the clients of some facts, by client. It reads outside of the transaction: a fact of no
// single client concerns all.
func (s *Service) endpointsFor(ctx context.Context, list []event.Event) (map[int64][]Endpoint, error) {
	found := map[int64][]Endpoint{}
	each := func(row db.Row) error {
		e, err := scanEndpoint(row)
		found[e.ClientID] = append(found[e.ClientID], e)

		return err
	}

	clients := map[int64]bool{}
	for _, e := range list {
		clients[e.ClientID] = true
	}

	var err error

	if clients[0] {
		err = s.deps.DB.Read(ctx, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.active", nil, each)
	} else {
		err = s.deps.DB.ReadRows(ctx, db.Columns{{Name: ofClient, Values: slices.Sorted(maps.Keys(clients))}},
			"SELECT "+endpointColumns+" FROM webhook_endpoints AS e {JOIN} WHERE e.client_id = {client} AND e.active", nil, each)
	}

	if err != nil {
		return nil, fmt.Errorf("endpoints of clients: %w", err)
	}

	return found, nil
}

// newDeliveries are deliveries by columns, and their endpoints.
type newDeliveries struct {
	clients, endpoints              []int64
	ids, types, subjects, bodies    []string
	endpointClients, endpointNumber []int64
}

// add adds the delivery of an event to an endpoint. All of an endpoint come one after the other.
func (n *newDeliveries) add(to *Endpoint, e *clientevent.Event) error {
	body, err := e.Body()
	if err != nil {
		return err
	}

	if k := len(n.endpointNumber); k == 0 || n.endpointNumber[k-1] != to.ID {
		n.endpointClients, n.endpointNumber = append(n.endpointClients, to.ClientID), append(n.endpointNumber, to.ID)
	}

	n.clients, n.endpoints = append(n.clients, to.ClientID), append(n.endpoints, to.ID)
	n.ids, n.types, n.subjects, n.bodies = append(n.ids, e.ID), append(n.types, string(e.Type)), append(n.subjects, e.Subject), append(n.bodies, string(body))

	return nil
}

// storeTx stores them, due at once. One that is stored already stays as it is, unless it is sent again by somebody: then each is due a little
// after the one before. The rows of the endpoints are locked first: a node that stops to send to one looks for what is due under the same lock.
func (n *newDeliveries) storeTx(ctx context.Context, tx *db.Tx, now int64, resentBy string) error {
	if len(n.ids) == 0 {
		return nil
	}

	_, err := tx.ExecRows(ctx, db.Columns{{Name: ofClient, Values: n.endpointClients}, {Name: "id", Values: n.endpointNumber}},
		`UPDATE webhook_endpoints AS e SET next_at = CASE WHEN e.next_at IS NULL OR e.next_at > $1 AND e.failures < $2 THEN $1 ELSE e.next_at END {FROM}
			WHERE e.client_id = {client} AND e.id = {id}`, now, openAfter)
	if err != nil {
		return fmt.Errorf("wake endpoints: %w", err)
	}

	known, dues := "DO NOTHING", make([]int64, len(n.ids))
	for i := range dues {
		dues[i] = now
	}

	if resentBy != "" {
		known = `DO UPDATE SET state = 'waiting', tries = 0, resends = webhook_deliveries.resends + 1, due_at = EXCLUDED.due_at, ended_at = NULL,
			resent_by = EXCLUDED.resent_by`

		for i := range dues {
			dues[i] += int64(i) * resendGap.Microseconds()
		}
	}

	_, err = tx.ExecRows(ctx, db.Columns{
		{Name: ofClient, Values: n.clients},
		{Name: "endpoint", Values: n.endpoints},
		{Name: "event", Values: n.ids},
		{Name: "type", Values: n.types},
		{Name: "subject", Values: n.subjects},
		{Name: "body", Values: n.bodies},
		{Name: "due", Values: dues},
	}, `INSERT INTO webhook_deliveries (client_id, endpoint_id, event_id, type, subject, body, test, state, due_at, created_at, resent_by)
		SELECT {client}, {endpoint}, {event}, {type}, {subject}, {body}, FALSE, 'waiting', {due}, CAST($1 AS BIGINT), CAST($2 AS TEXT) {FROM} WHERE TRUE
		ON CONFLICT (client_id, endpoint_id, event_id) `+known, now, resentBy)
	if err != nil {
		return fmt.Errorf("store deliveries: %w", err)
	}

	tx.Signal(due)

	return nil
}
