package order_test

import (
	"math"
	"strings"
	"testing"

	"loket/internal/orders/order"
)

// Suppliers keep a reference for years, so its form stays as it is.
func TestReferenceNamesItsAttempt(t *testing.T) {
	t.Parallel()

	for want, k := range map[string]order.AttemptKey{
		"1001-2611261756270300000-1": {ClientID: 1001, OrderID: 2611261756270300000, Number: 1},
		"1-1-12":                     {ClientID: 1, OrderID: 1, Number: 12},
		"9223372036854775807-9223372036854775807-9223372036854775807": {ClientID: math.MaxInt64, OrderID: math.MaxInt64, Number: math.MaxInt},
	} {
		if got := k.String(); got != want {
			t.Errorf("%+v is %q, want %q", k, got, want)
		}

		if got, ok := order.ParseAttemptKey(want); !ok || got != k {
			t.Errorf("%q is %+v, %t, want %+v", want, got, ok, k)
		}
	}
}

var refusedReferences = []string{
	"", "-", "--", "---", "1001", "1001-26", "1001-26-", "-26-1", "1001--1", "1001-26-1-", "1001-26-1-1", "-1001-26-1", "1001-26--1", "0-26-1", "1001-0-1", "1001-26-0",
	"01001-26-1", "1001-026-1", "1001-26-01", "+1001-26-1", "1001-26-+1", " 1001-26-1", "1001-26-1 ", "1001-26-1\n", "1001 -26-1", "1_001-26-1", "0x1-26-1", "1001-26-1.0", "a-26-1", "1001-26-１",
	"1001-9223372036854775808-1", "9223372036854775808-26-1", "1001-26-9223372036854775808", strings.Repeat("9", 1000) + "-26-1",
}

func TestReferencesThatAreNotOurs(t *testing.T) {
	t.Parallel()

	for _, reference := range refusedReferences {
		if k, ok := order.ParseAttemptKey(reference); ok {
			t.Errorf("%q is read as %+v", reference, k)
		}
	}
}

// Any program may send a notice. What is read as a reference is the text that names its attempt, character by character.
func FuzzParseAttemptKey(f *testing.F) {
	f.Add("1001-2611261756270300000-1")

	for _, reference := range refusedReferences {
		f.Add(reference)
	}

	f.Fuzz(func(t *testing.T, reference string) {
		k, ok := order.ParseAttemptKey(reference)
		if !ok {
			return
		}

		if k.String() != reference || k.ClientID < 1 || k.OrderID < 1 || k.Number < 1 {
			t.Errorf("%q is read as %+v", reference, k)
		}
	})
}
