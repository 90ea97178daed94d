package password_test

import (
	"testing"

	"loket/internal/identity/password"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

func TestRule(t *testing.T) {
	t.Parallel()

	for text, valid := range map[string]bool{
		"Loket-Demo-2026": true, "Abcdef12": true, "Abcdef1": false, "abcdefg1": false, "ABCDEFG1": false, "Abcdefgh": false,
		"Finance2026": false, "Abcdef1\xff": false,
	} {
		if err := password.Check(text, "finance"); (err == nil) != valid {
			t.Errorf("password %q: %v", text, err)
		}
	}

	if made := password.Make(); password.Check(made.Reveal()) != nil {
		t.Error("a made password does not satisfy the rule")
	}
}

func TestNewPINRule(t *testing.T) {
	t.Parallel()

	for _, bad := range []secret.Text{"", "12345", "1234567", "12345a", "１２", "000000", "999999", "123456", "654321", "012345"} {
		if err := password.CheckPIN("newPin", bad); !fault.ErrValidation.Is(err) {
			t.Errorf("%q: %v", bad.Reveal(), err)
		}
	}

	for _, good := range []secret.Text{"135790", "111112", "121212", "123455", "908172"} {
		if err := password.CheckPIN("newPin", good); err != nil {
			t.Errorf("%q: %v", good.Reveal(), err)
		}
	}
}
