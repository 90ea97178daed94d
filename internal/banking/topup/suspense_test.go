package topup_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// held returns the transfers in suspense by their mutation ids.
func (f *fixture) held(t testing.TB) map[string]topup.Transfer {
	t.Helper()

	list, more, err := f.ListSuspense(t.Context(), 100)
	testkit.Must(t, err)

	if more {
		t.Error("more are held than were asked for")
	}

	out := map[string]topup.Transfer{}
	for _, h := range list {
		out[h.MutationID] = h
	}

	return out
}

func TestStaffSettleWhatIsHeld(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		o := f.create(t, f.order(wallet.Level2, 1_000_000))

		_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
		testkit.Must(t, err)
		f.receive(t, transferOf(o, "late"), mutation("lost", 50_000), mutation("back", 60_000))

		if amount, transfers, err := f.Suspense(t.Context()); err != nil || amount != o.Amount+110_000 || transfers != 3 {
			t.Errorf("in suspense: %s of %d transfers, %v", amount, transfers, err)
		}

		held := f.held(t)
		if len(held) != 3 || held["late"].ClientID != 1 || held["late"].WalletType != wallet.Level2 || held["late"].OrderID != o.ID || held["lost"].ClientID != 0 {
			t.Fatalf("held: %+v", held)
		}

		assign := func(id string, to wallet.Type) error {
			a := topup.Assignment{TransferID: held[id].ID, Actor: "staff:budi", Reason: "slip seen"}
			if to != "" {
				a.ClientID, a.WalletType = 1, to
			}

			_, err := f.Assign(t.Context(), a)

			return err
		}

		for name, c := range map[string]struct {
			err  error
			want fault.Definition
		}{
			"nobody's":         {assign("lost", ""), fault.ErrValidation},
			"inactive wallet":  {assign("lost", wallet.Marketplace), wallet.ErrInactive},
			"no such wallet":   {assign("lost", wallet.Multibiller), fault.ErrNotFound},
			"no such transfer": {assign("none", wallet.Level1), fault.ErrNotFound},
		} {
			if !c.want.Is(c.err) {
				t.Errorf("%s: %v", name, c.err)
			}
		}

		if _, err := f.Return(t.Context(), topup.Returning{TransferID: held["back"].ID, Actor: "staff:budi"}); !fault.ErrValidation.Is(err) {
			t.Errorf("without a reason: %v", err)
		}

		testkit.Must(t, assign("late", "")) // to the order's wallet
		testkit.Must(t, assign("lost", wallet.Level1))

		_, err = f.Return(t.Context(), topup.Returning{TransferID: held["back"].ID, Actor: "staff:budi", Reason: "bank reference 7"})
		testkit.Must(t, err)

		for id := range held {
			if err := assign(id, wallet.Level1); !topup.ErrNotInSuspense.Is(err) {
				t.Errorf("%s assigned or returned twice: %v", id, err)
			}
		}

		want := fmt.Sprintf("topup %d TRANSFER-%d; tax_22 -%d TRANSFER-%d", o.Amount, held["late"].ID, o.Amount/200, held["late"].ID)
		if got := f.history(t, wallet.Level2); got != want {
			t.Errorf("history %q, want %q", got, want)
		}

		if got, want := f.history(t, wallet.Level1), fmt.Sprintf("topup 50000 TRANSFER-%d", held["lost"].ID); got != want {
			t.Errorf("history %q, want %q", got, want)
		}

		if amount, transfers, err := f.Suspense(t.Context()); err != nil || amount != 0 || transfers != 0 {
			t.Errorf("in suspense: %s of %d transfers, %v", amount, transfers, err)
		}

		if got := f.held(t); len(got) != 0 {
			t.Errorf("still held: %+v", got)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE actor = 'staff:budi' AND reason <> ''"); n != 3 {
			t.Errorf("%d lines in the audit log", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// What is above the limit of one person waits for another one, and is carried out once.
func TestSecondPersonDecidesLargeTransfers(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{StaffLimit: 100_000, StaffMail: "staff@example.com"})
		f.clock.Advance(11 * time.Hour) // 01:00 in Jakarta, the day before in UTC
		f.receive(t, mutation("small", 100_000), mutation("large", 100_001), mutation("back", 200_000))

		sent := f.parts.Mail
		testkit.Must(t, f.MailSuspense(t.Context()))

		if m := sent.Messages(); len(m) != 1 || m[0].To != "staff@example.com" || m[0].Subject != "In suspense: Rp 400.001 of 3 transfers" || len(m[0].Facts) != 3 {
			t.Errorf("mail of what is in suspense: %+v", m)
		} else if !strings.Contains(m[0].Facts[0].Value, "since 2026-11-22: ") {
			t.Errorf("the day is not that of staff: %q", m[0].Facts[0].Value)
		}

		held := f.held(t)
		assign := func(id string) topup.SuspenseResult {
			done, err := f.Assign(t.Context(), topup.Assignment{
				TransferID: held[id].ID, ClientID: 1, WalletType: wallet.Level1, Actor: "staff:budi", Reason: "slip seen",
			})
			testkit.Must(t, err)

			return done
		}
		decide := func(id int64, approve bool, actor string) error {
			_, err := f.DecideTransfer(t.Context(), approval.Decision{ID: id, Approve: approve, Actor: actor, Reason: "seen too"})

			return err
		}

		if small := assign("small"); small.Waiting != nil || small.Transfer.Status != "credited" {
			t.Errorf("at the limit: %+v", small)
		}

		first, again := assign("large"), assign("large")
		if first.Waiting == nil || first.Waiting.ID != again.Waiting.ID || f.history(t, wallet.Level1) != fmt.Sprintf("topup 100000 TRANSFER-%d", held["small"].ID) {
			t.Fatalf("above the limit: %+v, %+v, %s", first, again, f.history(t, wallet.Level1))
		}

		returned, err := f.Return(t.Context(), topup.Returning{TransferID: held["back"].ID, Actor: "staff:ani", Reason: "wrong sender"})
		testkit.Must(t, err)

		if err := decide(first.Waiting.ID, true, "staff:Budi"); !approval.ErrSamePerson.Is(err) {
			t.Errorf("the maker approved: %v", err)
		}

		// Neither can be decided as if it were an adjustment of a wallet.
		for _, kind := range []string{"", wallet.AdjustKind} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := approval.DecideTx(t.Context(), tx, start, approval.Decision{Kind: kind, ID: first.Waiting.ID, Approve: true, Actor: "staff:ani"})

				return err
			})
			if !fault.ErrNotFound.Is(err) {
				t.Errorf("decided as %q: %v", kind, err)
			}
		}

		testkit.Must(t, decide(first.Waiting.ID, true, "staff:ani"))
		testkit.Must(t, decide(returned.Waiting.ID, false, "staff:budi"))

		if err := decide(first.Waiting.ID, true, "staff:citra"); !approval.ErrDecided.Is(err) {
			t.Errorf("approved twice: %v", err)
		}

		if left := f.held(t); len(left) != 1 || left["back"].ID != held["back"].ID {
			t.Errorf("still held: %+v", left)
		}

		testkit.ProveBooks(t, d)
	})
}

// A wallet that was closed while its order was open: the money waits for staff, and the order ends when they assign it.
func TestTransferForAnInactiveWalletIsHeld(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		o := f.create(t, f.order(wallet.Level1, 1_000_000))

		testkit.Exec(t, d, "UPDATE wallets SET active = FALSE WHERE id = $1", o.WalletID)
		f.receive(t, transferOf(o, "a"))

		if got, want := f.suspense(t), fmt.Sprintf("wallet_inactive %d suspense", o.Amount); got != want {
			t.Errorf("suspense %q, want %q", got, want)
		}

		testkit.Exec(t, d, "UPDATE wallets SET active = TRUE WHERE id = $1", o.WalletID)

		_, err := f.Assign(t.Context(), topup.Assignment{TransferID: f.held(t)["a"].ID, Actor: "staff:budi", Reason: "open again"})
		testkit.Must(t, err)

		if got := f.status(t, o); got != topup.Done {
			t.Errorf("the order is %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

// The account gets a problem while an order is open: the order is paid, a new one is refused.
func TestProblemWhileAnOrderIsOpen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		o := f.create(t, f.order(wallet.Level1, 1_000_000))

		testkit.Must(t, f.SetAccount(t.Context(), topup.AccountNumber{BankCode: "BBCA", AccountNo: account, Status: "problem"}, "staff:budi", "bank is down"))
		f.receive(t, transferOf(o, "a"))

		if got := f.status(t, o); got != topup.Done {
			t.Errorf("the order is %s", got)
		}

		if _, err := f.Create(t.Context(), f.order(wallet.Level1, 1_000_000)); !topup.ErrBankProblem.Is(err) {
			t.Errorf("a new order: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}

// Whichever of cancel, expiry and transfer comes first wins, and the money is credited or held, once.
func TestOneOfCancelExpiryAndTransferWins(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		received := money.Rupiah(0)

		const rounds = 15

		for round := range rounds {
			o := f.create(t, f.order(wallet.Level1, 20_000))
			f.clock.Advance(3*time.Hour + time.Microsecond)

			paid := transferOf(o, strconv.Itoa(round))
			paid.ReceivedAt = o.ExpiresAt
			received += paid.Amount

			ended := make(chan error)

			for _, end := range []func() error{
				func() error {
					_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
					if topup.ErrEnded.Is(err) {
						return nil
					}

					return err
				},
				func() error {
					_, err := f.Expire(t.Context())
					if topup.ErrEnded.Is(err) {
						return nil
					}

					return err
				},
				func() error {
					_, err := f.ReceiveMutation(t.Context(), paid)

					return err
				},
				func() error {
					_, err := f.ReceiveMutation(t.Context(), paid)

					return err
				},
			} {
				go func() { ended <- end() }()
			}

			for range 4 {
				testkit.Must(t, <-ended)
			}

			credits := testkit.Value[int](t, d, "SELECT COUNT(*) FROM bank_transfers WHERE order_id = $1 AND why = 'matched'", o.ID)
			if status := f.status(t, o); status == topup.Pending || (status == topup.Done) != (credits == 1) {
				t.Errorf("round %d: %s with %d credits", round, status, credits)
			}
		}

		total := testkit.Value[int64](t, d, "SELECT COALESCE((SELECT SUM(amount) FROM wallet_history), 0) + COALESCE((SELECT SUM(amount) FROM suspense_entries), 0)")
		if total != int64(received) {
			t.Errorf("received %s, credited and held %d", received, total)
		}

		testkit.ProveBooks(t, d)
	})
}
