package order

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/db"
	"loket/internal/platform/sheet"
	"loket/internal/wallet"
)

// exportColumns are those of every file of orders.
func exportColumns() []sheet.Column {
	return []sheet.Column{
		{Name: "Order ID", Width: 22},
		{Name: "Reference ID", Width: 24},
		{Name: "Created", Width: 20},
		{Name: "Updated", Width: 20},
		{Name: "Product Code", Width: 16},
		{Name: "Product", Width: 30},
		{Name: "Detail", Width: 30},
		{Name: "Wallet Type", Width: 13},
		{Name: "Customer Number", Width: 20},
		{Name: "Amount", Width: 14},
		{Name: "Status", Width: 10},
		{Name: "Refunded", Width: 10},
		{Name: "Payment Type", Width: 13},
		{Name: "Serial Number", Width: 36},
		{Name: "Reason", Width: 30},
	}
}

// extract says which orders go into a file.
type extract struct {
	clientID   int64
	lo, hi     int64 // ids: lo <= id < hi
	walletType wallet.Type
	chunk      int
	// pauses rests after every few rows twice as long as they took: whoever waits
	// for a file waits a little longer, and orders are not slowed by it.
	pauses bool
}

func (e extract) where() *where {
	w := &where{}
	w.add("client_id = ", e.clientID)
	w.add("id < ", e.hi)

	if e.walletType != "" {
		w.add("wallet_type = ", string(e.walletType))
	}

	return w
}

// count is how many rows there are to write.
func (e extract) count(ctx context.Context, q db.Querier) (int64, error) {
	w := e.where()
	w.add("id >= ", e.lo)

	var n int64
	if err := q.QueryRow(ctx, "SELECT COUNT(*) FROM orders WHERE "+w.text(), w.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the orders of an export: %w", err)
	}

	return n, nil
}

// write reads the orders from the oldest and writes each to all writers. It
// reads by keyset, a piece at a time: no snapshot is held for long, so neither
// engine has to keep old rows for it. After each piece it tells how many rows
// are written.
func (e extract) write(ctx context.Context, d *db.DB, written func(done int64) error, out ...sheet.Writer) (int64, error) {
	w := e.where()
	after := len(w.args)
	w.add("id > ", e.lo-1)
	limit := w.arg(e.chunk)

	text := `SELECT id, client_ref, created_at, updated_at, product_code, product_name, reference, wallet_type, destination_no,
		price, status, refunded, payment_type, COALESCE(serial_number, ''), COALESCE(reason, '')
		FROM orders WHERE ` + w.text() + " ORDER BY id LIMIT " + limit

	var (
		row  exportRow
		done int64
	)

	columns := row.to()

	for {
		n, began := 0, time.Now()

		err := d.Stream(ctx, text, w.args, func(from db.Row) error {
			n++

			if e.pauses && n%restEvery == 0 {
				if err := rest(ctx, restLength*time.Since(began)); err != nil {
					return err
				}

				began = time.Now()
			}

			if err := from.Scan(columns...); err != nil {
				return fmt.Errorf("read an order: %w", err)
			}

			for _, o := range out {
				if err := row.write(o); err != nil {
					return err
				}
			}

			return nil
		})
		if err != nil {
			return done, fmt.Errorf("write orders: %w", err)
		}

		done += int64(n)
		w.args[after] = row.id

		if err := written(done); err != nil || n < e.chunk {
			return done, err
		}
	}
}

// Rests: after so many rows, about 1 ms of work, which is what an order then
// waits at most; so many times as long; and no longer than this, as a database
// that was slow once is not idle for it.
const (
	restEvery  = 50
	restLength = 2
	maxRest    = 200 * time.Millisecond
)

func rest(ctx context.Context, length time.Duration) error {
	timer := time.NewTimer(min(length, maxRest))
	defer timer.Stop()

	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("write orders: %w", ctx.Err())
	}
}

// cell is a text of a row that keeps its memory for the next row: an export
// makes nothing that must be swept, however many rows it has.
type cell []byte

// ScanBytes takes a text from PostgreSQL's driver, which uses its bytes again.
func (c *cell) ScanBytes(text []byte) error {
	*c = append((*c)[:0], text...)

	return nil
}

// Scan takes a text from SQLite's.
func (c *cell) Scan(value any) error {
	switch text := value.(type) {
	case string:
		*c = append((*c)[:0], text...)
	case []byte:
		*c = append((*c)[:0], text...)
	default:
		return fmt.Errorf("%T is no text", value)
	}

	return nil
}

// exportRow is one order on its way from the database into a file; one value
// serves all rows.
type exportRow struct {
	id, created, updated, price, status          int64
	ref, code, product, reference, walletType    cell
	destination, payment, serial, reason, number cell
	refunded                                     bool
	details                                      memo
}

// to lists where a row's columns go, in their order.
func (r *exportRow) to() []any {
	return []any{
		&r.id, &r.ref, &r.created, &r.updated, &r.code, &r.product, &r.reference, &r.walletType, &r.destination,
		&r.price, &r.status, &r.refunded, &r.payment, &r.serial, &r.reason,
	}
}

func (r *exportRow) write(o sheet.Writer) error {
	r.number = strconv.AppendInt(r.number[:0], r.id, 10) // as FormatID

	o.Bytes(r.number)
	o.Bytes(r.ref)
	o.Time(r.created)
	o.Time(r.updated)
	o.Bytes(r.code)
	o.Bytes(r.product)
	o.Text(r.details.of(r.reference))
	o.Bytes(r.walletType)
	o.Bytes(r.destination)
	o.Int(r.price)
	o.Text(Status(r.status).String())
	o.Text(yesNo(r.refunded))
	o.Bytes(r.payment)
	o.Bytes(r.serial)
	o.Bytes(r.reason)

	return o.EndRow()
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}

	return "no"
}

// memo remembers how references read: most orders of a client share few.
type memo struct{ known map[string]string }

const maxMemo = 4096

func (m *memo) of(bytes []byte) string {
	if text, ok := m.known[string(bytes)]; ok {
		return text
	}

	reference := string(bytes)
	text := readable(reference)

	if m.known == nil || len(m.known) >= maxMemo {
		m.known = map[string]string{}
	}

	m.known[reference] = text

	return text
}

// readable writes {"name":"SITI"} as name: SITI.
func readable(reference string) string {
	// One pair without escapes is nearly every order's.
	if inner, ok := strings.CutPrefix(reference, `{"`); ok && strings.Count(reference, `"`) == len(`""""`) && !strings.Contains(reference, `\`) {
		if key, value, ok := strings.Cut(strings.TrimSuffix(inner, `"}`), `":"`); ok {
			return key + ": " + value
		}
	}

	var pairs map[string]string
	if err := json.Unmarshal([]byte(reference), &pairs); err != nil {
		return reference // of no reader's making; better shown than lost
	}

	parts := make([]string, 0, len(pairs))
	for _, key := range slices.Sorted(maps.Keys(pairs)) {
		parts = append(parts, key+": "+pairs[key])
	}

	return strings.Join(parts, ", ")
}

// saved is the name that a file is saved under: orders-2026-11-01-2026-11-30.
func saved(first, last, extension string) string {
	if first == last {
		return "orders-" + first + "." + extension
	}

	return "orders-" + first + "-" + last + "." + extension
}

// fileTime is how long a link lives that a screen is given: it asks for new
// ones whenever it looks.
const fileTime = time.Hour
