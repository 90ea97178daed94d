package wallet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

func TestMain(m *testing.M) { testkit.Main(m) }

var now = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

func newService(t *testing.T, d *db.DB, clk clock.Clock) *wallet.Service {
	t.Helper()

	return parts.New(t, d, clk).Wallets()
}

// newClient inserts a client. One without a tax number pays the higher tax.
func newClient(t testing.TB, d *db.DB, id int64, taxNumber any) {
	t.Helper()

	testkit.InsertClient(t, d, id)
	testkit.Exec(t, d, "UPDATE clients SET tax_number = $1 WHERE id = $2", taxNumber, id)
}

func newWallet(t testing.TB, d *db.DB, clientID int64, typ wallet.Type) wallet.Wallet {
	t.Helper()

	var w wallet.Wallet

	err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
		w, err = wallet.CreateTx(t.Context(), tx, now, wallet.Wallet{ClientID: clientID, Type: typ, Active: true})

		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	return w
}

func balance(t *testing.T, d *db.DB, clientID int64) money.Rupiah {
	t.Helper()

	list, err := newService(t, d, clock.System{}).List(t.Context(), clientID)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %d wallets", err, len(list))
	}

	return list[0].Balance
}

// A wallet behaves like a sum in memory under any mix of postings, repeats and refusals.
func TestWalletAgreesWithAModel(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		var client atomic.Int64

		rapid.Check(t, func(r *rapid.T) {
			id := client.Add(1)
			newClient(t, d, id, "01.234")
			w := newWallet(t, d, id, wallet.Level1)
			model := money.Rupiah(0)
			posted := map[string]money.Rupiah{}

			r.Repeat(map[string]func(*rapid.T){
				"post": func(r *rapid.T) {
					key := fmt.Sprintf("%d/%d", id, rapid.IntRange(1, 30).Draw(r, "key"))
					amount := money.Rupiah(rapid.Int64Range(-5_000, 5_000).Draw(r, "amount"))
					first, used := posted[key]
					entry, repeated, err := post(t.Context(), d, w, key, amount)

					switch {
					case used && amount == first:
						if err != nil || !repeated || entry.Amount != first {
							r.Fatalf("a repeat gave %+v, %v, %v", entry, repeated, err)
						}
					case used || amount == 0 || model+amount < 0:
						if err == nil {
							r.Fatalf("%d from %d was not refused", amount, model)
						}
					case err != nil:
						r.Fatal(err)
					default:
						model += amount
						posted[key] = amount
					}
				},
				"": func(r *rapid.T) {
					if got := balance(t, d, id); got != model {
						r.Fatalf("balance %d, model %d", got, model)
					}
				},
			})
		})
		testkit.ProveBooks(t, d)
	})
}

func post(ctx context.Context, d *db.DB, w wallet.Wallet, key string, amount money.Rupiah) (e wallet.Entry, repeated bool, err error) {
	action := wallet.Topup
	if amount < 0 {
		action = wallet.Deduct
	}

	err = d.Tx(ctx, func(tx *db.Tx) (err error) {
		e, repeated, err = wallet.PostTx(ctx, tx, now, wallet.Posting{
			WalletID: w.ID, ClientID: w.ClientID, Action: action, Amount: amount, Contra: wallet.Adjustments, Key: key,
		})

		return err
	})

	return e, repeated, err
}

func TestKeyPostsOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		w := newWallet(t, d, 1, wallet.Level1)

		var wg sync.WaitGroup

		for range 32 {
			wg.Go(func() {
				if _, _, err := post(t.Context(), d, w, "same", 700); err != nil {
					t.Error(err)
				}
			})
		}

		wg.Wait()

		if got := balance(t, d, 1); got != 700 {
			t.Errorf("balance %d after 32 repeats of one posting of 700", got)
		}

		newClient(t, d, 2, nil)
		other := newWallet(t, d, 2, wallet.Level1)

		if _, repeated, err := post(t.Context(), d, other, "same", 300); err != nil || repeated || balance(t, d, 2) != 300 {
			t.Errorf("the same key of another client: repeated %t, %v", repeated, err)
		}

		if _, _, err := post(t.Context(), d, w, "same", 701); !wallet.ErrPostingConflict.Is(err) {
			t.Errorf("another input with the same key gave %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// Concurrent debits of a wallet that holds exactly ten of them.
func TestNoOverdraftUnderRace(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const fits = 10

		newClient(t, d, 1, nil)
		w := newWallet(t, d, 1, wallet.Level1)

		if _, _, err := post(t.Context(), d, w, "fund", fits*1_000); err != nil {
			t.Fatal(err)
		}

		var (
			wg sync.WaitGroup
			ok atomic.Int64
		)

		for i := range 64 {
			wg.Go(func() {
				_, _, err := post(t.Context(), d, w, fmt.Sprintf("debit-%d", i), -1_000)

				switch {
				case err == nil:
					ok.Add(1)
				case !wallet.ErrInsufficientBalance.Is(err):
					t.Error(err)
				}
			})
		}

		wg.Wait()

		if ok.Load() != fits || balance(t, d, 1) != 0 {
			t.Errorf("%d debits went through, %d is left", ok.Load(), balance(t, d, 1))
		}

		testkit.ProveBooks(t, d)
	})
}

// The check above must be able to fail: with the classic fault, reading the balance first
// and writing it later, more debits succeed than there is money.
func TestRaceGateSeesReadThenWrite(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const callers = 8

		newClient(t, d, 1, nil)
		w := newWallet(t, d, 1, wallet.Level1)

		if _, _, err := post(t.Context(), d, w, "fund", 1_000); err != nil {
			t.Fatal(err)
		}

		var read, done sync.WaitGroup

		through := atomic.Int64{}

		read.Add(callers)

		for range callers {
			done.Go(func() {
				was := balance(t, d, 1)

				read.Done()
				read.Wait() // all have read before one writes

				err := d.Tx(t.Context(), func(tx *db.Tx) error {
					_, err := tx.Exec(t.Context(), "UPDATE wallets SET balance = $1 WHERE id = $2", int64(was-1_000), w.ID)

					return err
				})
				if err == nil {
					through.Add(1)
				}
			})
		}

		done.Wait()

		if through.Load() == 1 {
			t.Error("the planted fault was not seen")
		}
	})
}

// The clock of a node may be behind the one that wrote the wallet's last row. History still never goes back in time.
func TestHistoryNeverGoesBackInTime(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, "01.234")
		w := newWallet(t, d, 1, wallet.Level1)
		key := wallet.Key{ClientID: 1, Type: wallet.Level1}
		behind := now.Add(-time.Second)
		memory := wallet.NewMemory()

		if _, _, err := post(t.Context(), d, w, "first", 1_000); err != nil {
			t.Fatal(err)
		}

		charge := func(orderID int64, at time.Time) {
			testkit.Exec(t, d, `INSERT INTO orders (id, client_id, client_ref, wallet_id, wallet_type, product_code, product_name, kind, destination_no,
					price, status, refunded, channel, input_hash, created_at, updated_at)
				VALUES ($1, 1, $2, $3, 'level_1', 'P', 'P', 'prepaid', '0', 10, 4, FALSE, 'h2h', 1, 1, 1)`, orderID, strconv.FormatInt(orderID, 10), w.ID)

			err := d.Batch(t.Context(), func(b *db.Batch) error {
				locked, known := memory.Recall([]wallet.Key{key})
				if !known {
					locked = wallet.LockBatch(b, []wallet.Key{key})

					if err := b.Flush(t.Context()); err != nil {
						return err
					}
				}

				e, err := locked.Charge(key, orderID, 10, "ref", at)
				if err != nil || e.CreatedAt.Before(now) {
					t.Errorf("order %d: charged at %s, %v", orderID, e.CreatedAt, err)
				}

				locked.Post(b)
				b.AfterCommit(func() { memory.Keep(locked) })

				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}

		charge(1, behind)                 // the wallet is read
		charge(2, now.Add(2*time.Second)) // remembered
		charge(3, now)

		var e wallet.Entry

		testkit.Exec(t, d, "UPDATE orders SET status = 3, refunded = TRUE WHERE id = 3")

		err := d.Tx(t.Context(), func(tx *db.Tx) (err error) {
			e, err = wallet.RefundTx(t.Context(), tx, behind, 1, w.ID, 3, 10, "ref")

			return err
		})
		if err != nil || !e.CreatedAt.Equal(now.Add(2*time.Second)) {
			t.Errorf("refunded at %s, %v", e.CreatedAt, err)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestTaxFollowsTopupOfLevel2(t *testing.T) {
	t.Parallel()

	cases := []struct {
		name      string
		typ       wallet.Type
		taxNumber any
		amount    money.Rupiah
		want      money.Rupiah
	}{
		{"half a per cent", wallet.Level2, "01.234.567.8-901.000", 10_000_000, 9_950_000},
		{"one per cent without a tax number", wallet.Level2, nil, 10_000_000, 9_900_000},
		{"rounded down", wallet.Level2, "01", 10_399, 10_348},
		{"too little for a rupiah", wallet.Level2, "01", 199, 199},
		{"level 1 pays none", wallet.Level1, nil, 10_000_000, 10_000_000},
	}

	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newService(t, d, clock.NewManual(now))

		for i, c := range cases {
			id := int64(i + 1)
			newClient(t, d, id, c.taxNumber)
			newWallet(t, d, id, c.typ)

			a := wallet.Adjustment{
				ClientID: id, Type: c.typ, Amount: c.amount, Contra: wallet.BankClearing,
				Key: c.name, Actor: "staff:test", Reason: "transfer",
			}
			for range 2 { // a repeat changes nothing
				if _, err := s.Adjust(t.Context(), a); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
			}

			if got := balance(t, d, id); got != c.want {
				t.Errorf("%s: %s is left of %s, want %s", c.name, got, c.amount, c.want)
			}
		}

		lines, err := s.TrialBalance(t.Context())
		if err != nil {
			t.Fatal(err)
		}

		sum := money.Rupiah(0)
		for _, l := range lines {
			sum += l.Amount
		}

		if sum != 0 || len(lines) != 3 {
			t.Errorf("the trial balance is off by %d: %+v", sum, lines)
		}

		testkit.ProveBooks(t, d)
	})
}

// A repeat returns the original posting, whatever the rate is now.
func TestRepeatedTopupSurvivesANewTaxRate(t *testing.T) {
	t.Parallel()

	for what, c := range map[string]struct {
		amount money.Rupiah
		rate   int64 // after the first
		rows   int
	}{
		"nothing withheld then": {amount: 199, rate: 500, rows: 1},
		"nothing withheld now":  {amount: 10_000, rate: 0, rows: 2},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
				newClient(t, d, 1, "01")
				newWallet(t, d, 1, wallet.Level2)

				clk := clock.NewManual(now)
				s := newService(t, d, clk)
				a := wallet.Adjustment{
					ClientID: 1, Type: wallet.Level2, Amount: c.amount, Contra: wallet.BankClearing, Key: "k", Actor: "staff:test", Reason: "transfer",
				}

				first, err := s.Adjust(t.Context(), a)
				if err != nil || len(first.Entries) != c.rows {
					t.Fatalf("%+v, %v", first, err)
				}

				clk.Advance(time.Hour)

				testkit.Exec(t, d, "INSERT INTO tax_rates (starts_at, points, points_no_tax_number) VALUES ($1, $2, $2)",
					clock.Micros(clk.Now()), c.rate)

				if again, err := s.Adjust(t.Context(), a); err != nil || !slices.Equal(again.Entries, first.Entries) {
					t.Errorf("first %+v, again %+v, %v", first, again, err)
				}

				testkit.ProveBooks(t, d)
			})
		})
	}
}

// The event of a top-up names the key of its posting, whatever characters the key has. A repeat records nothing.
func TestTopupEventNamesItsPosting(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, "01")
		w := newWallet(t, d, 1, wallet.Level2)
		key := `transfer "7"\8`

		for range 2 {
			testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
				_, _, err := newService(t, d, clock.NewManual(now)).TopupTx(t.Context(), tx, now, w, wallet.Posting{
					Action: wallet.Topup, Amount: 10_000, Contra: wallet.BankClearing, Key: key,
				})

				return err
			}))
		}

		var data struct {
			Key    string `json:"key"`
			Amount int64  `json:"amount"`
		}

		testkit.Must(t, json.Unmarshal([]byte(testkit.Value[string](t, d, "SELECT data FROM events WHERE kind = 'topup.credited'")), &data))

		if data.Key != key || data.Amount != 10_000 {
			t.Errorf("recorded %+v", data)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestAdjustNeedsAReason(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		_, err := newService(t, d, clock.System{}).Adjust(t.Context(), wallet.Adjustment{
			ClientID: 1, Type: wallet.Level1, Amount: 1, Contra: wallet.Adjustments, Key: "k", Actor: "staff:test",
		})
		if err == nil || balance(t, d, 1) != 0 {
			t.Errorf("an adjustment without a reason: %v", err)
		}
	})
}
