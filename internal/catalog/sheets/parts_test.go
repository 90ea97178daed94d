package sheets_test

import (
	"strings"
	"testing"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/catalogtest"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// What a game asks of a player is imported and exported, and asked for by every order: client API, bill payment and shop judge by it.
func TestPartsOfGames(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.MustImport(t, sheets.OperatorTable, "code,name,type,active\nMLBB,Mobile Legends,game,true\n")
		f.MustImport(t, sheets.ProductTable, "code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem\n"+
			"ML86,86 Diamonds,,MLBB,level_1,19850,21500,,,true,false\n")

		game := func() catalog.Product {
			snap, err := f.Reload(t.Context())
			testkit.Must(t, err)

			p, _ := snap.Product("ML86")

			return p
		}

		if no, err := game().Normalise("551203880"); err != nil || no != "551203880" {
			t.Errorf("without parts: %q, %v", no, err)
		}

		const parts = `MLBB,userId digits 5-12 123456780; zoneId digits 3-6 2010`

		f.MustImport(t, sheets.PartTable, "operator,parts\n"+parts+"\n")

		for raw, want := range map[string]string{"551203880": "", "551203880 2010": "551203880 2010", "551203880(2010)": "551203880 2010", "1 2010": ""} {
			no, err := game().Normalise(raw)
			if no != want || (want == "") != fault.ErrValidation.Is(err) {
				t.Errorf("%q: %q, %v", raw, no, err)
			}
		}

		// The operators' own file leaves the parts as they are.
		f.MustImport(t, sheets.OperatorTable, "code,name,type,active\nMLBB,Mobile Legends: Bang Bang,game,true\n")

		if exported := f.exported(t)[sheets.PartTable]; !strings.Contains(exported, parts) {
			t.Errorf("exported: %s", exported)
		}

		for _, row := range []string{"TSEL,userId digits 5-12 123456780", "NONE,", "MLBB,userId digits 5-12 1", "MLBB,zone"} {
			if report, err := f.Sheets.Import(t.Context(), sheets.PartTable, strings.NewReader("operator,parts\n"+row+"\n"), catalogtest.Clients(), catalogtest.By()); !catalog.ErrImportRefused.Is(err) {
				t.Errorf("%s: %+v, %v", row, report, err)
			}
		}
	})
}
