package wallet

// OneStatement is the query of a page of one wallet.
func (q HistoryQuery) OneStatement() (string, []any) { return q.oneStatement() }

// Statement is the query of a page of one wallet with a number of rows.
func (q HistoryQuery) Statement(w Wallet, rows int64) (string, []any) {
	return q.statement([]Wallet{w}, []span{{0, rows}}, 0)
}
