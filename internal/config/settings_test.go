package config_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"loket/internal/config"
)

// What staff read has the values that run and where each comes from, and no secret.
func TestSettingsThatStaffRead(t *testing.T) {
	t.Setenv("LOKET_MAX_LOSS", "500")
	t.Setenv("LOKET_ORDER_WAIT", "20m")
	t.Setenv("LOKET_SMTP_PASSWORD", "very secret")

	c := fine()
	c.MaxLoss, c.OrderWait, c.MaxWaiting, c.PriceJump, c.AdjustLimit = 500, 25*time.Minute, 200_000, 20, 10_000_000
	c.SMTPPassword, c.SMTPPasswordFile, c.DatabaseURL = "very secret", "/run/very-secret-file", "postgres://user:very-secret@host/name"
	c.WebhookSourceAddresses = []string{"203.0.113.7", "203.0.113.8"}

	found := map[string]config.Setting{}
	for _, s := range c.Shown() {
		found[s.Variable] = s

		if strings.Contains(s.Value, "secret") || s.Help == "" || s.Group == "" {
			t.Errorf("it shows %+v", s)
		}
	}

	for variable, want := range map[string]string{
		"LOKET_MAX_LOSS": "Limits 500 environment", "LOKET_ORDER_WAIT": "Limits 25m0s flag", "LOKET_MAX_WAITING": "Limits 200000 default",
		"LOKET_ADJUST_LIMIT": "Staff 10000000 default", "LOKET_WEBHOOK_SOURCE_ADDRESSES": "Webhooks 203.0.113.7, 203.0.113.8 flag",
		"LOKET_SETTLEMENT_FORM": "Dashboard  default",
	} {
		if s := found[variable]; s.Group+" "+s.Value+" "+string(s.Source) != want {
			t.Errorf("%s: %+v, want %q", variable, s, want)
		}
	}

	for _, secret := range append(secretNames(reflect.TypeFor[config.Config]()), "LOKET_DATABASE_URL", "LOKET_SMTP_PASSWORD_FILE", "LOKET_TOKEN_KEY_FILE") {
		if _, shown := found[secret]; shown {
			t.Errorf("%s is shown", secret)
		}
	}

	if groups := slices.Compact(slices.Sorted(func(yield func(string) bool) {
		for _, s := range found {
			if !yield(s.Group) {
				return
			}
		}
	})); len(groups) != 9 {
		t.Errorf("groups %q", groups)
	}
}
