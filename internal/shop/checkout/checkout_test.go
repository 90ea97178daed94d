package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/simulate/clientside"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/money"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

func TestFromTheShopToDelivery(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d, 0, true)
		o := s.make(t, 1)

		if o.Status != checkout.Waiting || o.Price != price || o.NetPrice != ordertest.Price || o.PriceUntil.Sub(o.CreatedAt) != 15*time.Minute || len(o.Token) < 22 {
			t.Errorf("made %+v", o)
		}

		_, err := s.ConfirmPayment(t.Context(), ordertest.Client, o.ID, price)
		testkit.Must(t, err)

		testkit.Eventually(t, ordertest.Patience, "the jobs deliver it", func() bool {
			o = s.look(t, o)

			return o.Status == checkout.Success
		})

		on, err := s.node.Orders.Get(t.Context(), ordertest.Client, o.OrderID)
		testkit.Must(t, err)

		if on.Channel != order.ChannelStorefront || on.ClientRef != o.ClientRef() || on.SerialNumber != o.SerialNumber || o.SerialNumber == "" || o.PaidLate {
			t.Errorf("on the wallet %+v, in the shop %+v", on, o)
		}

		names := []string{}
		for _, step := range o.Steps() {
			names = append(names, step.Name)
		}

		if got := strings.Join(names, " "); got != "created paid processing success" {
			t.Errorf("steps %s", got)
		}

		testkit.ProveBooks(t, d)
	})
}

// Only the owner's word with the right amount, in time, counts; and only once.
func TestPaymentsThatDoNotCount(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		o := s.make(t, 1)

		for name, try := range map[string]struct {
			client, id int64
			amount     money.Rupiah
			want       fault.Definition
		}{
			"too little":        {ordertest.Client, o.ID, price - 1, checkout.ErrAmount},
			"too much":          {ordertest.Client, o.ID, price + 1, checkout.ErrAmount},
			"by another client": {ordertest.Other, o.ID, price, fault.ErrNotFound},
			"for no order":      {ordertest.Client, o.ID + 1, price, fault.ErrNotFound},
		} {
			if _, err := s.ConfirmPayment(ctx, try.client, try.id, try.amount); !try.want.Is(err) {
				t.Errorf("%s: %v", name, err)
			}
		}

		if got := s.look(t, o); got.Status != checkout.Waiting {
			t.Errorf("it is %s", got.Status)
		}

		// Late, and once more.
		late := s.make(t, 2)
		s.clk.Advance(checkout.PriceKept)

		if got := s.Status(s.look(t, late)); got != checkout.Expired {
			t.Errorf("after its price ended it is %s", got)
		}

		for range 3 {
			if got, err := s.ConfirmPayment(ctx, ordertest.Client, late.ID, price); err != nil || !got.PaidLate {
				t.Errorf("late: %+v %v", got, err)
			}
		}

		if _, err := s.ConfirmPayment(ctx, ordertest.Client, late.ID, price+1); !checkout.ErrAmount.Is(err) {
			t.Errorf("a repeat with another amount: %v", err)
		}

		s.clk.Advance(checkout.Payable - checkout.PriceKept)

		if _, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price); !checkout.ErrTooLate.Is(err) {
			t.Errorf("a day late: %v", err)
		}

		if s.settle(t, late); onWallet(t, d) != 1 {
			t.Errorf("%d orders on the wallet", onWallet(t, d))
		}

		testkit.ProveBooks(t, d)
	})
}

func TestOrdersThatAreRefused(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()

		for name, try := range map[string]struct {
			change func(in *checkout.Input)
			want   fault.Definition
			fields string
		}{
			"no shop":       {func(in *checkout.Input) { in.Code = "nobody" }, fault.ErrNotFound, ""},
			"another price": {func(in *checkout.Input) { in.Price-- }, placing.ErrPriceAboveMaximum, ""},
			"not sold":      {func(in *checkout.Input) { in.ProductCode = "OFF" }, checkout.ErrNotSold, ""},
			"a bill":        {func(in *checkout.Input) { in.ProductCode = ordertest.BillCode }, checkout.ErrNotSold, ""},
			"no number":     {func(in *checkout.Input) { in.Destination.Number = "" }, fault.ErrValidation, "destination.number"},
			"a short one":   {func(in *checkout.Input) { in.Destination.Number = "0812" }, fault.ErrValidation, "destination.number"},
			"a short key":   {func(in *checkout.Input) { in.Key = "1" }, fault.ErrValidation, "Idempotency-Key"},
		} {
			in := input(1, "081200000010")
			try.change(&in)

			_, err := s.Create(ctx, in)
			if !try.want.Is(err) || fields(err) != try.fields {
				t.Errorf("%s: %v, fields %q", name, err, fields(err))
			}
		}

		// The same key is the same order; with another input it is refused.
		first, err := s.Create(ctx, input(1, "081200000010"))
		testkit.Must(t, err)

		if again, err := s.Create(ctx, input(1, "081200000010")); err != nil || again.ID != first.ID || again.Token != first.Token {
			t.Errorf("again: %+v %v", again, err)
		}

		if _, err := s.Create(ctx, input(1, "081200000020")); !idempotency.ErrConflict.Is(err) {
			t.Errorf("the key for another number: %v", err)
		}

		if _, err := s.ByToken(ctx, ordertest.Other, first.Token); !fault.ErrNotFound.Is(err) {
			t.Errorf("in another shop: %v", err)
		}

		testkit.Exec(t, d, "UPDATE storefronts SET is_published = FALSE")

		if _, err := s.Create(ctx, input(2, "081200000020")); !checkout.ErrClosed.Is(err) {
			t.Errorf("closed: %v", err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM storefront_orders"); n != 1 {
			t.Errorf("%d orders", n)
		}

		// What was made before can be paid.
		_, err = s.ConfirmPayment(ctx, ordertest.Client, first.ID, price)
		testkit.Must(t, err)

		if got := s.settle(t, first); got.Status != checkout.Success {
			t.Errorf("it is %s", got.Status)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestOrdersAreBounded(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()

		made := func(from int, destination func(n int) string, source netip.Addr) int {
			for n := range 100 {
				in := input(from+n, destination(n))
				if source.IsValid() {
					in.Source = source
				}

				if _, err := s.Create(ctx, in); fault.ErrThrottled.Is(err) {
					return n
				} else if err != nil {
					t.Fatal(err)
				}
			}

			return -1
		}

		if n := made(0, func(int) string { return "081200000010" }, netip.Addr{}); n != 5 {
			t.Errorf("%d orders for a destination", n)
		}

		flooder := netip.MustParseAddr("192.0.2.1")
		if n := made(1000, func(n int) string { return fmt.Sprintf("0813%08d", n) }, flooder); n != 30 {
			t.Errorf("%d orders of an address", n)
		}

		// Who has no order left may still ask for names, and the other way round.
		in := input(2000, "")
		in.ProductCode, in.Source, in.Destination = "PLN20", flooder, checkout.Destination{Meter: "32014477812"}

		for range 5 {
			if _, err := s.AccountName(ctx, in); err != nil {
				t.Errorf("an inquiry after the orders: %v", err)
			}
		}

		if _, err := s.AccountName(ctx, in); !fault.ErrThrottled.Is(err) {
			t.Errorf("a sixth inquiry: %v", err)
		}

		in.Source, in.Price = netip.MustParseAddr("192.0.2.2"), 0
		if _, err := s.Create(ctx, in); !placing.ErrPriceAboveMaximum.Is(err) {
			t.Errorf("an order for a meter that somebody asked for: %v", err)
		}
	})
}

// Orders that are refused take nobody's place: neither the address's, nor the destination's, nor the shop's.
func TestRefusedOrdersDoNotCount(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		wrong := input(0, "081200000010")
		wrong.Price = 1

		var err error

		for n := range 300 {
			wrong.Key = fmt.Sprintf("wrong-price-%022d", n)
			if _, err = s.Create(ctx, wrong); !placing.ErrPriceAboveMaximum.Is(err) {
				t.Fatalf("%d: %v", n, err)
			}
		}

		wrong.Key = "one-more-wrong-price-0000001"
		if _, err = s.Create(ctx, wrong); !fault.ErrThrottled.Is(err) {
			t.Errorf("tries without an end: %v", err)
		}

		for n := range 5 {
			if _, err := s.Create(ctx, input(n+1, "081200000010")); err != nil {
				t.Errorf("after the flood: %v", err)
			}
		}
	})
}

// A flooded shop still serves those who have no order yet, and other shops don't notice.
func TestFloodedShop(t *testing.T) {
	t.Parallel()

	s := newShop(t, testkit.Open(t, db.SQLite), 0, false)
	now := s.clk.Now()
	address := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{11, byte(n >> 16), byte(n >> 8), byte(n)}) }
	flood := func(from, count int) (refused int) {
		for n := range count {
			if s.TakeOrder(address(from+n), 1001, strconv.Itoa(from+n), now) != nil {
				refused++
			}
		}

		return refused
	}

	if n := flood(0, 6000); n != 0 {
		t.Errorf("%d new shoppers are refused", n)
	}

	greedy := address(1_000_000)
	for want := range 3 {
		if err := s.TakeOrder(greedy, 1001, "x", now); fault.ErrThrottled.Is(err) != (want == 2) {
			t.Errorf("order %d of an address in a flooded shop: %v", want+1, err)
		}
	}

	if n := flood(2_000_000, 50_000); n != 6_002 {
		t.Errorf("%d orders are refused in a full shop", n)
	}

	if err := s.TakeOrder(address(3_000_000), 1002, "x", now); err != nil {
		t.Errorf("another shop: %v", err)
	}

	if err := s.TakeOrder(address(3_000_000), 1001, "x", now.Add(10*time.Minute)); err != nil {
		t.Errorf("after a while: %v", err)
	}
}

// A client's own order can have the reference of a shopper's order, of a time before such references were refused. It is not the shopper's: a
// paid order never waits behind it for ever, and is never taken for delivered.
func TestForeignOrderWithTheReference(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 1_000_000, false), t.Context()

		if _, err := s.node.Placing.Place(ctx, placing.Request{
			ClientID: ordertest.Client, ProductCode: "TSEL10", DestinationNo: "081200000010", ClientRef: "shop-1", Channel: order.ChannelH2H,
		}); !fault.ErrValidation.Is(err) {
			t.Errorf("a client's order with our reference: %v", err)
		}

		for n, same := range []bool{true, false} { // the same order, and another one
			made, err := s.Create(ctx, input(n, fmt.Sprintf("08120000%d210", n)))
			testkit.Must(t, err)

			destination := "081200000990"
			if same {
				destination = made.DestinationNo
			}

			_, err = s.node.Placing.Place(ctx, placing.Request{
				ClientID: ordertest.Client, ProductCode: made.ProductCode, DestinationNo: destination, ClientRef: made.ClientRef(), Channel: order.ChannelPortal, MaxPrice: made.Price,
			})
			testkit.Must(t, err)

			_, err = s.ConfirmPayment(ctx, made.ClientID, made.ID, made.Price)
			testkit.Must(t, err)

			if got := s.settle(t, made); got.Status != checkout.Failed {
				t.Errorf("the same %t: it is %s", same, got.Status)
			}

			if _, err := s.GiveUp(ctx, made.ClientID, made.ID); !checkout.ErrPlaced.Is(err) {
				t.Errorf("the same %t: given up after its end: %v", same, err)
			}
		}

		if n := len(s.mails.Messages()); n != 2 {
			t.Errorf("the owner got %d mails about refunds", n)
		}

		testkit.ProveBooks(t, d)
	})
}

func TestNameBehindAMeter(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		in := input(1, "")
		in.ProductCode = "PLN20"

		in.Destination = checkout.Destination{Meter: "320 1447 7812"}
		if name, err := s.AccountName(ctx, in); err != nil || name == "" {
			t.Errorf("%q %v", name, err)
		}

		in.Destination.Meter = "3201447"
		if _, err := s.AccountName(ctx, in); fields(err) != "destination.meter" {
			t.Errorf("a short meter: %v", err)
		}

		if _, err := s.AccountName(ctx, input(1, "081200000010")); !fault.ErrNotFound.Is(err) {
			t.Errorf("a phone: %v", err)
		}

		in.Destination.Meter = "32014477812"

		var err error
		for range 10 {
			_, err = s.AccountName(ctx, in)
		}

		if !fault.ErrThrottled.Is(err) {
			t.Errorf("asked again and again: %v", err)
		}
	})
}

func TestShortWalletWaitsForMoney(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, ordertest.Price-1, true), t.Context()
		list := []checkout.Order{s.make(t, 1), s.make(t, 2), s.make(t, 3)}

		for _, o := range list {
			_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
			testkit.Must(t, err)
		}

		for _, o := range list {
			testkit.Eventually(t, ordertest.Patience, "it waits for money", func() bool {
				o = s.look(t, o)

				return o.Status == checkout.Paid && o.ShortSince != nil
			})
		}

		testkit.Must(t, s.PlaceWaiting(ctx))

		if mails := s.mails.Messages(); len(mails) != 1 || mails[0].To != "rina@example.com" {
			t.Errorf("mails: %+v", mails)
		}

		// One of them is given up; the others are placed once there is money.
		_, err := s.GiveUp(ctx, ordertest.Client, list[1].ID)
		testkit.Must(t, err)
		topUp(t, d, 10*ordertest.Price)

		for i, want := range []checkout.Status{checkout.Success, checkout.Failed, checkout.Success} {
			if got := s.settle(t, list[i]); got.Status != want {
				t.Errorf("order %d is %s", i, got.Status)
			}
		}

		if _, err := s.GiveUp(ctx, ordertest.Client, list[0].ID); !checkout.ErrPlaced.Is(err) {
			t.Errorf("gave a delivered one up: %v", err)
		}

		if onWallet(t, d) != 2 {
			t.Errorf("%d orders on the wallet", onWallet(t, d))
		}

		testkit.ProveBooks(t, d)
	})
}

func TestFailedOrdersAreTold(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()

		failing, err := s.Create(ctx, input(1, "081200000012")) // the supplier fails those that end in 2
		testkit.Must(t, err)

		dear := s.make(t, 2)

		for _, o := range []checkout.Order{failing, dear} {
			_, err = s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
			testkit.Must(t, err)
		}

		if got := s.settle(t, failing); got.Status != checkout.Failed || got.OrderID == 0 {
			t.Errorf("failed at the supplier: %+v", got)
		}

		if got := s.settle(t, dear); got.Status != checkout.Success {
			t.Errorf("the other one: %+v", got)
		}

		if mails := s.mails.Messages(); len(mails) != 1 || !strings.Contains(mails[0].Subject, checkout.FormatID(failing.ID)) {
			t.Errorf("mails: %+v", mails)
		}

		if list, err := s.List(ctx, ordertest.Client, checkout.Failed, 0); err != nil || len(list) != 1 || list[0].ID != failing.ID {
			t.Errorf("failed ones: %+v %v", list, err)
		}

		testkit.ProveBooks(t, d)
	})
}

// A price that rises above the shopper's between checkout and payment is never charged.
func TestClientNeverPaysMoreThanTheShopper(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		kept, risen := s.make(t, 1), s.make(t, 2)

		raise := func(to money.Rupiah) {
			testkit.Exec(t, d, "UPDATE products SET price = $1, updated_at = updated_at + 1 WHERE code = $2", int64(to), ordertest.Product)
			testkit.Exec(t, d, "INSERT INTO versions (name, version) VALUES ('catalog', 1) ON CONFLICT (name) DO UPDATE SET version = versions.version + 1")

			n := 0

			testkit.Eventually(t, ordertest.Patience, "orders have the new price", func() bool {
				n++

				_, err := s.node.Placing.Place(ctx, placing.Request{
					ClientID: ordertest.Client, ProductCode: ordertest.Product, DestinationNo: "081211111110", ClientRef: fmt.Sprint("probe-", to, "-", n), MaxPrice: to - 1,
					Channel: order.ChannelH2H,
				})

				return placing.ErrPriceAboveMaximum.Is(err)
			})
		}

		pay := func(o checkout.Order) checkout.Order {
			_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
			testkit.Must(t, err)

			return s.settle(t, o)
		}

		raise(price)

		if got := pay(kept); got.Status != checkout.Success || got.NetPrice != price {
			t.Errorf("at the shopper's price: %+v", got)
		}

		raise(price + 1)

		if got := pay(risen); got.Status != checkout.Failed || got.OrderID != 0 {
			t.Errorf("above the shopper's price: %+v", got)
		}

		testkit.ProveBooks(t, d)
	})
}

// A worker dies after it placed the order and before it noted that. The next one notes it, and the owner can't give it up meanwhile.
func TestWorkerDiesAfterPlacing(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		o := s.make(t, 1)

		_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
		testkit.Must(t, err)

		_, err = s.node.Placing.Place(ctx, placing.Request{
			ClientID: o.ClientID, ProductCode: o.ProductCode, DestinationNo: o.DestinationNo, ClientRef: o.ClientRef(), MaxPrice: o.Price,
			Channel: order.ChannelStorefront,
		})
		testkit.Must(t, err)

		if _, err := s.GiveUp(ctx, ordertest.Client, o.ID); !checkout.ErrPlaced.Is(err) {
			t.Errorf("given up: %v", err)
		}

		if got := s.settle(t, o); got.Status != checkout.Success || onWallet(t, d) != 1 {
			t.Errorf("%+v, %d on the wallet", got, onWallet(t, d))
		}

		testkit.ProveBooks(t, d)
	})
}

// Payments, workers and the owner's giving up meet at random: each order is on the wallet once, or was given up and is not.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		const orders = 12

		s, ctx := newShop(t, d, 0, true), t.Context()
		second := s.service(t, d, s.clk, true, 8)
		list := make([]checkout.Order, orders)

		for i := range list {
			list[i] = s.make(t, i)
		}

		var wg sync.WaitGroup

		for _, o := range list {
			for n := range 4 {
				wg.Go(func() {
					service := []*checkout.Service{s.Service, second}[n%2]

					_, err := service.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
					if err != nil && !checkout.ErrTooLate.Is(err) {
						t.Error(err)
					}

					if n == 3 {
						if _, err := service.GiveUp(ctx, ordertest.Client, o.ID); err != nil && !checkout.ErrPlaced.Is(err) {
							t.Error(err)
						}
					}
				})
			}
		}

		wg.Wait()

		placed := 0

		for _, o := range list {
			got := s.settle(t, o)
			if (got.OrderID != 0) != (got.Status == checkout.Success) {
				t.Errorf("%+v", got)
			}

			if got.OrderID != 0 {
				placed++
			}
		}

		if onWallet(t, d) != placed {
			t.Errorf("%d of %d on the wallet, %d placed", onWallet(t, d), orders, placed)
		}

		testkit.ProveBooks(t, d)
	})
}

// The client's program, written after the document alone, takes our links and no others.
func TestPaymentLink(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 0, false), t.Context()
		o := s.make(t, 1)

		shop, err := s.Shops().ByCode(ctx, code)
		testkit.Must(t, err)

		link, err := s.PaymentLink(ctx, shop, o)
		testkit.Must(t, err)

		u, err := url.Parse(link)
		testkit.Must(t, err)

		client := &clientside.Client{Key: func(context.Context) (string, error) {
			key, err := s.PaymentKey(ctx, ordertest.Client)

			return key.Reveal(), err
		}}

		p, err := client.Read(ctx, u.Query())
		if err != nil || p.OrderID != checkout.FormatID(o.ID) || p.Amount != price || p.Return != "https://toko.example/majujaya/orders/"+o.Token ||
			u.Query().Get("shop") != "1" || u.Host != "bayar.majugames.id" {
			t.Errorf("%s: %+v %v", link, p, err)
		}

		for name := range u.Query() {
			if name == "shop" {
				continue
			}

			query := u.Query()
			query.Set(name, query.Get(name)+"0")

			if _, err := client.Read(ctx, query); !errors.Is(err, clientside.ErrForged) {
				t.Errorf("%s was changed: %v", name, err)
			}
		}

		before, err := s.PaymentKey(ctx, ordertest.Client)
		testkit.Must(t, err)

		after, err := s.ChangePaymentKey(ctx, storefront.By{ClientID: ordertest.Client, Actor: "user:501"})
		if err != nil || after == before {
			t.Errorf("the key stayed: %v", err)
		}

		if _, err := client.Read(ctx, u.Query()); !errors.Is(err, clientside.ErrForged) {
			t.Errorf("signed with the old key: %v", err)
		}
	})
}

// fields are the fields that an error names.
func fields(err error) string {
	list := []string{}
	for _, f := range fault.From(err).Fields {
		list = append(list, f.Field)
	}

	return strings.Join(list, " ")
}

// An order that was paid before its product's nightly closing waits until it is sold again.
func TestPaidOrderWaitsForTheEndOfACutOff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShop(t, d, 10*ordertest.Price, false), t.Context()
		o := s.make(t, 1)

		ordertest.CutOff(t, d, true)
		s.clk.Advance(2 * time.Second) // the shop's catalogue may be a second old

		if _, err := s.Create(ctx, input(2, "081234567890")); !placing.ErrProductCutOff.Is(err) {
			t.Errorf("a new order: %v", err)
		}

		_, err := s.ConfirmPayment(ctx, ordertest.Client, o.ID, price)
		testkit.Must(t, err)
		s.clk.Advance(2 * time.Minute)
		testkit.Must(t, s.PlaceWaiting(ctx))

		if got := s.look(t, o); got.Status != checkout.Paid || got.ShortSince != nil || onWallet(t, d) != 0 {
			t.Errorf("%+v", got)
		}

		ordertest.CutOff(t, d, false)

		if got := s.settle(t, o); got.Status != checkout.Success {
			t.Errorf("%+v", got)
		}

		testkit.ProveBooks(t, d)
	})
}
