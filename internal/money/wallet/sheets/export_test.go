package sheets_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/parts"
	"loket/internal/money/wallet"
	"loket/internal/money/wallet/sheets"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
	"loket/internal/platform/sheet"
)

func TestMain(m *testing.M) { testkit.Main(m) }

var now = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

// historyOfCorrections gives a client a wallet with one row a minute before now.
func historyOfCorrections(t *testing.T, d *db.DB, typ wallet.Type, references ...string) {
	t.Helper()

	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		w, err := wallet.CreateTx(t.Context(), tx, now, wallet.Wallet{ClientID: 1, Type: typ, Active: true})
		if err != nil {
			return err
		}

		for i, reference := range references {
			p := wallet.Posting{
				WalletID: w.ID, ClientID: 1, Action: wallet.Topup, Amount: money.Rupiah(1000 + i), Contra: wallet.Adjustments,
				Key: fmt.Sprint(typ, i), SourceRef: reference,
			}

			if i%3 == 2 {
				p.Action, p.Amount = wallet.Deduct, -500
			}

			if _, _, err := wallet.PostTx(t.Context(), tx, now.Add(time.Duration(i-len(references))*time.Minute), p); err != nil {
				return err
			}
		}

		return nil
	})
	testkit.Must(t, err)
}

func today(t *testing.T, minutes ...int) wallet.Period {
	t.Helper()

	day := testkit.Day(t, "2026-11-21")

	return wallet.Period{From: day, FromTime: new(clock.TimeOfDay(minutes[0])), To: day, ToTime: new(clock.TimeOfDay(minutes[1]))}
}

func TestExportHoldsTheChosenRows(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		testkit.InsertClient(t, d, 1)
		historyOfCorrections(t, d, wallet.Level1, "first", "=SUM(A1)", "-2+3", "a;=b", "last")
		historyOfCorrections(t, d, wallet.Multibiller, "other")

		s, zone := parts.New(t, d, clock.NewManual(now)).Wallets(), testkit.Jakarta(t)
		export := func(f wallet.HistoryFilter) [][]string {
			choice, err := s.ExportHistory(t.Context(), 1, zone, f)
			testkit.Must(t, err)

			rows, err := choice.Count(t.Context())
			testkit.Must(t, err)

			var out bytes.Buffer

			written, err := sheets.Export(t.Context(), &out, choice, sheet.FormatCSV, zone, language.English)
			testkit.Must(t, err)

			if written != rows {
				t.Errorf("%d rows are written and %d counted", written, rows)
			}

			// Excel reads a file without the mark as one of another encoding.
			text, marked := strings.CutPrefix(out.String(), "\ufeff")
			if !marked {
				t.Error("no byte order mark")
			}

			lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			testkit.Must(t, err)

			return lines
		}

		whole := export(wallet.HistoryFilter{Type: wallet.Level1, Period: today(t, 0, 1439)})
		if want := []string{"Created Date (WIB UTC+07:00)", "Order ID", "Reference", "Wallet Type", "Amount", "Balance Before", "Balance After", "Operation"}; !slices.Equal(whole[0], want) {
			t.Errorf("head: %q", whole[0])
		}

		if want := []string{"2026-11-21 13:57:00", "", "'-2+3", "Level 1", "-500", "2001", "1501", "Deduct"}; !slices.Equal(whole[3], want) {
			t.Errorf("third row: %q", whole[3])
		}

		references := []string{}
		for _, line := range whole[1:] {
			references = append(references, line[2])
		}

		if want := []string{"first", "'=SUM(A1)", "'-2+3", "a;'=b", "last"}; !slices.Equal(references, want) {
			t.Errorf("references: %q", references)
		}

		for name, c := range map[string]struct {
			f    wallet.HistoryFilter
			rows int
		}{
			"all wallets":         {wallet.HistoryFilter{Period: today(t, 0, 1439)}, 6},
			"one operation":       {wallet.HistoryFilter{Action: wallet.Deduct, Period: today(t, 0, 1439)}, 1},
			"two minutes":         {wallet.HistoryFilter{Type: wallet.Level1, Period: today(t, 13*60+56, 13*60+57)}, 2},
			"a reference":         {wallet.HistoryFilter{Search: wallet.Search{Text: "last"}, Period: today(t, 0, 1439)}, 1},
			"a wallet that isn't": {wallet.HistoryFilter{Type: wallet.Level2, Period: today(t, 0, 1439)}, 0},
		} {
			if got := len(export(c.f)) - 1; got != c.rows {
				t.Errorf("%s: %d rows, want %d", name, got, c.rows)
			}
		}

		part := today(t, 0, 5)
		part.ToTime, part.FromTime = nil, nil

		_, err := s.ExportHistory(t.Context(), 1, zone, wallet.HistoryFilter{Period: part})
		if e := fault.From(err); !fault.ErrValidation.Is(err) || len(e.Fields) != 2 || e.Fields[0].Field != "timeStart" || e.Fields[1].Field != "timeEnd" {
			t.Errorf("without times: %v", err)
		}

		testkit.ProveBooks(t, d)
	})
}
