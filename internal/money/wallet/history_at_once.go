package wallet

import (
	"context"

	"loket/internal/platform/db"
)

// historyAtOnce reads a page without a period in one statement: any page of one wallet, and the first page of all. These are
// nearly all pages that people look at. known is false where more has to be found out: the place of a time, of a cursor in
// another wallet, or why there is nothing at a cursor.
func (s *Service) historyAtOnce(ctx context.Context, q HistoryQuery) (list []HistoryRow, known bool, err error) {
	atCursor := q.Before != (RowID{}) || q.After != (RowID{})
	if !q.Period.none() || q.Type == "" && (atCursor || q.skipped() > 0) {
		return nil, false, nil
	}

	text, args := q.oneStatement()
	list, err = s.readHistory(ctx, q, text, args)

	return list, err == nil && (len(list) > 0 || !atCursor), err
}

// oneStatement builds the query of a page that needs no place of a time. It finds the wallets by client and type.
func (q HistoryQuery) oneStatement() (string, []any) {
	var p db.Where

	client := p.Arg(q.ClientID)

	if q.Type != "" {
		parts, skip := q.partsOfType(&p, client, q.Type)

		return q.merged(&p, parts, skip)
	}

	all := []historyPart{}

	for _, t := range Types() {
		parts, _ := q.partsOfType(&p, client, t) // the first page skips nothing
		all = append(all, parts...)
	}

	return q.merged(&p, all, 0)
}

// partsOfType selects the rows of the client's wallet of a type, and returns how many of them are left to skip.
func (q HistoryQuery) partsOfType(p *db.Where, client string, t Type) (parts []historyPart, skip int64) {
	of := " FROM wallets WHERE client_id = " + client + " AND type = " + p.Arg(string(t))
	last, first := "seq", "1"
	at := func(cursor RowID) { of += " AND id = " + p.Arg(cursor.WalletID) + " AND seq >= " + p.Arg(cursor.Seq) }
	skip = q.skipped()

	switch {
	case q.Before != (RowID{}):
		at(q.Before)

		last = "CAST(" + p.Arg(q.Before.Seq-1) + " AS BIGINT)"
	case q.After != (RowID{}):
		at(q.After)

		first = p.Arg(q.After.Seq + 1)
	case q.Action == "" && q.Search.none():
		last += " - " + p.Arg(skip)
		skip = 0
	}

	found := func(column string) string { return "(SELECT " + column + of + ")" }

	return q.parts(p, walletRows{kind: t, wallet: found("id"), client: p.HiddenClient(q.ClientID), first: first, last: found(last)}), skip
}
