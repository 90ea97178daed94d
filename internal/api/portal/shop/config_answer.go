package shop

import (
	"context"
	"time"

	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/shop/storefront"
)

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
	Contact      ShopContact    `json:"contact"`
	IsPublished  bool           `json:"isPublished"`
	PublishedAt  *time.Time     `json:"publishedAt" doc:"Last time; null before the first"`
	Banners      []ShopBanner   `json:"banners"`
	TopOperators []ShopOperator `json:"topOperators" doc:"The popular products"`
	Theme        ShopTheme      `json:"theme"`
	CreatedAt    time.Time      `json:"createdAt"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	Delivery     ShopDelivery   `json:"delivery"`
	Warning      string         `json:"warning" doc:"What the caller should know of a change that was made; usually empty"`
}

// showShop answers with a shop.
func (s Services) showShop(ctx context.Context) func(shop storefront.Shop, err error) (*portal.Body[ShopConfig], error) {
	return func(shop storefront.Shop, err error) (*portal.Body[ShopConfig], error) {
		if err != nil {
			return nil, err
		}

		out := ShopConfig{
			ID: portal.FormatID(shop.ID), Version: shop.Version, ClientID: shop.ClientID, ClientCode: shop.ClientCode, Name: shop.Content.Name,
			LogoImageKey: storefront.ImageKey(shop.ClientID, shop.Content.Logo), DeeplinkURL: shop.Content.PaymentLinkOrDash(),
			FallbackURL: shop.Content.FallbackURL, Contact: ShopContact(shop.Content.Contact), IsPublished: shop.IsPublished, PublishedAt: shop.PublishedAt,
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

		if out.Delivery, err = s.shopDelivery(ctx, shop.ClientID); err != nil {
			return nil, err
		}

		return portal.Answer(out), nil
	}
}

func showOperators(list []catalog.Operator) []ShopOperator {
	out := make([]ShopOperator, len(list))
	for i, o := range list {
		out[i] = ShopOperator{ID: o.Code, Code: o.Code, Name: o.Name, Type: o.Type}
	}

	return out
}
