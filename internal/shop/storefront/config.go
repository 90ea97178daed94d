// Package storefront keeps the shops of clients: how each looks, what it sells at which price, and what shoppers see of it.
package storefront

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/publichost"
)

// Limits of a shop (docs/product/shop.md#look).
const (
	maxName       = 50
	maxBanners    = 4
	maxBannerName = 60
	maxPopular    = 4
)

// Banner is a picture on the home page with the address that it leads to.
type Banner struct {
	Name   string `json:"name"`
	Image  string `json:"image"` // token of the picture; empty without one
	Active bool   `json:"active"`
	Link   string `json:"link"` // empty: it leads nowhere
}

// Content is what a client's staff set up, and a copy of it what shoppers see.
type Content struct {
	Name        string   `json:"name"`
	Logo        string   `json:"logo"`        // token of the picture; empty without one
	PaymentLink string   `json:"paymentLink"` // empty without one
	FallbackURL string   `json:"fallbackUrl"`
	Contact     Contact  `json:"contact"`
	Banners     []Banner `json:"banners"`
	Popular     []string `json:"popular"` // codes of operators
	Theme       Theme    `json:"theme"`
}

// Shop is the shop of a client.
type Shop struct {
	ID          int64
	ClientID    int64
	ClientCode  string
	Version     int64
	Content     Content // what is edited
	IsPublished bool
	Published   *Content   // what shoppers see while IsPublished; nil before the first publication
	PublishedAt *time.Time // last time
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Input is a change of a shop. What is nil stays.
type Input struct {
	Name        *string
	Logo        *string // key of the picture; empty takes it away
	PaymentLink *string // "-" and empty are none
	FallbackURL *string
	Contact     *Contact
	Banners     *[]Banner // Image holds the key of the picture
	Popular     *[]string
	Theme       *Theme
}

// noLink stands for a payment link that is not set (docs/product/shop.md#payment-link).
const noLink = "-"

// apply returns the content with the changes of an input. Its errors are those of single fields; what needs the database is
// checked by the service.
func (c Content) apply(in Input, allowLocal bool) (Content, error) {
	var fields []fault.Field

	wrong := func(field string, ok bool, message language.Message) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Message: message})
		}
	}

	if in.Name != nil {
		c.Name = strings.TrimSpace(*in.Name)
		wrong("name", utf8.RuneCountInString(c.Name) <= maxName, msgNameLong.With(maxName))
		wrong("name", plainText(c.Name), msgName)
	}

	if in.Logo != nil {
		c.Logo = tokenOf(*in.Logo)
		wrong("logoImageKey", *in.Logo == "" || c.Logo != "", msgImage)
	}

	if in.PaymentLink != nil {
		c.PaymentLink = strings.TrimSpace(*in.PaymentLink)
		if c.PaymentLink == noLink {
			c.PaymentLink = ""
		}

		wrong("deeplinkUrl", c.PaymentLink == "" || publichost.IsURL(c.PaymentLink, allowLocal), msgLink)
	}

	if in.FallbackURL != nil {
		c.FallbackURL = strings.TrimSpace(*in.FallbackURL)
		wrong("fallbackUrl", c.FallbackURL == "" || publichost.IsURL(c.FallbackURL, allowLocal), msgLink)
	}

	if in.Contact != nil {
		var faults []fault.Field

		c.Contact, faults = in.Contact.normalise()
		fields = append(fields, faults...)
	}

	if in.Banners != nil {
		var faults []fault.Field

		c.Banners, faults = checkBanners(*in.Banners, allowLocal)
		fields = append(fields, faults...)
	}

	if in.Popular != nil {
		c.Popular = firsts(*in.Popular)
		wrong("topOperators", len(c.Popular) <= maxPopular, msgPopular.With(maxPopular))
	}

	theme, faults := c.Theme.over(in.Theme)
	c.Theme, fields = theme, append(fields, faults...)

	if len(fields) > 0 {
		return Content{}, fault.ErrValidation.With(fields...)
	}

	return c, nil
}

// firsts returns each code once, in the order of the first of each.
func firsts(given []string) []string {
	out := make([]string, 0, len(given))

	for _, code := range given {
		if !slices.Contains(out, code) {
			out = append(out, code)
		}
	}

	return out
}

func checkBanners(given []Banner, allowLocal bool) ([]Banner, []fault.Field) {
	if len(given) > maxBanners {
		return nil, []fault.Field{{Field: "banners", Message: msgBanners.With(maxBanners)}}
	}

	var fields []fault.Field

	list := make([]Banner, len(given))

	for i, b := range given {
		field := fmt.Sprintf("banners[%d].", i)
		key := b.Image
		b.Name, b.Link, b.Image = strings.TrimSpace(b.Name), strings.TrimSpace(b.Link), tokenOf(key)

		if b.Name == "" {
			b.Name = defaultName(given, list[:i])
		}

		if utf8.RuneCountInString(b.Name) > maxBannerName || !plainText(b.Name) {
			fields = append(fields, fault.Field{Field: field + "name", Message: msgBannerName.With(maxBannerName)})
		}

		if b.Link != "" && !publichost.IsURL(b.Link, allowLocal) {
			fields = append(fields, fault.Field{Field: field + "href", Message: msgLink})
		}

		if key != "" && b.Image == "" {
			fields = append(fields, fault.Field{Field: field + "image_key", Message: msgImage})
		}

		if b.Active && b.Image == "" {
			fields = append(fields, fault.Field{Field: field + "is_active", Message: msgBannerImage})
		}

		list[i] = b
	}

	return list, fields
}

// defaultName is the name of a banner without one: banner N (docs/product/shop.md#look) with the first number that no other has.
func defaultName(given, named []Banner) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("banner %d", n)

		taken := func(b Banner) bool { return strings.TrimSpace(b.Name) == name }
		if !slices.ContainsFunc(given, taken) && !slices.ContainsFunc(named, taken) {
			return name
		}
	}
}

// plainText reports whether a text has only characters that can be shown.
func plainText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// complete returns what is missing before shoppers may see a shop.
func (c Content) complete(allowLocal bool) error {
	var fields []fault.Field

	if c.Name == "" {
		fields = append(fields, fault.Field{Field: "name", Message: msgName})
	}

	if c.Logo == "" {
		fields = append(fields, fault.Field{Field: "logoImageKey", Message: msgLogo})
	}

	if !publichost.IsURL(c.PaymentLink, allowLocal) {
		fields = append(fields, fault.Field{Field: "deeplinkUrl", Message: msgPaymentLink})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// images are the tokens of the pictures.
func (c Content) images() []string {
	list := []string{}
	if c.Logo != "" {
		list = append(list, c.Logo)
	}

	for _, b := range c.Banners {
		if b.Image != "" {
			list = append(list, b.Image)
		}
	}

	return list
}

// PaymentLinkOrDash is the payment link as calls show it.
func (c Content) PaymentLinkOrDash() string { return cmp.Or(c.PaymentLink, noLink) }
