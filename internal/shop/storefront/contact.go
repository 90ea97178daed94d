package storefront

import (
	"strings"
	"unicode/utf8"

	"loket/internal/catalog/destination"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// maxHours is the length of the hours in characters: they stand beside the contact, in one line of a phone or two.
const maxHours = 60

// Contact is how shoppers reach the owner of a shop. Each part may be empty.
type Contact struct {
	WhatsApp string `json:"whatsapp"` // Indonesian mobile number, as 0812…
	Email    string `json:"email"`
	Hours    string `json:"hours"` // in words, when somebody answers
}

// normalise returns the contact in the form in which it is stored.
func (c Contact) normalise() (Contact, []fault.Field) {
	var fields []fault.Field

	c.Email, c.Hours = strings.TrimSpace(c.Email), strings.TrimSpace(c.Hours)

	if c.WhatsApp = strings.TrimSpace(c.WhatsApp); c.WhatsApp != "" {
		v := destination.Strict(destination.Product{Type: "mobile"}, c.WhatsApp)
		if v.Grade == destination.Refused {
			fields = append(fields, fault.Field{Field: "contact.whatsapp", Message: v.Message})
		}

		c.WhatsApp = v.Number
	}

	if c.Email != "" && !identity.ValidEmail(c.Email) {
		fields = append(fields, fault.Field{Field: "contact.email", Message: msgContactEmail})
	}

	if utf8.RuneCountInString(c.Hours) > maxHours || !plainText(c.Hours) {
		fields = append(fields, fault.Field{Field: "contact.hours", Message: msgBannerName.With(maxHours)})
	}

	return c, fields
}
