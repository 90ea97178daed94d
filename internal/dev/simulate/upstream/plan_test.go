package upstream

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

func TestFaultSettingsDoNotDisturbEachOther(t *testing.T) {
	t.Parallel()

	const draws = 500

	few := Chaos{Seed: 1, Failed: 20, Pending: 30}
	more := few
	more.Duplicate, more.Forged = 50, 50

	var fails int

	for i := range draws {
		ref := strconv.Itoa(i)
		a, b := few.plan("one", ref), more.plan("one", ref)

		if a.fails != b.fails || a.pending != b.pending {
			t.Fatalf("%s: %+v and %+v", ref, a, b)
		}

		if a != few.plan("one", ref) {
			t.Fatalf("%s: not the same twice", ref)
		}

		if a.fails {
			fails++
		}
	}

	if share := fails * percent / draws; share < 14 || share > 26 {
		t.Errorf("%d %% failed instead of 20", share)
	}
}

// TestQuestionsEndUpAnswered proves that a status query is answered in the end even at a
// fault share of 100.
func TestQuestionsEndUpAnswered(t *testing.T) {
	t.Parallel()

	c := Chaos{AskAgain: percent}

	for i := range 100 {
		var n int
		for n = 1; c.questionFault("one", strconv.Itoa(i), n) != faultNone; n++ {
			if n > percent {
				t.Fatalf("%d is never answered", i)
			}
		}
	}
}

func TestGuessedPrices(t *testing.T) {
	t.Parallel()

	for sku, want := range map[string]int64{"TSEL10": 10_150, "XL-25": 25_150, "PLN20000": 20_150, "FREEFIRE": 10_000, "5G100X": 100_150} {
		if got := int64(guessPrice(sku)); got != want {
			t.Errorf("%s: %d, want %d", sku, got, want)
		}
	}
}

func TestBillAddsUp(t *testing.T) {
	t.Parallel()

	now := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)

	for i := range 50 {
		made := billFor(Product{SKU: "PLNPOST"}, strconv.Itoa(530_000_000_000+i), 0, now)
		sum := made.admins()

		for _, nominal := range made.nominals {
			sum += nominal
		}

		if sum != made.owed() || made.cost() >= made.owed() || made.periods[len(made.periods)-1] != "202512" {
			t.Fatalf("%+v", made)
		}
	}
}

func TestAccountsAreChecked(t *testing.T) {
	t.Parallel()

	good := Account{Name: "one", Username: "u", Key: "k"}

	for name, accounts := range map[string][]Account{
		"name":    {{Name: "../x", Username: "u", Key: "k"}},
		"key":     {{Name: "one", Username: "u"}},
		"address": {{Name: "one", Username: "u", Key: "k", WebhookURL: "nowhere"}},
		"twice":   {good, good},
	} {
		_, err := Open(context.Background(), Options{Accounts: accounts, BookPath: filepath.Join(t.TempDir(), "book")})
		if !errors.Is(err, ErrAccount) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnreadableFaultSettingChangesNothing(t *testing.T) {
	t.Parallel()

	suppliers, err := Open(t.Context(), Options{
		Accounts: []Account{{Name: "one", Username: "u", Key: "k"}}, BookPath: filepath.Join(t.TempDir(), "book"),
	})
	if err != nil {
		t.Fatal(err)
	}

	t.Cleanup(func() {
		if err := suppliers.Close(); err != nil {
			t.Error(err)
		}
	})

	one, _ := suppliers.Supplier("one")
	if err := one.ChangeFaultSettings(url.Values{"down": {"true"}, "failed": {"many"}}); !errors.Is(err, ErrFaultSetting) || one.FaultSettings().Down {
		t.Errorf("%v, %+v", err, one.FaultSettings())
	}
}
