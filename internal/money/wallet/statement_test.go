package wallet_test

import (
	"slices"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/money/wallet"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Statements of following months, in any zone, add up to the history to the rupiah, and so does the tax recap.
func TestStatementsAgreeWithTheRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, "01.234.567.8-901.000")
		newClient(t, d, 2, nil)

		s := newService(t, d, clock.NewManual(now))
		makeDeposits(t, d, s, newWallet(t, d, 1, wallet.Level2))
		makeDeposits(t, d, s, newWallet(t, d, 2, wallet.Level2)) // another client's, at the higher rate

		rows := everyRow(t, d, 1)

		for _, name := range []string{"Asia/Jakarta", "Asia/Jayapura", "America/New_York"} {
			zone, err := clock.Zone(name)
			testkit.Must(t, err)

			balance, tax := money.Rupiah(0), wallet.TaxTotal{}

			for m := range 11 {
				month := wallet.Month{Year: 2026, Month: time.Month(m + 1)}

				st, err := s.Statement(t.Context(), 1, wallet.Level2, month, zone)
				testkit.Must(t, err)

				if st.Opening != balance {
					t.Errorf("%s in %s opens with %d, the month before closed with %d", month, name, st.Opening, balance)
				}

				checkStatement(t, st, rows, zone)

				checkRows(t, s, st, zone)

				balance, tax.Base, tax.Tax = st.Closing, tax.Base+st.Tax.Base, tax.Tax+st.Tax.Tax
			}

			recap, err := s.TaxRecap(t.Context(), 1, 2026, zone)
			testkit.Must(t, err)

			for _, m := range recap {
				tax.Base, tax.Tax = tax.Base-m.Base, tax.Tax-m.Tax
			}

			if list, err := s.List(t.Context(), 1); err != nil || balance != list[0].Balance || tax != (wallet.TaxTotal{}) || len(recap) != 11 {
				t.Errorf("%s: the last statement closes with %d, the wallet has %+v, the recap differs by %+v", name, balance, list, tax)
			}
		}

		testkit.ProveBooks(t, d)
	})
}

// makeDeposits makes deposits with their tax and corrections, over the year until now.
func makeDeposits(t *testing.T, d *db.DB, s *wallet.Service, w wallet.Wallet) {
	t.Helper()

	const days, hoursApart = 320, 31

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		for at := now.AddDate(0, 0, -days); at.Before(now); at = at.Add(hoursApart * time.Hour) {
			p := wallet.Posting{
				Action: wallet.TopupVA, Amount: money.Rupiah(100_000 + at.Unix()%7919), Contra: wallet.BankClearing, Key: at.String(), SourceRef: at.String(),
			}
			if _, _, err := s.TopupTx(t.Context(), tx, at, w, p); err != nil {
				return err
			}

			_, _, err := wallet.PostTx(t.Context(), tx, at, wallet.Posting{
				WalletID: w.ID, ClientID: w.ClientID, Action: wallet.Deduct, Amount: -money.Rupiah(1 + at.Unix()%40_000), Contra: wallet.Adjustments,
				Key: at.String() + "/deduct",
			})
			if err != nil {
				return err
			}
		}

		return nil
	})
	testkit.Must(t, err)
}

func checkStatement(t *testing.T, st wallet.Statement, rows []wallet.HistoryRow, zone *time.Location) {
	t.Helper()

	var (
		count      int64
		sum, moved money.Rupiah
		of         = map[wallet.Action]money.Rupiah{}
	)

	for _, row := range rows {
		if at := row.CreatedAt.In(zone); at.Year() != st.Month.Year || at.Month() != st.Month.Month {
			continue
		}

		count, sum = count+1, sum+row.Amount
		of[row.Action] += row.Amount
	}

	tax, base := -of[wallet.Tax22], of[wallet.TopupVA] // every deposit is taxed

	for _, total := range st.Totals {
		if of[total.Action] != total.Amount {
			t.Errorf("%s: %+v, the rows have %d", st.Month, total, of[total.Action])
		}

		moved += total.Amount
	}

	if st.Rows != count || st.Closing != st.Opening+sum || moved != sum || st.Tax != (wallet.TaxTotal{Base: base, Tax: tax}) {
		t.Errorf("%+v, the rows are %d with %d, tax %d of %d", st, count, sum, tax, base)
	}

	checkDays(t, st, rows, zone)

	listed := wallet.TaxTotal{}

	for _, d := range st.Taxed {
		listed.Base, listed.Tax = listed.Base+d.Base, listed.Tax+d.Tax

		if d.Points != 50 || d.Key != d.SourceRef || d.Action != wallet.TopupVA {
			t.Errorf("%s: taxed deposit %+v", st.Month, d)
		}
	}

	if listed != st.Tax {
		t.Errorf("%s: the taxed deposits are %+v, the tax is %+v", st.Month, listed, st.Tax)
	}
}

// checkRows reads the rows of a statement in two parts.
func checkRows(t *testing.T, s *wallet.Service, st wallet.Statement, zone *time.Location) {
	t.Helper()

	list, err := s.StatementRows(t.Context(), 1, wallet.Level2, st.Month, zone, 0)
	testkit.Must(t, err)

	if int64(len(list)) != st.Rows || len(list) == 0 || list[0].BalanceBefore != st.Opening || list[len(list)-1].BalanceAfter != st.Closing {
		t.Fatalf("%s: %d rows %+v, the statement has %d", st.Month, len(list), list, st.Rows)
	}

	rest, err := s.StatementRows(t.Context(), 1, wallet.Level2, st.Month, zone, list[2].Seq)
	testkit.Must(t, err)

	if !slices.Equal(rest, list[3:]) {
		t.Errorf("%s: the rows after the third are %+v", st.Month, rest)
	}
}

// checkDays compares each operation of each day with the rows.
func checkDays(t *testing.T, st wallet.Statement, rows []wallet.HistoryRow, zone *time.Location) {
	t.Helper()

	type operation struct {
		day    clock.Day
		action wallet.Action
	}

	left := map[operation]wallet.OperationTotal{}

	for _, row := range rows {
		o := operation{clock.DayOf(row.CreatedAt.In(zone)), row.Action}
		if (wallet.Month{Year: o.day.Year, Month: o.day.Month}) == st.Month {
			left[o] = wallet.OperationTotal{Action: row.Action, Rows: left[o].Rows + 1, Amount: left[o].Amount + row.Amount}
		}
	}

	for _, day := range st.Days {
		for _, total := range day.Totals {
			o := operation{day.Day, total.Action}
			if left[o] != total {
				t.Errorf("%s: %+v, the rows have %+v", day.Day, total, left[o])
			}

			delete(left, o)
		}
	}

	if len(left) > 0 {
		t.Errorf("%s: the days lack %+v", st.Month, left)
	}

	if last := st.Days[len(st.Days)-1]; last.Balance != st.Closing {
		t.Errorf("%s: the last day ends with %d, the statement with %d", st.Month, last.Balance, st.Closing)
	}
}

func TestStatementRefusals(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		newClient(t, d, 1, nil)
		newWallet(t, d, 1, wallet.Level1)

		s, zone := newService(t, d, clock.NewManual(now)), testkit.Jakarta(t)
		ask := func(typ wallet.Type, month string) error {
			m, err := wallet.ParseMonth(month)
			if err == nil {
				_, err = s.Statement(t.Context(), 1, typ, m, zone)
			}

			return err
		}

		testkit.Must(t, ask(wallet.Level1, "2026-11")) // of an empty wallet

		for _, month := range []string{"2026-12", "2026-13", "2026-1", "", "nonsense"} {
			if err := ask(wallet.Level1, month); !fault.ErrValidation.Is(err) {
				t.Errorf("month %q: %v", month, err)
			}
		}

		if err := ask(wallet.Level2, "2026-11"); !fault.ErrNotFound.Is(err) {
			t.Errorf("a wallet that the client does not have: %v", err)
		}

		if list, err := s.TaxRecap(t.Context(), 1, 2026, zone); err != nil || len(list) != 0 {
			t.Errorf("a recap without a level 2 wallet: %+v, %v", list, err)
		}
	})
}
