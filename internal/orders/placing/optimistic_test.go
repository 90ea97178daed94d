package placing_test

import (
	"fmt"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
)

// A node that remembers a wallet notices a later charge by another node, and a top-up.
func TestRememberedWalletThatMoved(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)

		one, two := newService(t, d, 1), newService(t, d, 2)

		place := func(s *placing.Service, ref string) error {
			_, err := s.Place(t.Context(), ordertest.Request(ref))

			return err
		}

		for i := range 5 { // each node finds that the other has charged the wallet
			if err := place(one, fmt.Sprintf("one-%d", i)); err != nil {
				t.Fatal(err)
			}

			if err := place(two, fmt.Sprintf("two-%d", i)); err != nil {
				t.Fatal(err)
			}
		}

		if err := place(one, "beyond"); !wallet.ErrInsufficientBalance.Is(err) {
			t.Errorf("an empty wallet gave %v", err)
		}

		topUp(t, d, price)

		if err := place(two, "topped-up"); err != nil {
			t.Errorf("a topped up wallet gave %v", err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != 11 {
			t.Errorf("%d orders, want 11", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// TestRefusedOrderSlowsNobodyElse: a refused order makes its own batch be written with locks, not the next ones, and the
// placer still remembers the balances of other clients.
func TestRefusedOrderSlowsNobodyElse(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)
		s := newService(t, d, 1)

		place := func(ref string, clientID int64, product string) error {
			r := ordertest.Request(ref)
			r.ClientID, r.ProductCode = clientID, product
			_, err := s.Place(t.Context(), r)

			return err
		}

		testkit.Must(t, place("mine", client, ordertest.Product))
		testkit.Must(t, place("theirs", ordertest.Other, ordertest.Product))

		for n := range 3 {
			if err := place(fmt.Sprint("dear-", n), client, dearCode); !wallet.ErrInsufficientBalance.Is(err) {
				t.Fatalf("an order above the balance: %v", err)
			}

			if n := s.LockedBatches(ordertest.Other); n > 0 {
				t.Errorf("the next %d batches are written with locks", n)
			}

			if !s.Remembers(ordertest.Other, wallet.Level1) {
				t.Error("the balance of another client is forgotten")
			}

			testkit.Must(t, place(fmt.Sprint("after-", n), ordertest.Other, ordertest.Product))
		}

		testkit.ProveBooks(t, d)
	})
}

// TestReferencesAreNotLookedUpByACachedPlan: a plan that PostgreSQL caches while the
// table is empty may use an index that has only the client, and would go on to read
// all orders of the client for each reference.
func TestReferencesAreNotLookedUpByACachedPlan(t *testing.T) {
	t.Parallel()

	const (
		rounds = 10 // PostgreSQL may cache a plan after five executions
		size   = 50 // a cached plan is made for ten references, and taken if it seems cheaper
	)

	d := testkit.Open(t, db.Postgres)
	ordertest.Fill(t, d, 2*rounds*size*price)

	one, two := newService(t, d, 1), newService(t, d, 2)

	for i := range rounds { // each node finds that the other has charged the wallet, and looks the references up
		for name, s := range map[string]*placing.Service{"one": one, "two": two} {
			requests := []placing.Request{}
			for n := range size {
				requests = append(requests, ordertest.Request(fmt.Sprintf("%s-%d-%d", name, i, n)))
			}

			for _, r := range s.PlaceMany(t.Context(), requests) {
				testkit.Must(t, r.Err)
			}
		}
	}

	var custom, generic int

	err := d.BatchOf(t.Context(), ordertest.Client, func(b *db.Batch) error { // on the connection of the batches above
		b.Query(`SELECT custom_plans, generic_plans FROM pg_prepared_statements
			WHERE statement LIKE '%o.client_id = input.client%AND o.client_ref = input.ref%' AND statement NOT LIKE '%pg_prepared_statements%'`,
			nil, func(row db.Row) error { return row.Scan(&custom, &generic) })

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	if custom < rounds || generic != 0 {
		t.Errorf("%d look-ups were planned anew, %d used a cached plan", custom, generic)
	}
}

func TestRememberedWalletThatWasClosed(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)

		for _, clients := range [][]int64{{client}, {client, ordertest.Other}} { // one wallet, then two in one batch
			s := newService(t, d, len(clients))

			place := func(name string) []placing.Result {
				requests := make([]placing.Request, len(clients))
				for i, id := range clients {
					requests[i] = ordertest.Request(fmt.Sprint(name, len(clients)))
					requests[i].ClientID = id
				}

				return s.PlaceMany(t.Context(), requests)
			}

			for _, r := range place("open") {
				if r.Err != nil {
					t.Fatal(r.Err)
				}
			}

			testkit.Exec(t, d, fmt.Sprintf("UPDATE wallets SET active = FALSE WHERE client_id = %d", client))

			for i, r := range place("closed") {
				if closed := clients[i] == client; wallet.ErrInactive.Is(r.Err) != closed || (r.Err != nil) != closed {
					t.Errorf("of %d wallets, %d gave %v", len(clients), clients[i], r.Err)
				}
			}

			testkit.Exec(t, d, fmt.Sprintf("UPDATE wallets SET active = TRUE WHERE client_id = %d", client))
		}

		testkit.ProveBooks(t, d)
	})
}

// The same for a batch with several wallets, one of which another node has charged.
func TestRememberedWalletsOfWhichOneMoved(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)

		one, two := newService(t, d, 1), newService(t, d, 2)

		both := func(round int) {
			requests := []placing.Request{ordertest.Request(fmt.Sprint("mine-", round)), ordertest.Request(fmt.Sprint("theirs-", round))}
			requests[1].ClientID = ordertest.Other

			for _, r := range one.PlaceMany(t.Context(), requests) {
				if r.Err != nil {
					t.Error(r.Err)
				}
			}
		}

		for round := range 3 {
			both(round)

			if _, err := two.Place(t.Context(), ordertest.Request(fmt.Sprint("between-", round))); err != nil {
				t.Fatal(err)
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders"); n != 9 {
			t.Errorf("%d orders, want 9", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// A reference that another node has used is answered as a repeat, although the
// optimistic batch didn't look it up.
func TestRepeatThatWasNotLookedFor(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		ordertest.Fill(t, d, 10*price)

		one, two := newService(t, d, 1), newService(t, d, 2)

		first, err := one.Place(t.Context(), ordertest.Request("first"))
		if err != nil {
			t.Fatal(err)
		}

		for _, s := range []*placing.Service{one, two, one} {
			again, err := s.Place(t.Context(), ordertest.Request("first"))
			if err != nil || !again.Repeat || again.Order.ID != first.Order.ID {
				t.Errorf("the repeat gave %+v, %v", again, err)
			}
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM wallet_history WHERE action = 'payment'"); n != 1 {
			t.Errorf("charged %d times", n)
		}

		testkit.ProveBooks(t, d)
	})
}

func topUp(t *testing.T, d *db.DB, amount money.Rupiah) {
	t.Helper()

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		w := wallet.Wallet{ClientID: client, Type: wallet.Level1, Active: true}
		if err := tx.QueryRow(t.Context(), "SELECT id FROM wallets WHERE client_id = $1", client).Scan(&w.ID); err != nil {
			return err
		}

		_, _, err := wallet.PostTx(t.Context(), tx, clock.System{}.Now(), wallet.Posting{
			WalletID: w.ID, ClientID: w.ClientID, Action: wallet.Topup, Amount: amount, Contra: wallet.BankClearing, Key: ids.Token(),
		})

		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A batch that waits for its wallet uses the price that is valid once it has the
// wallet.
func TestPriceThatChangesWhileABatchWaits(t *testing.T) {
	t.Parallel()

	const dearer = 20_000

	d := testkit.Open(t, db.Postgres) // on SQLite a batch waits before its transaction begins
	ordertest.Fill(t, d, 1_000_000)
	s := newService(t, d, 1)

	if _, err := s.Place(t.Context(), ordertest.Request("before")); err != nil { // the next batch is optimistic
		t.Fatal(err)
	}

	placed := make(chan placing.PlacedOrder, 1)

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), "UPDATE wallets SET active = active")

		go func() {
			p, err := s.Place(t.Context(), ordertest.Request("after"))
			if err != nil {
				t.Error(err)
			}

			placed <- p
		}()

		testkit.Eventually(t, ordertest.Patience, "the batch waits", func() bool {
			return testkit.LockWaits(t, d) == 1
		})
		testkit.Exec(t, d, "UPDATE products SET price = $1 WHERE code = $2", dearer, ordertest.Product)
		testkit.Exec(t, d, "INSERT INTO versions (name, version) VALUES ('catalog', 99) ON CONFLICT (name) DO UPDATE SET version = 99")

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	if p := <-placed; p.Order.Price != dearer {
		t.Errorf("charged %d after the price was %d", p.Order.Price, dearer)
	}

	testkit.ProveBooks(t, d)
}
