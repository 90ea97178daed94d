package checkout_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
	"loket/internal/supplier"
)

// heldNames is a supplier whose inquiries stay until they are let go.
type heldNames struct {
	supplier.Adapter

	asked chan int64 // the client of each inquiry, once it is in
	let   chan struct{}
}

func (h heldNames) Inquire(ctx context.Context, r supplier.Request) supplier.Answer {
	h.asked <- r.ClientID

	select {
	case <-h.let:
	case <-ctx.Done():
	}

	return h.Adapter.Inquire(ctx, r)
}

// A crowd in one shop asks for names from an address each. Who asks in another shop is the next or the one after.
func TestNamesOfOneShopsCrowd(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const crowd, running = 40, 6

		held := heldNames{asked: make(chan int64, crowd+1), let: make(chan struct{})}
		s := shop{node: ordertest.New(t, d, ordertest.Options{Wrap: func(a supplier.Adapter) supplier.Adapter {
			return heldNames{a, held.asked, held.let}
		}}), clk: clock.NewManual(clock.System{}.Now()), mails: &mailtest.Recorder{}}
		s.fill(t, d)
		s.openOther(t, d)
		s.Service = s.service(t, d, s.clk, false, 7)

		answers := make(chan error, crowd+1)
		ask := func(n int, code string) {
			in := input(n, "")
			in.Code, in.ProductCode, in.Destination = code, "PLN20", checkout.Destination{Meter: fmt.Sprintf("3201447%04d", n*10)}
			in.Source = netip.AddrFrom4([4]byte{100, byte(n), 0, 1})

			_, err := s.AccountName(t.Context(), in)
			answers <- err
		}

		for n := range crowd {
			go ask(n, code)
		}

		for range running {
			<-held.asked
		}

		wait := func(n int64) {
			testkit.Eventually(t, ordertest.Patience, "the others wait", func() bool { return s.NamesWaiting() == n })
		}
		wait(crowd - running)

		go ask(crowd, "other")

		wait(crowd - running + 1)

		held.let <- struct{}{}

		held.let <- struct{}{}

		if first, second := <-held.asked, <-held.asked; first != ordertest.Other && second != ordertest.Other {
			t.Errorf("after two of the crowd come %d and %d", first, second)
		}

		close(held.let)

		for range crowd + 1 {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
	})
}

// openOther opens the shop of ordertest.Other.
func (s shop) openOther(t *testing.T, d *db.DB) {
	t.Helper()

	content, err := json.Marshal(storefront.Content{
		Theme: storefront.DefaultTheme(), Name: "Other", Logo: "logo", PaymentLink: "https://other.example/pay", Banners: []storefront.Banner{}, Popular: []string{},
	})
	testkit.Must(t, err)

	testkit.Exec(t, d, `UPDATE clients SET code = 'other', features = '["connect"]' WHERE id = $1`, ordertest.Other)
	testkit.Exec(t, d, `INSERT INTO storefronts (id, client_id, version, config, published, is_published, published_at, created_at, updated_at)
		VALUES (2, $1, 1, $2, $2, TRUE, 1, 1, 1)`, ordertest.Other, string(content))
	testkit.Exec(t, d, "INSERT INTO storefront_pricing (client_id, version, pricing_type, value, was_set, updated_at) VALUES ($1, 1, 'margin', 1000, TRUE, 1)",
		ordertest.Other)
}
