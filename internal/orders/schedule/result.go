package schedule

import (
	"context"
	"io"
	"strconv"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/sheet"
)

// ResultColumns are the columns of a result file, the number first, so that the file can be uploaded as a list again. The head of the time names the zone.
func ResultColumns(l language.Language, zone *time.Location) []sheet.Column {
	return []sheet.Column{
		{Name: l.Pick("Destination Number", "Nomor Tujuan"), Width: 20},
		{Name: l.Pick("Name", "Nama"), Width: 28},
		{Name: l.Pick("Line", "Baris"), Width: 8},
		{Name: l.Pick("Status", "Status"), Width: 12},
		{Name: l.Pick("Price", "Harga"), Width: 14},
		{Name: l.Pick("Refunded", "Dikembalikan"), Width: 14},
		{Name: l.Pick("Serial Number", "Nomor Seri"), Width: 28},
		{Name: l.Pick("Reason", "Alasan"), Width: 40},
		{Name: l.Pick("Order ID", "ID Order"), Width: 22},
		{Name: l.Pick("Updated Date", "Tanggal Diperbarui") + " (" + sheet.ZoneHead(zone) + ")", Width: 26},
	}
}

// StateLabel is how people read the state of a line.
func StateLabel(s LineState, l language.Language) string {
	switch s.ForClients() {
	case LineWaiting, LinePlacing:
		return l.Pick("Waiting", "Menunggu")
	case LinePending:
		return l.Pick("Pending", "Diproses")
	case LineSuccess:
		return l.Pick("Success", "Berhasil")
	case LineFailed:
		return l.Pick("Failed", "Gagal")
	case LineError:
		return l.Pick("Already paid", "Sudah dibayar")
	case LineCanceled:
		return l.Pick("Cancelled", "Dibatalkan")
	}

	return string(s)
}

// ResultFile is what WriteResult writes.
type ResultFile struct {
	Lines    []Line
	Names    []string // of the contact of each line, for lines without the name of a bill's customer; may be nil
	Format   sheet.Format
	Zone     *time.Location
	Language language.Language
}

// WriteResult writes the lines of a scheduled order as a table. No cell is a formula.
func WriteResult(ctx context.Context, out io.Writer, f ResultFile) error {
	l := f.Language

	table, err := sheet.New(out, f.Format, f.Zone, l.Pick("Result", "Hasil"), ResultColumns(l, f.Zone))
	if err != nil {
		return err
	}

	for i, line := range f.Lines {
		if err := ctx.Err(); err != nil {
			return err
		}

		name := line.Name
		if name == "" && f.Names != nil {
			name = f.Names[i]
		}

		var (
			id, reason string
			refunded   money.Rupiah
		)

		if line.Refunded {
			refunded = line.Price
		}

		if line.OrderID != 0 {
			id = order.FormatID(line.OrderID)
		}

		if line.Refusal != nil {
			reason = line.Refusal.Message.In(l)
		}

		table.Text(line.DestinationNo)
		table.Text(name)
		table.Text(strconv.Itoa(line.Number))
		table.Text(StateLabel(line.State, l))
		table.Int(int64(line.Price))
		table.Int(int64(refunded))
		table.Text(line.SerialNumber)
		table.Text(reason)
		table.Text(id)
		table.Time(clock.Micros(line.UpdatedAt))

		if err := table.EndRow(); err != nil {
			return err
		}
	}

	return table.Close()
}
