// Package upstream simulates suppliers that speak the buyer protocols of Digiflazz, IAK and OtomaX. Each has its
// own credentials, balance, price list, faults and signed notices. All write one durable book
// of what they executed.
package upstream

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

// ErrAccount means that the settings of a simulated supplier are invalid.
var ErrAccount = errors.New("simulated supplier")

// DefaultBalance is the opening balance of an account that sets none.
const DefaultBalance money.Rupiah = 10_000_000_000

const maxName = 32

// Account is one simulated supplier as its customer sees it.
type Account struct {
	// Name is its place in the path: /suppliers/{name}.
	Name string
	// Protocol that it speaks; "" is Digiflazz.
	Protocol Protocol
	Username string
	Key      secret.Text
	// WebhookURL and WebhookSecret: where notices go and what signs them; no URL, no notices.
	WebhookURL    string
	WebhookSecret secret.Text
	// Balance before anything in the book; 0 takes DefaultBalance.
	Balance money.Rupiah
	// Products on sale. None at all: every code is sold, at a price guessed from its digits.
	Products []Product
	// TestNumbers: the documented test numbers of the protocol decide before the last digit does (IAK).
	TestNumbers bool
	// FaultSettings it starts with.
	FaultSettings FaultSettings
}

// Product is a row of the price list.
type Product struct {
	SKU, Name, Category, Brand, Type string
	// Postpaid products have Admin and Commission instead of Price.
	Postpaid   bool
	Price      money.Rupiah
	Admin      money.Rupiah
	Commission money.Rupiah
	// Off: listed as switched off by the seller; a purchase is refused.
	Off bool
}

// isName keeps names safe in a path and in the book.
func isName(name string) bool {
	return name != "" && len(name) <= maxName && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func (a Account) check() error {
	var faults []error

	if !isName(a.Name) {
		faults = append(faults, fmt.Errorf("%w: name %q must be lower case letters, digits and dashes", ErrAccount, a.Name))
	}

	if a.Username == "" || a.Key.Reveal() == "" {
		faults = append(faults, fmt.Errorf("%w %s: username and key are needed", ErrAccount, a.Name))
	}

	if a.Protocol.server() == nil {
		faults = append(faults, fmt.Errorf("%w %s: protocol %q is not known", ErrAccount, a.Name, a.Protocol))
	}

	if a.WebhookURL != "" {
		if target, err := url.Parse(a.WebhookURL); err != nil || target.Host == "" {
			faults = append(faults, fmt.Errorf("%w %s: webhook address can't be read", ErrAccount, a.Name))
		}
	}

	return errors.Join(faults...)
}
