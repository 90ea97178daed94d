package storefront_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
	"loket/internal/platform/money"
	"loket/internal/shop/storefront"
)

// sales is what a client sold, whatever the days.
type sales map[string]int

// Sold implements storefront.Sales.
func (s sales) Sold(context.Context, int64, time.Time, time.Time) (map[string]int, error) {
	return s, nil
}

// modelPrice is the committed price by exact arithmetic; ok is false below the net price.
func modelPrice(p storefront.Pricing, net, recommended int64) (price int64, ok bool) {
	switch p.Type {
	case storefront.Percentage:
		exact := new(big.Rat).Mul(big.NewRat(net, 1), big.NewRat(10_000+p.Value, 10_000))
		up := new(big.Int).Add(exact.Num(), new(big.Int).Sub(exact.Denom(), big.NewInt(1)))
		price = up.Div(up, exact.Denom()).Int64()
	case storefront.FixedMargin:
		price = net + p.Value
	case storefront.FixedPricing:
		price = p.Value
	case storefront.Recommended:
		price = recommended
		if recommended == 0 {
			price = net
		}
	}

	return price, price >= net
}

func anyPricing(t *rapid.T) storefront.Pricing {
	switch rapid.IntRange(0, 3).Draw(t, "type") {
	case 0:
		return storefront.Pricing{Type: storefront.Recommended}
	case 1:
		return storefront.Pricing{Type: storefront.Percentage, Value: rapid.Int64Range(0, 10_000).Draw(t, "hundredths")}
	case 2:
		return storefront.Pricing{Type: storefront.FixedMargin, Value: rapid.Int64Range(0, 50_000).Draw(t, "margin")}
	default:
		return storefront.Pricing{Type: storefront.FixedPricing, Value: rapid.Int64Range(1, 60_000).Draw(t, "price")}
	}
}

func TestPriceIsThatOfExactArithmetic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, net, recommended := anyPricing(t), rapid.Int64Range(1, 900_000_000).Draw(t, "net"), rapid.Int64Range(0, 900_000_000).Draw(t, "recommended")

		want, _ := modelPrice(p, net, recommended)
		if got := p.Price(money.Rupiah(net), money.Rupiah(recommended)); int64(got) != want {
			t.Fatalf("%+v of %d: %d, want %d", p, net, got, want)
		}
	})
}

// Any changes of all and single SKUs and of net prices, on two nodes, leave each SKU at the price of the model.
func TestPricesFollowAModel(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		a := newShops(t, d)
		b := a
		b.Service = storefront.NewService(a.deps, storefront.Options{})

		net := map[string]int64{"TSEL10": 10250, "ML86": 19850, "ML172": 39601, "FF70": 8950}
		recommended := map[string]int64{"TSEL10": 11000, "ML86": 21500, "FF70": 9900}
		codes := []string{"TSEL10", "ML86", "ML172", "FF70"}
		model := map[string]storefront.Pricing{}

		reset := func() {
			for _, code := range codes {
				model[code] = storefront.Pricing{Type: storefront.Recommended}
			}
		}
		reset()

		rapid.Check(t, func(rt *rapid.T) {
			for range rapid.IntRange(1, 4).Draw(rt, "steps") {
				node := []shops{a, b}[rapid.IntRange(0, 1).Draw(rt, "node")]
				p := anyPricing(rt)
				chosen := codes

				var err error

				if rapid.Bool().Draw(rt, "all") {
					_, err = node.SetAll(t.Context(), by, p)
				} else {
					chosen = rapid.SliceOfNDistinct(rapid.SampledFrom(codes), 1, 4, rapid.ID[string]).Draw(rt, "codes")
					_, err = node.Set(t.Context(), by, chosen, p)
				}

				below := slices.ContainsFunc(chosen, func(code string) bool {
					_, ok := modelPrice(p, net[code], recommended[code])

					return !ok
				})
				if below != storefront.ErrPricing.Is(err) || !below && err != nil {
					rt.Fatalf("%+v of %v: %v", p, chosen, err)
				}

				for _, code := range chosen {
					if !below {
						model[code] = p
					}
				}
			}

			for _, node := range []shops{a, b} {
				list, _, err := node.SKUs(t.Context(), client, storefront.Filter{}, 1, 10)
				testkit.Must(t, err)

				for _, k := range list {
					code := k.Product.Code
					if want, _ := modelPrice(model[code], net[code], recommended[code]); int64(k.Committed) != want || k.Pricing != model[code] {
						rt.Fatalf("%s: %+v costs %d, want %+v and %d", code, k.Pricing, k.Committed, model[code], want)
					}
				}
			}
		})
	})
}

func TestListOfSKUs(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		_, err := s.Set(ctx, by, []string{"ML172"}, storefront.Pricing{Type: storefront.Percentage, Value: 300})
		testkit.Must(t, err)

		active := true

		for want, f := range map[string]storefront.Filter{
			"FF70 ML86 ML172 TSEL10 4": {},
			"ML86 ML172 2":             {Search: "LEGENDS mobile"},
			"TSEL10 1":                 {OperatorType: "mobile"},
			"FF70 1":                   {OperatorCode: "FF"},
			"ML86 ML172 TSEL10 3":      {Active: &active},
			"ML172 TSEL10 ML86 FF70 4": {MarginSort: 1},
			"FF70 ML86 TSEL10 ML172 4": {MarginSort: -1},
			" 0":                       {Search: "bill"},
		} {
			list, total, err := s.SKUs(ctx, client, f, 1, 10)
			testkit.Must(t, err)

			codes := []string{}
			for _, k := range list {
				codes = append(codes, k.Product.Code)
			}

			if got := fmt.Sprint(strings.Join(codes, " "), " ", total); got != want {
				t.Errorf("%+v finds %q, want %q", f, got, want)
			}
		}

		if list, total, err := s.SKUs(ctx, client, storefront.Filter{}, 2, 3); err != nil || total != 4 || len(list) != 1 || list[0].Denomination() != "10.000" {
			t.Errorf("second page: %v %d %v", list, total, err)
		}

		if _, err := s.Set(ctx, by, []string{"TSEL10", "PLNB"}, storefront.Pricing{Type: storefront.Recommended}); fields(err) != "productIds[1]" {
			t.Errorf("a bill: %v", err)
		}

		sum, err := s.Summary(ctx, client)
		if err != nil || sum != (storefront.Summary{Active: 3, LeastTenth: 30, MostTenth: 83}) {
			t.Errorf("%+v %v", sum, err)
		}
	})
}

// A net price above the fixed price takes the SKU out of the shop at once, and those who set prices hear of it once.
func TestSKUBelowItsNetPriceIsOff(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		testkit.Exec(t, d, "INSERT INTO roles (id, name, label) VALUES (77, 'pricer', 'Pricer')")
		testkit.Exec(t, d, "INSERT INTO role_permissions (role_id, permission_id) VALUES (77, 73)")
		testkit.Exec(t, d, `INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, created_at)
			VALUES (501, 1001, 'rina', 'Rina', 'rina@example.com', '', 1, 1)`)
		testkit.Exec(t, d, "INSERT INTO user_roles (user_id, role_id) VALUES (501, 77)")

		logo := s.upload(t, by)
		shop, err := s.Create(ctx, by, storefront.Input{Name: new("A"), Logo: &logo, PaymentLink: new("https://a.id")})
		testkit.Must(t, err)
		_, err = s.Publish(ctx, by, shop.ID, true)
		testkit.Must(t, err)
		_, err = s.Set(ctx, by, []string{"ML86"}, storefront.Pricing{Type: storefront.FixedPricing, Value: 20_000})
		testkit.Must(t, err)

		off := func() string {
			t.Helper()

			list, _, err := s.SKUs(ctx, client, storefront.Filter{}, 1, 10)
			testkit.Must(t, err)
			testkit.Must(t, s.CheckPrices(ctx))
			testkit.Must(t, s.CheckPrices(ctx))

			codes := []string{}

			for _, k := range list {
				if k.Off() {
					codes = append(codes, k.Product.Code)
				}
			}

			return fmt.Sprint(strings.Join(codes, " "), " ", len(s.mails.Messages()))
		}

		if got := off(); got != " 0" {
			t.Errorf("before: %s", got)
		}

		price := func(rupiah int) {
			s.importRows(t, sheets.ProductTable, fmt.Sprintf("code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem\nML86,Mobile Legends 86 Diamonds,,MLBB,level_1,%d,21500,,,true,false\n", rupiah))
		}
		price(20_001)

		if got := off(); got != "ML86 1" {
			t.Errorf("above its price: %s", got)
		}

		if m := s.mails.Messages(); len(m) == 1 && (m[0].To != "rina@example.com" || m[0].Subject != "1 SKU is off in your shop" || m[0].Facts[0].Name != "Mobile Legends 86 Diamonds") {
			t.Errorf("%+v", m[0])
		}

		price(20_002)

		if got := off(); got != "ML86 1" {
			t.Errorf("told again: %s", got)
		}

		price(20_000)

		if got := off(); got != " 1" {
			t.Errorf("back: %s", got)
		}

		price(20_001)

		if got := off(); got != "ML86 2" {
			t.Errorf("above again: %s", got)
		}

		_, err = s.SetAll(ctx, by, storefront.Pricing{Type: storefront.FixedMargin, Value: 1})
		testkit.Must(t, err)

		if got := off(); got != " 2" {
			t.Errorf("priced anew: %s", got)
		}
	})
}

// A SKU whose recommended price is below its net price doesn't hold up the recommended prices of the others: it keeps what it had.
func TestRecommendedLeavesOutWhatWouldLose(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		s.deps.Orders = sales{}
		s.Service = storefront.NewService(s.deps, storefront.Options{})
		recommended := storefront.Pricing{Type: storefront.Recommended}
		margin := storefront.Pricing{Type: storefront.FixedMargin, Value: 700}

		_, err := s.SetAll(ctx, by, margin)
		testkit.Must(t, err)
		testkit.Exec(t, d, "UPDATE products SET price = 12000 WHERE code = 'TSEL10'") // recommended 11.000
		testkit.Exec(t, d, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")
		s.clk.Advance(2 * time.Second)

		names := func(list []storefront.SKU) string {
			codes := []string{}
			for _, k := range list {
				codes = append(codes, k.Product.Code)
			}

			return strings.Join(codes, " ")
		}

		trial, err := s.Simulate(ctx, client, testkit.Jakarta(t), nil, recommended)
		if err != nil || names(trial.LeftOut) != "TSEL10" || trial.Count != 3 {
			t.Errorf("simulated: %+v %v", trial, err)
		}

		done, err := s.SetAll(ctx, by, recommended)
		if err != nil || done.Changed != 3 || names(done.LeftOut) != "TSEL10" {
			t.Fatalf("all: %+v %v", done, err)
		}

		list, _, err := s.SKUs(ctx, client, storefront.Filter{}, 1, 10)
		testkit.Must(t, err)

		for _, k := range list {
			want := recommended
			if k.Product.Code == "TSEL10" {
				want = margin
			}

			if k.Pricing != want || k.Off() {
				t.Errorf("%s: %+v", k.Product.Code, k)
			}
		}

		if done, err = s.Set(ctx, by, []string{"ML86", "TSEL10"}, recommended); err != nil || done.Changed != 1 || names(done.LeftOut) != "TSEL10" {
			t.Errorf("some: %+v %v", done, err)
		}

		// Alone it is refused with its reason, and other prices are all or nothing as before.
		if _, err := s.Set(ctx, by, []string{"TSEL10"}, recommended); !storefront.ErrPricing.Is(err) {
			t.Errorf("alone: %v", err)
		}

		if _, err := s.SetAll(ctx, by, storefront.Pricing{Type: storefront.FixedPricing, Value: 10_000}); !storefront.ErrPricing.Is(err) {
			t.Errorf("a fixed price below net: %v", err)
		}
	})
}

// A user prices a SKU while another one takes the recommended prices, which leave it out: whoever is first, the SKU has the user's price.
func TestLeftOutSKUsKeepThePriceOfTheMoment(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		testkit.Exec(t, d, "UPDATE products SET price = 12000 WHERE code = 'TSEL10'") // recommended 11.000

		for n := range int64(40) {
			own := storefront.Pricing{Type: storefront.FixedPricing, Value: 20_000 + n}

			var all sync.WaitGroup

			all.Go(func() {
				if _, err := s.SetAll(ctx, by, storefront.Pricing{Type: storefront.Recommended}); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				if _, err := s.Set(ctx, by, []string{"TSEL10"}, own); err != nil {
					t.Error(err)
				}
			})
			all.Wait()

			prices, err := s.Prices(ctx, client)
			if testkit.Must(t, err); prices.Of("TSEL10") != own || prices.Of("ML86").Type != storefront.Recommended {
				t.Fatalf("round %d: %+v", n, prices.Of("TSEL10"))
			}
		}
	})
}

// The audit log has the prices before and after a change of one SKU, of some and of all.
func TestPricesAreAudited(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		fixed := storefront.Pricing{Type: storefront.FixedPricing, Value: 20_000}
		margin := storefront.Pricing{Type: storefront.FixedMargin, Value: 700}

		_, err := s.Set(ctx, by, []string{"ML86"}, fixed)
		testkit.Must(t, err)
		_, err = s.Set(ctx, by, []string{"ML172", "ML86"}, margin)
		testkit.Must(t, err)
		_, err = s.SetAll(ctx, by, storefront.Pricing{Type: storefront.Percentage, Value: 1_250})
		testkit.Must(t, err)
		_, err = s.SetAll(ctx, by, margin)
		testkit.Must(t, err)

		type change struct {
			Type   string `json:"type"`
			Value  int64  `json:"value"`
			Before struct {
				Type  string `json:"type"`
				Value int64  `json:"value"`
				Own   int    `json:"own"`
				First []struct {
					Code  string `json:"code"`
					Type  string `json:"type"`
					Value int64  `json:"value"`
				} `json:"first"`
			} `json:"before"`
		}

		got := []string{}

		rows, err := d.Reader().Query(ctx, "SELECT detail FROM audit_log WHERE action = 'storefront.price' ORDER BY id")
		list, err := db.Collect(rows, err, func(row *sql.Rows) (text string, err error) { return text, row.Scan(&text) })
		testkit.Must(t, err)

		for _, text := range list {
			var c change
			testkit.Must(t, json.Unmarshal([]byte(text), &c))
			got = append(got, fmt.Sprint(c))
		}

		want := []string{
			"{price 20000 {recommended 0 0 []}}",
			"{margin 700 {recommended 0 1 [{ML86 price 20000}]}}",
			"{percent 1250 {recommended 0 2 [{ML172 margin 700} {ML86 margin 700}]}}",
			"{margin 700 {percent 1250 0 []}}",
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestSimulationAddsUpSales(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)
		s.deps.Orders = sales{"ML86": 10, "ML172": 3, "TSEL10": 100, "PLNB": 7, "GONE": 1}
		s.Service = storefront.NewService(s.deps, storefront.Options{})

		got, err := s.Simulate(t.Context(), client, testkit.Jakarta(t), []string{"ML172", "ML86"}, storefront.Pricing{Type: storefront.Percentage, Value: 1_000})
		testkit.Must(t, err)

		want := storefront.Earnings{Orders: 13, Now: 10 * 1650, Recommended: 10 * 1650, New: 10*1985 + 3*3961}
		if got.Earnings != want || got.Count != 2 || got.SKUs[0].Product.Code != "ML86" || got.From.String() != "2026-10-22" || got.To.String() != "2026-11-20" {
			t.Errorf("%+v", got)
		}

		all, err := s.Simulate(t.Context(), client, testkit.Jakarta(t), nil, storefront.Pricing{Type: storefront.FixedMargin, Value: 100})
		testkit.Must(t, err)

		if all.Orders != 113 || all.New != 11_300 || len(all.ByType) != 2 || all.ByType[0].Type != "mobile" || all.ByType[0].Now != 75_000 {
			t.Errorf("%+v", all)
		}

		if _, err := s.Simulate(t.Context(), client, testkit.Jakarta(t), nil, storefront.Pricing{Type: storefront.FixedPricing, Value: 10_000}); !storefront.ErrPricing.Is(err) {
			t.Errorf("below net: %v", err)
		}
	})
}
