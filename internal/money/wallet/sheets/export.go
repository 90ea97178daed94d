// Package sheets writes files about wallets: exports of their history.
package sheets

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// Columns returns the columns of files of history, those of the screen. The head of the time names the zone.
func Columns(l language.Language, zone *time.Location) []sheet.Column {
	return []sheet.Column{
		{Name: l.Pick("Created Date", "Tanggal Dibuat") + " (" + sheet.ZoneHead(zone) + ")", Width: 26},
		{Name: l.Pick("Order ID", "ID Order"), Width: 22},
		{Name: l.Pick("Reference", "Referensi"), Width: 26},
		{Name: l.Pick("Wallet Type", "Jenis Dompet"), Width: 13},
		{Name: l.Pick("Amount", "Nominal"), Width: 16},
		{Name: l.Pick("Balance Before", "Saldo Sebelum"), Width: 16},
		{Name: l.Pick("Balance After", "Saldo Sesudah"), Width: 16},
		{Name: l.Pick("Operation", "Operasi"), Width: 18},
	}
}

// Export writes the chosen history as a table in constant memory and returns the number of rows.
func Export(ctx context.Context, out io.Writer, c *wallet.HistoryChoice, f sheet.Format, zone *time.Location, l language.Language) (int64, error) {
	table, err := sheet.New(out, f, zone, l.Pick("Deposit", "Deposit"), Columns(l, zone))
	if err != nil {
		return 0, err
	}

	w, rows := rowWriter{language: l}, int64(0)

	err = c.Each(ctx, func(line *wallet.HistoryLine) error {
		rows++

		return w.write(line, table)
	})
	if err != nil {
		return rows, fmt.Errorf("write a file of history: %w", err)
	}

	return rows, table.Close()
}

// rowWriter writes rows of history. It reuses its memory, so an export allocates nothing for each row.
type rowWriter struct {
	language language.Language
	id       []byte
}

func (w *rowWriter) write(r *wallet.HistoryLine, o sheet.Writer) error {
	w.id = w.id[:0]
	if r.OrderID != 0 {
		w.id = strconv.AppendInt(w.id, r.OrderID, 10) // as order.FormatID
	}

	o.Time(r.CreatedAt)
	o.Bytes(w.id)
	o.Bytes(r.Reference)
	o.Text(r.Type.Label())
	o.Int(r.Amount)
	o.Int(r.BalanceBefore)
	o.Int(r.BalanceAfter)
	o.Text(OperationName(wallet.Action(r.Action), w.language))

	return o.EndRow()
}

// OperationName is the name of an operation as screens show it (docs/product/deposits.md#history).
func OperationName(a wallet.Action, l language.Language) string {
	switch a {
	case wallet.Payment:
		return l.Pick("Payment", "Pembayaran")
	case wallet.Refund:
		return l.Pick("Refund", "Pengembalian")
	case wallet.Topup:
		return l.Pick("Top Up Manual", "Isi Saldo Manual")
	case wallet.TopupVA:
		return l.Pick("Top Up VA", "Isi Saldo VA")
	case wallet.TopupFee:
		return l.Pick("Top Up Fee", "Biaya Isi Saldo")
	case wallet.Deduct:
		return l.Pick("Deduct", "Potongan")
	case wallet.TopupPenalty:
		return l.Pick("Top Up Penalty", "Koreksi Isi Saldo")
	case wallet.Tax22:
		return l.Pick("Tax 22", "PPh 22")
	}

	return string(a)
}
