package topup_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
)

// withMail makes user 1, who reads English, and the finance address of client 1, which reads Indonesian.
func (f *fixture) withMail(t testing.TB) *mailtest.Recorder {
	t.Helper()

	testkit.Exec(t, f.db, "UPDATE clients SET email_finance = 'finance@example.com', language = 'id' WHERE id = 1")

	if id := f.parts.RootUser(t, 1); id != 1 {
		t.Fatalf("the user is %d", id)
	}

	return f.parts.Mail
}

// shown is what a client sees of its transfers.
func (f *fixture) shown(t testing.TB, clientID int64) string {
	t.Helper()

	list, err := f.OwnTransfers(t.Context(), clientID)
	testkit.Must(t, err)

	return transfers(list)
}

func transfers(list []topup.OwnTransfer) string {
	out := []string{}
	for _, o := range list {
		out = append(out, fmt.Sprintf("%s %s %s %s", o.Amount, o.Why, o.State, o.WalletType))
	}

	return strings.Join(out, "; ")
}

// What a client is shown of a transfer that was not credited by itself. A transfer that may be another client's is shown to
// nobody.
func TestTransfersThatClientsSee(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		sent := f.withMail(t)
		other := f.another(t, 2)

		cancelled := func(t *testing.T, f *fixture, o topup.Order) {
			t.Helper()

			_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
			testkit.Must(t, err)
		}
		expired := func(t *testing.T, f *fixture, _ topup.Order) {
			t.Helper()
			f.clock.Advance(4 * time.Hour)

			_, err := f.Expire(t.Context())
			testkit.Must(t, err)
		}
		open := func(*testing.T, *fixture, topup.Order) {}

		type change func(f *fixture, o topup.Order, m *banking.Mutation)

		by := func(amount int64) change {
			return func(_ *fixture, o topup.Order, m *banking.Mutation) { m.Amount = o.Amount + money.Rupiah(amount) }
		}
		exact := by(0)

		for _, c := range []struct {
			name   string
			end    func(t *testing.T, f *fixture, o topup.Order)
			alter  change
			others bool // another client has an order at the account
			want   string
		}{
			{"cancelled", cancelled, exact, true, "late held"},
			{"expired", expired, exact, true, "late held"},
			{"over and not noticed", func(_ *testing.T, f *fixture, _ topup.Order) { f.clock.Advance(4 * time.Hour) }, exact, true, "late held"},
			{"closed wallet", func(t *testing.T, f *fixture, o topup.Order) {
				t.Helper()
				testkit.Exec(t, f.db, "UPDATE wallets SET active = FALSE WHERE id = $1", o.WalletID)
			}, exact, true, "wallet_inactive held"},
			{"one more, and nobody else announced a transfer", open, by(1), false, "unmatched held"},
			{"one less after the end", expired, by(-1), false, "unmatched held"},
			{"without the last three digits", open, func(_ *fixture, o topup.Order, m *banking.Mutation) { m.Amount = o.Nominal }, false, "unmatched held"},
			{"one more, and it may be another client's", open, by(1), true, ""},
			{"a thousand more", open, by(1_000), false, ""},
			{"another amount that names the order", open, func(_ *fixture, o topup.Order, m *banking.Mutation) {
				m.Amount, m.Description = o.Amount+5_000, fmt.Sprintf("TRSF %d TOKO", o.ID)
			}, true, "unmatched held"},
			{"another amount that names the reference", cancelled, func(_ *fixture, o topup.Order, m *banking.Mutation) {
				m.Amount, m.Description = o.Amount-5_000, "/"+o.No+"/"
			}, true, "unmatched held"},
			{"another amount that names no order of ours", open, func(_ *fixture, o topup.Order, m *banking.Mutation) {
				m.Amount, m.Description = o.Amount+5_000, strconv.FormatInt(o.ID+100_000_000, 10)
			}, true, ""},
			{"booked two days before", cancelled, func(_ *fixture, o topup.Order, m *banking.Mutation) {
				m.BookedAt = o.CreatedAt.Add(-48 * time.Hour)
			}, true, ""},
			{"after the code's rest", cancelled, func(f *fixture, _ topup.Order, _ *banking.Mutation) {
				f.clock.Advance(24*time.Hour + time.Minute)
			}, false, ""},
		} {
			f.clock.Advance(72 * time.Hour) // what was before has no influence
			testkit.Exec(t, d, "UPDATE wallets SET active = TRUE WHERE id = $1", f.wallet[wallet.Level1])

			before := len(sent.Messages())
			o := f.create(t, f.order(wallet.Level1, 1_000_000))
			m := transferOf(o, c.name)
			m.BookedAt = f.clock.Now()

			if c.others {
				f.create(t, other)
			}

			c.end(t, f, o)
			c.alter(f, o, &m)
			f.receive(t, m)

			want, mails := "", 0
			if c.want != "" {
				want, mails = fmt.Sprintf("%s %s level_1", m.Amount, c.want), 2
			}

			list, err := f.TransfersOf(t.Context(), 1, o.ID)
			testkit.Must(t, err)

			if got := transfers(list); got != want {
				t.Errorf("%s: client 1 sees %q, want %q", c.name, got, want)
			}

			if got := f.shown(t, 2); got != "" {
				t.Errorf("%s: client 2 sees %q", c.name, got)
			}

			if got := sent.Messages()[before:]; len(got) != mails {
				t.Errorf("%s: %d mails: %+v", c.name, len(got), got)
			}

			testkit.Exec(t, d, "UPDATE unique_codes SET order_id = NULL, free_at = 0")
			testkit.Exec(t, d, "UPDATE topup_orders SET status = 'expired', ended_at = expires_at WHERE status = 'pending'")
		}

		testkit.ProveBooks(t, d)
	})
}

// The client learns by mail and at its order what staff did with a transfer. One that they credit to another client turned out
// not to be its own, and another person must agree.
func TestClientsLearnHowATransferEnded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})
		sent := f.withMail(t)
		f.another(t, 2)

		late := func(id string) (topup.Order, int64) {
			o := f.create(t, f.order(wallet.Level1, 1_000_000))
			_, err := f.Cancel(t.Context(), topup.Cancellation{ClientID: 1, OrderID: o.ID, Actor: "user:1"})
			testkit.Must(t, err)
			f.receive(t, transferOf(o, id))

			return o, f.held(t)[id].ID
		}

		o, credited := late("credited")
		_, returned := late("returned")
		_, elsewhere := late("elsewhere")

		if got := sent.Messages(); len(got) != 6 || got[0].To != "root@example.com" || got[1].To != "finance@example.com" ||
			got[0].Subject != "Your transfer of "+o.Amount.String()+" is being checked" || got[1].Subject != "Transfer "+o.Amount.String()+" Anda sedang diperiksa" {
			t.Fatalf("mails: %+v", got)
		}

		_, err := f.Assign(t.Context(), topup.Assignment{TransferID: credited, Actor: "staff:budi", Reason: "slip seen"})
		testkit.Must(t, err)

		_, err = f.Return(t.Context(), topup.Returning{TransferID: returned, Actor: "staff:budi", Reason: "bank reference 7"})
		testkit.Must(t, err)

		if got := sent.Messages(); len(got) != 10 || !strings.HasSuffix(got[6].Subject, "was credited") || !strings.HasSuffix(got[8].Subject, "was sent back") {
			t.Errorf("%d mails: %+v", len(got), got[6:])
		}

		asked, err := f.Assign(t.Context(), topup.Assignment{TransferID: elsewhere, ClientID: 2, WalletType: wallet.Level1, Actor: "staff:budi", Reason: "slip seen"})
		testkit.Must(t, err)

		if asked.Waiting == nil {
			t.Fatal("one person credits a transfer to another client than it was meant for")
		}

		testkit.Must(t, approve(t, f, asked.Waiting.ID))

		if got := sent.Messages(); len(got) != 10 {
			t.Errorf("mailed about another client's money: %+v", got[10:])
		}

		seen := strings.Split(f.shown(t, 1), "; ")
		if len(seen) != 2 || !strings.HasSuffix(seen[0], "late returned level_1") || !strings.HasSuffix(seen[1], "late credited level_1") || f.shown(t, 2) != "" {
			t.Errorf("client 1 sees %q, client 2 %q", seen, f.shown(t, 2))
		}

		if list, err := f.TransfersOf(t.Context(), 1, o.ID); err != nil || len(list) != 1 || list[0].State != topup.CreditedTransfer || list[0].EndedAt.IsZero() {
			t.Errorf("at the order: %+v %v", list, err)
		}

		if list, err := f.TransfersOf(t.Context(), 2, o.ID); err != nil || len(list) != 0 {
			t.Errorf("another client reads the order's transfers: %+v %v", list, err)
		}

		f.clock.Advance(8 * 24 * time.Hour)

		if got := f.shown(t, 1); got != "" {
			t.Errorf("a week later: %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

func approve(t testing.TB, f *fixture, id int64) error {
	t.Helper()

	_, err := f.DecideTransfer(t.Context(), approval.Decision{ID: id, Approve: true, Actor: "staff:ani", Reason: "seen too"})

	return err
}
