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

const clientColumn = "CAST(d.client_id AS TEXT)"

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
		ByDay: "CAST(d.day AS TEXT)", ByProduct: "d.product_code", ByClient: clientColumn, BySupplier: "d.supplier",
	}[q.GroupBy]

	days, err := s.read(ctx, q, "CAST(d.day AS TEXT)", names)
	if err != nil {
		return Report{}, err
	}

	out := Report{Rows: []Row{}, Days: []Day{}}
	found := map[int64]Sums{}

	for _, row := range days {
		n, err := strconv.ParseInt(row.Key, 10, 64)
		if err != nil {
			return Report{}, fmt.Errorf("day of a report: %w", err)
		}

		found[n] = row.Sums
		out.Total = out.Total.plus(row.Sums)
	}

	for d := q.From; d.Sub(q.To) <= 0; d = d.AddDays(1) {
		out.Days = append(out.Days, Day{found[dayNumber(d)], d})
	}

	if q.GroupBy == ByDay {
		for _, d := range out.Days {
			out.Rows = append(out.Rows, Row{Sums: d.Sums, Key: d.Day.String()})
		}

		return out, nil
	}

	if out.Rows, err = s.read(ctx, q, column, names); err != nil {
		return Report{}, err
	}

	for i := range out.Rows {
		row := &out.Rows[i]
		row.Name, row.Group = names.name[row.Key], names.group[row.Key]
	}

	return out, nil
}

// read adds up the rows of the range by a column. Without a client among filter and grouping it reads the sums of all clients, which are fewer rows.
func (s *Service) read(ctx context.Context, q Query, column string, names names) ([]Row, error) {
	w := &db.Where{}
	w.Add("d.day >= ", dayNumber(q.From))
	w.Add("d.day <= ", dayNumber(q.To))

	if q.Client != 0 {
		w.Add("d.client_id = ", q.Client)
	}

	if q.Supplier != "" {
		w.Add("d.supplier = ", q.Supplier)
	}

	if q.Type != "" {
		w.Condition("d.product_code IN (SELECT value FROM " + s.deps.DB.Engine().List(w.Arg(names.ofType)) + " k)")
	}

	const sums = `CAST(SUM(d.orders) AS BIGINT), CAST(SUM(d.amount) AS BIGINT), CAST(SUM(d.cost) AS BIGINT),
		CAST(SUM(d.uncosted) AS BIGINT), CAST(SUM(d.below_cost) AS BIGINT), CAST(SUM(d.loss) AS BIGINT), CAST(SUM(d.failed) AS BIGINT),
		CAST(SUM(d.refunds) AS BIGINT), CAST(SUM(d.refunded) AS BIGINT), CAST(SUM(d.refunded_cost) AS BIGINT)`

	text := `SELECT ` + column + `, ` + sums + ` FROM sales_totals d WHERE ` + w.Text() + ` GROUP BY ` + column + ` ORDER BY 3 DESC, 1`
	if q.Client != 0 || column == clientColumn {
		// By the client first: the key begins with it.
		text = `SELECT ` + column + `, ` + sums + ` FROM clients c JOIN sales_days d ON d.client_id = c.id AND ` + w.Text() + `
			GROUP BY ` + column + ` ORDER BY 3 DESC, 1`
	}

	rows := []Row{}

	err := s.deps.DB.Report(ctx, text, w.Args, func(row db.Row) error {
		var (
			r   Row
			key db.Text
		)

		err := row.Scan(&key, &r.Orders, &r.Amount, &r.Cost, &r.Uncosted, &r.BelowCost, &r.Loss, &r.Failed, &r.Refunds, &r.Refunded, &r.RefundedCost)
		r.Key = string(key)
		rows = append(rows, r)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read sales: %w", err)
	}

	return rows, nil
}
