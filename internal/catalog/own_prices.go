package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// ownPrices are the prices of clients in a snapshot. Most changes of the catalogue concern few clients, or none, so the next
// snapshot shares the prices of all others. Every price that changes has a row in price_changes: a new one, or one that was
// scheduled and is not any more.
type ownPrices struct {
	byClient map[int64]map[string]money.Rupiah // by product; never written after the snapshot was made
	seen     int64                             // the last row of price_changes, read before the prices
	waiting  map[int64]int64                   // clients of the scheduled changes, by id, read after seen and before the prices
}

func (o *ownPrices) of(client int64, product string) (money.Rupiah, bool) {
	price, ok := o.byClient[client][product]

	return price, ok
}

// readOwnPrices reads the prices of the clients of whom one has changed since the last snapshot, or all. An empty catalogue, which
// has no version, may be filled without a history.
func readOwnPrices(ctx context.Context, d *db.DB, last *Snapshot) (o ownPrices, err error) {
	q := d.Reader()

	if err := q.QueryRow(ctx, `SELECT COALESCE(MAX(id), 0) FROM price_changes`).Scan(&o.seen); err != nil {
		return o, fmt.Errorf("last change of a price: %w", err)
	}

	if o.waiting, err = readWaiting(ctx, q); err != nil {
		return o, err
	}

	if last == nil || last.version == 0 || o.seen < last.own.seen {
		prices, err := ReadPrices(ctx, q)
		if err != nil {
			return o, fmt.Errorf("read client prices: %w", err)
		}

		o.byClient = map[int64]map[string]money.Rupiah{}
		o.add(prices)

		return o, nil
	}

	changed, err := changedClients(ctx, q, &last.own, o.waiting)
	if err != nil {
		return o, err
	}

	o.byClient = last.own.byClient
	if len(changed) == 0 {
		return o, nil
	}

	o.byClient = maps.Clone(o.byClient)

	for client := range changed {
		delete(o.byClient, client)
	}

	prices, err := readPricesOf(ctx, d, slices.Collect(maps.Keys(changed)))
	if err != nil {
		return o, err
	}

	o.add(prices)

	return o, nil
}

func (o *ownPrices) add(prices []ClientPrice) {
	for _, p := range prices {
		if o.byClient[p.ClientID] == nil {
			o.byClient[p.ClientID] = map[string]money.Rupiah{}
		}

		o.byClient[p.ClientID][p.ProductCode] = p.Price
	}
}

// readWaiting reads the clients of the scheduled changes.
func readWaiting(ctx context.Context, q db.Querier) (map[int64]int64, error) {
	rows, err := q.Query(ctx, `SELECT id, client_id FROM price_changes WHERE status = 'scheduled' AND client_id IS NOT NULL`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (c PriceChange, err error) { return c, row.Scan(&c.ID, &c.ClientID) })
	if err != nil {
		return nil, fmt.Errorf("read who has scheduled changes of prices: %w", err)
	}

	waiting := make(map[int64]int64, len(list))
	for _, c := range list {
		waiting[c.ID] = c.ClientID
	}

	return waiting, nil
}

// changedClients are those with a change after the last one of a snapshot, or of whose scheduled changes one does not wait any more.
func changedClients(ctx context.Context, q db.Querier, last *ownPrices, waiting map[int64]int64) (map[int64]bool, error) {
	rows, err := q.Query(ctx, `SELECT DISTINCT client_id FROM price_changes WHERE id > $1 AND client_id IS NOT NULL AND status <> 'scheduled'`, last.seen)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) { return id, row.Scan(&id) })
	if err != nil {
		return nil, fmt.Errorf("read whose prices changed: %w", err)
	}

	changed := map[int64]bool{}
	for _, client := range list {
		changed[client] = true
	}

	for id, client := range last.waiting {
		if _, still := waiting[id]; !still {
			changed[client] = true
		}
	}

	return changed, nil
}

func readPricesOf(ctx context.Context, d *db.DB, clients []int64) ([]ClientPrice, error) {
	list, err := json.Marshal(clients)
	if err != nil {
		return nil, fmt.Errorf("name clients: %w", err)
	}

	rows, err := d.Reader().Query(ctx, `SELECT client_id, product_code, price, by_rule FROM client_prices
		WHERE client_id IN (SELECT CAST(value AS BIGINT) FROM `+d.Engine().List("$1")+` AS l)`, string(list))

	prices, err := db.Collect(rows, err, scanPrice)
	if err != nil {
		return nil, fmt.Errorf("read the prices of some clients: %w", err)
	}

	return prices, nil
}

// OwnByRule are the products whose price for a client a price rule gives.
func (s *Service) OwnByRule(ctx context.Context, clientID int64) (map[string]bool, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT product_code FROM client_prices WHERE client_id = $1 AND by_rule`, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (code string, err error) { return code, row.Scan(&code) })
	if err != nil {
		return nil, fmt.Errorf("read the prices by rule of client %d: %w", clientID, err)
	}

	out := make(map[string]bool, len(list))
	for _, code := range list {
		out[code] = true
	}

	return out, nil
}
