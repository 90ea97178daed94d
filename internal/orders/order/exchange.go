package order

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/supplier"
)

const (
	// exchangesKept is how long what went over the wire is kept.
	exchangesKept = 30 * 24 * time.Hour
	// mostQueries is the last status query of an attempt whose exchange is stored. An attempt has about fifty in a day.
	mostQueries = 60

	purgeExchanges      = "orders.purge_exchanges"
	purgeExchangesEvery = time.Hour
)

// Exchange is a call to a supplier as it went over the wire, masked by its adapter. None is stored of a call that succeeded.
type Exchange struct {
	supplier.Exchange

	Number  int // of the attempt
	Query   int // 0 for the purchase; else the number of the status query
	Outcome supplier.Outcome
	Code    string
	At      time.Time // of the answer, or when we stopped waiting
}

// exchangeRows are exchanges to be stored, by columns.
type exchangeRows struct {
	clients, orders, numbers, queries, statuses, took []int64
	outcomes, codes, requests, answers                []string
}

// add adds what an answer has to be stored of.
func (r *exchangeRows) add(a Attempt, answer supplier.Answer) {
	x := answer.Exchange
	if x == nil || a.Checks > mostQueries {
		return
	}

	r.clients, r.orders, r.numbers = append(r.clients, a.ClientID), append(r.orders, a.OrderID), append(r.numbers, int64(a.Number))
	r.queries, r.statuses, r.took = append(r.queries, int64(a.Checks)), append(r.statuses, int64(x.Status)), append(r.took, x.Took.Microseconds())
	r.outcomes, r.codes = append(r.outcomes, answer.Outcome.String()), append(r.codes, answer.Code)
	r.requests, r.answers = append(r.requests, x.Request), append(r.answers, x.Answer)
}

func (r *exchangeRows) columns() db.Columns {
	return db.Columns{
		{Name: "client", Values: r.clients},
		{Name: "id", Values: r.orders},
		{Name: "number", Values: r.numbers},
		{Name: "query", Values: r.queries},
		{Name: "outcome", Values: r.outcomes},
		{Name: "code", Values: r.codes},
		{Name: "request", Values: r.requests},
		{Name: "answer", Values: r.answers},
		{Name: "status", Values: r.statuses},
		{Name: "took", Values: r.took},
	}
}

const insertExchanges = `INSERT INTO order_exchanges (client_id, order_id, number, query, outcome, code, request, answer, http_status, took, at)
	SELECT {client}, {id}, {number}, {query}, {outcome}, {code}, {request}, {answer}, {status}, {took}, CAST($1 AS BIGINT)
	{FROM} WHERE TRUE ON CONFLICT (client_id, order_id, number, query) DO NOTHING`

// AddExchanges adds to a batch what went over the wire with some answers. A call that is stored twice is one row.
func AddExchanges(b *db.Batch, now time.Time, n int, answered func(i int) (Attempt, supplier.Answer)) {
	rows := &exchangeRows{}

	for i := range n {
		rows.add(answered(i))
	}

	if len(rows.clients) > 0 {
		b.ExecRows(rows.columns(), insertExchanges, clock.Micros(now))
	}
}

// StoreExchangeTx is AddExchanges for one answer.
func StoreExchangeTx(ctx context.Context, tx *db.Tx, now time.Time, a Attempt, answer supplier.Answer) error {
	rows := &exchangeRows{}
	rows.add(a, answer)

	if len(rows.clients) == 0 {
		return nil
	}

	if _, err := tx.ExecRows(ctx, rows.columns(), insertExchanges, clock.Micros(now)); err != nil {
		return fmt.Errorf("store an exchange: %w", err)
	}

	return nil
}

// Exchanges lists what went over the wire for an order, by attempt, the oldest call first.
func (s *Service) Exchanges(ctx context.Context, clientID, orderID int64) ([]Exchange, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT number, query, outcome, code, request, answer, http_status, took, at
		FROM order_exchanges WHERE client_id = $1 AND order_id = $2 ORDER BY number, query`, clientID, orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (x Exchange, err error) {
		var (
			outcome  string
			took, at int64
		)

		if err = row.Scan(&x.Number, &x.Query, &outcome, &x.Code, &x.Request, &x.Answer, &x.Status, &took, &at); err != nil {
			return x, err
		}

		x.Took, x.At = time.Duration(took)*time.Microsecond, clock.FromMicros(at)
		x.Outcome, err = supplier.ParseOutcome(outcome)

		return x, err
	})
	if err != nil {
		return nil, fmt.Errorf("exchanges of an order: %w", err)
	}

	return list, nil
}

// PurgeBy has the queue delete old exchanges and claims of serial numbers.
func (s *Service) PurgeBy(jobs *job.Queue) {
	jobs.EveryPurge(purgeExchanges, purgeExchangesEvery, s.PurgeExchanges)
	jobs.EveryPurge(purgeSerials, purgeSerialsEvery, NewSerials(s.deps.DB, s.deps.Clock).Purge)
}

// PurgeExchanges deletes the exchanges of orders that were placed more than 30 days ago. An id has the second of its order, so the key finds them.
func (s *Service) PurgeExchanges(ctx context.Context) (int64, error) {
	old := s.deps.Clock.Now().Add(-exchangesKept).Truncate(time.Second)
	_, until := ids.Range(old, old)

	n, err := s.deps.DB.PurgeByKey(ctx, db.Columns{
		{Name: "client", Values: []int64{}}, {Name: "id", Values: []int64{}}, {Name: "number", Values: []int64{}}, {Name: "query", Values: []int64{}},
	},
		"SELECT x.client_id, x.order_id, x.number, x.query FROM clients c JOIN order_exchanges x ON x.client_id = c.id AND x.order_id < $1 LIMIT $2",
		`DELETE FROM order_exchanges AS x {USING} WHERE x.client_id = {client} AND x.order_id = {id} AND x.number = {number}
			AND x.query = {query} AND x.order_id < $1`, until)
	if err != nil {
		return n, fmt.Errorf("delete old exchanges: %w", err)
	}

	return n, nil
}
