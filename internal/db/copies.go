package db

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// copies are rows for several tables that go to PostgreSQL by COPY. The driver
// copies one table at a time and waits twice for each; the protocol lets us
// send all of them and the COMMIT in one write and read the answers afterwards.
// An insert of the same rows takes the server a third longer.
type copies struct {
	list []rowCopy
}

type rowCopy struct {
	text    string
	columns []Column
	data    []byte // the rows, once they are encoded
}

func (c *copies) empty() bool { return len(c.list) == 0 }

// The binary format of COPY: a signature with two empty words, the rows, and a
// row of minus one values.
const (
	copyHeader  = "PGCOPY\n\377\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	copyTrailer = "\xff\xff"
	copyNull    = "\xff\xff\xff\xff"
	copyRoom    = 512 // bytes of most rows
)

func (c *copies) add(table string, names []string, columns []Column) {
	c.list = append(c.list, rowCopy{
		text:    "COPY " + table + " (" + strings.Join(names, ", ") + ") FROM STDIN (FORMAT binary)",
		columns: columns,
	})
}

func (c *copies) encode() {
	for i := range c.list {
		c.list[i].encode()
	}
}

func (r *rowCopy) encode() {
	if r.data != nil {
		return
	}

	n := length(r.columns[0].Values)
	data := append(make([]byte, 0, n*copyRoom), copyHeader...)

	for row := range n {
		data = binary.BigEndian.AppendUint16(data, uint16(len(r.columns))) //nolint:gosec // a table has few columns

		for _, c := range r.columns {
			data = appendCopied(data, c.Values, row)
		}
	}

	data = append(data, copyTrailer...)
	r.data = data
}

func appendCopied(data []byte, values any, row int) []byte {
	switch v := values.(type) {
	case []int64:
		return appendCopiedInt(data, v[row])
	case []string:
		return appendCopiedText(data, v[row])
	case []bool:
		if v[row] {
			return append(data, 0, 0, 0, 1, 1)
		}

		return append(data, 0, 0, 0, 1, 0)
	case []*int64:
		if v[row] != nil {
			return appendCopiedInt(data, *v[row])
		}
	case []*string:
		if v[row] != nil {
			return appendCopiedText(data, *v[row])
		}
	default:
		panic(fmt.Sprintf("db: a column can't hold %T", values))
	}

	return append(data, copyNull...)
}

func appendCopiedInt(data []byte, v int64) []byte {
	const size = 8

	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(data, size), uint64(v)) //nolint:gosec // the same bits
}

func appendCopiedText(data []byte, v string) []byte {
	return append(binary.BigEndian.AppendUint32(data, uint32(len(v))), v...) //nolint:gosec // texts are bounded far below
}

// send writes all copies, then a last statement if there is one, and reads the
// answers. After a row that the server refuses, it ignores the data that still
// comes and answers what follows with errors; the first error is given. A
// connection that breaks meanwhile is closed.
func (c *copies) send(ctx context.Context, conn *pgconn.PgConn, last string) error {
	if c.empty() {
		return nil
	}

	c.encode()

	out := conn.Frontend()
	answers := len(c.list)

	for _, r := range c.list {
		out.SendQuery(&pgproto3.Query{String: r.text})
		out.Send(&pgproto3.CopyData{Data: r.data})
		out.Send(&pgproto3.CopyDone{})
	}

	if last != "" {
		out.SendQuery(&pgproto3.Query{String: last})

		answers++
	}

	c.list = nil

	if err := out.Flush(); err != nil {
		return broken(ctx, conn, fmt.Errorf("send copies: %w", err))
	}

	return receive(ctx, conn, answers)
}

// receive reads until so many statements are answered.
func receive(ctx context.Context, conn *pgconn.PgConn, answers int) error {
	var refused error

	for answers > 0 {
		message, err := conn.ReceiveMessage(ctx)
		if err != nil {
			// The driver calls this safe to repeat, knowing of no statement
			// under way: its own error must not be seen by those who ask.
			return broken(ctx, conn, fmt.Errorf("read the answers of copies: %v", err)) //nolint:errorlint // on purpose
		}

		switch m := message.(type) {
		case *pgproto3.ErrorResponse:
			if refused == nil {
				refused = pgconn.ErrorResponseToPgError(m)
			}
		case *pgproto3.ReadyForQuery:
			answers--
		}
	}

	return refused
}

// broken closes a connection on which answers are outstanding.
func broken(ctx context.Context, conn *pgconn.PgConn, err error) error {
	_ = conn.Close(context.WithoutCancel(ctx)) // it is of no use whatever comes of this

	return err
}
