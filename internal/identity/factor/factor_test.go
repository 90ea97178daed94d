package factor_test

import (
	"strings"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity/factor"
	"loket/internal/platform/secret"
)

// TestVectors has the vectors of RFC 6238, appendix B, for SHA-1.
func TestVectors(t *testing.T) {
	t.Parallel()

	shared := []byte("12345678901234567890")

	for at, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		if got := factor.Code(shared, factor.StepOf(time.Unix(at, 0)), 8); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
	}
}

func TestMatchTakesThePresentAndThePreviousStep(t *testing.T) {
	t.Parallel()

	shared := factor.NewSecret()
	now := time.Unix(1_700_000_000, 0)

	for ahead, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: false} {
		step, ok := factor.Match(shared, factor.Code(shared, factor.StepOf(now)+ahead, factor.CodeDigits), now)
		if ok != want || ok && step != factor.StepOf(now)+ahead {
			t.Errorf("%d steps ahead: step %d, %t", ahead, step, ok)
		}
	}

	for _, code := range []string{"", "12345", "1234567", "abcdef"} {
		if _, ok := factor.Match(shared, code, now); ok {
			t.Errorf("%q matches", code)
		}
	}
}

func TestURIHasWhatAnAppReads(t *testing.T) {
	t.Parallel()

	got := factor.URI([]byte("12345678901234567890"), "Loket", "1001/root").Reveal()
	if got != "otpauth://totp/Loket:1001%2Froot?issuer=Loket&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" {
		t.Error(got)
	}
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()

	lookups := map[string]bool{}

	for _, c := range factor.NewRecoveryCodes() {
		lookups[c.Lookup] = true
		text := c.Text().Reveal()

		for _, typed := range []string{text, strings.ToLower(text), strings.ReplaceAll(text, "-", ""), " " + strings.ReplaceAll(text, "-", " ")} {
			if got, ok := factor.ParseRecoveryCode(typed); !ok || got != c {
				t.Errorf("%q: %v, %t", typed, got.Lookup, ok)
			}
		}
	}

	if len(lookups) != factor.RecoveryCodes {
		t.Errorf("%d different codes", len(lookups))
	}

	if c, ok := factor.ParseRecoveryCode("oil0-0000-0000-0000-0000"); !ok || c.Lookup != "0110" {
		t.Errorf("letters that look like digits: %v, %t", c.Lookup, ok)
	}

	for _, typed := range []string{"", "123456", strings.Repeat("A", 21), strings.Repeat("U", 20), strings.Repeat("A", 1000)} {
		if _, ok := factor.ParseRecoveryCode(typed); ok {
			t.Errorf("%q is a code", typed)
		}
	}
}

func TestSealerOpensWithOldKeysAndInItsPlaceAlone(t *testing.T) {
	t.Parallel()

	first, second := secret.Text(strings.Repeat("a", secret.MinKey)), secret.Text(strings.Repeat("b", secret.MinKey))
	before, err := factor.NewSealer(first)
	testkit.Must(t, err)

	after, err := factor.NewSealer(second, first)
	testkit.Must(t, err)

	other, err := factor.NewSealer(second)
	testkit.Must(t, err)

	sealed := before.Seal([]byte("shared"), "app 1")
	if strings.Contains(sealed.Text, "shared") {
		t.Error("it is not encrypted")
	}

	if plain, err := after.Open(sealed, "app 1"); err != nil || string(plain) != "shared" {
		t.Errorf("%s, %v", plain, err)
	}

	if _, err := before.Open(sealed, "app 2"); err == nil {
		t.Error("opened in another place")
	}

	if _, err := other.Open(sealed, "app 1"); err == nil {
		t.Error("opened without its key")
	}

	if _, err := factor.NewSealer("short"); err == nil {
		t.Error("a short key is taken")
	}
}
