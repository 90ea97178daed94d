package shop

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/shop/storefront"
)

// ShopContact is how shoppers reach the owner.
type ShopContact struct {
	WhatsApp string `json:"whatsapp" maxLength:"64" doc:"Indonesian mobile number; empty without one" example:"081234567890"`
	Email    string `json:"email" maxLength:"254" doc:"Empty without one" example:"halo@majugames.id"`
	Hours    string `json:"hours" maxLength:"400" doc:"When somebody answers, at most 60 characters" example:"Setiap hari 08.00-22.00 WIB"`
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
	Contact      *ShopContact       `json:"contact,omitempty" doc:"All of it; shoppers see it in the help and beside an order that failed"`
	Banners      *[]ShopBannerInput `json:"banners,omitempty" doc:"All of them in their order, at most 4"`
	TopOperators *[]OperatorCode    `json:"topOperators,omitempty" doc:"Codes of operators, or the operators of an answer, at most 4"`
	Theme        *ShopTheme         `json:"theme,omitempty" doc:"Colours that are absent stay"`

	ClientID   int64  `json:"clientId,omitempty" doc:"The caller's own" example:"1001"`
	ClientCode string `json:"clientCode,omitempty" maxLength:"32" doc:"The caller's own" example:"majujaya"`
}

// ShopAnswerFields are the fields of an answer that a set-up may hold and that change nothing, so that an answer can be sent back. The
// type is exported because huma only reads exported embedded structs.
type ShopAnswerFields struct {
	LogoImageURL string        `json:"logoImageUrl,omitempty" maxLength:"4096" doc:"Ignored: logoImageKey names the logo"`
	IsPublished  *bool         `json:"isPublished,omitempty" doc:"Ignored: publication has a call of its own"`
	PublishedAt  *time.Time    `json:"publishedAt,omitempty" nullable:"true" doc:"Ignored"`
	CreatedAt    *time.Time    `json:"createdAt,omitempty" nullable:"true" doc:"Ignored"`
	UpdatedAt    *time.Time    `json:"updatedAt,omitempty" nullable:"true" doc:"Ignored"`
	Delivery     *ShopDelivery `json:"delivery,omitempty" doc:"Ignored"`
	Warning      string        `json:"warning,omitempty" maxLength:"400" doc:"Ignored"`
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

func (in *ShopInput) input() storefront.Input {
	out := storefront.Input{Name: in.Name, Logo: in.LogoImageKey, PaymentLink: in.DeeplinkURL, FallbackURL: in.FallbackURL}

	if in.Contact != nil {
		contact := storefront.Contact(*in.Contact)
		out.Contact = &contact
	}

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
