package db

import (
	"fmt"
	"math/bits"
)

// Column is one column of rows to insert. Values is a []int64, []string, []bool,
// []*int64, []*string or [][]byte. All columns have the same length.
type Column struct {
	Name   string
	Values any
}

// maxInsertRows is a power of two. On SQLite rows are inserted in portions that are
// powers of two, so that a few prepared statements serve every batch.
const maxInsertRows = 64

// Insert adds rows given by columns. On PostgreSQL several rows are sent by COPY after
// all other queued statements: call Flush before a query of the same batch that must
// see them.
func (b *Batch) Insert(table string, columns ...Column) {
	n := length(columns[0].Values)
	names := make([]string, len(columns))

	for i, c := range columns {
		names[i] = c.Name
	}

	if b.engine == Postgres && n > 1 {
		b.last.copy(table, names, columns)

		return
	}

	b.insert(table, names, columns)
}

// insert adds rows in their place among the statements.
func (b *Batch) insert(table string, names []string, columns []Column) {
	n := length(columns[0].Values)

	for row := 0; row < n; {
		rows := min(maxInsertRows, 1<<(bits.Len(uint(n-row))-1))
		args := make([]any, 0, rows*len(columns))

		for end := row + rows; row < end; row++ {
			for _, c := range columns {
				args = append(args, at(c.Values, row))
			}
		}

		b.Exec(insertText(b.engine, table, names, rows), args...)
	}
}

func length(values any) int {
	switch v := values.(type) {
	case []int64:
		return len(v)
	case []string:
		return len(v)
	case []bool:
		return len(v)
	case []*int64:
		return len(v)
	case []*string:
		return len(v)
	case [][]byte:
		return len(v)
	default:
		panic(fmt.Sprintf("db: a column can't hold %T", values))
	}
}

func at(values any, i int) any {
	switch v := values.(type) {
	case []int64:
		return v[i]
	case []string:
		return v[i]
	case []bool:
		return v[i]
	case []*int64:
		return v[i]
	case []*string:
		return v[i]
	case [][]byte:
		return v[i]
	default:
		panic(fmt.Sprintf("db: a column can't hold %T", values))
	}
}
