package analytics

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loket/internal/platform/db"
)

// pair is what a count belongs to.
type pair struct{ name, value string }

type pairCount struct {
	pair

	count int64
}

// counts sums a metric over a range, greatest first, at most so many.
func (s *Service) counts(ctx context.Context, clientID int64, m metric, r Range, most int) ([]pairCount, error) {
	var w db.Where

	client, of := w.Arg(clientID), w.Arg(string(m))
	spans := r.spans()
	parts := make([]string, len(spans))

	for i, p := range spans {
		parts[i] = fmt.Sprintf("SELECT name, value, count FROM analytics_counts WHERE client_id = %s AND metric = %s AND period BETWEEN %s AND %s",
			client, of, w.Arg(p.first), w.Arg(p.last))
	}

	limit := w.Arg(most)

	return s.collect(ctx, m, "SELECT name, value, CAST(SUM(count) AS BIGINT) FROM ("+strings.Join(parts, " UNION ALL ")+
		") c GROUP BY name, value HAVING SUM(count) > 0 ORDER BY 3 DESC, name, value LIMIT "+limit, w.Args)
}

// countsOf sums the counts of a few pairs over a range. It finds each by its key, and doesn't read the others.
func (s *Service) countsOf(ctx context.Context, clientID int64, m metric, r Range, of []pairCount) ([]pairCount, error) {
	if len(of) == 0 {
		return nil, nil
	}

	lists := [3][]string{}
	for _, c := range of {
		lists[0], lists[1] = append(lists[0], c.name), append(lists[1], c.value)
	}

	for _, p := range r.periods() {
		lists[2] = append(lists[2], strconv.FormatInt(p, 10))
	}

	args := []any{clientID, string(m)}

	for _, list := range lists {
		text, err := json.Marshal(list)
		if err != nil {
			return nil, fmt.Errorf("list: %w", err)
		}

		args = append(args, string(text))
	}

	// SQLite keeps the order of a CROSS JOIN. In the other one it would read all periods for each pair.
	list := s.deps.DB.Engine().List

	return s.collect(ctx, m, `SELECT n.value, v.value, COALESCE((
			SELECT CAST(SUM(c.count) AS BIGINT) FROM `+list("$5")+` p CROSS JOIN analytics_counts c
			WHERE c.client_id = $1 AND c.metric = $2 AND c.period = CAST(p.value AS BIGINT) AND c.name = n.value AND c.value = v.value
		), 0) FROM `+list("$3")+` n JOIN `+list("$4")+` v ON v.n = n.n`, args)
}

func (s *Service) collect(ctx context.Context, m metric, text string, args []any) ([]pairCount, error) {
	list := []pairCount{}

	err := s.deps.DB.Report(ctx, text, args, func(row db.Row) error {
		var c pairCount

		err := row.Scan(&c.name, &c.value, &c.count)
		list = append(list, c)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read counts of %s: %w", m, err)
	}

	return list, nil
}

// DayFigures are the figures of a day.
type DayFigures struct {
	Date     string // YYYY-MM-DD
	Sessions int64
	Orders   int64
	GMV      int64 // whole rupiah, as the margin
	Margin   int64
}

// days are the figures of each day of a range; zeros for days without any.
func (s *Service) days(ctx context.Context, clientID int64, r Range) ([]DayFigures, error) {
	out := make([]DayFigures, r.Days())
	for i := range out {
		out[i].Date = r.From.AddDays(i).String()
	}

	err := s.deps.DB.Report(ctx, "SELECT day, sessions, orders, gmv, margin FROM analytics_days WHERE client_id = $1 AND day BETWEEN $2 AND $3",
		[]any{clientID, number(r.From), number(r.To)}, func(row db.Row) error {
			var (
				n int64
				f DayFigures
			)

			if err := row.Scan(&n, &f.Sessions, &f.Orders, &f.GMV, &f.Margin); err != nil {
				return err
			}

			f.Date = day(n).String()
			out[day(n).Sub(r.From)] = f

			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read days: %w", err)
	}

	return out, nil
}

// maxRows is the most rows of a list.
const maxRows = 100

// RankedRow is a row of a list with its change to the previous period.
type RankedRow struct {
	Name, Value string
	Count       int64
	Change      float64 // per cent
}

// rank lists a metric, greatest first.
func (s *Service) rank(ctx context.Context, clientID int64, m metric, r Range) ([]RankedRow, error) {
	now, err := s.counts(ctx, clientID, m, r, maxRows)
	if err != nil {
		return nil, err
	}

	before, err := s.countsOf(ctx, clientID, m, r.Previous(), now)
	if err != nil {
		return nil, err
	}

	earlier := make(map[pair]int64, len(before))
	for _, c := range before {
		earlier[c.pair] = c.count
	}

	out := []RankedRow{}
	for _, c := range now {
		out = append(out, RankedRow{c.name, c.value, c.count, Change(c.count, earlier[c.pair])})
	}

	return out, nil
}

// names are the names of operators and SKUs by code. What the catalogue doesn't know any more keeps its code.
type names struct {
	operators map[string]string
	product   func(code string) string
}

func (s *Service) names(ctx context.Context) (names, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return names{}, err
	}

	n := names{operators: map[string]string{}, product: func(code string) string {
		if p, ok := snap.Product(code); ok {
			return p.Name
		}

		return code
	}}

	for o := range slices.Values(snap.Operators()) {
		n.operators[o.Code] = o.Name
	}

	return n, nil
}

func (n names) operator(code string) string {
	if name := n.operators[code]; name != "" {
		return name
	}

	return code
}
