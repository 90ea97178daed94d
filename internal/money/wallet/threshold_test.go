package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// newAlertingService makes a service whose job queue sends low-balance mails to box.
func newAlertingService(t *testing.T, d *db.DB, box mail.Sender) (*wallet.Service, *job.Queue) {
	t.Helper()

	p := parts.New(t, d, clock.NewManual(now))
	wallet.NewLowBalances(wallet.LowBalanceDeps{
		DB: d, Clock: p.Clock, Clients: p.Clients, Jobs: p.Jobs, Mail: box, Log: p.Log,
		Screen: func() string { return "https://loket.example/external/deposit" },
	})

	return p.Wallets(), p.Jobs
}

// One mail is sent when the balance falls below the threshold, and the next only after it
// rose above.
func TestLowBalanceIsToldOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		box := &mailtest.Recorder{}
		s, queue := newAlertingService(t, d, box)

		newClient(t, d, 1, nil)
		w := newWallet(t, d, 1, wallet.Level1)

		mailtest.Start(t, queue)

		looked := 0
		look := func(what string, want int) {
			t.Helper()

			looked++

			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := queue.EnqueueTx(t.Context(), tx, job.Request{Kind: "wallet.alerts"})

				return err
			})
			if err != nil {
				t.Fatal(err)
			}

			if err := queue.Idle(t.Context()); err != nil {
				t.Fatal(err)
			}

			if got := len(box.Messages()); got != want {
				t.Fatalf("%s: %d messages, want %d", what, got, want)
			}
		}
		move := func(n money.Rupiah) {
			t.Helper()

			if _, _, err := post(t.Context(), d, w, fmt.Sprint("move-", looked, n), n); err != nil {
				t.Fatal(err)
			}
		}
		set := func(n *money.Rupiah) {
			t.Helper()

			if _, err := s.SetThreshold(t.Context(), wallet.Threshold{ClientID: 1, WalletID: w.ID, Amount: n, Actor: "user:1"}); err != nil {
				t.Fatal(err)
			}
		}

		move(1000)
		look("no threshold", 0)
		set(new(money.Rupiah(500)))
		look("above", 0)
		move(-500)
		look("at the threshold", 0)
		move(-1)
		look("below", 1)
		move(-100)
		look("further below", 1)
		move(101)
		look("back at the threshold", 1)
		move(-1)
		look("below without having been above", 1)
		move(100)
		look("above again", 1)
		move(-200)
		look("below again", 2)
		set(new(money.Rupiah(500)))
		look("the same threshold again", 2)
		set(nil)
		look("cleared", 2)
		set(new(money.Rupiah(100_000)))
		look("a new threshold above the balance", 3)

		m := box.Messages()[0]
		if m.To != "f@example.com" || !strings.Contains(m.Subject, "Level 1") || m.Facts[1].Value != "Rp 499" {
			t.Errorf("%+v", m)
		}

		testkit.ProveBooks(t, d)
	})
}

// picky refuses one recipient, as an outbox refuses an invalid address.
type picky struct{ mailtest.Recorder }

func (p *picky) Send(ctx context.Context, tx *db.Tx, m mail.Message) error {
	if m.To == "refused@example.com" {
		return errors.New("not an address")
	}

	return p.Recorder.Send(ctx, tx, m)
}

// A client whose mail can't be written must not stop those of others. Each mail is in the
// language of its client.
func TestLowBalancesAreToldThoughOneCanNotBe(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		box := &picky{}
		_, queue := newAlertingService(t, d, box)

		for id := range int64(3) {
			newClient(t, d, id+1, nil)
			w := newWallet(t, d, id+1, wallet.Level1)

			testkit.Exec(t, d, "UPDATE wallets SET min_balance_alert = 5 WHERE id = $1", w.ID)
		}

		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Exec(t.Context(), "UPDATE clients SET email_finance = 'refused@example.com' WHERE id = 1"); err != nil {
				return err
			}

			if _, err := tx.Exec(t.Context(), "UPDATE clients SET language = 'id' WHERE id = 3"); err != nil {
				return err
			}

			_, err := queue.EnqueueTx(t.Context(), tx, job.Request{Kind: "wallet.alerts"})

			return err
		})
		if err != nil {
			t.Fatal(err)
		}

		mailtest.Start(t, queue)

		if err := queue.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}

		sent := box.Messages()
		if len(sent) != 2 {
			t.Fatalf("%d messages", len(sent))
		}

		// In the language of its client.
		for i, want := range []string{"Balance of Level 1 below the threshold", "Saldo Level 1 di bawah ambang batas"} {
			if sent[i].Subject != want {
				t.Errorf("message %d: %q, want %q", i, sent[i].Subject, want)
			}
		}
	})
}

func TestSetThreshold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newClient(t, d, 2, nil)
		w := newWallet(t, d, 1, wallet.Level1)
		s := newService(t, d, clock.NewManual(now))
		ask := func(client int64, n *money.Rupiah) error {
			_, err := s.SetThreshold(t.Context(), wallet.Threshold{ClientID: client, WalletID: w.ID, Amount: n, Actor: "user:1"})

			return err
		}

		if err := ask(2, new(money.Rupiah(1))); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's wallet: %v", err)
		}

		for _, n := range []money.Rupiah{-1, wallet.MaxThreshold + 1} {
			if err := ask(1, new(n)); !fault.ErrValidation.Is(err) {
				t.Errorf("%d: %v", n, err)
			}
		}

		for _, c := range []struct{ set, want *money.Rupiah }{{new(money.Rupiah(1_500_000)), new(money.Rupiah(1_500_000))}, {new(money.Rupiah(0)), nil}, {new(money.Rupiah(7)), new(money.Rupiah(7))}, {nil, nil}} {
			if err := ask(1, c.set); err != nil {
				t.Fatal(err)
			}

			list, err := s.List(t.Context(), 1)
			if err != nil || (list[0].MinBalanceAlert == nil) != (c.want == nil) || c.want != nil && *list[0].MinBalanceAlert != *c.want {
				t.Errorf("%+v, %v", list, err)
			}
		}

		var n int
		if err := d.Reader().QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log WHERE action = 'wallet.threshold' AND client_id = 1").Scan(&n); err != nil || n != 4 {
			t.Errorf("%d audit rows, %v", n, err)
		}
	})
}
