package wallet_test

import (
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// A wallet that staff make and its audit row are stored together or not at all.
func TestCreateIsAudited(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		s := newService(t, d, clock.NewManual(now))
		asked := wallet.CreateInput{ClientID: 1, Type: wallet.Level1, Actor: "staff:budi", Reason: "contract 7"}

		made, err := s.Create(t.Context(), asked)
		if err != nil || made.Type != wallet.Level1 || !made.Active || made.Balance != 0 || !made.CreatedAt.Equal(now) {
			t.Fatalf("%+v, %v", made, err)
		}

		for what, change := range map[string]func(n *wallet.CreateInput){
			"a second one of the type": func(*wallet.CreateInput) {},
			"no such type":             func(n *wallet.CreateInput) { n.Type = "level_9" },
			"no reason":                func(n *wallet.CreateInput) { n.Type, n.Reason = wallet.Level2, "" },
		} {
			n := asked
			change(&n)

			if _, err := s.Create(t.Context(), n); !fault.ErrValidation.Is(err) {
				t.Errorf("%s: %v", what, err)
			}
		}

		nobody := wallet.CreateInput{ClientID: 1, Type: wallet.Level2, Reason: "whose?"}
		if _, err := s.Create(t.Context(), nobody); err == nil {
			t.Error("a wallet was made by nobody")
		}

		list, err := s.List(t.Context(), 1)
		if err != nil || len(list) != 1 || list[0].ID != made.ID {
			t.Errorf("%+v, %v", list, err)
		}

		var lines int

		err = d.Reader().QueryRow(t.Context(), `SELECT COUNT(*) FROM audit_log WHERE client_id = 1 AND action = 'wallet.create'
			AND subject = 'wallet:1' AND actor = 'staff:budi' AND reason = 'contract 7' AND detail LIKE '%level_1%'`).Scan(&lines)
		if err != nil || lines != 1 {
			t.Errorf("%d lines tell of it, %v", lines, err)
		}

		testkit.ProveBooks(t, d)
	})
}
