package sheets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
)

// Table is one of the five files that staff import and export.
type Table string

// The tables.
const (
	OperatorTable Table = "operators"
	ProductTable  Table = "products"
	PriceTable    Table = "prices"
	SKUTable      Table = "skus"
	PartTable     Table = "parts" // what games ask of players
)

// Tables lists them in the order in which a new catalogue is imported.
func Tables() []Table { return []Table{OperatorTable, ProductTable, PriceTable, SKUTable, PartTable} }

// Outcome is what an import did, or would do, with a row.
type Outcome string

// The outcomes. Removed is a client price whose cell is empty.
const (
	Created   Outcome = "created"
	Updated   Outcome = "updated"
	Unchanged Outcome = "unchanged"
	Removed   Outcome = "removed"
	Faulty    Outcome = "error"
)

// Row is the report on one row of the file.
type Row struct {
	Line    int    // in the file; the header is line 1
	Code    string // code of the operator or product, with client or supplier where they are part of the key
	Outcome Outcome
	Reason  string // why the row is an error
}

// Report is the result of an import, with one entry for each row that was read.
type Report struct {
	Table   Table
	Rows    []Row
	Applied bool // false: nothing was changed
}

// Count returns the number of rows with an outcome.
func (r Report) Count(o Outcome) int {
	n := 0

	for _, row := range r.Rows {
		if row.Outcome == o {
			n++
		}
	}

	return n
}

// errNothing ends the transaction of an import that changes nothing.
var errNothing = errors.New("nothing to change")

// Import reads a CSV file into a table of the catalogue, all or nothing. With
// faulty rows it returns ErrImportRefused and the report. With ErrFile, or a
// database error, there is no report. Importing the same file again changes
// nothing. clientIDs are all clients; a price of another client is a faulty row.
func (s *Service) Import(ctx context.Context, table Table, from io.Reader, clientIDs []int64, by catalog.By) (Report, error) {
	switch table {
	case OperatorTable:
		return importSheet(ctx, s, table, operatorSheet(), from, by)
	case ProductTable:
		return importSheet(ctx, s, table, productSheet(), from, by)
	case PriceTable:
		return importSheet(ctx, s, table, priceSheet(clientIDs), from, by)
	case SKUTable:
		return importSheet(ctx, s, table, skuSheet(), from, by)
	case PartTable:
		return importSheet(ctx, s, table, partsSheet(), from, by)
	default:
		return Report{}, fmt.Errorf("catalog: no table %q", table)
	}
}

// sheet reads, checks and writes the rows of one table.
type sheet[T any] struct {
	columns []string
	parse   func(c *cells) T
	key     func(T) string
	// open reads the data for the checks, in the import's transaction.
	open func(ctx context.Context, tx *db.Tx) (state[T], error)
}

// state is the catalogue as the import's transaction sees it.
type state[T any] struct {
	existing map[string]T
	// check returns the row to store, or why it can't be stored.
	check func(T) (T, error)
	// together checks the rows against each other after each was checked.
	together func(rows map[string]T) map[string]error
	same     func(a, b T) bool
	removes  func(T) bool
	// write stores the new and changed rows.
	write func(ctx context.Context, tx *db.Tx, now time.Time, rows []T) error
	// change is what a written row changes of a price or cost, for its history; false is nothing. May be nil.
	change func(row T) (catalog.PriceChange, bool)
}

// parsedRow is a row of the file in its table's own type.
type parsedRow[T any] struct {
	row   Row
	value T
}

func importSheet[T any](ctx context.Context, s *Service, table Table, sh sheet[T], from io.Reader, by catalog.By) (Report, error) {
	lines, err := readLines(from, sh.columns)
	if err != nil {
		return Report{}, err
	}

	rows := parseAll(sh, lines)
	report := Report{Table: table}

	err = s.catalog.Edit(ctx, func(tx *db.Tx, now time.Time, version int64) error {
		st, err := sh.open(ctx, tx)
		if err != nil {
			return err
		}

		changed, reported := judge(sh, st, rows)
		report.Rows = reported

		switch {
		case report.Count(Faulty) > 0:
			return catalog.ErrImportRefused.New()
		case len(changed) == 0:
			return errNothing
		}

		if err := st.write(ctx, tx, now, changed); err != nil {
			return err
		}

		below, err := record(ctx, tx, now, sh, st, changed, by)
		if err != nil {
			return err
		}

		if len(below) > 0 {
			refuse(report.Rows, below)

			return catalog.ErrImportRefused.New()
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "catalog.import", Subject: string(table), Reason: by.Reason, Address: by.Address,
			Detail: map[string]any{
				"created": report.Count(Created), "updated": report.Count(Updated), "removed": report.Count(Removed),
				"unchanged": report.Count(Unchanged), "version": version,
			},
		})
	})

	if errors.Is(err, errNothing) {
		return report, nil
	}

	if err != nil && !catalog.ErrImportRefused.Is(err) {
		return Report{}, fmt.Errorf("import %s: %w", table, err)
	}

	report.Applied = err == nil

	return report, err
}

// record stores the changes of prices and costs that an import made at once. It returns the keys of the rows that lead to
// a price below cost: those need a second person.
func record[T any](ctx context.Context, tx *db.Tx, now time.Time, sh sheet[T], st state[T], rows []T, by catalog.By) (map[string]bool, error) {
	below := map[string]bool{}
	if st.change == nil {
		return below, nil
	}

	changes, keys := []catalog.PriceChange{}, []string{}

	for _, row := range rows {
		if c, ok := st.change(row); ok {
			changes, keys = append(changes, c), append(keys, sh.key(row))
		}
	}

	previews, err := catalog.RecordPricesTx(ctx, tx, now, changes, by)

	for i, p := range previews {
		if p.Below {
			below[keys[i]] = true
		}
	}

	return below, err
}

// refuse marks the rows with these keys as faulty.
func refuse(rows []Row, below map[string]bool) {
	for i := range rows {
		if below[rows[i].Code] {
			rows[i].Outcome, rows[i].Reason = Faulty, "below cost: schedule it with loket admin price import, and another person approves it"
		}
	}
}

func parseAll[T any](sh sheet[T], lines []line) []parsedRow[T] {
	rows := make([]parsedRow[T], len(lines))

	for i, l := range lines {
		rows[i].row = Row{Line: l.number, Code: l.label()}

		if l.broken != "" {
			rows[i].row.Outcome, rows[i].row.Reason = Faulty, l.broken

			continue
		}

		c := &cells{columns: sh.columns, values: l.cells}
		rows[i].value = sh.parse(c)

		if c.err != nil {
			rows[i].row.Outcome, rows[i].row.Reason = Faulty, c.err.Error()

			continue
		}

		rows[i].row.Code = sh.key(rows[i].value)
	}

	return rows
}

// judge returns the rows to write and the report on all rows.
func judge[T any](sh sheet[T], st state[T], rows []parsedRow[T]) ([]T, []Row) {
	reported := make([]Row, len(rows))
	good := make(map[string]T, len(rows))
	firstLine := make(map[string]int, len(rows))

	for i, p := range rows {
		reported[i] = p.row
		if p.row.Outcome == Faulty {
			continue
		}

		key := sh.key(p.value)

		if first, twice := firstLine[key]; twice {
			reported[i].Outcome, reported[i].Reason = Faulty, fmt.Sprintf("the same as line %d", first)

			continue
		}

		firstLine[key] = p.row.Line

		stored, err := st.check(p.value)
		if err != nil {
			reported[i].Outcome, reported[i].Reason = Faulty, err.Error()

			continue
		}

		good[key] = stored
	}

	clashes := map[string]error{}
	if st.together != nil {
		clashes = st.together(good)
	}

	changed := []T{}

	for i := range reported {
		if reported[i].Outcome == Faulty {
			continue
		}

		value := good[reported[i].Code]

		if err := clashes[reported[i].Code]; err != nil {
			reported[i].Outcome, reported[i].Reason = Faulty, err.Error()

			continue
		}

		reported[i].Outcome = outcome(st, reported[i].Code, value)
		if reported[i].Outcome != Unchanged {
			changed = append(changed, value)
		}
	}

	return changed, reported
}

func outcome[T any](st state[T], key string, value T) Outcome {
	old, exists := st.existing[key]
	removes := st.removes != nil && st.removes(value)

	switch {
	case removes && exists:
		return Removed
	case removes, exists && st.same(old, value):
		return Unchanged
	case exists:
		return Updated
	default:
		return Created
	}
}

func indexed[T any](list []T, key func(T) string) map[string]T {
	m := make(map[string]T, len(list))
	for _, v := range list {
		m[key(v)] = v
	}

	return m
}
