package wallet_test

import (
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

func TestOperationsOfAdjustments(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, "01")
		newWallet(t, d, 1, wallet.Level2)
		s := newService(t, d, clock.NewManual(now))

		for _, c := range []struct {
			action wallet.Action
			amount money.Rupiah
			want   wallet.Action // refused where empty
			left   money.Rupiah
		}{
			{"", 100_000, wallet.Topup, 99_500},
			{"", -500, wallet.Deduct, 99_000},
			{wallet.Topup, 100_000, wallet.Topup, 198_500},
			{wallet.TopupFee, -4_500, wallet.TopupFee, 194_000},
			{wallet.TopupPenalty, 1_000, wallet.TopupPenalty, 195_000},
			{wallet.Deduct, -5_000, wallet.Deduct, 190_000},
			{wallet.Deduct, 5_000, "", 190_000},
			{wallet.TopupFee, 5_000, "", 190_000},
			{wallet.TopupPenalty, -5_000, "", 190_000},
			{wallet.Payment, -5_000, "", 190_000},
			{wallet.Tax22, -5_000, "", 190_000},
			{wallet.TopupVA, 5_000, "", 190_000},
			{"", 0, "", 190_000},
			{"", wallet.MaxAdjustment + 1, "", 190_000},
		} {
			const reference = "letter 7" // what the client reads; the reason stays inside

			made, err := s.Adjust(t.Context(), wallet.Adjustment{
				ClientID: 1, Type: wallet.Level2, Action: c.action, Amount: c.amount, Contra: wallet.Adjustments,
				Key: string(c.action) + c.amount.String(), SourceReference: reference, Actor: "staff:budi", Reason: "correction",
			})

			switch {
			case c.want == "" && !fault.ErrValidation.Is(err):
				t.Errorf("%s %s was accepted: %v", c.action, c.amount, err)
			case c.want != "" && (err != nil || made.Entries[0].Action != c.want || made.Entries[0].SourceRef != reference):
				t.Errorf("%s %s: %+v %v", c.action, c.amount, made, err)
			}

			if got := balance(t, d, 1); got != c.left {
				t.Errorf("%s %s leaves %s", c.action, c.amount, got)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// No member of staff adds money to a wallet that is not active, by any operation, also not above the limit of one person.
// Money may be taken out, and a repeat answers what was posted before.
func TestNoMoneyIntoAnInactiveWallet(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		s := newService(t, d, clock.NewManual(now))
		adjust := func(action wallet.Action, amount money.Rupiah, key string) error {
			_, err := s.Adjust(t.Context(), wallet.Adjustment{
				ClientID: 1, Type: wallet.Level1, Action: action, Amount: amount, Contra: wallet.Adjustments, Key: key, Actor: "staff:budi", Reason: "correction",
			})

			return err
		}

		testkit.Must(t, adjust(wallet.Topup, 5_000, "before"))
		testkit.Exec(t, d, "UPDATE wallets SET active = FALSE WHERE client_id = 1")

		for _, action := range []wallet.Action{"", wallet.Topup, wallet.TopupPenalty} {
			for _, limit := range []money.Rupiah{0, 500} {
				s = limited(t, d, limit)

				if err := adjust(action, 1_000, "in"+string(action)); !wallet.ErrInactive.Is(err) {
					t.Errorf("%s with the limit %s: %v", action, limit, err)
				}
			}
		}

		s = limited(t, d, 0)

		testkit.Must(t, adjust(wallet.Topup, 5_000, "before"))
		testkit.Must(t, adjust(wallet.Deduct, -2_000, "out"))
		testkit.Must(t, adjust(wallet.TopupFee, -1_000, "fee"))

		if got := balance(t, d, 1); got != 2_000 {
			t.Errorf("the balance is %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

// Above the limit nothing is posted until another person approves, and then once.
func TestLargeAdjustmentNeedsASecondPerson(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		s := limited(t, d, 1_000_000)

		ask := func(key string, amount money.Rupiah) wallet.AdjustResult {
			t.Helper()

			made, err := s.Adjust(t.Context(), wallet.Adjustment{
				ClientID: 1, Type: wallet.Level1, Amount: amount, Contra: wallet.BankClearing, Key: key, Actor: "staff:Budi", Reason: "transfer",
			})
			testkit.Must(t, err)

			return made
		}
		decide := func(id int64, approve bool, actor string) error {
			_, err := s.DecideAdjustment(t.Context(), approval.Decision{ID: id, Approve: approve, Actor: actor, Reason: "seen"})

			return err
		}

		if made := ask("small", 1_000_000); made.Waiting != nil {
			t.Error("an adjustment at the limit waits")
		}

		first, again, other := ask("a", 1_000_001), ask("a", 1_000_001), ask("b", 2_000_000)
		if first.Waiting == nil || other.Waiting == nil || again.Waiting.ID != first.Waiting.ID || balance(t, d, 1) != 1_000_000 {
			t.Fatalf("above the limit: %+v %+v, balance %s", first, again, balance(t, d, 1))
		}

		if list, err := approval.List(t.Context(), d.Reader()); err != nil || len(list) != 2 || list[0].RequestedBy != "staff:budi" {
			t.Errorf("what waits: %+v %v", list, err)
		}

		for _, actor := range []string{"staff:Budi", "staff:budi", " staff:BUDI"} {
			if err := decide(first.Waiting.ID, true, actor); !approval.ErrSamePerson.Is(err) {
				t.Errorf("%q approves: %v", actor, err)
			}
		}

		testkit.Must(t, decide(first.Waiting.ID, true, "staff:ani"))
		testkit.Must(t, decide(other.Waiting.ID, false, "staff:ani"))

		for _, id := range []int64{first.Waiting.ID, other.Waiting.ID} {
			if err := decide(id, true, "staff:citra"); !approval.ErrDecided.Is(err) {
				t.Errorf("decided twice: %v", err)
			}
		}

		if err := decide(99, true, "staff:ani"); !fault.ErrNotFound.Is(err) {
			t.Errorf("no such request: %v", err)
		}

		if got := balance(t, d, 1); got != 2_000_001 {
			t.Errorf("balance %s", got)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action IN ('approval.ask', 'approval.approved', 'approval.rejected')"); n != 4 {
			t.Errorf("%d lines in the audit log", n)
		}

		testkit.ProveBooks(t, d)
	})
}

// A maker's small adjustments of a day add up: above the limit of a day the next one waits, and what a second person approved doesn't count.
func TestSmallAdjustmentsOfADayAddUp(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		p := parts.New(t, d, clock.NewManual(now))
		s := wallet.NewService(wallet.Deps{DB: d, Clock: p.Clock, Clients: p.Clients, Live: p.Live}, wallet.Options{AdjustLimit: 1_000_000, AdjustDayLimit: 1_500_000})
		ask := func(key, actor string, amount money.Rupiah) *approval.Approval {
			t.Helper()

			made, err := s.Adjust(t.Context(), wallet.Adjustment{
				ClientID: 1, Type: wallet.Level1, Amount: amount, Contra: wallet.BankClearing, Key: key, Actor: actor, Reason: "transfer",
			})
			testkit.Must(t, err)

			return made.Waiting
		}

		large := ask("large", "staff:budi", 1_000_001)
		if large == nil {
			t.Fatal("above the limit of one, and posted")
		}

		_, err := s.DecideAdjustment(t.Context(), approval.Decision{ID: large.ID, Approve: true, Actor: "staff:ani", Reason: "seen"})
		testkit.Must(t, err)

		if ask("first", "staff:Budi", 900_000) != nil || ask("second", "staff:budi", -600_000) != nil {
			t.Error("within the limit of the day, and it waits")
		}

		if ask("second", "staff:budi", -600_000) != nil {
			t.Error("a repeat waits")
		}

		if ask("third", "staff:budi", 1) == nil || ask("hers", "staff:ani", 1_000_000) != nil {
			t.Error("the limit of a day is not each maker's own")
		}

		p.Clock.(*clock.Manual).Advance(24 * time.Hour)

		if ask("third", "staff:budi", 1) == nil {
			t.Error("what waits for a second person was made alone on the next day")
		}

		if ask("tomorrow", "staff:budi", 1_000_000) != nil {
			t.Error("a new day begins anew")
		}

		if ask("shell", "os:budi", 600_000) == nil {
			t.Error("an operator of the machine has a limit of his own beside that of his name among staff")
		}

		testkit.ProveBooks(t, d)
	})
}

// limited is a service with the largest adjustment of one person.
func limited(t testing.TB, d *db.DB, limit money.Rupiah) *wallet.Service {
	t.Helper()

	p := parts.New(t, d, clock.NewManual(now))

	return wallet.NewService(wallet.Deps{DB: d, Clock: p.Clock, Clients: p.Clients, Live: p.Live}, wallet.Options{AdjustLimit: limit})
}
