package wallet

import (
	"context"

	"loket/internal/platform/db"
)

// historyOfOne reads a page of one wallet without a period in one statement: nearly all pages that people look at.
// known is false where more has to be found out: the place of a time, of a cursor in another wallet, or why there is
// nothing at a cursor.
func (s *Service) historyOfOne(ctx context.Context, q HistoryQuery) (list []HistoryRow, known bool, err error) {
	if q.Type == "" || !q.Period.none() {
		return nil, false, nil
	}

	text, args := q.oneStatement()
	list, err = s.readHistory(ctx, q, text, args, nil)
	atCursor := q.Before != (RowID{}) || q.After != (RowID{})

	return list, err == nil && (len(list) > 0 || !atCursor), err
}

// oneStatement builds the query of a page of one wallet, which it finds by client and type.
func (q HistoryQuery) oneStatement() (string, []any) {
	var p db.Where

	client := p.Arg(q.ClientID)
	of := " FROM wallets WHERE client_id = " + client + " AND type = " + p.Arg(string(q.Type))
	rows := walletRows{wallet: "(SELECT id" + of + ")", client: client, first: "1"}
	last, skip := "seq", q.skipped()
	at := func(cursor RowID) { of += " AND id = " + p.Arg(cursor.WalletID) + " AND seq >= " + p.Arg(cursor.Seq) }

	switch {
	case q.Before != (RowID{}):
		at(q.Before)

		last = "CAST(" + p.Arg(q.Before.Seq-1) + " AS BIGINT)"
	case q.After != (RowID{}):
		at(q.After)

		rows.first = p.Arg(q.After.Seq + 1)
	case q.Action == "" && q.Search.none():
		last += " - " + p.Arg(skip)
		skip = 0
	}

	rows.last = "(SELECT " + last + of + ")"

	return q.merged(&p, q.conditions(&p, rows), skip)
}
