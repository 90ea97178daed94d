package portal

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/catalog"
	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
	"loket/internal/storefront"
)

const tagShop = "connect"

// ShopTheme holds the colours of a shop.
type ShopTheme struct {
	Primary               storefront.Color `json:"primary,omitempty" maxLength:"32" doc:"Links and marks, as all colours: #RRGGBB, or hue, saturation and lightness; answers have the latter" example:"208.83 100% 54.71%"`
	PrimaryForeground     storefront.Color `json:"primaryForeground,omitempty" maxLength:"32"`
	Foreground            storefront.Color `json:"foreground,omitempty" maxLength:"32" doc:"Text"`
	Background            storefront.Color `json:"background,omitempty" maxLength:"32" doc:"The page"`
	Card                  storefront.Color `json:"card,omitempty" maxLength:"32" doc:"The head of the page"`
	CardForeground        storefront.Color `json:"cardForeground,omitempty" maxLength:"32"`
	Ring                  storefront.Color `json:"ring,omitempty" maxLength:"32"`
	Input                 storefront.Color `json:"input,omitempty" maxLength:"32"`
	Muted                 storefront.Color `json:"muted,omitempty" maxLength:"32"`
	MutedForeground       storefront.Color `json:"mutedForeground,omitempty" maxLength:"32"`
	Accent                storefront.Color `json:"accent,omitempty" maxLength:"32"`
	AccentForeground      storefront.Color `json:"accentForeground,omitempty" maxLength:"32"`
	Border                storefront.Color `json:"border,omitempty" maxLength:"32"`
	Chart1                storefront.Color `json:"chart1,omitempty" maxLength:"32"`
	Chart2                storefront.Color `json:"chart2,omitempty" maxLength:"32"`
	Chart3                storefront.Color `json:"chart3,omitempty" maxLength:"32"`
	Chart4                storefront.Color `json:"chart4,omitempty" maxLength:"32"`
	Chart5                storefront.Color `json:"chart5,omitempty" maxLength:"32"`
	Popover               storefront.Color `json:"popover,omitempty" maxLength:"32"`
	PopoverForeground     storefront.Color `json:"popoverForeground,omitempty" maxLength:"32"`
	Secondary             storefront.Color `json:"secondary,omitempty" maxLength:"32"`
	SecondaryForeground   storefront.Color `json:"secondaryForeground,omitempty" maxLength:"32"`
	Destructive           storefront.Color `json:"destructive,omitempty" maxLength:"32"`
	DestructiveForeground storefront.Color `json:"destructiveForeground,omitempty" maxLength:"32"`
	PrimaryBgButton       storefront.Color `json:"primaryBgButton,omitempty" maxLength:"32"`
	PrimaryTextButton     storefront.Color `json:"primaryTextButton,omitempty" maxLength:"32"`
	SecondaryBgButton     storefront.Color `json:"secondaryBgButton,omitempty" maxLength:"32"`
	SecondaryTextButton   storefront.Color `json:"secondaryTextButton,omitempty" maxLength:"32"`
	ButtonRadius          *int             `json:"buttonRadius,omitempty" doc:"Pixels, 0 to 50" example:"16"`
}

// ShopBanner is a banner of the home page.
type ShopBanner struct {
	Name     string `json:"name" example:"banner 1"`
	ImageURL string `json:"image_url" doc:"Signed link to the picture for an hour; empty without one"`
	ImageKey string `json:"image_key" doc:"Empty without a picture"`
	IsActive bool   `json:"is_active"`
	Href     string `json:"href" doc:"Where it leads to; empty: nowhere"`
}

// ShopOperator is an operator that the shop may offer.
type ShopOperator struct {
	ID   string `json:"id" doc:"The same as code" example:"MLBB"`
	Code string `json:"code" example:"MLBB"`
	Name string `json:"name" example:"Mobile Legends"`
	Type string `json:"type" example:"game"`
}

// ShopOperators are the operators that the shop may offer.
type ShopOperators struct {
	Data []ShopOperator `json:"data"`
}

// ShopConfig is the set-up of a shop as it is edited.
type ShopConfig struct {
	ID           string         `json:"id" example:"1"`
	Version      int64          `json:"version" doc:"Counts the changes; a change names the version that it was made from"`
	ClientID     int64          `json:"clientId" example:"1001"`
	ClientCode   string         `json:"clientCode" doc:"The shop's path" example:"majujaya"`
	Name         string         `json:"name" example:"Maju Games"`
	LogoImageURL string         `json:"logoImageUrl" doc:"Signed link to the logo for an hour; empty without one"`
	LogoImageKey string         `json:"logoImageKey" doc:"Empty without a logo"`
	DeeplinkURL  string         `json:"deeplinkUrl" doc:"The payment link; - without one" example:"https://bayar.majugames.id/checkout"`
	FallbackURL  string         `json:"fallbackUrl" doc:"Where shoppers go while the shop is not published; empty without one"`
	IsPublished  bool           `json:"isPublished"`
	PublishedAt  *time.Time     `json:"publishedAt" doc:"Last time; null before the first"`
	Banners      []ShopBanner   `json:"banners"`
	TopOperators []ShopOperator `json:"topOperators" doc:"The popular products"`
	Theme        ShopTheme      `json:"theme"`
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	Warning      string         `json:"warning" doc:"What the caller should know of a change that was made; usually empty"`
}

// ShopBannerInput is a banner.
type ShopBannerInput struct {
	ImageURL string `json:"image_url,omitempty" maxLength:"4096" doc:"Of an answer: ignored"`
	Name     string `json:"name,omitempty" maxLength:"200" doc:"banner N without one"`
	ImageKey string `json:"image_key,omitempty" maxLength:"100" doc:"Of an upload"`
	IsActive bool   `json:"is_active,omitempty" doc:"Needs a picture"`
	Href     string `json:"href,omitempty" maxLength:"2048" doc:"http or https; empty: it leads nowhere"`
}

// ShopInput is what staff of a client set up. What is absent stays, in a new shop as by default.
type ShopInput struct {
	ShopAnswerFields

	Name         *string            `json:"name,omitempty" maxLength:"400" doc:"At most 50 characters"`
	LogoImageKey *string            `json:"logoImageKey,omitempty" maxLength:"100" doc:"Of an upload; empty takes the logo away"`
	DeeplinkURL  *string            `json:"deeplinkUrl,omitempty" maxLength:"2048" doc:"Payment link: http or https, a public host, no credentials; - is none"`
	FallbackURL  *string            `json:"fallbackUrl,omitempty" maxLength:"2048" doc:"As the payment link; empty is none"`
	Banners      *[]ShopBannerInput `json:"banners,omitempty" doc:"All of them in their order, at most 4"`
	TopOperators *[]OperatorCode    `json:"topOperators,omitempty" doc:"Codes of operators, or the operators of an answer, at most 4"`
	Theme        *ShopTheme         `json:"theme,omitempty" doc:"Colours that are absent stay"`

	ClientID   int64  `json:"clientId,omitempty" doc:"The caller's own" example:"1001"`
	ClientCode string `json:"clientCode,omitempty" maxLength:"32" doc:"The caller's own" example:"majujaya"`
}

// ShopAnswerFields are the fields of an answer that a set-up may hold and that change nothing, so that an answer can be sent back. The
// type is exported because huma only reads exported embedded structs.
type ShopAnswerFields struct {
	LogoImageURL string     `json:"logoImageUrl,omitempty" maxLength:"4096" doc:"Ignored: logoImageKey names the logo"`
	IsPublished  *bool      `json:"isPublished,omitempty" doc:"Ignored: publication has a call of its own"`
	PublishedAt  *time.Time `json:"publishedAt,omitempty" nullable:"true" doc:"Ignored"`
	CreatedAt    *time.Time `json:"createdAt,omitempty" nullable:"true" doc:"Ignored"`
	UpdatedAt    *time.Time `json:"updatedAt,omitempty" nullable:"true" doc:"Ignored"`
	Warning      string     `json:"warning,omitempty" maxLength:"400" doc:"Ignored"`
}

// OperatorCode is the code of an operator, by itself or within an operator of an answer.
type OperatorCode string

// UnmarshalJSON implements json.Unmarshaler.
func (c *OperatorCode) UnmarshalJSON(data []byte) error {
	var whole ShopOperator
	if json.Unmarshal(data, &whole) == nil {
		*c = OperatorCode(whole.Code)

		return nil
	}

	return json.Unmarshal(data, (*string)(c))
}

// Schema implements huma.SchemaProvider.
func (OperatorCode) Schema(r huma.Registry) *huma.Schema {
	longest := 64

	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString, MaxLength: &longest}, r.Schema(reflect.TypeFor[ShopOperator](), true, "ShopOperator"),
	}}
}

// NewShop is the set-up of a new shop.
type NewShop struct {
	ShopInput

	ID      string `json:"id,omitempty" maxLength:"19" doc:"Ignored"`
	Version int64  `json:"version,omitempty" doc:"Ignored"`
}

// ShopChange changes a shop.
type ShopChange struct {
	ShopInput

	ID       string `json:"id" maxLength:"19" example:"1"`
	Version  int64  `json:"version,omitempty" doc:"From which the change was made; without it, the change replaces whatever stands" minimum:"1" example:"3"`
	Password string `json:"password,omitempty" maxLength:"1000" format:"password" doc:"The caller's current one, for another payment link"`
}

// ShopPublication publishes a shop or takes it back.
type ShopPublication struct {
	ID          string `json:"id" maxLength:"19" example:"1"`
	IsPublished bool   `json:"isPublished"`
}

// ShopFavorite makes an operator popular, or no more.
type ShopFavorite struct {
	ProductID string `json:"productId" maxLength:"64" doc:"Code of the operator" example:"MLBB"`
	Favorite  bool   `json:"favorite"`
}

// OwnClient is the query of calls that may name the caller's client. The type is exported because huma only reads exported
// embedded structs.
type OwnClient struct {
	ClientID int64 `query:"clientId" doc:"The caller's own" minimum:"0" maximum:"9007199254740991" example:"1001"`
}

// TenantID implements httpapi.Tenanted.
func (in *OwnClient) TenantID() int64 { return in.ClientID }

type createShop struct{ Body NewShop }

// TenantID implements httpapi.Tenanted.
func (in *createShop) TenantID() int64 { return in.Body.ClientID }

type changeShop struct {
	Language

	Body ShopChange
}

// TenantID implements httpapi.Tenanted.
func (in *changeShop) TenantID() int64 { return in.Body.ClientID }

type publishShop struct{ Body ShopPublication }

type favorShop struct{ Body ShopFavorite }

type listShopOperators struct {
	OwnClient

	ClientCode string `query:"clientCode" maxLength:"32" doc:"The caller's own" example:"majujaya"`
	Active     string `query:"active" enum:"true" doc:"Shops offer active operators alone"`
}

func registerShop(a *httpapi.API, s Services) {
	httpapi.Register(a, httpapi.Operation{
		ID: "get-shop", Method: http.MethodGet, Path: "/v1/webapp/config", Summary: "The set-up of the shop", Tag: tagShop,
		Access: httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantInput, Faults: []fault.Definition{fault.ErrNotFound},
		Also: map[int]string{http.StatusNoContent: "The client has none yet"},
	}, func(ctx context.Context, _ *OwnClient) (*created[ShopConfig], error) {
		shop, err := s.Shops.Get(ctx, caller(ctx).ClientID)
		if fault.ErrNotFound.Is(err) {
			return &created[ShopConfig]{Status: http.StatusNoContent}, nil
		}

		shown, err := s.showShop(ctx)(shop, err)
		if err != nil {
			return nil, err
		}

		return &created[ShopConfig]{http.StatusOK, shown.Body}, nil
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "create-shop", Method: http.MethodPost, Path: "/v1/webapp/config", Summary: "Set up the shop", Tag: tagShop,
		Description: "A client has one shop. The same set-up again answers with what there is.", Status: http.StatusCreated, MaxBody: shopBody,
		Access: httpapi.Needs(identity.ShopManage), Feature: identity.Connect, Tenant: httpapi.TenantInput, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound, storefront.ErrConflict}, Example: NewShop{ShopInput: ShopInput{ClientID: 1001, ClientCode: "majujaya"}},
	}, func(ctx context.Context, in *createShop) (*body[ShopConfig], error) {
		if err := ownCode(ctx, in.Body.ClientCode); err != nil {
			return nil, err
		}

		return s.showShop(ctx)(s.Shops.Create(ctx, shopBy(ctx), in.Body.input()))
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "change-shop", Method: http.MethodPatch, Path: "/v1/webapp/config", Summary: "Change the set-up of the shop", Tag: tagShop,
		Description: "While the shop is published, shoppers see the change at once, so its name, logo and payment link must stay. Another payment link also needs the " +
			"caller's password: the root users and the finance address get a mail about it. An answer of this path can be sent back as it is; a change without a version " +
			"replaces whatever stands, and its answer warns of that.", MaxBody: shopBody,
		Access: httpapi.Needs(identity.ShopManage), Feature: identity.Connect, Tenant: httpapi.TenantInput, StrictQuery: true,
		Faults: []fault.Definition{
			fault.ErrNotFound, storefront.ErrConflict, identity.ErrPasswordNeeded, identity.ErrClientUnauthorized, fault.ErrThrottled,
		}, Example: ShopChange{ID: "1", Version: 3},
	}, s.changeShop)

	httpapi.Register(a, httpapi.Operation{
		ID: "publish-shop", Method: http.MethodPatch, Path: "/v1/webapp/config/publication", Summary: "Publish the shop, or take it back", Tag: tagShop,
		Description: "Publishing needs a name, a logo and a payment link.",
		Access:      httpapi.Needs(identity.ShopManage), Feature: identity.Connect, Tenant: httpapi.TenantCaller, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound}, Example: ShopPublication{ID: "1", IsPublished: true},
	}, func(ctx context.Context, in *publishShop) (*body[ShopConfig], error) {
		return s.showShop(ctx)(s.Shops.Publish(ctx, shopBy(ctx), pathID(in.Body.ID), in.Body.IsPublished))
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "favor-operator", Method: http.MethodPatch, Path: "/v1/webapp/config/toggle-favorite", Summary: "Make an operator popular, or no more", Tag: tagShop,
		Access: httpapi.Needs(identity.ShopManage), Feature: identity.Connect, Tenant: httpapi.TenantCaller, StrictQuery: true,
		Faults: []fault.Definition{fault.ErrNotFound}, Example: ShopFavorite{ProductID: "MLBB", Favorite: true},
	}, func(ctx context.Context, in *favorShop) (*body[ShopConfig], error) {
		return s.showShop(ctx)(s.Shops.SetPopular(ctx, shopBy(ctx), in.Body.ProductID, in.Body.Favorite))
	})

	httpapi.Register(a, httpapi.Operation{
		ID: "list-shop-operators", Method: http.MethodGet, Path: "/v1/operators/webapp", Summary: "Operators that the shop may offer", Tag: tagShop,
		Description: "Active ones with a fixed price; where the provider assigned some to the client, those.",
		Access:      httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantInput, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *listShopOperators) (*body[ShopOperators], error) {
		if err := ownCode(ctx, in.ClientCode); err != nil {
			return nil, err
		}

		list, err := s.Shops.Operators(ctx, caller(ctx).ClientID)
		if err != nil {
			return nil, err
		}

		return answer(ShopOperators{showOperators(list)}), nil
	})

	registerShopImages(a, s)
	registerShopKey(a, s)
	registerShopPrices(a, s)
}

// changeShop changes the set-up. Another payment link needs the caller's password.
func (s Services) changeShop(ctx context.Context, in *changeShop) (*body[ShopConfig], error) {
	if err := ownCode(ctx, in.Body.ClientCode); err != nil {
		return nil, err
	}

	by := shopBy(ctx)
	by.Confirm = func(ctx context.Context) error {
		return s.Identity.ConfirmPassword(ctx, in.self(ctx), secret.Text(in.Body.Password))
	}

	out, err := s.showShop(ctx)(s.Shops.Change(ctx, by, pathID(in.Body.ID), in.Body.Version, in.Body.input()))
	if err == nil && in.Body.Version == storefront.AnyVersion {
		out.Body.Warning = httpapi.Say(ctx, msgUnseenVersion)
	}

	return out, err
}

// shopBody bounds the body of a set-up: four banners with long links, and the signed links of an answer.
const shopBody = 48 << 10

func shopBy(ctx context.Context) storefront.By {
	p := caller(ctx)

	return storefront.By{ClientID: p.ClientID, Actor: httpapi.Actor(p), Address: httpapi.Address(ctx), Name: p.Username}
}

// ownCode refuses the code of another client as if there were none.
func ownCode(ctx context.Context, code string) error {
	if code != "" && code != caller(ctx).ClientCode {
		return fault.ErrNotFound.New()
	}

	return nil
}

func (in *ShopInput) input() storefront.Input {
	out := storefront.Input{Name: in.Name, Logo: in.LogoImageKey, PaymentLink: in.DeeplinkURL, FallbackURL: in.FallbackURL}

	if in.TopOperators != nil {
		codes := make([]string, len(*in.TopOperators))
		for i, code := range *in.TopOperators {
			codes[i] = string(code)
		}

		out.Popular = &codes
	}

	if in.Banners != nil {
		list := make([]storefront.Banner, len(*in.Banners))
		for i, b := range *in.Banners {
			list[i] = storefront.Banner{Name: b.Name, Image: b.ImageKey, Active: b.IsActive, Link: b.Href}
		}

		out.Banners = &list
	}

	if in.Theme != nil {
		theme := storefront.Theme(*in.Theme)
		out.Theme = &theme
	}

	return out
}

// showShop answers with a shop.
func (s Services) showShop(ctx context.Context) func(shop storefront.Shop, err error) (*body[ShopConfig], error) {
	return func(shop storefront.Shop, err error) (*body[ShopConfig], error) {
		if err != nil {
			return nil, err
		}

		out := ShopConfig{
			ID: number(shop.ID), Version: shop.Version, ClientID: shop.ClientID, ClientCode: shop.ClientCode, Name: shop.Content.Name,
			LogoImageKey: storefront.ImageKey(shop.ClientID, shop.Content.Logo), DeeplinkURL: shop.Content.PaymentLinkOrDash(),
			FallbackURL: shop.Content.FallbackURL, IsPublished: shop.IsPublished, PublishedAt: shop.PublishedAt,
			Theme: ShopTheme(shop.Content.Theme), CreatedAt: shop.CreatedAt, UpdatedAt: shop.UpdatedAt,
			Banners: make([]ShopBanner, len(shop.Content.Banners)),
		}

		if out.LogoImageURL, err = s.Shops.ImageURL(shop.ClientID, shop.Content.Logo); err != nil {
			return nil, err
		}

		for i, b := range shop.Content.Banners {
			url, err := s.Shops.ImageURL(shop.ClientID, b.Image)
			if err != nil {
				return nil, err
			}

			out.Banners[i] = ShopBanner{Name: b.Name, ImageURL: url, ImageKey: storefront.ImageKey(shop.ClientID, b.Image), IsActive: b.Active, Href: b.Link}
		}

		popular, err := s.Shops.Popular(ctx, shop.Content)
		if err != nil {
			return nil, err
		}

		out.TopOperators = showOperators(popular)

		return answer(out), nil
	}
}

func showOperators(list []catalog.Operator) []ShopOperator {
	out := make([]ShopOperator, len(list))
	for i, o := range list {
		out[i] = ShopOperator{ID: o.Code, Code: o.Code, Name: o.Name, Type: o.Type}
	}

	return out
}
