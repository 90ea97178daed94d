package checkout_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/dev/testkit/ordertest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/money/wallet"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/idempotency"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	code  = "majujaya"
	price = ordertest.Price + 1_000 // what shoppers pay
)

// shop is the published shop of ordertest.Client, whose shoppers buy TSEL10, on a node.
type shop struct {
	*checkout.Service

	node  *ordertest.Node
	clk   *clock.Manual
	mails *mailtest.Recorder
}

// newShop makes the shop. Without a queue nothing runs by itself, and the clock is the test's.
func newShop(t *testing.T, d *db.DB, balance money.Rupiah, queue bool) shop {
	t.Helper()

	s := shop{node: ordertest.New(t, d, ordertest.Options{Balance: balance}), clk: clock.NewManual(time.Now().UTC()), mails: &mailtest.Recorder{}}
	s.fill(t, d)

	if queue {
		s.Service = s.service(t, d, clock.System{}, queue, 7)
	} else {
		s.Service = s.service(t, d, s.clk, queue, 7)
	}

	return s
}

func (s shop) fill(t *testing.T, d *db.DB) {
	t.Helper()

	content, err := json.Marshal(storefront.Content{
		Theme: storefront.DefaultTheme(), Name: "Maju Games", Logo: "logo", PaymentLink: "https://bayar.majugames.id/checkout?shop=1", Banners: []storefront.Banner{},
		Popular: []string{},
	})
	testkit.Must(t, err)

	testkit.Exec(t, d, `UPDATE clients SET code = $1, features = '["connect"]' WHERE id = $2`, code, ordertest.Client)
	testkit.Exec(t, d, `INSERT INTO storefronts (id, client_id, version, config, published, is_published, published_at, created_at, updated_at)
		VALUES (1, $1, 1, $2, $2, TRUE, 1, 1, 1)`, ordertest.Client, string(content))
	testkit.Exec(t, d, "INSERT INTO operators (code, name, type) VALUES ('PLN', 'PLN', 'electricity')")
	testkit.Exec(t, d, `INSERT INTO products (code, name, wallet_type, price, active, problem, kind, operator_type, operator_code, updated_at)
		VALUES ('PLN20', 'PLN 20.000', 'level_1', 20500, TRUE, FALSE, 'prepaid', 'electricity', 'PLN', 1)`)
	testkit.Exec(t, d, "INSERT INTO product_skus (product_code, supplier, sku, preference, cost) VALUES ('PLN20', 'a', 'PLN20', 1, 20000)")
	testkit.Exec(t, d, "INSERT INTO storefront_pricing (client_id, version, pricing_type, value, was_set, updated_at) VALUES ($1, 1, 'margin', 1000, TRUE, 1)",
		ordertest.Client)
	testkit.Exec(t, d, "INSERT INTO roles (id, name, label) VALUES (7, 'client_root', 'Root')")
	testkit.Exec(t, d, "INSERT INTO role_permissions (role_id, permission_id) VALUES (7, $1)", int64(identity.UserCreate))
	testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, active, created_at)
		VALUES (501, $1, 'rina', 'Rina', 'rina@example.com', '', 1, TRUE, 1)`, ordertest.Client)
	testkit.Exec(t, d, "INSERT INTO user_roles (user_id, role_id) VALUES (501, 7)")
}

var key = secret.Text(strings.Repeat("k", secret.MinKey))

func (s shop) service(t *testing.T, d *db.DB, clk clock.Clock, queue bool, number int) *checkout.Service {
	t.Helper()

	people, err := identity.New(d, clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
		SigningKeys: []secret.Text{key}, PINPepper: key, Hash: password.Options{Memory: 8, Time: 1},
	})
	testkit.Must(t, err)

	generator, err := ids.NewGenerator(number)
	testkit.Must(t, err)

	prices := catalog.New(d, clk)
	deps := checkout.Deps{
		DB: d, Clock: clk, IDs: generator, Orders: s.node.Orders, Placing: s.node.Placing, Identity: people, Keys: idempotency.New(d, clk, nil), Mail: s.mails,
		Catalog: prices, Shops: storefront.NewService(storefront.Deps{DB: d, Clock: clk, Catalog: prices, Identity: people, Log: slog.New(slog.DiscardHandler)}, storefront.Options{}),
		Log:    slog.New(slog.DiscardHandler),
		Secret: key, Origin: func() string { return "https://toko.example" }, Deposit: func() string { return "https://loket.example/deposit" },
		Events: event.New(d, clk, slog.New(slog.DiscardHandler), event.Options{}),
		Jobs:   job.NewQueue(d, clk, generator, slog.New(slog.DiscardHandler), job.Options{Holder: "shop", Poll: 20 * time.Millisecond}),
	}
	service := checkout.NewService(deps)

	if queue {
		mailtest.Start(t, deps.Jobs)
		testkit.Must(t, deps.Events.Start(t.Context()))
		t.Cleanup(func() { testkit.Must(t, deps.Events.Stop(context.WithoutCancel(t.Context()))) })
	}

	return service
}

// input is an order of a phone credit by a new shopper.
func input(n int, destination string) checkout.Input {
	return checkout.Input{
		Code: code, ProductCode: ordertest.Product, Price: price, Key: fmt.Sprintf("a-random-text-of-shopper-%d", n),
		Destination: checkout.Destination{Number: destination}, Source: netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}),
	}
}

// make makes an order for a number of its own.
func (s shop) make(t *testing.T, n int) checkout.Order {
	t.Helper()

	o, err := s.Create(t.Context(), input(n, fmt.Sprintf("0812%07d0", n)))
	testkit.Must(t, err)

	return o
}

// look reads an order.
func (s shop) look(t *testing.T, o checkout.Order) checkout.Order {
	t.Helper()

	o, err := s.Get(t.Context(), o.ClientID, o.ID)
	testkit.Must(t, err)

	return o
}

// settle does what the jobs do until the order has ended.
func (s shop) settle(t *testing.T, o checkout.Order) checkout.Order {
	t.Helper()
	s.clk.Advance(2 * time.Minute) // its job was lost

	testkit.Eventually(t, ordertest.Patience, "the storefront order ends", func() bool {
		testkit.Must(t, s.PlaceWaiting(t.Context()))
		testkit.Must(t, s.Events().Drain(t.Context()))

		o = s.look(t, o)

		return o.Status.Ended()
	})

	return o
}

// onWallet counts the orders on the wallet.
func onWallet(t *testing.T, d *db.DB) int {
	t.Helper()

	return testkit.Value[int](t, d, "SELECT COUNT(*) FROM orders WHERE channel = $1", string(order.ChannelStorefront))
}

// topUp puts money into the wallet of ordertest.Client.
func topUp(t *testing.T, d *db.DB, amount money.Rupiah) {
	t.Helper()
	testkit.Must(t, d.Tx(t.Context(), func(tx *db.Tx) error {
		w, err := wallet.ByTypeTx(t.Context(), tx, ordertest.Client, wallet.Level1)
		if err != nil {
			return err
		}

		_, _, err = wallet.PostTx(t.Context(), tx, clock.System{}.Now(), wallet.Posting{
			WalletID: w.ID, ClientID: w.ClientID, Action: wallet.Topup, Amount: amount, Contra: wallet.BankClearing, Key: fmt.Sprint("more", amount),
		})

		return err
	}))
}
