package db

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// rowCopy holds rows of a table that are sent to PostgreSQL by COPY. An INSERT of the
// same rows takes the server a third longer.
type rowCopy struct {
	table   string
	names   []string
	columns []Column
	data    []byte // the rows encoded as protocol messages
}

// The binary format of COPY: a signature and two zero words, the rows, and a trailer
// of -1.
const (
	copyHeader  = "PGCOPY\n\377\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	copyTrailer = "\xff\xff"
	copyNull    = "\xff\xff\xff\xff"
	copyRoom    = 512 // bytes of most rows

	copyData = 'd' // before a length and the rows
	copyDone = "c\x00\x00\x00\x04"
	dataHead = 5
)

func newRowCopy(table string, names []string, columns []Column) rowCopy {
	return rowCopy{table: table, names: names, columns: columns}
}

func (r *rowCopy) text() string {
	return "COPY " + r.table + " (" + strings.Join(r.names, ", ") + ") FROM STDIN (FORMAT binary)"
}

func (r *rowCopy) encode() {
	if r.data != nil {
		return
	}

	n := length(r.columns[0].Values)
	data := append(make([]byte, dataHead, (n+1)*copyRoom), copyHeader...)

	for row := range n {
		data = binary.BigEndian.AppendUint16(data, uint16(len(r.columns))) //nolint:gosec // a table has few columns

		for _, c := range r.columns {
			data = appendCopied(data, c.Values, row)
		}
	}

	data = append(data, copyTrailer...)
	data[0] = copyData
	binary.BigEndian.PutUint32(data[1:], uint32(len(data)-1)) //nolint:gosec // a batch is far smaller
	data = append(data, copyDone...)
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
	case [][]byte:
		return append(binary.BigEndian.AppendUint32(data, uint32(len(v[row]))), v[row]...) //nolint:gosec // as texts
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
