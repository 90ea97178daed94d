package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/xuri/excelize/v2"

	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
	"loket/internal/platform/sheet"
)

// exporting is the argument that makes this binary write one file and report its
// time and memory.
const exporting = "exporting"

// The forms of a file: ours, and the alternatives.
const (
	formCSV      = "csv"
	formXLSX     = "xlsx"
	formBoth     = "both"     // both of ours, as the job writes them, with its pauses
	formCopy     = "copy"     // the database's own CSV
	formExcelize = "excelize" // the usual library, with rows from the same query
	formRead     = "read"     // the same query without writing

	formDepositCSV  = "deposit-csv" // the history of a wallet
	formDepositXLSX = "deposit-xlsx"
)

type exportRequest struct {
	url, form, out string
	from, to       time.Time
}

func exportMain(ctx context.Context, args []string) error {
	var (
		request  exportRequest
		from, to string
	)

	flags := flag.NewFlagSet(exporting, flag.ContinueOnError)
	flags.StringVar(&request.url, "url", "", "database")
	flags.StringVar(&request.form, "form", "", "what to write")
	flags.StringVar(&request.out, "out", "", "file")
	flags.StringVar(&from, "from", "", "first moment")
	flags.StringVar(&to, "to", "", "moment after the last")

	err := flags.Parse(args)
	if err == nil {
		request.from, err = time.Parse(time.RFC3339, from)
	}

	if err == nil {
		request.to, err = time.Parse(time.RFC3339, to)
	}

	if err != nil {
		return fmt.Errorf("export: %w", err)
	}

	began := time.Now()

	rows, err := request.run(ctx)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}

	took := time.Since(began)

	// Without the pages of the binary: they are the kernel's cache, and this binary
	// also contains everything else that the benchmarks measure.
	peak, peakErr := kibibytes("self", peakMemory)
	file, fileErr := kibibytes("self", fileMemory)

	if err := errors.Join(peakErr, fileErr); err != nil {
		return err
	}

	return json.NewEncoder(os.Stdout).Encode(exportReport{rows, took.Seconds(), peak - file})
}

func (t exportRequest) run(ctx context.Context) (rows int64, err error) {
	f, err := os.Create(t.out)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()

	if t.form == formCopy {
		return t.copyOut(ctx, f)
	}

	d, err := db.Open(ctx, db.Options{URL: t.url})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()

	if t.form == formDepositCSV || t.form == formDepositXLSX {
		return t.depositHistory(ctx, d, f)
	}

	writers, err := t.writers(f)
	if err != nil {
		return 0, err
	}

	rows, err = export.Extract(ctx, d, order.Selection{ClientID: firstUser, From: t.from, To: t.to, Pauses: t.form == formBoth}, language.English, writers...)
	for _, w := range writers {
		err = errors.Join(err, w.Close())
	}

	return rows, err
}

func (t exportRequest) writers(out io.Writer) ([]sheet.Writer, error) {
	zone, err := clock.Zone("")
	if err != nil {
		return nil, err
	}

	list := []sheet.Writer{}

	if t.form == formCSV || t.form == formBoth {
		w, err := sheet.NewCSV(out, zone, export.Columns(language.English, zone))
		if err != nil {
			return nil, err
		}

		list = append(list, w)
	}

	if t.form == formXLSX || t.form == formBoth {
		if t.form == formBoth {
			out = io.Discard
		}

		w, err := sheet.NewXLSX(out, zone, "Orders", export.Columns(language.English, zone))
		if err != nil {
			return nil, err
		}

		list = append(list, w)
	}

	if t.form == formExcelize {
		w, err := newPeer(out, zone)
		if err != nil {
			return nil, err
		}

		list = append(list, w)
	}

	return list, nil
}

// copyOut makes PostgreSQL write the same columns of the same rows by COPY.
func (t exportRequest) copyOut(ctx context.Context, out io.Writer) (rows int64, err error) {
	conn, err := pgx.Connect(ctx, t.url)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()

	lo, hi := ids.Range(t.from, t.to)
	tag, err := conn.PgConn().CopyTo(ctx, out, fmt.Sprintf(`COPY (SELECT id, client_ref, created_at, updated_at, product_code, product_name,
		reference, wallet_type, destination_no, price, status, refunded, payment_type, serial_number, reason
		FROM orders WHERE client_id = %d AND id >= %d AND id < %d ORDER BY id) TO STDOUT (FORMAT csv, HEADER)`, firstUser, lo, hi))

	return tag.RowsAffected(), err
}

// peer writes with excelize's StreamWriter, as its documentation shows.
type peer struct {
	file   *excelize.File
	stream *excelize.StreamWriter
	out    io.Writer
	zone   *time.Location
	cells  []any
	row    int
}

func newPeer(out io.Writer, zone *time.Location) (*peer, error) {
	p := &peer{file: excelize.NewFile(), out: out, zone: zone}

	stream, err := p.file.NewStreamWriter("Sheet1")
	if err != nil {
		return nil, err
	}

	p.stream = stream
	for _, c := range export.Columns(language.English, zone) {
		p.Text(c.Name)
	}

	return p, p.EndRow()
}

func (p *peer) Text(text string)  { p.cells = append(p.cells, text) }
func (p *peer) Bytes(text []byte) { p.Text(string(text)) }

func (p *peer) Number(digits []byte) { p.Bytes(digits) }

func (p *peer) Int(n int64) { p.cells = append(p.cells, n) }

func (p *peer) Time(micros int64) { p.cells = append(p.cells, clock.FromMicros(micros).In(p.zone)) }

func (p *peer) EndRow() error {
	p.row++

	if err := p.stream.SetRow("A"+strconv.Itoa(p.row), p.cells); err != nil {
		return err
	}

	p.cells = p.cells[:0]

	return nil
}

func (p *peer) Close() error {
	err := p.stream.Flush()
	if err == nil {
		_, err = p.file.WriteTo(p.out)
	}

	return errors.Join(err, p.file.Close())
}
