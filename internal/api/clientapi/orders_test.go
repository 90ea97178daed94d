package clientapi

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/fault"
)

// What a client sent and what it left out stay apart: a value that is refused must not become the default of one that is missing.
func TestRequestsKeepWhatWasSent(t *testing.T) {
	t.Parallel()

	key := &identity.Principal{Kind: identity.KeyKind, ClientID: 1001, KeyEnding: "7c2f"}
	base := placing.Request{
		ClientID: 1001, ProductCode: "TSEL10", DestinationNo: "081234567890", ClientRef: "INV-7", Channel: order.ChannelH2H, APIKeyEnding: "7c2f",
	}

	for name, c := range map[string]struct {
		change func(in *OrderInput)
		want   func(r *placing.Request)
		valid  bool
	}{
		"nothing more":         {func(*OrderInput) {}, func(*placing.Request) {}, true},
		"an amount":            {func(in *OrderInput) { in.Amount = 20_000 }, func(r *placing.Request) { r.Amount = 20_000 }, true},
		"a limit":              {func(in *OrderInput) { in.MaxPrice = new(int64(25_000)) }, func(r *placing.Request) { r.MaxPrice = 25_000 }, true},
		"a limit of 0":         {func(in *OrderInput) { in.MaxPrice = new(int64(0)) }, func(r *placing.Request) { r.MaxPrice = -1 }, false},
		"the settlement":       {func(in *OrderInput) { in.PaymentType = new("settlement") }, func(r *placing.Request) { r.PaymentType = order.Settlement }, true},
		"an empty payment":     {func(in *OrderInput) { in.PaymentType = new("") }, func(r *placing.Request) { r.PaymentType = "none" }, false},
		"an unknown payment":   {func(in *OrderInput) { in.PaymentType = new("cash") }, func(r *placing.Request) { r.PaymentType = "cash" }, false},
		"a negative amount":    {func(in *OrderInput) { in.Amount = -1 }, func(r *placing.Request) { r.Amount = -1 }, false},
		"a reference too long": {func(in *OrderInput) { in.ClientRef = longRef }, func(r *placing.Request) { r.ClientRef = longRef }, false},
	} {
		in, want := OrderInput{ProductCode: "TSEL10", DestinationNo: "081234567890", ClientRef: "INV-7"}, base
		c.change(&in)
		c.want(&want)

		if diff := cmp.Diff(want, in.request(key)); diff != "" {
			t.Errorf("%s (-want +got): %s", name, diff)
		}

		if in.Valid() != c.valid {
			t.Errorf("%s: valid %v", name, in.Valid())
		}

		batch := BatchOrder(in)
		if diff := cmp.Diff(want, batch.request(key)); diff != "" {
			t.Errorf("%s in a batch (-want +got): %s", name, diff)
		}
	}
}

const longRef = "a reference of sixty-five characters is one character more than 64"

// An id of a shopper's order has one form: any other text names no order.
func TestIDsOfShoppersOrders(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]int64{
		"2611210815300100042": 2611210815300100042, "": 0, "x": 0, "+2611210815300100042": 0, "02611210815300100042": 0, "-1": 0, "99999999999999999999": 0,
	} {
		if got := (StorefrontOrderPath{ID: text}).number(); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}

// A page begins at an id, or at the first order without one. Any other text is refused: it must not become the first page.
func TestIDsOfPages(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]int64{
		"2611210815300100042": 2611210815300100042, "": 0, "x": -1, "+2611210815300100042": -1, "02611210815300100042": -1, "-1": -1, "0": -1, "99999999999999999999": -1,
	} {
		got, err := idOf("before", text)
		if refused := fault.ErrValidation.Is(err); refused != (want < 0) || !refused && got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
}
