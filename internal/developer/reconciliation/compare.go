package reconciliation

import (
	"context"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// comparison compares one file with the orders of its client.
type comparison struct {
	s      *Service
	client int64
	table  sheet.Writer
	result Result
	known  map[string]bool // references of the lines
	shown  map[Kind]int    // rows of the answer
}

// compareLines compares each line with the order of its reference, in the order of the file.
func (c *comparison) compareLines(ctx context.Context, lines []line) error {
	c.known = make(map[string]bool, len(lines))

	for begin := 0; begin < len(lines); begin += lookUp {
		some := lines[begin:min(begin+lookUp, len(lines))]
		refs := make([]string, len(some))

		for i := range some {
			refs[i] = some[i].reference
		}

		found, err := c.s.deps.Orders.ByRefs(ctx, c.client, refs)
		if err != nil {
			return err
		}

		for i := range some {
			if err := c.compare(&some[i], found); err != nil {
				return err
			}
		}
	}

	return nil
}

func (c *comparison) compare(l *line, found map[string]order.Order) error {
	row := Row{Line: l.number, Reference: l.reference, Amount: int64(l.amount), Status: l.status}

	o, exists := found[l.reference]
	if exists {
		row.OrderID, row.OurAmount, row.OurStatus, row.CreatedAt = o.ID, int64(o.Price), o.Status, o.CreatedAt
	}

	twice := c.known[l.reference]
	c.known[l.reference] = true

	switch {
	case twice:
		row.Kind = Duplicate
		c.result.Duplicates++
	case !exists:
		row.Kind = Missing
		c.result.Missing++
	case !agrees(l, o):
		row.Kind = Different
		c.result.Different++
	default:
		c.result.Same++

		return nil
	}

	return c.write(row)
}

// agrees compares a line with its order. What failed was refunded, so its amount doesn't matter.
func agrees(l *line, o order.Order) bool {
	return l.status == o.Status && (l.amount == o.Price || o.Status == order.Failed)
}

// addOursOnly adds the orders of a period that no line is about.
func (c *comparison) addOursOnly(ctx context.Context, from, to time.Time) error {
	selected := order.Selection{ClientID: c.client, From: from, To: to}

	_, err := order.Stream(ctx, c.s.deps.DB, selected, func(r *order.Row) error {
		if c.known[string(r.ClientRef)] {
			return nil
		}

		c.result.OursOnly++

		return c.write(Row{
			Kind: OursOnly, Reference: string(r.ClientRef), OrderID: r.ID, OurAmount: r.Price, OurStatus: r.Status, CreatedAt: clock.FromMicros(r.CreatedAt),
		})
	}, func(int64) error { return nil })

	return err
}

// write adds a row to the file, and the first ones to the answer.
func (c *comparison) write(r Row) error {
	if c.shown[r.Kind] < MaxShown {
		c.shown[r.Kind]++
		c.result.Rows = append(c.result.Rows, r)
	}

	t := c.table
	t.Text(string(r.Kind))

	if r.Line > 0 {
		t.Int(int64(r.Line))
	} else {
		t.Text("")
	}

	t.Text(r.Reference)

	if r.Status != 0 {
		t.Int(r.Amount)
		t.Text(r.Status.String())
	} else {
		t.Text("")
		t.Text("")
	}

	if r.OrderID == 0 {
		for range 4 {
			t.Text("")
		}

		return t.EndRow()
	}

	t.Int(r.OurAmount)
	t.Text(r.OurStatus.String())
	t.Text(order.FormatID(r.OrderID))
	t.Time(clock.Micros(r.CreatedAt))

	return t.EndRow()
}

// heads are the columns of the file, in a language. Its words for kinds and states are those of the client API, for programs.
func heads(l language.Language, zone *time.Location) []sheet.Column {
	return []sheet.Column{
		{Name: l.Pick("Result", "Hasil")},
		{Name: l.Pick("Line", "Baris")},
		{Name: l.Pick("Reference ID", "ID Referensi")},
		{Name: l.Pick("Your Amount", "Nominal Anda")},
		{Name: l.Pick("Your Status", "Status Anda")},
		{Name: l.Pick("Our Amount", "Nominal Kami")},
		{Name: l.Pick("Our Status", "Status Kami")},
		{Name: l.Pick("Order ID", "ID Order")},
		{Name: l.Pick("Created", "Dibuat") + " (" + sheet.ZoneHead(zone) + ")"},
	}
}
