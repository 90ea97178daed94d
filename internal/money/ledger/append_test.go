package ledger

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
)

// TestAppendKeepsTheChain appends charges and refunds of several accounts by clocks that differ. The rows of each account must
// follow each other: their numbers, balances and times.
func TestAppendKeepsTheChain(t *testing.T) {
	t.Parallel()

	const accounts, rows = 3, 500

	start := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, 2))
	locked, _ := NewBook(Tables{Accounts: "wallets", History: "wallet_history", IDColumn: "wallet_id"}).newLocked(nil)

	last := map[int64]Entry{}

	for id := range int64(accounts) {
		a := &Account{ID: accounts - id, ClientID: 1000 + id, Active: true, Balance: 1_000_000, seq: 7, from: 7, changed: clock.Micros(start)}
		locked.accounts[Key{a.ClientID, ""}] = a
		last[a.ID] = Entry{Seq: a.seq, BalanceAfter: a.Balance, CreatedAt: start}
	}

	if len(locked.touched()) != 0 {
		t.Error("accounts without new rows count as changed")
	}

	for n := range rows {
		a := locked.Account(Key{1000 + random.Int64N(accounts-1), ""}) // one account stays as it is
		at := start.Add(time.Duration(random.IntN(10_000)-1_000) * time.Millisecond)
		amount := money.Rupiah(random.IntN(2_000) - 1_000)

		before := last[a.ID]
		e := locked.Append(a, Entry{Action: "payment", Amount: amount, OrderID: int64(n), SourceRef: strconv.Itoa(n), CreatedAt: at})

		if e.AccountID != a.ID || e.ClientID != a.ClientID || e.Seq != before.Seq+1 {
			t.Fatalf("row %d: account %d, client %d, number %d after %d", n, e.AccountID, e.ClientID, e.Seq, before.Seq)
		}

		if e.BalanceBefore != before.BalanceAfter || e.BalanceAfter != e.BalanceBefore+amount || a.Balance != e.BalanceAfter {
			t.Fatalf("row %d: %d and %d make %d, the account has %d after %d", n, e.BalanceBefore, amount, e.BalanceAfter, a.Balance, before.BalanceAfter)
		}

		if e.CreatedAt.Before(before.CreatedAt) || e.CreatedAt.Before(at) {
			t.Fatalf("row %d is of %s, the one before of %s, the clock said %s", n, e.CreatedAt, before.CreatedAt, at)
		}

		last[a.ID] = e
	}

	changed := locked.touched()
	if len(changed) != accounts-1 || !slices.IsSortedFunc(changed, func(a, b *Account) int { return int(a.ID - b.ID) }) {
		t.Errorf("%d accounts changed, or they are not in the order of their ids", len(changed))
	}
}

// TestLockedAccountsAreUnique locks an account once, however many orders are about it: two rows of a batch would wait for
// each other.
func TestLockedAccountsAreUnique(t *testing.T) {
	t.Parallel()

	one, other := Key{1001, "level_1"}, Key{1001, "level_2"}

	locked, unique := NewBook(Tables{Accounts: "wallets", History: "wallet_history", IDColumn: "wallet_id", Type: "type"}).newLocked([]Key{one, other, one})
	if !slices.Equal(unique, []Key{one, other}) || locked.Account(one) != nil {
		t.Errorf("locked %v", unique)
	}
}
