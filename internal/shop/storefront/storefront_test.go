package storefront_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"strings"
	"testing"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/mailtest"
	"loket/internal/identity"
	"loket/internal/identity/password"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const client, other = 1001, 1002

var (
	by     = storefront.By{ClientID: client, Actor: "user:1"}
	theirs = storefront.By{ClientID: other, Actor: "user:2"}
)

// shops is a service with a small catalogue.
type shops struct {
	*storefront.Service

	deps    storefront.Deps // of the service
	db      *db.DB
	clk     *clock.Manual
	catalog *catalog.Service
	files   file.Store
	mails   *mailtest.Recorder
}

const (
	operatorRows = "code,name,type,active\nTSEL,Telkomsel,mobile,true\nMLBB,Mobile Legends,game,true\nFF,Free Fire,game,true\nOLD,Old Game,game,false\nPLN,PLN,electricity_postpaid,true\n"
	productRows  = "code,name,description,operator,wallet_type,price,recommended_price,min_amount,max_amount,active,problem\n" +
		"TSEL10,Telkomsel 10.000,,TSEL,level_1,10250,11000,,,true,false\n" +
		"ML86,Mobile Legends 86 Diamonds,,MLBB,level_1,19850,21500,,,true,false\n" +
		"ML172,Mobile Legends 172 Diamonds,,MLBB,level_1,39601,,,,true,false\n" +
		"FF70,Free Fire 70 Diamonds,,FF,level_1,8950,9900,,,false,false\n" +
		"PLNB,PLN Bill,,PLN,level_1,2500,,,,true,false\n"
)

func newShops(t *testing.T, d *db.DB) shops {
	t.Helper()

	clk := clock.NewManual(time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC))

	testkit.InsertClient(t, d, client)
	testkit.InsertClient(t, d, other)

	s := shops{db: d, clk: clk, catalog: catalog.New(d, clk), mails: &mailtest.Recorder{}}
	s.importRows(t, sheets.OperatorTable, operatorRows)
	s.importRows(t, sheets.ProductTable, productRows)

	key := secret.Text(strings.Repeat("k", secret.MinKey))

	people, err := identity.New(d, clk, identity.Options{
		Mail: &mailtest.Recorder{}, Jobs: mailtest.NewQueue(t, d, clk),
		SigningKeys: []secret.Text{key}, PINPepper: key, Hash: password.Options{Memory: 8, Time: 1},
	})
	testkit.Must(t, err)

	s.files, err = file.OpenFolder(t.TempDir())
	testkit.Must(t, err)
	t.Cleanup(func() { _ = s.files.Close() })

	links, err := file.NewLinks(file.LinkOptions{Master: key, Clock: clk, Public: func() string { return "" }})
	testkit.Must(t, err)

	s.deps = storefront.Deps{
		DB: d, Clock: clk, Catalog: s.catalog, Identity: people, Files: s.files, Links: links, Mail: s.mails, Log: slog.New(slog.DiscardHandler),
		Screen: func() string { return "https://loket.example/prices" },
	}
	s.Service = storefront.NewService(s.deps, storefront.Options{})

	return s
}

func (s shops) importRows(t *testing.T, table sheets.Table, rows string) {
	t.Helper()

	report, err := sheets.New(sheets.Deps{DB: s.db, Clock: s.clk, Catalog: s.catalog}).Import(t.Context(), table, strings.NewReader(rows), []int64{client, other}, catalog.By{Actor: "staff:test", Reason: "test"})
	if err != nil {
		t.Fatalf("%v %+v", err, report.Rows)
	}

	s.clk.Advance(2 * time.Second) // the snapshot is read again
}

// picture is a PNG of one colour.
func picture(t testing.TB, width, height int) []byte {
	t.Helper()

	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = 200
	}

	m.Set(0, 0, color.NRGBA{R: 1, A: 255})

	var b bytes.Buffer
	testkit.Must(t, png.Encode(&b, m))

	return b.Bytes()
}

func (s shops) upload(t *testing.T, who storefront.By) string {
	t.Helper()

	i, err := s.Upload(t.Context(), who, picture(t, 320, 100))
	testkit.Must(t, err)

	return string(i.Key)
}

// fields are the fields that an error names.
func fields(err error) string {
	list := []string{}
	for _, f := range fault.From(err).Fields {
		list = append(list, f.Field)
	}

	return strings.Join(list, " ")
}

func TestShopFromNothingToPublished(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()

		if _, err := s.Get(ctx, client); !fault.ErrNotFound.Is(err) {
			t.Fatalf("there is a shop: %v", err)
		}

		shop, err := s.Create(ctx, by, storefront.Input{Name: new(" Maju Games ")})
		testkit.Must(t, err)

		if shop.Version != 1 || shop.Content.Name != "Maju Games" || shop.IsPublished || *shop.Content.Theme.ButtonRadius != 16 {
			t.Errorf("%+v", shop)
		}

		if again, err := s.Create(ctx, by, storefront.Input{Name: new("Maju Games")}); err != nil || again.ID != shop.ID || again.Version != 1 {
			t.Errorf("the same again: %+v %v", again, err)
		}

		if _, err := s.Create(ctx, by, storefront.Input{Name: new("Other")}); !storefront.ErrConflict.Is(err) {
			t.Errorf("a second shop: %v", err)
		}

		if _, err := s.Publish(ctx, by, shop.ID, true); fields(err) != "logoImageKey deeplinkUrl" {
			t.Errorf("published without logo and link: %v", err)
		}

		logo, foreign := s.upload(t, by), s.upload(t, theirs)
		if _, err := s.Change(ctx, by, shop.ID, 1, storefront.Input{Logo: &foreign}); fields(err) != "logoImageKey" {
			t.Errorf("another client's picture: %v", err)
		}

		if _, err := s.Change(ctx, theirs, shop.ID, 1, storefront.Input{Name: new("Mine")}); !fault.ErrNotFound.Is(err) {
			t.Errorf("another client's shop: %v", err)
		}

		shop, err = s.Change(ctx, by, shop.ID, 1, storefront.Input{
			Logo: &logo, PaymentLink: new("https://bayar.majugames.id/checkout"), Popular: &[]string{"MLBB", "FF", "MLBB"},
			Banners: &[]storefront.Banner{{Image: logo, Active: true, Link: "https://majugames.id"}},
		})
		testkit.Must(t, err)

		if shop.Version != 2 || strings.Join(shop.Content.Popular, " ") != "MLBB FF" || shop.Content.Banners[0].Name != "banner 1" || shop.Published != nil {
			t.Errorf("%+v", shop)
		}

		shop, err = s.Publish(ctx, by, shop.ID, true)
		testkit.Must(t, err)

		if !shop.IsPublished || shop.Published == nil || shop.Published.Name != "Maju Games" || shop.PublishedAt == nil {
			t.Errorf("%+v", shop)
		}

		// A published shop stays complete, and a change is seen at once.
		if _, err := s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{Name: new(""), PaymentLink: new("-")}); fields(err) != "name deeplinkUrl" {
			t.Errorf("a published shop without a name: %v", err)
		}

		shop, err = s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{Name: new("Maju")})
		testkit.Must(t, err)

		if shop.Published.Name != "Maju" {
			t.Errorf("shoppers still see %q", shop.Published.Name)
		}

		// What is edited while it is not published is not seen.
		shop, err = s.Publish(ctx, by, shop.ID, false)
		testkit.Must(t, err)

		shop, err = s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{Name: new("")})
		if err != nil || shop.IsPublished || shop.Published.Name != "Maju" {
			t.Errorf("%+v %v", shop, err)
		}

		if n := testkit.Value[int](t, d, "SELECT COUNT(*) FROM audit_log WHERE action LIKE 'storefront.%' AND client_id = 1001"); n != 7 {
			t.Errorf("%d audit rows", n)
		}
	})
}

// Two tabs: the second learns of the change, whatever part of the shop the first changed. A change to what stands already is none.
func TestNobodyOverwritesWhatTheyHaveNotSeen(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()

		shop, err := s.Create(ctx, by, storefront.Input{})
		testkit.Must(t, err)

		radius := 4
		for i, first := range []storefront.Input{
			{Name: new("A")},
			{Theme: &storefront.Theme{Primary: "#112233"}},
			{Theme: &storefront.Theme{ButtonRadius: &radius}},
			{Banners: &[]storefront.Banner{{}}},
			{Popular: &[]string{"FF"}},
			{PaymentLink: new("https://a.id")},
		} {
			seen := shop.Version

			shop, err = s.Change(ctx, by, shop.ID, seen, first)
			testkit.Must(t, err)

			if _, err := s.Change(ctx, by, shop.ID, seen, storefront.Input{FallbackURL: new("https://b.id")}); !storefront.ErrConflict.Is(err) {
				t.Errorf("%d: overwritten: %v", i, err)
			}

			if again, err := s.Change(ctx, by, shop.ID, seen, first); err != nil || again.Version != shop.Version {
				t.Errorf("%d: a repeat of the same: %v %v", i, again.Version, err)
			}
		}

		if shop, err = s.SetPopular(ctx, by, "MLBB", true); err != nil || strings.Join(shop.Content.Popular, " ") != "FF MLBB" {
			t.Errorf("%v %v", shop.Content.Popular, err)
		}
	})
}

// Another payment link needs the user's password, is mailed to the root users and the finance address, and stands in the audit log with
// before and after.
func TestRedirectedPayments(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		a, b := "https://a.id/pay", "https://b.id/pay"

		asked := 0
		who := by
		who.Name, who.Address = "dodi", "10.0.0.7"
		who.Confirm = func(context.Context) error {
			asked++

			return nil
		}
		wrong := who
		wrong.Confirm = func(context.Context) error { return identity.ErrClientUnauthorized.New() }

		shop, err := s.Create(ctx, by, storefront.Input{})
		testkit.Must(t, err)

		// The first link of a new shop.
		shop, err = s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{PaymentLink: &a})
		testkit.Must(t, err)

		for _, to := range []string{b, "-", ""} {
			if _, err := s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{PaymentLink: &to}); !identity.ErrPasswordNeeded.Is(err) {
				t.Errorf("to %q without a password: %v", to, err)
			}

			if _, err := s.Change(ctx, wrong, shop.ID, shop.Version, storefront.Input{PaymentLink: &to}); !identity.ErrClientUnauthorized.Is(err) {
				t.Errorf("to %q with a wrong password: %v", to, err)
			}
		}

		if _, err := s.Change(ctx, by, shop.ID, shop.Version, storefront.Input{PaymentLink: &a, Name: new("Maju")}); err != nil {
			t.Errorf("the same link: %v", err)
		}

		if len(s.mails.Messages()) != 0 || asked != 0 {
			t.Errorf("told of nothing: %d mails, asked %d times", len(s.mails.Messages()), asked)
		}

		if _, err := s.Change(ctx, who, shop.ID, 1, storefront.Input{PaymentLink: &b}); !storefront.ErrConflict.Is(err) || asked != 0 {
			t.Errorf("an old version: %v, asked %d times", err, asked)
		}

		shop, err = s.Change(ctx, who, shop.ID, storefront.AnyVersion, storefront.Input{PaymentLink: &b})
		if err != nil || shop.Content.PaymentLink != b || asked != 1 {
			t.Errorf("%+v %v, asked %d times", shop, err, asked)
		}

		mails := s.mails.Messages()
		if len(mails) != 1 || !strings.Contains(fmt.Sprint(mails[0].Facts), "{Before "+a+"} {Now "+b+"} {Changed by dodi}") {
			t.Errorf("%+v", mails)
		}

		var detail string
		testkit.Must(t, d.Reader().QueryRow(ctx, "SELECT detail FROM audit_log WHERE action = 'storefront.change' ORDER BY id DESC LIMIT 1").Scan(&detail))

		if !strings.Contains(detail, a) || !strings.Contains(detail, b) {
			t.Errorf("audit: %s", detail)
		}
	})
}

// A shop whose texts can't be read is not published, and a published one doesn't become one.
func TestUnreadableThemes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		logo := s.upload(t, by)

		shop, err := s.Create(ctx, by, storefront.Input{Name: new("Maju"), Logo: &logo, PaymentLink: new("https://a.id/pay")})
		testkit.Must(t, err)

		themes := map[string]storefront.Theme{
			"theme.foreground":          {Foreground: "#fafafa", Background: "#ffffff"},
			"theme.primaryTextButton":   {PrimaryTextButton: "#0c45e1", PrimaryBgButton: "#0c45e1"},
			"theme.secondaryTextButton": {SecondaryTextButton: "#333333", SecondaryBgButton: "#111111"},
		}

		for field, theme := range themes {
			shop, err = s.Change(ctx, by, shop.ID, storefront.AnyVersion, storefront.Input{Theme: &theme})
			testkit.Must(t, err)

			if _, err := s.Publish(ctx, by, shop.ID, true); fields(err) != field {
				t.Errorf("want %s: %v", field, err)
			}

			fine := storefront.DefaultTheme()
			shop, err = s.Change(ctx, by, shop.ID, storefront.AnyVersion, storefront.Input{Theme: &fine})
			testkit.Must(t, err)
		}

		// 3:1 is enough, and a dark theme is fine.
		_, err = s.Change(ctx, by, shop.ID, storefront.AnyVersion, storefront.Input{Theme: &storefront.Theme{
			Foreground: "#949494", PrimaryTextButton: "#000000", PrimaryBgButton: "#5a5a5a",
		}})
		testkit.Must(t, err)

		_, err = s.Publish(ctx, by, shop.ID, true)
		testkit.Must(t, err)

		for field, theme := range themes {
			if _, err := s.Change(ctx, by, shop.ID, storefront.AnyVersion, storefront.Input{Theme: &theme}); fields(err) != field {
				t.Errorf("published, want %s: %v", field, err)
			}
		}

		_, err = s.Change(ctx, by, shop.ID, storefront.AnyVersion, storefront.Input{Theme: &storefront.Theme{Foreground: "#fafafa", Background: "#111111"}})
		testkit.Must(t, err)
	})
}

func TestInputIsChecked(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)
		bad := 51
		five := make([]storefront.Banner, 5)

		for want, in := range map[string]storefront.Input{
			"name":                 {Name: new(strings.Repeat("😀", 51))},
			"deeplinkUrl":          {PaymentLink: new("javascript:alert(1)")},
			"fallbackUrl":          {FallbackURL: new("https://10.0.0.1/")},
			"contact.whatsapp":     {Contact: &storefront.Contact{WhatsApp: "+1 812 100 0010"}},
			"contact.email":        {Contact: &storefront.Contact{Email: "halo@maju games.id"}},
			"contact.hours":        {Contact: &storefront.Contact{Hours: strings.Repeat("é", 61)}},
			"banners":              {Banners: &five},
			"banners[0].is_active": {Banners: &[]storefront.Banner{{Active: true}}},
			"banners[0].href":      {Banners: &[]storefront.Banner{{Link: "majugames.id"}}},
			"banners[0].image_key": {Banners: &[]storefront.Banner{{Image: "shops/1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.png"}}},
			"logoImageKey":         {Logo: new("../../etc/passwd")},
			"topOperators":         {Popular: &[]string{"a", "b", "c", "d", "e"}},
			"topOperators[0]":      {Popular: &[]string{"PLN"}}, // bills have no price before the order
			"topOperators[1]":      {Popular: &[]string{"FF", "OLD"}},
			"theme.card":           {Theme: &storefront.Theme{Card: "red;}body{display:none"}},
			"theme.buttonRadius":   {Theme: &storefront.Theme{ButtonRadius: &bad}},
		} {
			if _, err := s.Create(t.Context(), by, in); fields(err) != want {
				t.Errorf("want %s: %v", want, err)
			}
		}

		_, err := s.Create(t.Context(), by, storefront.Input{Theme: &storefront.Theme{Primary: "1 2% 300%"}, Name: new("a\x00")})
		if fields(err) != "name theme.primary" {
			t.Errorf("not all faults at once: %v", err)
		}

		shop, err := s.Create(t.Context(), by, storefront.Input{Contact: &storefront.Contact{WhatsApp: "+62 812-0000-1001", Email: " halo@maju.id "}})
		if testkit.Must(t, err); shop.Content.Contact != (storefront.Contact{WhatsApp: "081200001001", Email: "halo@maju.id"}) {
			t.Errorf("the contact is %+v", shop.Content.Contact)
		}
	})
}

// A name is counted in characters, as the screen counts it, and an unnamed banner gets the first number that no other has.
func TestNames(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s := newShops(t, d)

		for _, name := range []string{strings.Repeat("😀", 26), strings.Repeat("😀", 50), strings.Repeat("é", 50)} {
			shop, err := s.Create(t.Context(), by, storefront.Input{Name: &name})
			if storefront.ErrConflict.Is(err) {
				shop, err = s.Get(t.Context(), client)
				testkit.Must(t, err)
				shop, err = s.Change(t.Context(), by, shop.ID, shop.Version, storefront.Input{Name: &name})
			}

			if err != nil || shop.Content.Name != name {
				t.Errorf("%q: %q %v", name, shop.Content.Name, err)
			}
		}

		shop, err := s.Change(t.Context(), by, 1, storefront.AnyVersion, storefront.Input{
			Banners: &[]storefront.Banner{{Name: "banner 1"}, {Name: " "}, {Name: "banner 3"}, {}},
		})
		testkit.Must(t, err)

		names := []string{}
		for _, b := range shop.Content.Banners {
			names = append(names, b.Name)
		}

		if got := strings.Join(names, ", "); got != "banner 1, banner 2, banner 3, banner 4" {
			t.Errorf("got %s", got)
		}
	})
}

// The wallets that pay for what is on sale; those of other SKUs don't count.
func TestWalletTypes(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		testkit.Exec(t, d, "UPDATE products SET wallet_type = 'level_2' WHERE code = 'ML86'")
		testkit.Exec(t, d, "UPDATE products SET wallet_type = 'marketplace' WHERE code = 'FF70'") // not active
		testkit.Exec(t, d, "UPDATE products SET wallet_type = 'multibiller' WHERE code = 'PLNB'") // a bill
		testkit.Exec(t, d, "UPDATE versions SET version = version + 1 WHERE name = 'catalog'")
		s.clk.Advance(2 * time.Second)

		if got, err := s.WalletTypes(ctx, client); err != nil || fmt.Sprint(got) != "[level_1 level_2]" {
			t.Errorf("all: %v %v", got, err)
		}

		testkit.Must(t, s.Assign(ctx, by, []string{"TSEL"}))

		if got, err := s.WalletTypes(ctx, client); err != nil || fmt.Sprint(got) != "[level_1]" {
			t.Errorf("assigned: %v %v", got, err)
		}
	})
}

// Staff assign operators; the shop offers those alone.
func TestAssignedOperators(t *testing.T) {
	t.Parallel()
	testkit.EachEngine(t, func(t *testing.T, d *db.DB) {
		s, ctx := newShops(t, d), t.Context()
		offered := func() string {
			list, err := s.Operators(ctx, client)
			testkit.Must(t, err)

			_, total, err := s.SKUs(ctx, client, storefront.Filter{}, 1, 10)
			testkit.Must(t, err)

			codes := []string{}
			for _, o := range list {
				codes = append(codes, o.Code)
			}

			return fmt.Sprint(codes, total)
		}

		if got := offered(); got != "[FF MLBB TSEL] 4" {
			t.Errorf("all: %s", got)
		}

		staff := storefront.By{ClientID: client, Actor: audit.Staff("budi")}
		testkit.Must(t, s.Assign(ctx, staff, []string{"MLBB", "MLBB"}))

		if got := offered(); got != "[MLBB] 2" {
			t.Errorf("assigned: %s", got)
		}

		if err := s.Assign(ctx, staff, []string{"PLN"}); fields(err) != "operators[0]" {
			t.Errorf("bills: %v", err)
		}

		testkit.Must(t, s.Assign(ctx, staff, nil))

		if got := offered(); got != "[FF MLBB TSEL] 4" {
			t.Errorf("all again: %s", got)
		}
	})
}
