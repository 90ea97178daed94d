package analytics_test

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
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/secret"
	"loket/internal/shop/analytics"
	"loket/internal/shop/storefront"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// zones are those of the clients 1001, 1002 and 1003: days end at 17:00 and 15:00 UTC, and at 04:00 or 05:00.
func zones() []string { return []string{"Asia/Jakarta", "Asia/Jayapura", "America/New_York"} }

const (
	banner     = "Promo"
	bannerLink = "https://majugames.id/promo"
)

// kit is a service with published shops on a clock of its own.
type kit struct {
	*analytics.Service

	db     *db.DB
	events *event.Record
	clk    *clock.Manual
	zones  map[int64]*time.Location
	sold   int // orders inserted so far
}

func newKit(t *testing.T, d *db.DB) *kit {
	t.Helper()

	k := &kit{db: d, clk: clock.NewManual(time.Date(2026, 10, 28, 9, 0, 0, 0, time.UTC)), zones: map[int64]*time.Location{}} // New York's clocks change on 1 November
	pepper := secret.Text(strings.Repeat("k", secret.MinKey))

	people, err := identity.New(d, k.clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, k.clk),
		SigningKeys: []secret.Text{pepper}, PINPepper: pepper, Hash: password.Options{Memory: 8, Time: 1},
	})
	testkit.Must(t, err)

	content, err := json.Marshal(storefront.Content{
		Theme: storefront.DefaultTheme(), Name: "Maju", Logo: "logo", PaymentLink: "https://bayar.majugames.id/", Popular: []string{},
		Banners: []storefront.Banner{{Name: banner, Image: "b", Active: true, Link: bannerLink}, {Name: "Off", Image: "b", Link: bannerLink}},
	})
	testkit.Must(t, err)

	for i, name := range zones() {
		id := int64(1001 + i)
		testkit.InsertClient(t, d, id)
		testkit.Exec(t, d, `UPDATE clients SET features = '["connect"]', time_zone = $1 WHERE id = $2`, name, id)
		testkit.Exec(t, d, `INSERT INTO storefronts (id, client_id, version, config, published, is_published, published_at, created_at, updated_at)
			VALUES ($1, $1, 1, $2, $2, TRUE, 1, 1, 1)`, id, string(content))

		k.zones[id], err = clock.Zone(name)
		testkit.Must(t, err)
	}

	for _, o := range operators() {
		testkit.Exec(t, d, "INSERT INTO operators (code, name, type) VALUES ($1, $2, 'game')", o, "Game "+o)

		for _, p := range products(o) {
			testkit.Exec(t, d, `INSERT INTO products (code, name, operator_code, operator_type, kind, wallet_type, price, recommended_price, updated_at)
				VALUES ($1, $2, $3, 'game', 'prepaid', 'level_1', 10000, 11000, 1)`, p, "SKU "+p, o)
		}
	}

	testkit.Exec(t, d, "INSERT INTO versions (name, version) VALUES ('catalog', 1) ON CONFLICT (name) DO UPDATE SET version = versions.version + 1")

	cat := catalog.New(d, k.clk)
	k.events = event.New(d, k.clk, slog.New(slog.DiscardHandler), event.Options{})
	k.Service = analytics.NewService(analytics.Deps{
		DB: d, Clock: k.clk, Catalog: cat, Identity: people, Events: k.events, Shops: storefront.NewService(storefront.Deps{DB: d, Clock: k.clk, Catalog: cat, Identity: people, Log: slog.New(slog.DiscardHandler)}, storefront.Options{}),
	}, analytics.Options{On: true, Pause: time.Nanosecond})
	k.Start(t.Context())
	t.Cleanup(func() { testkit.Must(t, k.Stop(context.Background())) })

	return k
}

func operators() []string        { return []string{"ML", "FF"} }
func products(o string) []string { return []string{o + "1", o + "2"} }
func codeOf(client int64) string { return fmt.Sprintf("toko-%d", client) }
func sessionOf(n int) string     { return fmt.Sprintf("session-%014d", n) }

// send posts a batch of a session.
func (k *kit) send(client int64, session int, events ...analytics.Event) error {
	// Each minute has its address: bounds are another test's.
	at := k.clk.Now().Unix() / 60
	source := netip.AddrFrom4([4]byte{byte(at >> 24), byte(at >> 16), byte(at >> 8), byte(at)})

	return k.Collect(context.Background(), codeOf(client), source, analytics.Batch{Session: sessionOf(session), Events: events})
}

// sell inserts an order that was delivered at a moment.
func (k *kit) sell(t testing.TB, client int64, at time.Time, product string, price, net int64) {
	t.Helper()

	k.sold++
	now := clock.Micros(at)

	testkit.Exec(t, k.db, `INSERT INTO storefront_orders (id, client_id, token, operator_code, operator_name, operator_type, product_code, product_name, denomination,
			destination_no, price, net_price, status, order_id, created_at, price_until, payable_until, paid_at, placed_at, ended_at)
		VALUES ($1, $2, $3, $4, 'Game', 'game', $5, 'SKU', '1', '1', $6, $7, 'success', $1, $8, $9, $9, $8, $8, $8)`,
		int64(k.sold), client, fmt.Sprintf("token%d", k.sold), product[:2], product, price, net, now, now+1)
}
