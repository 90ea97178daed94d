package topup_test

import (
	"fmt"
	"testing"

	"loket/internal/banking/topup"
	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
)

// Staff who credit or close one request at the same time settle it once: one answer says that it was done, and the balance is what that one said.
func TestRequestIsSettledOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		t.Helper()

		f := newFixture(t, d, topup.Options{})

		var said money.Rupiah

		const (
			rounds = 5 // as many as a client may ask for in an hour
			staff  = 4
		)

		for round := range rounds {
			id, err := f.Ask(t.Context(), topup.NewRequest{
				Request:  idempotency.Request{ClientID: 1, Key: fmt.Sprint("request ", round), Hash: "a request"},
				ClientID: 1, WalletID: f.wallet[wallet.Level1], Amount: 100_000, Actor: "user:1",
			})
			testkit.Must(t, err)

			type end struct {
				amount money.Rupiah
				err    error
			}

			ended := make(chan end, staff+1)

			for i := range staff {
				amount := money.Rupiah(10_000 * (i + 1))

				go func() {
					_, err := f.CreditRequest(t.Context(), topup.CreditRequestInput{ID: id, Amount: amount, Actor: fmt.Sprint("staff:", i), Reason: "Cash"})
					ended <- end{amount, err}
				}()
			}

			go func() { ended <- end{0, f.CloseRequest(t.Context(), id, "staff:close", "Twice the same")} }()

			settled := 0

			for range staff + 1 {
				switch e := <-ended; {
				case e.err == nil:
					settled++
					said += e.amount
				case !fault.ErrNotFound.Is(e.err):
					t.Errorf("round %d: %v", round, e.err)
				}
			}

			if settled != 1 {
				t.Errorf("round %d: settled %d times", round, settled)
			}
		}

		if got := testkit.Value[int64](t, d, "SELECT balance FROM wallets WHERE client_id = 1 AND type = 'level_1'"); got != int64(said) {
			t.Errorf("the balance is %d, staff were told %d", got, said)
		}

		if got := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action = 'topup.closerequest'"); got != rounds {
			t.Errorf("%d requests have %d ends in the audit log", rounds, got)
		}

		testkit.ProveBooks(t, d)
	})
}
