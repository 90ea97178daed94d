// Package ledger charges and refunds the accounts of a batch of orders: wallets and settlement limits. It locks or
// remembers the accounts, computes their rows of history in memory, and writes all of them together. What an account is,
// and what it refuses, is up to its package.
package ledger

import (
	"fmt"
	"time"

	"loket/internal/platform/money"
)

// Tables describes the tables of one kind of accounts. The table of accounts has the columns id, client_id, active,
// balance, seq and changed_at.
type Tables struct {
	Accounts string
	History  string
	IDColumn string // of the account, in its history
	// Type is the column that tells the accounts of a client apart; empty when a client has one.
	Type string
	// Blocked is the column with the time from which the account refuses charges; empty for none.
	Blocked string
}

// Book is the accounts of one kind, with the statements about them.
type Book struct {
	tables            Tables
	lock              string
	move, moveCharged string
}

// NewBook makes a Book.
func NewBook(t Tables) *Book {
	typ, blocked, since := "''", "0", ""
	guard := " AND a.active"

	if t.Type != "" {
		typ = "a." + t.Type
	}

	if t.Blocked != "" {
		// A remembered account may have changed without a row of history: its period was closed, its clock was moved, or
		// an invoice about it was issued.
		since = " AND a.changed_at <= {changed}"
		guard += fmt.Sprintf(" AND (a.%[1]s IS NULL OR a.%[1]s > {changed})", t.Blocked)
		blocked = "COALESCE(a." + t.Blocked + ", 0)"
	}

	b := &Book{
		tables: t,
		lock: "SELECT a.id, a.client_id, " + typ + ", a.active, a.balance, a.seq, a.changed_at, " + blocked + " FROM " + t.Accounts + ` a {JOIN}
			WHERE a.client_id = {client} AND ` + typ + " = {type}",
		move: "UPDATE " + t.Accounts + ` AS a SET balance = {balance}, seq = {seq}, changed_at = {changed} {FROM SORTED}
			WHERE a.client_id = {client} AND a.id = {id} AND a.seq = {before}` + since,
	}
	b.moveCharged = b.move + guard

	return b
}

// Key is the key of an account for orders. Type is empty when a client has one account.
type Key struct {
	ClientID int64
	Type     string
}

// Account is an account of a batch.
type Account struct {
	ID       int64
	ClientID int64
	Type     string
	Active   bool
	Balance  money.Rupiah
	// BlockedAt is the time from which charges are refused, in microseconds; 0 is never.
	BlockedAt int64

	seq     int64 // sequence number after the charges of the batch
	from    int64 // sequence number before them
	changed int64 // time of the last history row, microseconds
}

func (a *Account) touched() bool { return a.seq != a.from }

// Entry is one row of history, of an order or of a posting with a key.
type Entry struct {
	AccountID     int64
	Seq           int64
	ClientID      int64
	Action        string
	Amount        money.Rupiah // signed
	BalanceBefore money.Rupiah
	BalanceAfter  money.Rupiah
	Contra        string
	OrderID       int64
	Key           string // of a posting, which has no order
	SourceRef     string
	CreatedAt     time.Time
}
