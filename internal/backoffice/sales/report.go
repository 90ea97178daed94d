package sales

import (
	"context"
	"fmt"
	"strconv"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// GroupBy names what the rows of a report are.
type GroupBy string

// The groupings.
const (
	ByDay      GroupBy = "day"
	ByProduct  GroupBy = "product"
	ByClient   GroupBy = "client"
	BySupplier GroupBy = "supplier"
)

// MaxDays is the most days of a report.
const MaxDays = 366

// Query asks for a report over days, both included. Zero values of the filters mean all.
type Query struct {
	GroupBy  GroupBy
	From, To clock.Day
	Client   int64
	Supplier string
	Type     string // of the product's operator: mobile, electricity, ...
}

// Row is the sums of a day, product, client or supplier.
type Row struct {
	Sums

	Key   string // the day as 2026-11-27, the product's code, the client's id, the supplier's code or nothing
	Name  string // of the product or client; empty for what the catalogue has no more
	Group string // the type of the product's operator; empty for other groupings
}

// Day is the sums of a day.
type Day struct {
	Sums

	Day clock.Day
}

// Report has rows by what was asked for, the totals, and the days of the range.
type Report struct {
	Rows  []Row
	Total Sums
	Days  []Day
}

// Read reads a report. Rows are in the order of their days, or the greatest amount first.
func (s *Service) Read(ctx context.Context, q Query) (Report, error) {
	names, err := s.names(ctx, q)
	if err != nil {
		return Report{}, err
	}

	column := map[GroupBy]string{
		ByDay: "CAST(d.day AS TEXT)", ByProduct: "d.product_code", ByClient: "CAST(d.client_id AS TEXT)", BySupplier: "d.supplier",
	}[q.GroupBy]

	days, rows, err := s.read(ctx, q, column, names)
	if err != nil {
		return Report{}, err
	}

	out := Report{Rows: rows}

	for d := q.From; d.Sub(q.To) <= 0; d = d.AddDays(1) {
		one := Day{days[strconv.FormatInt(dayNumber(d), 10)], d}
		out.Days = append(out.Days, one)
		out.Total = out.Total.plus(one.Sums)
	}

	if q.GroupBy == ByDay {
		out.Rows = []Row{}
		for _, d := range out.Days {
			out.Rows = append(out.Rows, Row{Sums: d.Sums, Key: d.Day.String()})
		}

		return out, nil
	}

	for i := range out.Rows {
		row := &out.Rows[i]
		row.Name, row.Group = names.name[row.Key], names.group[row.Key]
	}

	return out, nil
}

// read adds up the rows of the range by day and by a column. They are read once: first by both, then these few by each.
func (s *Service) read(ctx context.Context, q Query, column string, names names) (days map[string]Sums, list []Row, err error) {
	w := &db.Where{}
	// By the client first: the key begins with it.
	w.Add("d.day >= ", dayNumber(q.From))
	w.Add("d.day <= ", dayNumber(q.To))

	if q.Client != 0 {
		w.Add("d.client_id = ", q.Client)
	}

	if q.Supplier != "" {
		w.Add("d.supplier = ", q.Supplier)
	}

	if q.Type != "" {
		w.Add("d.product_code IN (SELECT value FROM "+s.deps.DB.Engine().List(w.Arg(names.ofType))+" k) AND d.client_id > ", int64(0))
	}

	const sums = `CAST(SUM(orders) AS BIGINT), CAST(SUM(amount) AS BIGINT), CAST(SUM(cost) AS BIGINT), CAST(SUM(uncosted) AS BIGINT),
		CAST(SUM(below_cost) AS BIGINT), CAST(SUM(loss) AS BIGINT), CAST(SUM(failed) AS BIGINT), CAST(SUM(refunds) AS BIGINT),
		CAST(SUM(refunded) AS BIGINT), CAST(SUM(refunded_cost) AS BIGINT)`

	days, list = map[string]Sums{}, []Row{}

	err = s.deps.DB.Report(ctx, `WITH by_both AS MATERIALIZED (SELECT d.day AS day, `+column+` AS name, SUM(d.orders) AS orders, SUM(d.amount) AS amount,
			SUM(d.cost) AS cost, SUM(d.uncosted) AS uncosted, SUM(d.below_cost) AS below_cost, SUM(d.loss) AS loss, SUM(d.failed) AS failed,
			SUM(d.refunds) AS refunds, SUM(d.refunded) AS refunded, SUM(d.refunded_cost) AS refunded_cost
			FROM clients c JOIN sales_days d ON d.client_id = c.id AND `+w.Text()+` GROUP BY d.day, `+column+`)
		SELECT 0, CAST(day AS TEXT), `+sums+` FROM by_both GROUP BY day
		UNION ALL SELECT 1, name, `+sums+` FROM by_both GROUP BY name ORDER BY 1, 4 DESC, 2`, w.Args, func(row db.Row) error {
		var (
			which int64
			r     Row
			key   db.Text
		)

		err := row.Scan(&which, &key, &r.Orders, &r.Amount, &r.Cost, &r.Uncosted, &r.BelowCost, &r.Loss, &r.Failed, &r.Refunds, &r.Refunded, &r.RefundedCost)
		r.Key = string(key)

		if which == 0 {
			days[r.Key] = r.Sums
		} else {
			list = append(list, r)
		}

		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read sales: %w", err)
	}

	return days, list, nil
}
