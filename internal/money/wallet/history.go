package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// HistoryPageSize is the number of rows of a page (docs/product/shell.md#lists).
const HistoryPageSize = 10

// maxHistoryPage limits jumps without a cursor. In one wallet without other filters a jump costs as much as the first page.
const maxHistoryPage = 100_000

// RowID names a row of history; the zero value names none.
type RowID struct{ WalletID, Seq int64 }

func (r RowID) String() string {
	return strconv.FormatInt(r.WalletID, 10) + "-" + strconv.FormatInt(r.Seq, 10)
}

// ParseRowID reads the text form of a RowID. Empty is no row; other texts are an error of the field.
func ParseRowID(field, text string) (RowID, error) {
	if text == "" {
		return RowID{}, nil
	}

	wallet, seq, _ := strings.Cut(text, "-")
	w, err := strconv.ParseInt(wallet, 10, 64)
	n, err2 := strconv.ParseInt(seq, 10, 64)

	if r := (RowID{w, n}); err == nil && err2 == nil && w > 0 && n > 0 && r.String() == text {
		return r, nil
	}

	return RowID{}, fault.InvalidField(field, msgCursor)
}

// HistoryFilter selects rows of history; zero values select all.
type HistoryFilter struct {
	Type   Type
	Action Action
	Period Period
	Search Search
}

// Search finds the rows of orders, and the rows without an order whose reference is the text, exactly.
type Search struct {
	Text     string
	OrderIDs []int64
}

func (s Search) none() bool { return s.Text == "" && len(s.OrderIDs) == 0 }

// HistoryQuery selects a page of a client's history.
type HistoryQuery struct {
	HistoryFilter

	ClientID int64
	Zone     *time.Location // the client's; days and times of day are of this zone
	Page     int            // from 1
	// Before and After are cursors: the page has the rows older, or newer, than this row. With a cursor the page number
	// costs nothing.
	Before, After RowID
}

// Validate checks the filter at a time. Errors are fault.ErrValidation.
func (f HistoryFilter) Validate(now time.Time, zone *time.Location) error {
	if f.Type != "" && !f.Type.Valid() {
		return InvalidType("depositType")
	}

	if f.Action != "" && !slices.Contains(Actions(), f.Action) {
		return fault.InvalidField("action", msgAction)
	}

	return f.Period.Validate(now, zone)
}

// HistoryRow is a row of history with the type of its wallet.
type HistoryRow struct {
	Entry

	Type Type
}

// ID names the row.
func (r HistoryRow) ID() RowID { return RowID{r.WalletID, r.Seq} }

// History returns a page of a client's history, newest first: of all wallets by time, rows of one moment by wallet and
// number.
func (s *Service) History(ctx context.Context, q HistoryQuery) ([]HistoryRow, error) {
	if err := q.Validate(s.deps.Clock.Now(), q.Zone); err != nil {
		return nil, err
	}

	if list, known, err := s.historyAtOnce(ctx, q); known || err != nil {
		return list, err
	}

	wallets, err := s.walletsOf(ctx, q.ClientID, q.Type)
	if err != nil || len(wallets) == 0 {
		return []HistoryRow{}, err
	}

	spans, err := q.spans(ctx, s.deps.DB.Reader(), wallets)
	if err != nil {
		return nil, fmt.Errorf("history of client %d: %w", q.ClientID, err)
	}

	skip, err := q.skip(ctx, s.deps.DB.Reader(), wallets, spans)
	if err != nil {
		return nil, fmt.Errorf("history of client %d: %w", q.ClientID, err)
	}

	text, args := q.statement(wallets, spans, skip)
	if text == "" {
		return []HistoryRow{}, nil
	}

	return s.readHistory(ctx, q, text, args)
}

// readHistory reads a page.
func (s *Service) readHistory(ctx context.Context, q HistoryQuery, text string, args []any) ([]HistoryRow, error) {
	rows, err := s.deps.DB.Reader().Query(ctx, text, args...)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (r HistoryRow, err error) {
		r.Entry, err = scanEntry(typedRow{row, &r.Type})

		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("history of client %d: %w", q.ClientID, err)
	}

	if q.After != (RowID{}) {
		slices.Reverse(list) // they were read upwards from the cursor
	}

	return list, nil
}

// typedRow is a row of history that ends with the type of its wallet.
type typedRow struct {
	row db.Row
	of  *Type
}

func (r typedRow) Scan(dest ...any) error { return r.row.Scan(append(dest, r.of)...) }

// walletsOf returns the wallets of a client, or its wallet of one type.
func (s *Service) walletsOf(ctx context.Context, clientID int64, t Type) ([]Wallet, error) {
	wallets, err := s.List(ctx, clientID)
	if t == "" || err != nil {
		return wallets, err
	}

	return slices.DeleteFunc(wallets, func(w Wallet) bool { return w.Type != t }), nil
}

// spans finds for each wallet the rows of the period that the cursor leaves.
func (q HistoryQuery) spans(ctx context.Context, r db.Querier, wallets []Wallet) ([]span, error) {
	spans := make([]span, len(wallets))
	cursor := q.Before

	if cursor == (RowID{}) {
		cursor = q.After
	}

	at, err := q.momentOf(ctx, r, cursor, wallets)
	if err != nil {
		return nil, err
	}

	for i, w := range wallets {
		if spans[i], err = q.periodIn(ctx, r, w); err != nil {
			return nil, err
		}

		if cursor == (RowID{}) {
			continue
		}

		// Up to this row the wallet's rows are older than the cursor's.
		older := cursor.Seq - 1

		if w.ID != cursor.WalletID {
			moment := at
			if w.ID < cursor.WalletID {
				moment++ // of one moment, rows of wallets with a smaller id are older
			}

			found, err := rowsBefore(ctx, r, w, w.lastSeq, moment)
			if err != nil {
				return nil, err
			}

			older = found[0]
		}

		switch {
		case q.Before != (RowID{}):
			spans[i].until = min(spans[i].until, older)
		case w.ID == cursor.WalletID:
			spans[i].after = max(spans[i].after, cursor.Seq)
		default:
			spans[i].after = max(spans[i].after, older)
		}
	}

	return spans, nil
}

// momentOf is the time of the cursor's row. Only a list of several wallets needs it, but any cursor must be one of the
// client's rows.
func (q HistoryQuery) momentOf(ctx context.Context, r db.Querier, cursor RowID, wallets []Wallet) (int64, error) {
	field := "before"
	if q.After != (RowID{}) {
		field = "after"
	}

	if cursor == (RowID{}) || len(wallets) == 1 && wallets[0].ID == cursor.WalletID && cursor.Seq <= wallets[0].lastSeq {
		return 0, nil
	}

	var at int64

	err := r.QueryRow(ctx, "SELECT created_at FROM wallet_history WHERE wallet_id = $1 AND seq = $2 AND client_id = $3",
		cursor.WalletID, cursor.Seq, q.ClientID).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.InvalidField(field, msgCursor)
	}

	if err != nil {
		return 0, fmt.Errorf("row %s: %w", cursor, err)
	}

	return at, nil
}

func (p Period) none() bool { return p.From == nil && p.To == nil }

func (q HistoryQuery) periodIn(ctx context.Context, r db.Querier, w Wallet) (span, error) {
	if q.Period.none() {
		return span{0, w.lastSeq}, nil
	}

	from, to := q.Period.bounds(q.Zone)

	return spanOf(ctx, r, w, w.lastSeq, from, to)
}

// statement builds the query: the rows of each wallet by their numbers, merged by time.
func (q HistoryQuery) statement(wallets []Wallet, spans []span, skip int64) (string, []any) {
	var p db.Where

	parts := []historyPart{}

	for i, w := range wallets {
		if spans[i].rows() > 0 {
			parts = append(parts, q.parts(&p, rowsOf(&p, w, spans[i]))...)
		}
	}

	return q.merged(&p, parts, skip)
}

// historyPart is a condition for rows of one wallet, whose type is kind.
type historyPart struct {
	kind      Type
	condition string
}

// parts are the conditions of the rows of one wallet.
func (q HistoryQuery) parts(p *db.Where, rows walletRows) []historyPart {
	conditions := q.conditions(p, rows)
	list := make([]historyPart, len(conditions))

	for i, condition := range conditions {
		list[i] = historyPart{rows.kind, condition}
	}

	return list
}

// merged reads the rows of each part, merged by time. Unless rows are skipped, the
// page's size is written as a literal: PostgreSQL doesn't keep the plan of a statement
// whose LIMIT is a parameter, because it guesses too many rows.
func (q HistoryQuery) merged(p *db.Where, list []historyPart, skip int64) (string, []any) {
	if len(list) == 0 {
		return "", nil
	}

	order := "DESC"
	if q.After != (RowID{}) {
		order = "ASC"
	}

	limit, skipped := strconv.Itoa(HistoryPageSize), ""
	if skip > 0 {
		limit, skipped = p.Arg(HistoryPageSize+skip), " OFFSET "+p.Arg(skip)
	}

	parts := make([]string, len(list))

	for i, part := range list {
		parts[i] = "SELECT " + partColumns + ", CAST(" + p.Arg(string(part.kind)) + " AS TEXT) AS type FROM (SELECT " + entryColumns +
			" FROM wallet_history WHERE " + part.condition +
			" ORDER BY seq " + order + " LIMIT " + limit + ") part" + strconv.Itoa(i)
	}

	return strings.Join(parts, " UNION ALL ") + " ORDER BY created_at " + order + ", wallet_id " + order + ", seq " + order +
		" LIMIT " + strconv.Itoa(HistoryPageSize) + skipped, p.Args
}

// walletRows are rows of a wallet from a first to a last number, each as SQL.
type walletRows struct {
	kind                        Type
	wallet, client, first, last string
}

func rowsOf(p *db.Where, w Wallet, rows span) walletRows {
	return walletRows{w.Type, p.ArgHiddenFromPlanner(w.ID), p.HiddenClient(w.ClientID), p.ArgHiddenFromPlanner(rows.after + 1), p.ArgHiddenFromPlanner(rows.until)}
}

// conditions select the rows of one wallet. A search has one condition for each kind of row, so that each uses its own
// index.
func (f HistoryFilter) conditions(p *db.Where, rows walletRows) []string {
	action := f.actionIs(p)
	within := func(sign string) string { // SQLite's planner looks at the order: the range stands last
		return sign + "wallet_id = " + rows.wallet + " AND client_id = " + rows.client + action +
			" AND " + sign + "seq BETWEEN " + rows.first + " AND " + rows.last
	}

	if f.Search.none() {
		return []string{within("")}
	}

	found := []string{}

	for _, id := range f.Search.OrderIDs {
		// With the sign SQLite doesn't read the whole wallet by the primary key, but the order's rows by their index.
		found = append(found, within("+")+" AND order_id = "+p.Arg(id))
	}

	if text := f.Search.Text; text != "" && utf8.ValidString(text) && !strings.ContainsRune(text, 0) { // others can't be stored
		found = append(found, within("")+" AND order_id IS NULL AND reference = "+p.Arg(text))
	}

	return found
}

// actionIs is the condition of the action. It repeats the condition of the partial index, without which neither engine
// would use the index for an argument.
func (f HistoryFilter) actionIs(p *db.Where) string {
	if f.Action == "" {
		return ""
	}

	if f.Action == Payment {
		return " AND action = 'payment'"
	}

	return " AND action = " + p.Arg(string(f.Action)) + " AND action <> 'payment'"
}
