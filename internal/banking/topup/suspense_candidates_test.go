package topup_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Each probable owner of a transfer has its reasons, and the most likely one is first.
func TestCandidatesOfTransfersInSuspense(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		ofOther := f.another(t, 2)
		testkit.Exec(t, d, "UPDATE clients SET name = 'Toko Sentosa Abadi', legal_name = 'CV Nusa' WHERE id = 2")

		paid := f.create(t, ofOther)
		first := transferOf(paid, "first")
		first.Description = "TRSF E-BANKING CR 2111 ABANG ADIK"
		f.receive(t, first)

		late := f.create(t, f.order(wallet.Level2, 2_000_000))
		ofOther.Nominal = 30_000
		near := f.create(t, ofOther)
		f.clock.Advance(4 * time.Hour)

		_, err := f.Expire(t.Context())
		testkit.Must(t, err)

		send := func(id, description string, amount int64) {
			m := mutation(id, amount)
			m.Description, m.ReceivedAt, m.BookedAt = description, f.clock.Now(), f.clock.Now()
			f.receive(t, m)
		}

		send("late", "TRSF CR 2111", int64(late.Amount))
		send("twice", "SETORAN", int64(paid.Amount))
		send("near", "TRF DARI SENTOSA ABADI 77", int64(near.Nominal)+near.Code%999+1)
		send("sender", "TRSF E-BANKING CR 2211 ABANG ADIK", 55_000)
		send("named", "ISI SALDO "+paid.No, 77_000)
		send("nobody", "NBMB ANDI PRATAMA", 350_000)

		held := f.held(t)
		list := make([]topup.Transfer, 0, len(held))

		for _, h := range held {
			list = append(list, h)
		}

		found, err := f.Candidates(t.Context(), list)
		testkit.Must(t, err)

		for id, want := range map[string]string{
			"late":   fmt.Sprintf("very_likely 1 %d same_amount,only_client", late.ID),
			"twice":  fmt.Sprintf("very_likely 2 %d same_amount,only_client,already_paid", paid.ID),
			"sender": "possible 2 0 paid_before",
			"named":  fmt.Sprintf("very_likely 2 %d named_topup,already_paid", paid.ID),
			"nobody": "",
		} {
			if got := firstCandidate(found[held[id].ID]); got != want {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}

		if got := firstCandidate(found[held["near"].ID]); !strings.HasPrefix(got, fmt.Sprintf("likely 2 %d ", near.ID)) || !strings.HasSuffix(got, "sender_name") {
			t.Errorf("near: %q", got)
		}

		testkit.ProveBooks(t, d)
	})
}

func firstCandidate(list []topup.Candidate) string {
	if len(list) == 0 {
		return ""
	}

	c, order := list[0], int64(0)
	if c.Order != nil {
		order = c.Order.ID
	}

	reasons := make([]string, len(c.Reasons))
	for i, r := range c.Reasons {
		reasons[i] = string(r)
	}

	return fmt.Sprintf("%s %d %d %s", c.Confidence, c.ClientID, order, strings.Join(reasons, ","))
}

// Staff find a transfer, note why they hold it, and let it pay another top-up than it was meant for: that one ends, its wallet gets the
// money, and another client's needs a second person.
func TestTransferPaysAChosenTopup(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		open := f.create(t, f.order(wallet.Level1, 1_000_000))
		m := banking.Mutation{
			Bank: "BBCA", AccountNo: account, ID: "odd", Credit: true, Amount: 1_500_000, Description: "SETOR 50% TUNAI", BookedAt: f.clock.Now(),
		}
		f.receive(t, m)

		odd := f.held(t)["odd"]

		for search, want := range map[string]int{"": 1, "setor 50%": 1, "50_": 0, "Rp 1.500.000": 1, "1500001": 0} {
			list, err := f.PageSuspense(t.Context(), topup.SuspenseQuery{Search: search, Bank: "BBCA", Limit: 10})
			testkit.Must(t, err)

			if len(list) != want {
				t.Errorf("%q finds %d transfers", search, len(list))
			}
		}

		if _, err := f.Note(t.Context(), topup.TransferNote{TransferID: odd.ID, Text: " \n", Actor: "staff:citra"}); !fault.ErrValidation.Is(err) {
			t.Errorf("an empty note: %v", err)
		}

		for _, text := range []string{"Asked the bank", "The bank\nanswered"} {
			_, err := f.Note(t.Context(), topup.TransferNote{TransferID: odd.ID, Text: text, Actor: "staff:citra"})
			testkit.Must(t, err)
		}

		if got := f.held(t)["odd"]; got.Note != "The bank answered" || got.NotedBy != "staff:citra" || !got.NotedAt.Equal(f.clock.Now()) {
			t.Errorf("noted: %+v", got)
		}

		pay := func(orderID int64) (topup.SuspenseResult, error) {
			return f.Assign(t.Context(), topup.Assignment{TransferID: odd.ID, OrderID: orderID, Actor: "staff:budi", Reason: "slip seen"})
		}

		if _, err := pay(1); !fault.ErrNotFound.Is(err) {
			t.Errorf("no such top-up: %v", err)
		}

		done, err := pay(open.ID)
		testkit.Must(t, err)

		if done.Transfer.OrderID != open.ID || f.status(t, open) != topup.Done {
			t.Errorf("paid %d, the top-up is %s", done.Transfer.OrderID, f.status(t, open))
		}

		if got, want := f.history(t, wallet.Level1), fmt.Sprintf("topup 1500000 TRANSFER-%d", odd.ID); got != want {
			t.Errorf("history %q, want %q", got, want)
		}

		if _, err := f.Note(t.Context(), topup.TransferNote{TransferID: odd.ID, Text: "late", Actor: "staff:citra"}); !topup.ErrNotInSuspense.Is(err) {
			t.Errorf("a note about a settled transfer: %v", err)
		}

		// What was certainly another client's waits for a second person, also when it would pay a top-up.
		late := f.create(t, f.order(wallet.Level1, 3_000_000))
		_, err = f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: late.ID, Actor: "user:1"})
		testkit.Must(t, err)
		f.receive(t, transferOf(late, "late"))

		theirs := f.create(t, f.another(t, 3))
		asked, err := f.Assign(t.Context(), topup.Assignment{TransferID: f.held(t)["late"].ID, OrderID: theirs.ID, Actor: "staff:budi", Reason: "letter"})
		testkit.Must(t, err)

		if asked.Waiting == nil || asked.Waiting.ClientID != 3 {
			t.Fatalf("another client's top-up: %+v", asked)
		}

		if id, err := f.WaitingAction(t.Context(), f.held(t)["late"].ID); err != nil || id != asked.Waiting.ID {
			t.Errorf("request %d waits, %v", id, err)
		}

		_, err = f.DecideTransfer(t.Context(), approval.Decision{ID: asked.Waiting.ID, Approve: true, Actor: "staff:ani", Reason: "letter seen"})
		testkit.Must(t, err)

		if f.status(t, theirs) != topup.Done {
			t.Errorf("after the approval the top-up is %s", f.status(t, theirs))
		}

		if own, err := f.OwnTransfers(t.Context(), 1); err != nil || len(own) != 0 {
			t.Errorf("client 1 sees %+v, %v", own, err)
		}

		testkit.ProveBooks(t, d)
	})
}
