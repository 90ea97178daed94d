package wallet_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// A wallet keeps its type: other tables hold copies of it, and money follows them.
func TestWalletKeepsItsType(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.InsertClient(t, d, 1)
		testkit.Exec(t, d, "INSERT INTO wallets (id, client_id, type, created_at) VALUES (1, 1, 'level_1', 1)")

		for _, change := range []string{"type = 'level_2'", "id = 2"} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := tx.Exec(t.Context(), "UPDATE wallets SET "+change+" WHERE client_id = 1")

				return err
			})
			if err == nil {
				t.Errorf("the database let %s through", change)
			}
		}

		testkit.Exec(t, d, "UPDATE wallets SET active = FALSE WHERE client_id = 1")

		if got := testkit.Value[string](t, d, "SELECT id || ' ' || type FROM wallets WHERE client_id = 1"); got != "1 level_1" {
			t.Errorf("the wallet is %s", got)
		}
	})
}
